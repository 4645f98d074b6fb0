#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/report/markup.h"
#include "conformance/report/matrix_row.h"
#include "conformance/report/overview.h"
#include "conformance/report/renderings.h"
#include "conformance/report/summary.h"
#include "conformance/run/asked.h"
#include "conformance/run/launch.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

using Test = std::pair<std::string, DType>;

struct Run {
  std::string label;
  std::string page;  // Its page, if there is one beside its report.
  Overview overview;
  std::set<Test> failing;  // They fail in what is demanded.
  std::set<Test> others;   // Executed, too.
};

// Returns where the page of a report lies, as seen from another page; empty:
// there is none.
std::string PageBeside(std::filesystem::path report, const std::string& html) {
  report.replace_extension(".html");
  if (html.empty() || !std::filesystem::exists(report)) return "";
  return std::filesystem::absolute(report)
      .lexically_normal()
      .lexically_relative(
          std::filesystem::absolute(html).lexically_normal().parent_path())
      .generic_string();
}

std::vector<Run> ReadRuns(const RunsOptions& options) {
  if (!options.labels.empty() &&
      options.labels.size() != options.reports.size()) {
    throw BadInput(fmt::format("--label: {} for {} reports: name each, or none",
                               options.labels.size(), options.reports.size()));
  }
  std::vector<Run> runs;
  for (std::size_t k = 0; k < options.reports.size(); ++k) {
    const std::filesystem::path path = options.reports[k];
    Run& run = runs.emplace_back();
    run.page = PageBeside(path, options.html);
    run.label =
        options.labels.empty() ? path.stem().string() : options.labels[k];
    run.overview = ReadOverview(
        path.string(), [&run](const Record& record, Standing standing) {
          if (standing == Standing::kSkipped) return;
          const bool fails = standing == Standing::kNewFailure ||
                             standing == Standing::kKnownFailure;
          (fails ? run.failing : run.others).emplace(record.id, record.dtype);
        });
  }
  return runs;
}

std::string ColumnName(const ReportOrigin& origin) {
  return origin.header.subject.name + " " + origin.header.subject.version;
}

// "62.5 % ✗ 3 ≈ 12 of 40": the share that passes, and what fails, of what was
// asked. 100 % is all of it.
std::string CellOf(const Cell& cell) {
  const int64_t bad = cell.fresh + cell.known;
  std::string text =
      bad == 0
          ? "100 % "
          : fmt::format(
                "{:.1f} % ",
                std::min(99.9, 100.0 *
                                   static_cast<double>(cell.executed() - bad) /
                                   static_cast<double>(cell.executed())));
  if (cell.fresh > 0) text += "\u2717 " + Grouped(cell.fresh) + " ";
  if (cell.known > 0) text += "\u2248 " + Grouped(cell.known) + " ";
  if (bad == 0) text += "\u2713 ";
  return text + "of " + Grouped(cell.executed());
}

// Returns what failed or passed of a name; "-": nothing of it ran.
template <typename Cells, typename Name>
std::string CellAt(const Cells& cells, const Name& name) {
  const auto found = cells.find(name);
  const bool ran = found != cells.end() && found->second.executed() > 0;
  return ran ? CellOf(found->second) : "-";
}

constexpr const char* kWhatTheGateSaid = "what the gate said";

std::string WhatTheGateSaid(const Run& run) {
  return Clipped(HeadlineOf(run.overview.origin).headline, 160);
}

constexpr const char* kSigns =
    "Percent of the cases asked that do not fail: \u2717 new failures, \u2248 "
    "known ones, \u2713 none, - not run.";

// "2026-11-27 01:50 UTC", or "not told".
std::string DateOf(const Run& run) {
  const auto texts = TextsOf(run.overview.origin.footer.ran);
  return texts.empty() ? "not told" : texts.front();
}

