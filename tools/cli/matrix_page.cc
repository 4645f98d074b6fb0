// The rows of conformance/libraries as README.md and the book have them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/padding.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/report/markup.h"
#include "conformance/report/matrix_row.h"
#include "conformance/report/summary.h"
#include "conformance/run/asked.h"
#include "conformance/run/launch.h"
#include "conformance/run/subject_file.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

constexpr char kDash[] = "\u2013";
constexpr char kOlder[] = "it is asked other vectors since: no row";

// A subject with its row, or why none is shown.
struct Measured {
  std::string name;
  MatrixPlace place;
  std::optional<MatrixRow> row;
  std::string why;
};

// Its place, with what a gate file leaves out.
MatrixPlace PlaceOf(const std::string& name, const Gate& gate) {
  MatrixPlace place = gate.matrix;
  if (place.title.empty()) place.title = name;
  if (place.library.empty()) {
    place.library = fs::path(gate.path).parent_path().filename().string();
  }
  return place;
}

Measured MeasuredOf(const std::string& root, const std::string& name,
                    const std::string& golden) {
  const Gate gate = ReadGate(FileOfSubject(root, name, kGateFile));
  Measured measured = {name, PlaceOf(name, gate), std::nullopt, kOlder};
  const std::string row_path = FileOfSubject(root, name, "row.json");
  if (!fs::exists(row_path)) {
    const std::string& needs = measured.place.needs;
    measured.why = needs.empty() ? "not run" : "not run: it needs " + needs;
    return measured;
  }
  try {
    MatrixRow row = ReadMatrixRow(ReadFile(row_path));
    const bool is_of_now =
        row.golden == golden ||
        (!row.asked.empty() && row.asked == AskedDigest(root, gate));
    if (!is_of_now) return measured;
    CheckRow(row, gate);
    measured.row = std::move(row);
  } catch (const BadInput& error) {
    throw BadInput(row_path + ": " + error.what());
  }
  return measured;
}

// Those that lie with a library, by its name and then by their own.
std::vector<Measured> Subjects(const std::string& root) {
  const std::string golden = OpenGolden(root + "/golden").digest;
  std::vector<Measured> subjects;
  for (const std::string& name : SubjectNames(root)) {
    const fs::path gate = FileOfSubject(root, name, kGateFile);
    if (gate.parent_path().filename() == "subjects" || !fs::exists(gate)) {
      continue;
    }
    // Calls of kernels are not in golden/, by which rows are counted.
    if (ReadGate(gate.string()).profiles == std::vector{Profile::kOperands}) {
      continue;
    }
    subjects.push_back(MeasuredOf(root, name, golden));
  }
  return subjects;
}

// Returns what a file of JSON says of the bugs of each subject, by its gate.
std::map<std::string, std::string> BugsOf(const std::string& path) {
  std::map<std::string, std::string> bugs;
  if (path.empty()) return bugs;
  const PaddedText text(ReadFile(path));
  json::od::parser parser;
  json::ForEachFieldOfLine(
      parser, text.view(), [&](std::string_view gate, json::od::value value) {
        bugs[std::string(gate)] = json::String(value, gate);
      });
  return bugs;
}

std::string DurationOf(const MatrixRow& row) {
  if (!row.seconds) return "not timed";
  std::string text = fmt::format("{} s", *row.seconds);
  if (row.cpu_seconds) text += fmt::format(" ({} s of CPU)", *row.cpu_seconds);
  return text;
}

// "18,762/21,808 (1,506)": asked, planned, known failures.
std::string AskedOf(const MatrixRow::Numbers& numbers) {
  const int64_t planned = NumberOf(numbers, "planned");
  const int64_t executed = NumberOf(numbers, "executed");
  const int64_t known = NumberOf(numbers, "known");
  if (planned == 0) return kDash;
  std::string text = Grouped(planned);
  if (executed != planned) text.insert(0, Grouped(executed) + "/");
  if (known > 0) text += fmt::format(" ({})", Grouped(known));
  return text;
}

// "`op` 3,277, `dtype` 1,927", of the numbers whose names begin so.
std::string ListOf(const MatrixRow::Numbers& numbers, std::string_view begin) {
  std::string text;
  for (const auto& [name, count] : numbers) {
    if (!name.starts_with(begin)) continue;
    text += fmt::format("{}`{}` {}", text.empty() ? "" : ", ",
                        name.substr(begin.size()), Grouped(count));
  }
  return text.empty() ? kDash : text;
}

