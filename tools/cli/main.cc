#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/suggest.h"
#include "conformance/process/executor.h"
#include "conformance/report/arguments.h"
#include "conformance/run/accept.h"
#include "conformance/run/check.h"
#include "conformance/run/launch.h"
#include "conformance/run/merge.h"
#include "conformance/run/trial.h"
#include "fuzz/hunt/fuzz.h"
#include "tools/cli/apply.h"
#include "tools/cli/diff.h"
#include "tools/cli/init.h"
#include "tools/cli/list.h"
#include "tools/cli/option_words.h"
#include "tools/cli/promote.h"
#include "tools/cli/report.h"
#include "tools/cli/runs.h"
#include "tools/cli/scratch.h"
#include "tools/cli/subject_options.h"
#include "tools/cli/verbs.h"
#include "tools/cli/verify.h"

namespace viewproof {
namespace {

const std::vector<std::string_view> kVerbs = {
    "accept", "adapter-test", "apply", "check",   "diff",   "fuzz",  "init",
    "list",   "matrix",       "merge", "promote", "report", "trend", "verify"};

// The arguments before "--", and the command after it.
struct Words {
  std::vector<std::string> own;
  std::vector<std::string> command;
};

Words Split(int argc, char** argv) {
  Words words;
  bool after_dashes = false;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (!after_dashes && word == "--") {
      after_dashes = true;
    } else {
      (after_dashes ? words.command : words.own).push_back(word);
    }
  }
  return words;
}

void RefuseUnknownVerb(const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with('-')) return;
  for (const std::string_view verb : kVerbs) {
    if (words.front() == verb) return;
  }
  throw BadInput("no command \"" + words.front() + "\"" +
                 DidYouMean(words.front(), kVerbs) +
                 fmt::format("\nThere are {}; see viewproof --help",
                             fmt::join(kVerbs, ", ")));
}

int Try(const std::string& root, const SubjectName& name) {
  const Launch launch = FindSubject(root, name);
  if (!launch.adapter) {
    throw BadInput("adapter-test: " + name.name +
                   " is linked: it is no adapter");
  }
  return RunTrial(root, *launch.adapter, stdout);
}

// Options after "--" are the adapter's, which a user may not have meant.
void TellOptionsOfTheAdapter(const Arguments& check,
                             const std::vector<std::string>& command) {
  std::string options;
  int count = 0;
  for (const std::string& word : command) {
    const std::string option = word.substr(0, word.find('='));
    if (!check.Has(option)) continue;
    options += (count++ == 0 ? "" : ", ") + option;
  }
  if (count == 0) return;
  std::fprintf(stderr, "viewproof: %s %s\n", options.c_str(),
               count == 1 ? "stands after --, so it is the adapter's"
                          : "stand after --, so they are the adapter's");
}

// `check --deep`.
FuzzOptions DeepOf(const CommandLine& line) {
  FuzzOptions options = line.deep;
  options.deep = true;
  options.root = line.check.root;
  options.subject = line.check.subject;
  options.jobs = line.check.jobs;
  options.report = line.check.report;
  return options;
}

// Runs a check and writes what is asked for of its report.
ExitStatus CheckAndShow(CommandLine& line) {
  if (!WritesFiles(line.shown)) return RunCheck(line.check, stdout);
  const Scratch scratch;
  if (line.check.report.empty()) {
    line.check.report = scratch.path() + "/report.jsonl";
  }
  const ExitStatus status = RunCheck(line.check, stdout);
  line.shown.root = line.check.root;
  line.shown.report = line.check.report;
  WriteReportFiles(line.shown);
  return status;
}

