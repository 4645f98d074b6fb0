#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/installed.h"
#include "conformance/report/markup.h"
#include "conformance/run/check.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

// A file of ours and the name of what the user gets of it.
struct Source {
  std::string_view language;  // Empty: every one.
  std::string_view from;      // In conformance/sdk.
  std::string_view to;        // @NAME@ is replaced.
};

// The one file that is made of others: conformance/sdk/cpp/make_kit.py.
constexpr std::string_view kKitPath = "cpp/viewproof_adapter.cc";
constexpr char kKit[] =
#include "conformance/sdk/cpp/viewproof_adapter.inc"
    ;

constexpr Source kSources[] = {
    {"python", "templates/python/adapter.py", "@NAME@_adapter.py"},
    {"python", "templates/python/plain_array.py", "plain_array.py"},
    {"python", "python/viewproof_adapter.py", "viewproof_adapter.py"},
    {"python", "python/ops.json", "ops.json"},
    {"js", "templates/javascript/adapter.mjs", "@NAME@_adapter.mjs"},
    {"js", "templates/javascript/plain_array.mjs", "plain_array.mjs"},
    {"js", "javascript/viewproof_adapter.mjs", "viewproof_adapter.mjs"},
    {"js", "python/ops.json", "ops.json"},
    {"cpp", "templates/cpp/adapter.cc", "@NAME@_adapter.cc"},
    {"cpp", "templates/cpp/build.sh", "@NAME@_adapter.sh"},
    {"cpp", "templates/cpp/plain_array.h", "plain_array.h"},
    {"cpp", "cpp/viewproof_adapter.h", "viewproof_adapter.h"},
    {"cpp", kKitPath, "viewproof_adapter.cc"},
    {"", "templates/gate.toml", "@NAME@.gate.toml"},
    {"", "templates/ci.yml", ".github/workflows/viewproof-@NAME@.yml"},
};

constexpr std::size_t kMaxName = 100;
constexpr std::string_view kNoUrl = "https://REPLACE.THIS/viewproof.git";

// Returns where a job can clone this repository from, as git was told.
std::string UrlOf(const std::string& root) {
  const std::string config = root + "/.git/config";
  constexpr std::string_view kKey = "url = https://";
  if (!fs::is_regular_file(config)) return std::string(kNoUrl);
  const std::string text = ReadFile(config);
  const std::size_t at = text.find(kKey);
  if (at == text.npos) return std::string(kNoUrl);
  const std::size_t begin = at + kKey.find("https");
  return text.substr(begin, text.find('\n', begin) - begin);
}

// Returns whether a line is "// @only WORD..." or "# @end": the words after the
// mark.
std::optional<std::string_view> AfterMark(std::string_view line,
                                          std::string_view mark) {
  const std::size_t at = line.find(mark);
  if (at == line.npos) return std::nullopt;
  const std::string_view before = line.substr(0, at);
  if (before.find_first_not_of(" /#") != before.npos) return std::nullopt;
  return line.substr(at + mark.size());
}

bool HasWord(std::string_view words, std::string_view word) {
  return fmt::format("{} ", words).find(fmt::format(" {} ", word)) !=
         std::string::npos;
}

void CheckName(const std::string& name) {
  const auto may_stand = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-';
  };
  if (!name.empty() && name[0] != '-' && name.size() <= kMaxName &&
      std::ranges::all_of(name, may_stand)) {
    return;
  }
  throw BadInput(fmt::format(
      "init: \"{}\": expected a name of at most {} letters, digits, _ and -, "
      "as in my_library",
      name, kMaxName));
}