// The page of a run, or the job that made it.
std::string AddressOf(const Run& run) {
  const std::string& ci = run.overview.origin.footer.ran.ci;
  const bool is_address = ci.starts_with("https://");
  return run.page.empty() && is_address ? ci : run.page;
}

TableView ProfilesOf(const std::vector<Run>& runs) {
  std::set<Profile> profiles;
  for (const Run& run : runs) {
    for (const auto& [profile, cell] : run.overview.by_profile) {
      profiles.insert(profile);
    }
  }
  TableView sheet{"Subjects and profiles", kSigns, {"run", "subject"}, {}};
  for (const Profile profile : profiles)
    sheet.heads.emplace_back(Name(profile));
  sheet.heads.emplace_back(kWhatTheGateSaid);
  for (const Run& run : runs) {
    auto& row = sheet.rows.emplace_back();
    sheet.links.push_back({run.page});
    row = {run.label, ColumnName(run.overview.origin)};
    for (const Profile profile : profiles) {
      row.push_back(CellAt(run.overview.by_profile, profile));
    }
    row.push_back(WhatTheGateSaid(run));
  }
  return sheet;
}

TableView OpsOf(const std::vector<Run>& runs) {
  std::set<std::string> ops;
  for (const Run& run : runs) {
    for (const auto& [op, cell] : run.overview.by_op) {
      if (cell.fresh > 0 || cell.known > 0) ops.insert(op);
    }
  }
  TableView sheet{"Ops that fail somewhere", kSigns, {"op"}, {}};
  for (const Run& run : runs) sheet.heads.push_back(run.label);
  for (const std::string& op : ops) {
    auto& row = sheet.rows.emplace_back();
    auto& links = sheet.links.emplace_back();
    row = {op};
    links = {""};
    for (const Run& run : runs) {
      row.push_back(CellAt(run.overview.by_op, op));
      const bool leads = !run.page.empty() && row.back() != "-";
      links.push_back(leads ? run.page + "#op=" + op : "");
    }
  }
  return sheet;
}

void RefuseUnlessOfOneGate(const RunsOptions& options,
                           const std::vector<Run>& runs) {
  const ReportOrigin& first = runs.front().overview.origin;
  for (std::size_t k = 1; k < runs.size(); ++k) {
    const ReportOrigin& origin = runs[k].overview.origin;
    if (origin.header.gate == first.header.gate &&
        origin.header.subject.name == first.header.subject.name)
      continue;
    throw BadInput(fmt::format(
        "{}: is of {} and gate \"{}\"; {} is of {} and gate \"{}\": a trend is "
        "of one gate",
        options.reports[k], origin.header.subject.name, origin.header.gate,
        options.reports[0], first.header.subject.name, first.header.gate));
  }
}

// Returns how many cases failed before and do not now.
int64_t FixedIn(const Run& run, const Run* before) {
  if (before == nullptr) return 0;
  return std::ranges::count_if(before->failing, [&run](const Test& test) {
    return run.others.contains(test);
  });
}

// The counts of a run, as check, report and diff say them.
void AddCounts(const Run& run, std::vector<std::string>& row) {
  std::ranges::copy(CountRow(run.overview.all), std::back_inserter(row));
  row.push_back(Grouped(run.overview.deaths));
}

void AddCountHeads(std::vector<std::string>& heads) {
  std::ranges::copy(CountHeads(), std::back_inserter(heads));
  heads.emplace_back("deaths");
}

TableView CountsOf(const std::vector<Run>& runs) {
  TableView sheet{"Cases", "", {"run"}, {}};
  AddCountHeads(sheet.heads);
  for (const Run& run : runs) {
    AddCounts(run, sheet.rows.emplace_back(std::vector{run.label}));
  }
  return sheet;
}

