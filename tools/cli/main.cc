#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/hello.h"
#include "conformance/case/suggest.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/process/executor.h"
#include "conformance/report/arguments.h"
#include "conformance/report/error_log.h"
#include "conformance/report/summary.h"
#include "conformance/run/accept.h"
#include "conformance/run/check.h"
#include "conformance/run/launch.h"
#include "conformance/run/merge.h"
#include "conformance/run/trial.h"
#include "fuzz/hunt/accepted.h"
#include "fuzz/hunt/fuzz.h"
#include "tools/book/book.h"
#include "tools/cli/apply.h"
#include "tools/cli/diff.h"
#include "tools/cli/doctor.h"
#include "tools/cli/explain.h"
#include "tools/cli/init.h"
#include "tools/cli/list.h"
#include "tools/cli/option_words.h"
#include "tools/cli/promote.h"
#include "tools/cli/report.h"
#include "tools/cli/runs.h"
#include "tools/cli/scratch.h"
#include "tools/cli/standard_streams.h"
#include "tools/cli/subject_options.h"
#include "tools/cli/verbs.h"
#include "tools/cli/verify.h"

namespace viewproof {
namespace {

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

void RefuseUnknownVerb(const std::vector<std::string>& words,
                       const DescribedCommand& program) {
  if (words.empty() || words.front().starts_with('-')) return;
  std::vector<std::string_view> names;
  for (const DescribedCommand& verb : program.verbs) {
    if (words.front() == verb.name) return;
    names.push_back(verb.name);
  }
  throw BadInput(fmt::format(
      "no command \"{}\"{}\nThere are {}; see viewproof --help", words.front(),
      DidYouMean(words.front(), names), fmt::join(names, ", ")));
}

// Where there is no suite, an empty text.
std::string RootOrNone() {
  try {
    return FindRoot();
  } catch (const BadInput&) {
    return "";
  }
}

// The suite, and the vectors that are at hand.
void PrintVersion() {
  fmt::print("viewproof {}\n", kSuiteVersion);
  const std::string root = RootOrNone();
  if (root.empty()) return;
  const Golden golden = OpenGolden(root + "/golden");
  fmt::print("golden {}, {} vectors\n", golden.digest, golden.count);
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
  options.chains.profiles = line.check.profiles;
  options.shard = line.check.shard;
  options.max_minutes = line.check.max_minutes;
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

void RefuseToResumeNothing(const std::string& report) {
  if (report.empty()) {
    throw BadInput("--resume: name the report with --report");
  }
  std::error_code unknown;  // Of a name that is longer than any file's.
  if (!std::filesystem::exists(report, unknown)) {
    throw BadInput(report + ": there is no such report; leave --resume out");
  }
}

// What a run writes where its command line says.
std::vector<OutputFile> OutputsOf(const std::vector<const Arguments*>& verbs,
                                  const CommandLine& line) {
  std::vector<OutputFile> files;
  for (const Arguments* verb : verbs) {
    if (verb->given()) files = verb->outputs();
  }
  for (OutputFile& file : files) {
    const bool deep = line.deep.hunt.cases > 0;
    if (deep && file.kind == FileKind::kReport) file.kind = FileKind::kFindings;
  }
  if (!line.check.report.empty()) {
    files.push_back(
        {"--report", ErrorLogOf(line.check.report), FileKind::kErrors});
  }
  return files;
}

int Run(const Words& words) {
  CommandLine line;
  Arguments program("viewproof",
                    "viewproof checks that a tensor library's views behave as "
                    "PyTorch's do.\nExample: viewproof check numpy");
  Arguments check = AddCheck(program, line);
  const Arguments accept = AddAccept(program, line);
  Arguments apply = AddApply(program, line);
  const Arguments book = AddBook(program, line);
  const Arguments diff = AddDiff(program, line);
  const Arguments explain = AddExplain(program, line);
  Arguments fuzz = AddFuzz(program, line);
  const Arguments init = AddInit(program, line.init);
  AddList(program, line);
  const Arguments matrix = AddMatrix(program, line);
  const Arguments merge = AddMerge(program, line);
  const Arguments promote = AddPromote(program, line.promote);
  const Arguments report = AddReport(program, line);
  const Arguments trend = AddTrend(program, line);
  const Arguments trial = AddTrial(program, line);
  const Arguments completion = AddCompletion(program, line.help);
  const Arguments manual = AddManual(program, line.help);
  const Arguments doctor = AddDoctor(program, line.doctor);
  const Arguments verify = AddVerify(program, line);
  RefuseUnknownVerb(words.own, program.Describe());
  SubjectOptions options(words.own);
  options.AddTo(check);
  options.AddTo(apply);
  options.AddTo(fuzz);
  program.Add("--color", &line.colour, "Of what is printed",
              {.one_of = {"auto", "always", "never"}});
  program.Add("--version", &line.version, "Print the suite's version");
  if (!words.own.empty() && words.own.front() == "--version") {
    PrintVersion();
    return kGreen;
  }
  if (const auto status = program.Parse(words.own)) return *status;
  if (line.version) {
    PrintVersion();
    return kGreen;
  }
  const bool takes_command =
      check.given() || fuzz.given() || trial.given() || apply.given();
  if (!takes_command && !words.command.empty()) {
    throw BadInput(
        fmt::format("{}: stands after --, but {} starts no adapter of yours",
                    words.command.front(), words.own.front()));
  }
  Screen::UseColours(line.colour);
  if (completion.given()) {
    PrintCompletion(line.help, program.Describe(), stdout);
    return kGreen;
  }
  if (manual.given()) {
    PrintManual(line.help, program.Describe(), stdout);
    return kGreen;
  }
  if (doctor.given()) {
    line.doctor.root = RootOrNone();
    PreferPython();
    return Examine(line.doctor, stdout) ? kGreen : kRed;
  }
  const std::string root = FindRoot();
  PreferPython();
  if (line.check.resume) RefuseToResumeNothing(line.check.report);
  const HeldOutputs outputs(OutputsOf({&check, &accept, &diff, &explain, &fuzz,
                                       &matrix, &merge, &report, &trend},
                                      line));
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
    RefuseUnused(check);
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
  if (book.given()) {
    line.book.root = root;
    WriteBook(line.book, stdout);
    return kGreen;
  }
  if (explain.given()) {
    line.explain.root = root;
    line.explain.color = line.colour;
    Explain(line.explain, stdout);
    return kGreen;
  }
  if (report.given()) {
    line.report.root = root;
    line.report.all_groups = !line.groups.empty();
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
                        !line.accept.reasons.empty() || line.accept.answers ||
                        !line.accept.groups_file.empty();
    if (!chosen) {
      throw BadInput(
          "accept: name a --group, --all, --reasons or --answers, or a "
          "--groups-file to write");
    }
    if (IsFuzzReport(line.accept.report)) {
      AcceptFindings(root, line.accept, stdout);
    } else {
      Accept(root, line.accept, stdout);
    }
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

void Complain(const std::string& what) {
  const std::string text = Escaped(what, Newlines::kKept);
  std::fprintf(stderr, "viewproof: %s\n", text.c_str());
}

// Nothing is done whose words nobody got.
int AfterLastWords(int status) {
  const std::string lost = FlushStandardOutput();
  if (lost.empty()) return status;
  Complain(lost);
  return status == kGreen ? kInfrastructure : status;
}

int Main(int argc, char** argv) {
  OccupyStandardStreams();
  std::signal(SIGXFSZ, SIG_IGN);  // A limit is a full disk: EFBIG.
  try {
    return AfterLastWords(Run(Split(argc, argv)));
  } catch (const BadInput& error) {
    Complain(error.what());
    return kMisused;
  } catch (const AdapterFault& error) {
    Complain(error.what());
    return kMisused;
  } catch (const std::filesystem::filesystem_error& error) {
    Complain(error.path1().string() + ": " + error.code().message());
    return kMisused;
  } catch (const std::exception& error) {
    const bool of_system = dynamic_cast<const std::system_error*>(&error);
    if (of_system && std::ferror(stdout) != 0) {
      return AfterLastWords(kInfrastructure);
    }
    Complain(error.what());
    return kInfrastructure;
  }
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) { return viewproof::Main(argc, argv); }
