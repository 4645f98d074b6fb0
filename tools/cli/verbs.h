#ifndef VIEWPROOF_TOOLS_CLI_VERBS_H_
#define VIEWPROOF_TOOLS_CLI_VERBS_H_

#include <string>
#include <vector>

#include "conformance/report/arguments.h"
#include "conformance/run/accept.h"
#include "conformance/run/check.h"
#include "conformance/run/launch.h"
#include "conformance/run/merge.h"
#include "fuzz/hunt/fuzz.h"
#include "tools/book/book.h"
#include "tools/cli/apply.h"
#include "tools/cli/diff.h"
#include "tools/cli/doctor.h"
#include "tools/cli/explain.h"
#include "tools/cli/help_verbs.h"
#include "tools/cli/init.h"
#include "tools/cli/list.h"
#include "tools/cli/option_words.h"
#include "tools/cli/promote.h"
#include "tools/cli/report.h"
#include "tools/cli/runs.h"
#include "tools/cli/verify.h"

// The commands of viewproof: what each takes, and its help.
namespace viewproof {

// The options of every command.
struct CommandLine {
  std::string colour = "auto";
  bool version = false;
  CheckOptions check;
  std::vector<std::string> dtypes;
  std::vector<std::string> profiles;
  std::string shard;
  std::string max_minutes;
  std::string groups;
  ApplyOptions apply;
  BookOptions book;
  AcceptOptions accept;
  bool accept_all = false;
  DiffOptions diff;
  ExplainOptions explain;
  ReportOptions report;
  ReportOptions shown;  // What check writes of its report.
  RunsOptions matrix;
  RunsOptions trend;
  VerifyOptions verify;
  MergeOptions merge;
  SubjectName trial;
  FuzzOptions fuzz;
  FuzzOptions deep;
  FuzzWords fuzz_words;
  InitOptions init;
  HelpOptions help;
  DoctorOptions doctor;
  PromoteOptions promote;
  std::string list = "ops";
  ListFilter list_filter;
};

// Each adds a command to `program`; its words go to `line`.
Arguments AddCheck(Arguments& program, CommandLine& line);
Arguments AddAccept(Arguments& program, CommandLine& line);
Arguments AddApply(Arguments& program, CommandLine& line);
Arguments AddBook(Arguments& program, CommandLine& line);
Arguments AddDiff(Arguments& program, CommandLine& line);
Arguments AddExplain(Arguments& program, CommandLine& line);
Arguments AddFuzz(Arguments& program, CommandLine& line);
Arguments AddMatrix(Arguments& program, CommandLine& line);
Arguments AddMerge(Arguments& program, CommandLine& line);
Arguments AddReport(Arguments& program, CommandLine& line);
Arguments AddTrend(Arguments& program, CommandLine& line);
Arguments AddTrial(Arguments& program, CommandLine& line);
Arguments AddVerify(Arguments& program, CommandLine& line);
void AddList(Arguments& program, CommandLine& line);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_VERBS_H_