TableView TrendOf(const std::vector<Run>& runs) {
  TableView sheet{"Runs, the oldest first",
                  "fixed: failed in the run before and does not now.",
                  {"run", "when", "subject", "suite"},
                  {}};
  AddCountHeads(sheet.heads);
  sheet.heads.insert(sheet.heads.end(), {"fixed", kWhatTheGateSaid});
  const Run* before = nullptr;
  for (const Run& run : runs) {
    const ReportOrigin& origin = run.overview.origin;
    const bool same_golden =
        before == nullptr ||
        before->overview.origin.header.golden == origin.header.golden;
    auto& row = sheet.rows.emplace_back(std::vector{
        run.label, DateOf(run), ColumnName(origin),
        origin.header.suite + (same_golden ? "" : " (other vectors)")});
    sheet.links.push_back({AddressOf(run)});
    AddCounts(run, row);
    row.insert(row.end(),
               {Grouped(FixedIn(run, before)), WhatTheGateSaid(run)});
    before = &run;
  }
  return sheet;
}

// A line of one number over the runs, from its least to its most, which stand
// beside it; each point says its run and its date.
std::string ChartOf(const std::vector<Run>& runs, const char* name,
                    int64_t (*number)(const Run&)) {
  constexpr int kWidth = 320;
  constexpr int kHeight = 110;
  constexpr double kLeft = 55;
  constexpr double kRight = 310;
  constexpr double kTop = 15;
  constexpr double kBottom = 80;
  int64_t least = number(runs.front());
  int64_t most = least;
  for (const Run& run : runs) {
    least = std::min(least, number(run));
    most = std::max(most, number(run));
  }
  const double steps =
      static_cast<double>(std::max<std::size_t>(1, runs.size() - 1));
  const double range = static_cast<double>(std::max<int64_t>(most - least, 1));
  std::string points;
  std::string dots;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const double x = kLeft + (kRight - kLeft) * static_cast<double>(k) / steps;
    const double y =
        kBottom -
        (kBottom - kTop) * static_cast<double>(number(runs[k]) - least) / range;
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    const std::string dot = fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"currentColor\">"
        "<title>{}, {}: {}</title></circle>",
        x, y, XmlText(runs[k].label), DateOf(runs[k]),
        Grouped(number(runs[k])));
    const std::string to = AddressOf(runs[k]);
    dots += to.empty() ? dot
                       : fmt::format("<a href=\"{}\" aria-label=\"{}\">{}</a>",
                                     XmlText(to), XmlText(runs[k].label), dot);
  }
  const auto text = [](double x, double y, const char* anchor,
                       const std::string& is) {
    return fmt::format(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" font-size=\"12\" "
        "fill=\"currentColor\">{}</text>",
        x, y, anchor, XmlText(is));
  };
  std::string texts = text(kLeft - 10, kBottom + 4, "end", Grouped(least));
  if (most > least) texts += text(kLeft - 10, kTop + 4, "end", Grouped(most));
  texts += text(0, kHeight - 6, "start", DateOf(runs.front()));
  if (runs.size() > 1) {
    texts += text(kWidth, kHeight - 6, "end", DateOf(runs.back()));
  }
  return fmt::format(
      "<figure><figcaption>{0}: first {1}, most {2}, last {3}</figcaption>"
      "<svg role=\"{9}\" aria-label=\"{0}, {10} to {11}: first {1}, most {2}, "
      "last {3}\" "
      "viewBox=\"0 0 {4} {5}\" "
      "width=\"100%\" style=\"max-width:{4}px\">"
      "<polyline points=\"{6}\" fill=\"none\" stroke=\"currentColor\" "
      "stroke-width=\"2\"/>{7}{8}</svg></figure>\n",
      name, Grouped(number(runs.front())), Grouped(most),
      Grouped(number(runs.back())), kWidth, kHeight, points, dots, texts,
      dots.find("<a ") == std::string::npos ? "img" : "group",
      DateOf(runs.front()), DateOf(runs.back()));
}