// Words as a paragraph, with a comma after each but the last.
std::string ParagraphOf(const Texts& words) {
  constexpr std::size_t kWidth = 180;
  std::string text;
  std::size_t begin = 0;  // Its last line begins here.
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string word = words[k] + (k + 1 < words.size() ? "," : "");
    const std::size_t width = text.size() - begin;
    if (width > 0 && width + word.size() > kWidth) {
      text += "\n";
      begin = text.size();
    } else if (width > 0) {
      text += " ";
    }
    text += word;
  }
  return text;
}

std::string LineOf(const Measured& subject) {
  const std::string command =
      fmt::format("* `tools/viewproof check {}`", subject.name);
  if (!subject.row) return command + ": " + subject.why + "\n";
  const MatrixRow& row = *subject.row;
  const auto sum = [&row](const char* name) {
    return SumOf(row.profiles, name);
  };
  std::string text = fmt::format(
      "{}, {} {}, {}: {} of {} cases asked, {} passed, {} known failures",
      command, row.name, row.version, row.kind, Grouped(sum("executed")),
      Grouped(sum("planned")), Grouped(sum("passed")), Grouped(sum("known")));
  const int64_t other = sum("other") - row.failed;
  if (row.failed > 0) {
    text += fmt::format(", **{} failed**", Grouped(row.failed));
  }
  if (other > 0) {
    text += fmt::format(", {} differ in what is not demanded", Grouped(other));
  }
  if (row.deaths > 0) text += fmt::format(", {} deaths", Grouped(row.deaths));
  return text + "; " + DurationOf(row) + "\n";
}

// Each op that the library's own document lists, by that name; the numbers are
// those of its first subject.
std::string DocumentedOf(const fs::path& path, const Measured& subject) {
  if (!fs::exists(path)) return "";
  std::vector<Texts> rows = {{"view op", "asked as", "asked", "passed",
                              "known failures", "not demanded or failed"}};
  const std::string text = ReadFile(path.string());
  std::string document;
  for (const std::string_view line : LinesIn(text)) {
    if (document.empty()) document = line.substr(line.find_first_not_of("# "));
    if (line.empty() || line.starts_with('#')) continue;
    const std::string name(line.substr(0, line.find(':')));
    Texts& row = rows.emplace_back(Texts{"`" + name + "`"});
    if (!subject.row) {
      row.insert(row.end(), {subject.why, "", "", "", ""});
      continue;
    }
    Texts ops;
    for (const std::string_view word :
         Split(line.substr(std::min(name.size() + 1, line.size())), " ")) {
      if (!word.empty()) ops.emplace_back(word);
    }
    if (ops.empty()) ops = {name};
    MatrixRow::Named<MatrixRow::Numbers> of;
    for (std::string& op : ops) {
      const auto* numbers = ValueOf(subject.row->ops, op);
      if (numbers != nullptr) of.emplace_back(op, *numbers);
      op = "`" + op + "`";
    }
    row.push_back(fmt::format("{}", fmt::join(ops, ", ")));
    for (const char* key : {"executed", "passed", "known", "other"}) {
      row.push_back(Grouped(SumOf(of, key)));
    }
  }
  return fmt::format("\n{}\n\n{}", document, MarkdownTable(rows));
}

// Returns which ops have known failures, worst first, and which have none.
std::string OpsOf(const Measured& subject) {
  if (!subject.row) return "";
  std::vector<std::tuple<double, std::string, std::string>> differ;
  Texts none;
  for (const auto& [op, numbers] : subject.row->ops) {
    const int64_t known = NumberOf(numbers, "known");
    const int64_t executed = NumberOf(numbers, "executed");
    if (known == 0) none.push_back("`" + op + "`");
    if (known == 0) continue;
    differ.emplace_back(
        -static_cast<double>(known) / static_cast<double>(executed), op,
        fmt::format("`{}` {} of {}", op, Grouped(known), Grouped(executed)));
  }
  std::ranges::sort(differ);
  Texts words;
  for (const auto& [share, op, word] : differ) words.push_back(word);
  const auto paragraph = [&subject](const char* what, const Texts& list) {
    return list.empty() ? ""
                        : fmt::format("\n{}: {}:\n{}.\n", subject.place.title,
                                      what, ParagraphOf(list));
  };
  return paragraph("ops without a known failure", none) +
         paragraph("ops with known failures, of the cases asked", words);
}

