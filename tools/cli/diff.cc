#include "conformance/report/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/judge/exchange.h"
#include "conformance/picture/failure.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/text.h"
#include "conformance/report/lines.h"
#include "conformance/report/markup.h"
#include "conformance/report/print_run.h"
#include "conformance/report/renderings.h"
#include "conformance/report/sides.h"
#include "conformance/report/summary.h"
#include "conformance/report/tally.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

// Says how a case is shown.
struct Spelling {
  std::string text;          // The one-line notation, in the dtype that ran.
  int64_t size = INT64_MAX;  // SizeOf().
  std::string file;
  std::optional<Vector> vector;  // As it was asked.
};
using Spellings = std::map<std::pair<std::string, DType>, Spelling>;

// Cases of one cause, as every printer shows them.
struct DiffRow {
  const ChangeGroup& group;
  const Record& smallest;
  Spelling spelling;  // The spelling of that; without a text if golden/ does
                      // not hold it.
  // Holds what was expected of it, and what each run answered.
  std::string expected;
  const Record* failing;  // The smallest, where it fails; null: nowhere.
  std::string before;
  std::string after;
  std::string count() const { return Grouped(std::ssize(group.cases)); }
};

// Returns whether the answers of the old run, and of the new one, are shown.
bool ShowsBefore(Change change) {
  return change == Change::kFixed || change == Change::kChanged;
}
bool ShowsAfter(Change change) {
  return change == Change::kNewFailure || change == Change::kChanged;
}

// The difference that names the group; null for a death or a pass.
const Difference* Telling(const std::optional<Record>& record) {
  if (!record) return nullptr;
  const std::optional<Failure> failure = Reduce(*record, Facets::All());
  if (!failure) return nullptr;
  for (const Difference& d : record->differences) {
    if (Name(d.kind) == failure->difference) return &d;
  }
  return nullptr;
}

// Returns the spellings of the cases whose results differ; empty if golden/ is
// another one.
Spellings SpellingsOf(const std::string& root, const ReportDiff& diff) {
  Spellings spellings;
  if (diff.groups.empty()) return spellings;
  const Golden golden = OpenGolden(root + "/golden");
  if (golden.digest != diff.after.origin.header.golden) return spellings;
  for (const ChangeGroup& group : diff.groups) {
    for (const ChangedCase& test : group.cases) {
      spellings[{test.either().id, test.either().dtype}];
    }
  }
  IdSet ids;
  Vector vector;
  for (const Golden::File& file : golden.files) {
    VectorReader reader(file.path, ids);
    while (reader.Next(vector)) {
      for (auto at = spellings.lower_bound({vector.test.id, kDTypes.front()});
           at != spellings.end() && at->first.first == vector.test.id; ++at) {
        const std::optional<Vector> asked = Exchanged(vector, at->first.second);
        if (!asked) continue;
        at->second = {Text(asked->test), SizeOf(asked->test), file.path, asked};
      }
    }
  }
  return spellings;
}

// Returns what was expected of a run, and what it answered.
std::pair<std::string, std::string> AnswerOf(const std::optional<Record>& run) {
  const Difference* d = Telling(run);
  if (d != nullptr) return SidesOf(*d);
  return {"", run ? Clipped(run->detail, 400) : ""};
}

const Record* FailingOf(const ChangedCase& test, Change change) {
  if (ShowsAfter(change)) return &*test.after;
  return ShowsBefore(change) ? &*test.before : nullptr;
}

std::vector<DiffRow> RowsOf(const ReportDiff& diff, Change change,
                            const Spellings& spellings) {
  const Spelling none;
  const auto spelling = [&](const ChangedCase& test) -> const Spelling& {
    const auto found = spellings.find({test.either().id, test.either().dtype});
    return found == spellings.end() ? none : found->second;
  };
  std::vector<DiffRow> rows;
  for (const ChangeGroup& group : diff.groups) {
    if (group.change != change) continue;
    const ChangedCase& smallest = *std::ranges::min_element(
        group.cases, {}, [&](const ChangedCase& test) {
          const Record& record = test.either();
          const Spelling& shown = spelling(test);
          return std::tuple(shown.size, record.id,
                            shown.vector && shown.vector->exchanged,
                            record.dtype);
        });
    const auto before = AnswerOf(smallest.before);
    const auto after = AnswerOf(smallest.after);
    rows.push_back({group, smallest.either(), spelling(smallest),
                    ShowsAfter(change) ? after.first : before.first,
                    FailingOf(smallest, change), before.second, after.second});
  }
  return rows;
}