std::string ChartsOf(const std::vector<Run>& runs) {
  using Number = int64_t (*)(const Run&);
  constexpr std::array<std::pair<const char*, Number>, 4> kNumbers = {{
      {"new", [](const Run& run) { return run.overview.all.fresh; }},
      {"known", [](const Run& run) { return run.overview.all.known; }},
      {"passed", [](const Run& run) { return run.overview.all.passed; }},
      {"deaths", [](const Run& run) { return run.overview.deaths; }},
  }};
  std::string out = "<section><h2>Over the runs</h2><div class=\"charts\">\n";
  for (const auto& [name, number] : kNumbers) {
    out += ChartOf(runs, name, number);
  }
  return out + "</div></section>\n";
}

void Show(const RunsOptions& options, const std::string& title,
          const std::string& header, const std::vector<TableView>& sheets,
          const std::string& charts, std::FILE* out) {
  const Screen screen(out);
  std::string markdown = fmt::format(
      "{}\n# {}\n\n", MarkOf(FileKind::kMarkdown), ProseCell(title));
  std::string html = header + "<main>\n";
  for (const TableView& sheet : sheets) {
    screen.Print(TextOf(sheet, screen.columns()) + "\n");
    markdown += MarkdownOf(sheet);
    html += HtmlOf(sheet);
  }
  std::vector<std::pair<std::string, std::string>> files;
  if (!options.markdown.empty()) files.emplace_back(options.markdown, markdown);
  if (!options.html.empty()) {
    files.emplace_back(options.html,
                       DocumentOf(title, html + charts + "</main>\n"));
  }
  WriteTogether(files);
}

void WriteRow(const RunsOptions& options) {
  if (options.reports.size() != 1) {
    throw BadInput("--row: it is of one report");
  }
  const std::string& report = options.reports.front();
  const Overview overview =
      Verified({options.root, report}, [](const char*, const std::string&) {});
  MatrixRow row;
  try {
    const Gate gate = FindGate(options.root, overview.origin.header.gate);
    row = RowOfReport(overview, gate);
    row.asked = AskedDigest(options.root, gate);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("{}: no row: {}", report, error.what()));
  }
  if (!options.seconds.empty()) {
    std::istringstream file(ReadFile(options.seconds));
    int64_t seconds = 0;
    if (file >> seconds) row.seconds = seconds;
    if (file >> seconds) row.cpu_seconds = seconds;
  }
  WriteFile(options.row, TextOf(row));
}

}  // namespace

void ShowMatrix(const RunsOptions& options, std::FILE* out) {
  const auto refuse = [](bool is_given, const char* why) {
    if (is_given) throw BadInput(why);
  };
  refuse(options.row.empty() && !options.seconds.empty(),
         "--seconds: it is of --row");
  refuse(!options.rows && !options.library.empty(),
         "--library: it is of --rows");
  refuse(!options.rows && !options.bugs.empty(), "--bugs: it is of --rows");
  if (!options.row.empty()) return WriteRow(options);
  if (options.rows) return PrintRows(options, out);
  if (options.reports.empty()) throw BadInput("REPORT is required");
  const std::vector<Run> runs = ReadRuns(options);
  const std::string title =
      Plural(std::ssize(runs), "report") + " side by side";
  Show(options, title, "<header><h1>" + XmlText(title) + "</h1></header>",
       {CountsOf(runs), ProfilesOf(runs), OpsOf(runs)}, "", out);
}

void ShowTrend(const RunsOptions& options, std::FILE* out) {
  const std::vector<Run> runs = ReadRuns(options);
  RefuseUnlessOfOneGate(options, runs);
  const ReportOrigin& last = runs.back().overview.origin;
  const GateSaid said = HeadlineOf(last);
  const std::string title = fmt::format(
      "{}: {}",
      last.header.gate.empty() ? last.header.subject.name : last.header.gate,
      Plural(std::ssize(runs), "run"));
  const std::string header =
      VerdictHtml(VerdictOf(said), "Last run: " + std::string(TitleOf(said)),
                  said.headline, title);
  Show(options, title, header, {TrendOf(runs)}, ChartsOf(runs), out);
}

}  // namespace viewproof