// The counts of each profile, and why cases were not asked.
std::string ByProfile(const std::vector<const Measured*>& subjects) {
  std::vector<Texts> rows = {{"subject", "profile", "planned", "asked",
                              "passed", "known", "not demanded or failed",
                              "not asked, by reason"}};
  for (const Measured* subject : subjects) {
    if (!subject->row) continue;
    for (const auto& [profile, numbers] : subject->row->profiles) {
      Texts& row = rows.emplace_back(Texts{subject->place.title, profile});
      for (const char* name :
           {"planned", "executed", "passed", "known", "other"}) {
        row.push_back(Grouped(NumberOf(numbers, name)));
      }
      row.push_back(ListOf(numbers, "skip "));
    }
  }
  return rows.size() == 1 ? "" : "\n" + MarkdownTable(rows);
}

void PrintMatrix(const RunsOptions& options,
                 const std::vector<Measured>& subjects, std::FILE* out) {
  const std::map<std::string, std::string> bugs = BugsOf(options.bugs);
  std::vector<Texts> counts = {{"subject", "version"}};
  std::vector<Texts> fates = {{"subject", "kind", "failed", "known", "bugs",
                               "not asked, by reason", "time"}};
  for (const Profile profile : Profiles()) {
    counts.front().emplace_back(Name(profile));
  }
  for (const Measured& subject : subjects) {
    Texts& cells = counts.emplace_back(Texts{subject.place.title});
    if (!subject.row) {
      cells.push_back(subject.why);
      cells.resize(counts.front().size());
      continue;
    }
    const MatrixRow& row = *subject.row;
    cells.push_back(row.version);
    for (std::size_t k = cells.size(); k < counts.front().size(); ++k) {
      const auto* numbers = ValueOf(row.profiles, counts.front()[k]);
      cells.push_back(numbers == nullptr ? kDash : AskedOf(*numbers));
    }
    const auto found = bugs.find(subject.name);
    fates.push_back({subject.place.title, row.kind,
                     row.green
                         ? Grouped(row.failed)
                         : fmt::format("**{}, RED**", Grouped(row.failed)),
                     Grouped(SumOf(row.profiles, "known")),
                     found == bugs.end() ? "none" : found->second,
                     ListOf(row.skipped, ""), DurationOf(row)});
  }
  fmt::print(
      out,
      "Cases by profile: asked / planned (known failures); one number: all. "
      "*{}*: not run. Some gate files have core and indexing run in more\n"
      "dtypes.\n\n{}\n"
      "How they came out (*known*: failures that the gate file lists, each "
      "with its reason; *bugs*: those that have a page;\n"
      "`viewproof list skips` says what the reasons not to ask mean):\n\n{}",
      kDash, MarkdownTable(counts), MarkdownTable(fates));
}

void PrintLibrary(const RunsOptions& options, const std::vector<Measured>& all,
                  std::FILE* out) {
  std::vector<const Measured*> subjects;
  for (const Measured& subject : all) {
    if (subject.place.library == options.library) subjects.push_back(&subject);
  }
  if (subjects.empty()) {
    throw BadInput("--library: there is no subject of " + options.library);
  }
  std::string ops;
  for (const Measured* subject : subjects) {
    fmt::print(out, "{}", LineOf(*subject));
    ops += OpsOf(*subject);
  }
  fmt::print(out, "{}{}{}",
             DocumentedOf(fmt::format("{}/conformance/libraries/{}/bugs/{}",
                                      options.root, options.library,
                                      "documented-ops.txt"),
                          *subjects.front()),
             ops, ByProfile(subjects));
}

}  // namespace

void PrintRows(const RunsOptions& options, std::FILE* out) {
  const std::vector<Measured> subjects = Subjects(options.root);
  options.library.empty() ? PrintMatrix(options, subjects, out)
                          : PrintLibrary(options, subjects, out);
}

}  // namespace viewproof