std::string NameOf(const ReportOrigin& origin) {
  return Escaped(origin.header.subject.name + " " +
                 origin.header.subject.version);
}

// A warning to print above the numbers; or empty.
std::string NoteOf(const ReportDiff& diff) {
  if (!diff.AcrossSuites()) return "";
  const ReportOrigin& was = diff.before.origin;
  const ReportOrigin& is = diff.after.origin;
  return fmt::format(
      "The suites differ: {} with golden/ {}, then {} with golden/ {}.",
      Escaped(was.header.suite), Escaped(was.header.golden),
      Escaped(is.header.suite), Escaped(is.header.golden));
}

// "the new run is RED: ...", of each run that is not green.
std::vector<std::string> RedRunsOf(const ReportDiff& diff) {
  std::vector<std::string> lines;
  const auto tell = [&lines](const char* run, const ReportOrigin& origin) {
    const GateSaid said = HeadlineOf(origin);
    if (said.green) return;
    lines.push_back(fmt::format("the {} run is {}", run,
                                Escaped(Clipped(said.headline, 300))));
  };
  tell("old", diff.before.origin);
  tell("new", diff.after.origin);
  return lines;
}

// A cause: how many cases, what happens, and the smallest of them.
void PrintRow(const Screen& screen, const DiffRow& row, Change change) {
  const std::string margin(9, ' ');
  const auto print = [&](std::string head, const std::string& text) {
    const std::string rest(head.size(), ' ');
    for (const std::string& line :
         LinesOfText(Escaped(text), screen.columns() - head.size())) {
      screen.Print(std::exchange(head, rest) + line + "\n");
    }
  };
  print(fmt::format("{:>7}  ", row.count()), row.group.sentence);
  print(margin,
        fmt::format("{} ({})", row.smallest.id, Name(row.smallest.dtype)));
  const auto side = [&](const char* name, const std::string& text) {
    if (!text.empty()) print(fmt::format("{}{:<10}", margin, name), text);
  };
  side("case", row.spelling.text);
  side("expected", row.expected);
  if (ShowsBefore(change)) side("before", row.before);
  if (ShowsAfter(change)) side("now", row.after);
  side("code", row.group.code);
}

void Print(const Screen& screen, const ReportDiff& diff,
           const Spellings& spellings) {
  screen.Print(fmt::format("{} -> {}\n", NameOf(diff.before.origin),
                           NameOf(diff.after.origin)));
  for (const std::string& line : CountsOf(diff)) {
    constexpr std::size_t kLabel = 8;  // Columns of "before: ".
    std::string indent;
    for (const std::string& part :
         LinesOfText(line, screen.columns() - kLabel, "·")) {
      screen.Print(std::exchange(indent, std::string(kLabel, ' ')) + part +
                   "\n");
    }
  }
  if (const std::string note = NoteOf(diff); !note.empty()) {
    PrintNotes(screen, {note});
  }
  for (const Change change : kChanges) {
    const std::vector<DiffRow> rows = RowsOf(diff, change, spellings);
    if (rows.empty()) continue;
    const Colour colour = change == Change::kNewFailure ? Colour::kRed
                          : change == Change::kFixed    ? Colour::kGreen
                                                        : Colour::kYellow;
    screen.Print(fmt::format("\n{}: {}\n", screen.Paint(Name(change), colour),
                             Meaning(change)));
    for (const DiffRow& row : rows) PrintRow(screen, row, change);
  }
  screen.Print("\n" + TotalsOf(diff) + "\n");
  if (const std::string why = AccountOf(diff); !why.empty()) {
    PrintNotes(screen, {why});
  }
  for (const std::string& said : RedRunsOf(diff)) {
    for (const std::string& line : LinesOfText(said, screen.columns())) {
      screen.Print(screen.Paint(line, Colour::kRed) + "\n");
    }
  }
}

using Row = std::vector<std::string>;

// The tables of one diff as Markdown.
class Markdown {
 public:
  Markdown(const DiffOptions& options, const ReportDiff& diff,
           const Spellings& spellings)
      : options_(options),
        file_(fs::absolute(options.markdown).lexically_normal()),
        root_(fs::absolute(options.root).lexically_normal()),
        diff_(diff),
        spellings_(spellings) {}