// The files to be written. What is there already and says the same is left
// out; what says something else is refused.
std::vector<std::pair<std::string, std::string>> NewFiles(
    const InitOptions& options) {
  std::vector<std::pair<std::string, std::string>> files;
  std::string in_the_way;
  for (const Source& source : kSources) {
    if (!source.language.empty() && source.language != options.language) {
      continue;
    }
    std::string text =
        source.from == kKitPath
            ? std::string(kKit + 1)  // It begins in a line of its own.
            : ReadFile(fmt::format("{}/conformance/sdk/{}", options.root,
                                   source.from));
    if (source.from.starts_with("templates/")) {
      text = Instantiate(text, options.language, options.kind, options.name);
      text = ReplaceAll(std::move(text), "@URL@", UrlOf(options.root));
    }
    const std::string to =
        ReplaceAll(std::string(source.to), "@NAME@", options.name);
    std::string path = (fs::path(options.folder) / to).string();
    if (!fs::exists(path)) {
      files.emplace_back(std::move(path), std::move(text));
    } else if (!fs::is_regular_file(path) || ReadFile(path) != text) {
      in_the_way += (in_the_way.empty() ? "" : ", ") + path;
    }
  }
  if (!in_the_way.empty()) {
    throw BadInput(
        "init: nothing is written, since these files are there: " + in_the_way +
        "; take another NAME or --dir, or move them away");
  }
  return files;
}

}  // namespace

std::string Instantiate(std::string_view text, std::string_view language,
                        std::string_view kind, std::string_view name) {
  std::string out;
  bool stays = true;
  for (const std::string_view line : LinesIn(text)) {
    if (const auto words = AfterMark(line, "@only")) {
      stays = HasWord(*words, kind) || HasWord(*words, language);
    } else if (AfterMark(line, "@end")) {
      stays = true;
    } else if (stays) {
      out += ReplaceAll(std::string(line), "@NAME@", name) + '\n';
    }
  }
  return out;
}

Arguments AddInit(Arguments& program, InitOptions& options) {
  Arguments verb = program.Verb(
      "init",
      "Write an adapter that runs at once, our SDK, a gate file and a CI job",
      R"(The adapter runs a small library that stands in for yours, plain_array; replace
what is marked. No file that is there is overwritten.
Kinds:
  full       strides, offsets and values of every step are seen
  values     a library without strides; each op gives a new array
  structure  shapes and strides, no elements (a compiler's, a meta device's)
  compiled   a chain is compiled as a whole, and only its end is seen
Exit status: that of the first check.
Example: viewproof init my_library --language cpp --kind full --dir my_repository)");
  verb.Add("NAME", &options.name, "Of the subject and of its files",
           {.required = true});
  verb.Add("--language", &options.language, "What the adapter is written in",
           {.one_of = {"python", "cpp", "js"}});
  verb.Add("--kind", &options.kind, "What the library shows",
           {.one_of = {"full", "values", "structure", "compiled"}});
  verb.Add("--dir", &options.folder, "The folder of your repository",
           {.takes = "FOLDER"});
  return verb;
}

ExitStatus Init(const InitOptions& options, std::FILE* out) {
  CheckName(options.name);
  std::error_code unknown;  // A name that no folder can have sets it.
  if (!fs::is_directory(options.folder, unknown)) {
    throw BadInput("--dir: there is no folder " + options.folder);
  }
  const auto files = NewFiles(options);
  for (const auto& [path, text] : files) {
    std::error_code error;  // WriteTogether names a folder that is not there.
    fs::create_directories(fs::path(path).parent_path(), error);
  }
  WriteTogether(files);
  for (const auto& [path, text] : files) {
    fmt::print(out, "wrote {}\n", path);
    if (text.find(kNoUrl) == text.npos) continue;
    fmt::print(out, "  in it, name the place to clone viewproof from\n");
  }
  const std::string gate =
      (fs::path(options.folder) / (options.name + ".gate.toml")).string();
  fmt::print(out, "\n{} check {} --update\n", ProgramName(), ShellWord(gate));
  std::fflush(out);
  CheckOptions check;
  check.root = options.root;
  check.subject.name = gate;
  check.update = true;
  const ExitStatus status = RunCheck(check, out);
  fmt::print(
      out,
      "\nNow replace what {0}_adapter marks with \"replace\", and check with "
      "--update\nagain: it writes what is pinned, {0}.gate.lock, anew. Commit "
      "both files.\n",
      options.name);
  return status;
}

}  // namespace viewproof
