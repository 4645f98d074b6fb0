#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/installed.h"
#include "conformance/report/markup.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/print_run.h"
#include "conformance/report/renderings.h"
#include "conformance/report/summary.h"
#include "conformance/report/survey.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

void Print(const Screen& screen, const Survey& survey,
           const ReportOptions& options) {
  const ReportHeader& header = survey.origin.header;
  const ReportFooter& footer = survey.origin.footer;
  const GateSaid said = HeadlineOf(survey.origin);
  PrintedVerdict verdict{said.green, TitleOf(said.headline, header.subject),
                         CausesText(said.headline, survey.groups)};
  if (!footer.ran.started.empty()) {
    verdict.milliseconds = footer.ran.milliseconds;
  }
  verdict.counts = CountsText(survey.all);
  PrintFirstLines(screen, verdict);
  PrintKnown(screen, footer.known, options.all_groups);
  GroupsView view;
  view.rerun = [&](const Record& record) { return RerunOf(header, record); };
  view.all = options.all_groups;
  view.rules = &survey.rules;
  view.proved = footer.proved;
  PrintGroups(screen, survey.groups, view);
  if (!survey.groups.empty()) {
    screen.Print("\n");
    PrintAdvice(screen, "next",
                NextOf(options.report, "", !header.gate.empty()));
  }
  PrintLastLine(screen, verdict);
}

// GitHub reads the lines of standard output, and shows the file that it names.
void TellGithub(const Survey& survey) {
  std::fflush(stdout);
  fmt::print("{}", AnnotationsOf(survey));
  const char* path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || *path == '\0') return;
  std::ofstream summary(path, std::ios::app);
  if (!(summary << MarkdownOf(survey)).flush()) {
    throw BadInput(fmt::format(
        "{}: cannot be written (GITHUB_STEP_SUMMARY names it)", path));
  }
}

// The command that accepts the cause GROUP; empty: nothing is accepted without
// a gate file.
std::string AcceptOf(const Survey& survey, const ReportOptions& options) {
  const std::string& gate = survey.origin.header.gate;
  if (gate.empty()) return "";
  const std::string report =
      options.is_kept
          ? std::filesystem::path(options.report).filename().string()
          : "r.jsonl";
  std::string text;
  if (!options.is_kept) {
    text = fmt::format("{} check {} --report {}; ", ProgramName(),
                       ShellWord(gate), report);
  }
  return text + fmt::format("{} accept {} --group GROUP --reason '...'",
                            ProgramName(), ShellWord(report));
}

void WriteFiles(const ReportOptions& options, const Survey& survey) {
  std::vector<std::pair<std::string, std::string>> files;
  if (!options.html.empty())
    files.emplace_back(options.html, PageOf(survey, AcceptOf(survey, options)));
  if (!options.markdown.empty()) {
    files.emplace_back(options.markdown, MarkdownOf(survey));
  }
  if (!options.junit.empty()) {
    files.emplace_back(options.junit, JunitOf(options.report, survey));
  }
  if (!options.json.empty()) {
    files.emplace_back(options.json,
                       DataOf(survey, AcceptOf(survey, options)) + "\n");
  }
  WriteTogether(files);
  if (options.github) TellGithub(survey);
}

}  // namespace

bool WritesFiles(const ReportOptions& options) {
  return !options.html.empty() || !options.markdown.empty() ||
         !options.junit.empty() || !options.json.empty() || options.github;
}

void WriteReportFiles(const ReportOptions& options) {
  WriteFiles(options, ReadSurvey(options.root, options.report));
}

void ShowReport(const ReportOptions& options, std::FILE* out) {
  const Survey survey = ReadSurvey(options.root, options.report);
  Print(Screen(out), survey, options);
  WriteFiles(options, survey);
}

}  // namespace viewproof