  std::string Text() const {
    std::string text =
        fmt::format("{}\n# From {} to {}\n\n", MarkOf(FileKind::kMarkdown),
                    NameOf(diff_.before.origin), NameOf(diff_.after.origin));
    const std::string& golden = diff_.after.origin.header.golden;
    text +=
        "How two runs on " +
        (golden.empty() ? "other files than golden/" : "golden/ " + golden) +
        " differ. Written by `viewproof diff`, never by hand; again "
        "with\n\n";
    text += Command(diff_.before.origin, options_.before) +
            Command(diff_.after.origin, options_.after);
    text += fmt::format(
        "    tools/viewproof diff {}\n\n",
        ShellWords({FileName(options_.before), FileName(options_.after),
                    "--markdown", FromRoot(file_)}));
    for (const std::string& line : CountsOf(diff_)) text += "* " + line + "\n";
    text += "\n";
    const std::string note = NoteOf(diff_);
    if (!note.empty()) text += note + "\n\n";
    text += TotalsOf(diff_) + ".\n";
    if (const std::string why = AccountOf(diff_); !why.empty()) {
      text += "\n" + ProseCell(why) + ".\n";
    }
    for (const std::string& line : RedRunsOf(diff_)) {
      text += "\n" + ProseCell(line) + ".\n";
    }
    for (const Change change : kChanges) text += TableOf(change);
    return text;
  }

 private:
  static std::string FileName(const fs::path& path) {
    return path.filename().string();
  }

  bool IsInRoot(const fs::path& path) const {
    const fs::path from_root = path.lexically_relative(root_);
    return !from_root.empty() && *from_root.begin() != "..";
  }

  // The path relative to the root, the same on every machine.
  std::string FromRoot(const fs::path& path) const {
    return IsInRoot(path) ? path.lexically_relative(root_).generic_string()
                          : FileName(path);
  }

  std::string Command(const ReportOrigin& origin,
                      const std::string& report) const {
    const std::string file = ShellWord(FileName(report));
    if (origin.header.gate.empty()) {
      return fmt::format("    tools/viewproof check --report {} -- COMMAND\n",
                         file);
    }
    const bool is_path = origin.header.gate.find('/') != std::string::npos;
    return fmt::format(
        "    tools/viewproof check {} --report {}\n",
        ShellWord(
            is_path
                ? FromRoot(fs::absolute(origin.header.gate).lexically_normal())
                : origin.header.gate),
        file);
  }

  // The case as text, linked to its file; the id alone if it has no text.
  std::string ExampleOf(const DiffRow& row) const {
    if (row.spelling.text.empty()) {
      return fmt::format("{} ({}), which golden/ here does not hold",
                         CodeCell(row.smallest.id), Name(row.smallest.dtype));
    }
    std::string text = CodeCell(row.spelling.text);
    const fs::path vectors = fs::absolute(row.spelling.file).lexically_normal();
    if (IsInRoot(file_)) {
      const fs::path link = vectors.lexically_relative(file_.parent_path());
      text = fmt::format("[{}]({})", text, link.generic_string());
    }
    return fmt::format("{}<br>{}", text, row.smallest.id);
  }

  std::string TableOf(Change change) const {
    const std::vector<DiffRow> rows = RowsOf(diff_, change, spellings_);
    if (rows.empty()) return "";
    const bool before = ShowsBefore(change);
    const bool after = ShowsAfter(change);
    Row heads = {"cases", "what happens", "smallest case"};
    if (before || after) heads.push_back("expected");
    if (before) heads.push_back("before");
    if (after) heads.push_back("now");
    std::vector<Row> lines = {std::move(heads)};
    for (const DiffRow& row : rows) {
      std::string what = ProseCell(row.group.sentence);
      if (!row.group.code.empty()) what += "<br>" + CodeCell(row.group.code);
      Row cells = {row.count(), std::move(what), ExampleOf(row)};
      if (before || after) cells.push_back(ProseCell(row.expected));
      if (before) cells.push_back(ProseCell(row.before));
      if (after) cells.push_back(ProseCell(row.after));
      lines.push_back(std::move(cells));
    }
    return fmt::format("\n## {}: {} ({})\n\n{}", Name(change), Meaning(change),
                       Grouped(diff_.Count(change)),
                       MarkdownTable(lines, " --- "));
  }

  const DiffOptions& options_;
  const fs::path file_;
  const fs::path root_;
  const ReportDiff& diff_;
  const Spellings& spellings_;
};

// An SVG as the address of a picture.
std::string AddressOfSvg(const std::string& svg) {
  std::string address = "data:image/svg+xml,";
  for (const char c : svg) {
    if (c == '#' || c == '%' || c == '\n') {
      address += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      address += c;
    }
  }
  return XmlText(address);
}

