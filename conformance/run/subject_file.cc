#include "conformance/run/subject_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "conformance/case/bad_input.h"
#include "conformance/case/suggest.h"
#include "conformance/gate/table.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

constexpr std::string_view kValue = "{}";

SubjectOption ReadOption(Table table, const toml::node& at) {
  SubjectOption option;
  table.Read("name", option.name);
  table.Read("takes", option.takes);
  table.Read("about", option.about);
  table.Read("gate", option.gate);
  table.Read("required", option.required, "expected true or false");
  table.Finish();
  if (!option.name.starts_with("--")) {
    table.Refuse(at, "name", "expected a word as --device");
  }
  return option;
}

// Each option that the baseline lacks is one of the file.
void ReadBaseline(Table table, const toml::node& at, SubjectFile& file) {
  table.Read("name", file.baseline.name);
  table.Read("without", file.baseline.without);
  table.Finish();
  if (file.baseline.name.empty()) table.Refuse(at, "name", "missing");
  for (const std::string& name : file.baseline.without) {
    if (std::ranges::find(file.options, name, &SubjectOption::name) ==
        file.options.end()) {
      table.Refuse(at, "without", "there is no option " + name);
    }
  }
}

SubjectFile Parse(const std::string& path, const std::string& name) {
  SubjectFile file{path, name, {}, {}, {}};
  const toml::table parsed = ParseToml(path, ReadFile(path));
  Table root(path, "", parsed);
  root.Read("command", file.command);
  if (file.command.empty()) root.Refuse(parsed, "command", "missing");
  if (const toml::node* options = root.Find("option")) {
    if (!options->is_array_of_tables()) {
      root.Refuse(*options, "option", "expected [[option]]");
    }
    for (const toml::node& option : *options->as_array()) {
      file.options.push_back(
          ReadOption(Table(path, "option", *option.as_table()), option));
    }
  }
  if (const toml::table* baseline = root.Sub("baseline")) {
    ReadBaseline(Table(path, "baseline", *baseline), *baseline, file);
  }
  root.Finish();
  return file;
}

std::string ForFileName(std::string text) {
  std::ranges::replace_if(
      text,
      [](unsigned char c) {
        return std::isalnum(c) == 0 && c != '.' && c != '_' && c != '-';
      },
      '-');
  return text;
}

// How the option is written: "--device DEVICE".
std::string Usage(const SubjectOption& option) {
  return option.takes.empty() ? option.name : option.name + " " + option.takes;
}

}  // namespace

std::optional<SubjectFile> FindSubjectFile(const std::string& root,
                                           const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos) return std::nullopt;
  const std::filesystem::path path = std::filesystem::path(root) /
                                     "conformance" / "adapters" /
                                     (name + kSubjectEnding);
  std::error_code ignored;  // A name may be too long for a file.
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return Parse(path.string(), name);
}

std::string ChoiceName(const SubjectFile& file,
                       const std::vector<std::string>& options) {
  std::string choice = file.name;
  std::size_t at = 0;
  std::vector<std::string_view> known;
  for (const SubjectOption& option : file.options) {
    known.push_back(option.name);
    if (at == options.size() || options[at] != option.name) {
      if (!option.required) continue;
      throw BadInput(fmt::format("{} needs {}: {}", file.name, Usage(option),
                                 option.about));
    }
    ++at;
    std::string part = option.gate;
    if (!option.takes.empty()) {
      if (at == options.size() || options[at].empty()) {
        throw BadInput(fmt::format("{}: expected {}: {}", option.name,
                                   option.takes, option.about));
      }
      const std::size_t place = part.find(kValue);
      if (place != std::string::npos) {
        part.replace(place, kValue.size(), options[at]);
      }
      ++at;
    }
    if (!part.empty()) choice += "-" + part;
  }
  if (at < options.size()) {
    throw BadInput(fmt::format(
        "{} takes no option {} here{}; its options, in this order: {}",
        file.name, options[at], DidYouMean(options[at], known),
        fmt::join(known, " ")));
  }
  return ForFileName(choice);
}

std::optional<std::vector<std::string>> BaselineOptions(
    const SubjectFile& file, const std::vector<std::string>& options) {
  std::vector<std::string> kept;
  std::size_t at = 0;
  for (const SubjectOption& option : file.options) {
    if (at == options.size() || options[at] != option.name) continue;
    const std::size_t end = at + (option.takes.empty() ? 1 : 2);
    const bool lacks = std::ranges::find(file.baseline.without, option.name) !=
                       file.baseline.without.end();
    for (; at < end; ++at) {
      if (!lacks) kept.push_back(options[at]);
    }
  }
  return kept == options ? std::nullopt : std::optional(kept);
}

}  // namespace viewproof