int Run(const Words& words) {
  CommandLine line;
  Arguments program("viewproof",
                    "viewproof checks that a tensor library's views behave as "
                    "PyTorch's do.\nExample: viewproof check numpy");
  Arguments check = AddCheck(program, line);
  const Arguments accept = AddAccept(program, line);
  Arguments apply = AddApply(program, line);
  const Arguments diff = AddDiff(program, line);
  Arguments fuzz = AddFuzz(program, line);
  const Arguments init = AddInit(program, line.init);
  AddList(program, line);
  const Arguments matrix = AddMatrix(program, line);
  const Arguments merge = AddMerge(program, line);
  const Arguments promote = AddPromote(program, line.promote);
  const Arguments report = AddReport(program, line);
  const Arguments trend = AddTrend(program, line);
  const Arguments trial = AddTrial(program, line);
  const Arguments verify = AddVerify(program, line);
  RefuseUnknownVerb(words.own);
  SubjectOptions options(words.own);
  options.AddTo(check);
  options.AddTo(apply);
  options.AddTo(fuzz);
  if (const auto status = program.Parse(words.own)) return *status;
  const std::string root = FindRoot();
  if (check.given()) {
    line.check.root = root;
    line.check.all_groups = !line.groups.empty();
    line.check.subject.command = words.command;
    options.Fill(line.check.subject);
    if (!line.dtypes.empty()) line.check.dtypes = ToDTypes(line.dtypes);
    line.check.profiles = ToProfiles(line.profiles);
    if (!line.shard.empty()) line.check.shard = ToShard(line.shard);
    if (!line.max_minutes.empty()) {
      line.check.max_minutes = ToMinutes(line.max_minutes);
    }
    TellOptionsOfTheAdapter(check, words.command);
    if (line.check.resume && line.check.report.empty()) {
      throw BadInput("--resume: name the report with --report");
    }
    if (line.deep.hunt.cases > 0) return RunFuzz(DeepOf(line), stdout);
    return CheckAndShow(line);
  }
  if (fuzz.given()) {
    line.fuzz.root = root;
    line.fuzz.subject.command = words.command;
    options.Fill(line.fuzz.subject);
    SetWords(line.fuzz_words, line.fuzz);
    TellOptionsOfTheAdapter(fuzz, words.command);
    return RunFuzz(line.fuzz, stdout);
  }
  if (trial.given()) {
    line.trial.command = words.command;
    return Try(root, line.trial);
  }
  if (merge.given()) {
    line.merge.root = root;
    line.merge.all_groups = !line.groups.empty();
    return Merge(line.merge, stdout);
  }
  if (promote.given()) {
    line.promote.root = root;
    PromoteCase(line.promote, stdin, stdout);
    return kGreen;
  }
  if (init.given()) {
    line.init.root = root;
    return Init(line.init, stdout);
  }
  if (report.given()) {
    line.report.root = root;
    ShowReport(line.report, stdout);
    return kGreen;
  }
  if (matrix.given() || trend.given()) {
    matrix.given() ? ShowMatrix(line.matrix, stdout)
                   : ShowTrend(line.trend, stdout);
    return kGreen;
  }
  if (verify.given()) {
    line.verify.root = root;
    return Verify(line.verify, stdout);
  }
  if (diff.given()) {
    line.diff.root = root;
    return Diff(line.diff, stdout) ? kGreen : kRed;
  }
  if (accept.given()) {
    const bool chosen = line.accept_all || line.accept.group != 0 ||
                        !line.accept.reasons.empty() ||
                        !line.accept.groups_file.empty();
    if (!chosen) {
      throw BadInput(
          "accept: name a --group, --all or --reasons, or a --groups-file to "
          "write");
    }
    Accept(root, line.accept, stdout);
  } else if (apply.given()) {
    line.apply.root = root;
    line.apply.subject.command = words.command;
    options.Fill(line.apply.subject);
    if (!Apply(line.apply, stdout)) return kMisused;
  } else {
    List(root, line.list, line.list_filter, stdout);
  }
  return kGreen;
}

int Main(int argc, char** argv) {
  const auto complain = [](const std::exception& error) {
    const std::string text = Escaped(error.what(), Newlines::kKept);
    std::fprintf(stderr, "viewproof: %s\n", text.c_str());
  };
  try {
    return Run(Split(argc, argv));
  } catch (const BadInput& error) {
    complain(error);
    return kMisused;
  } catch (const AdapterFault& error) {
    complain(error);
    return kMisused;
  } catch (const std::exception& error) {
    complain(error);
    return kInfrastructure;
  }
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) { return viewproof::Main(argc, argv); }