// The smallest case of a cause as `explain` draws it, where it failed last.
std::string PictureOf(const DiffRow& row, const ReportDiff& diff) {
  const Change change = row.group.change;
  if (!row.spelling.vector || (!ShowsBefore(change) && !ShowsAfter(change))) {
    return "";
  }
  const bool now = ShowsAfter(change);
  const ReportOrigin& origin = (now ? diff.after : diff.before).origin;
  const Picture picture =
      DrawFailure(*row.spelling.vector, *row.failing, NameOf(origin),
                  FactsOf(*row.spelling.vector, *row.failing));
  return fmt::format(
      "<figure><figcaption>{}, {}</figcaption><div class=\"scroll\" "
      "tabindex=\"0\" role=\"group\" aria-label=\"picture\"><img "
      "loading=\"lazy\" "
      "alt=\"{}\" src=\"{}\"></div></figure>",
      now ? "now" : "before", XmlText(row.smallest.id),
      XmlText(Clipped(DrawPlain(picture), 2000)), AddressOfSvg(Svg(picture)));
}

// A table of causes per change, and below it every case.
std::string PageOf(const ReportDiff& diff, const Spellings& spellings) {
  const int64_t failures = diff.Count(Change::kNewFailure);
  const std::string was = NameOf(diff.before.origin);
  const std::string is = NameOf(diff.after.origin);
  std::string about = was + " \u2192 " + is;
  for (const std::string& line : CountsOf(diff)) about += " \u00b7 " + line;
  const std::string note = NoteOf(diff);
  if (!note.empty()) about += " \u00b7 " + note;
  if (const std::string why = AccountOf(diff); !why.empty()) {
    about += " \u00b7 " + why;
  }
  for (const std::string& line : RedRunsOf(diff)) about += " \u00b7 " + line;
  std::string html =
      VerdictHtml(failures == 0 ? Verdicts::kGood : Verdicts::kBad,
                  failures == 0 ? "Nothing fails that did not fail before"
                                : Plural(failures, "new failure"),
                  TotalsOf(diff), about);
  html += "<main>\n";
  for (const Change change : kChanges) {
    const std::vector<DiffRow> rows = RowsOf(diff, change, spellings);
    if (rows.empty()) continue;
    const bool before = ShowsBefore(change);
    const bool after = ShowsAfter(change);
    TableView causes{fmt::format("{}: {} ({})", Name(change), Meaning(change),
                                 Grouped(diff.Count(change))),
                     "",
                     {"what happens", "cases", "smallest"},
                     {}};
    causes.code_from = causes.heads.size() - 1;
    if (before || after) causes.heads.push_back("expected");
    if (before) causes.heads.push_back("before");
    if (after) causes.heads.push_back("now");
    std::string cases;
    for (const DiffRow& row : rows) {
      const ChangeGroup& group = row.group;
      auto& cells = causes.rows.emplace_back(
          Row{group.sentence, row.count(),
              row.spelling.text.empty() ? row.smallest.id : row.spelling.text});
      if (before || after) cells.push_back(row.expected);
      if (before) cells.push_back(row.before);
      if (after) cells.push_back(row.after);
      cases += fmt::format(
          "<details><summary>{}, {} <code>{}</code></summary><p>",
          ProseHtml(group.sentence), Plural(std::ssize(group.cases), "case"),
          XmlText(group.code));
      for (const ChangedCase& each : group.cases) {
        cases += fmt::format("<code>{} ({})</code> ", XmlText(each.either().id),
                             Name(each.either().dtype));
      }
      cases += "</p>" + PictureOf(row, diff) + "</details>\n";
    }
    html += HtmlOf(causes) + cases;
  }
  return DocumentOf("From " + was + " to " + is, html + "</main>\n");
}

}  // namespace

bool Diff(const DiffOptions& options, std::FILE* out) {
  const ReportDiff diff = DiffReports(options.before, options.after);
  const Spellings spellings = SpellingsOf(options.root, diff);
  Print(Screen(out), diff, spellings);
  if (!options.markdown.empty()) {
    WriteFile(options.markdown, Markdown(options, diff, spellings).Text());
  }
  if (!options.html.empty()) {
    WriteFile(options.html, PageOf(diff, spellings));
  }
  return diff.Count(Change::kNewFailure) == 0;
}

}  // namespace viewproof
