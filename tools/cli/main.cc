#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/hello.h"
#include "conformance/case/suggest.h"
#include "conformance/gate/gate_save.h"
#include "conformance/gate/lock.h"
#include "conformance/gate/upgrade.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/installed.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/process/executor.h"
#include "conformance/report/error_log.h"
#include "conformance/report/ran.h"
#include "conformance/report/summary.h"
#include "conformance/run/accept.h"
#include "conformance/run/check.h"
#include "conformance/run/launch.h"
#include "conformance/run/merge.h"
#include "conformance/run/trial.h"
#include "fuzz/hunt/fuzz.h"
#include "tools/cli/arguments/arguments.h"
#include "tools/cli/option_words.h"
#include "tools/cli/scratch.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

// Files of ours never get the number of a standard stream that is closed, and
// what is written to such a stream fails.
void OccupyStandardStreams() {
  int descriptor = 0;
  do {
    descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
  } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor >= 0) close(descriptor);
}

// Returns why not all that was printed is written; empty: it is.
std::string FlushStandardOutput() {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return "";
  return fmt::format("standard output: cannot write: {}",
                     errno == 0 ? "some of it is lost" : std::strerror(errno));
}

// The arguments before "--", and the command after it.
struct Words {
  std::vector<std::string> own;
  std::vector<std::string> command;

  // The command line, as it was typed.
  std::vector<std::string> all() const {
    std::vector<std::string> words = {ProgramName()};
    words.insert(words.end(), own.begin(), own.end());
    if (!command.empty()) words.emplace_back("--");
    words.insert(words.end(), command.begin(), command.end());
    return words;
  }
};

// A shell's completion puts it before the words of a command line.
constexpr std::string_view kComplete = "__complete";

Words Split(int argc, char** argv) {
  if (argc > 1 && argv[1] == kComplete) return {{argv + 1, argv + argc}, {}};
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
      "no command \"{}\"{}\nThere are {}\nSee viewproof --help", words.front(),
      DidYouMean(words.front(), names), fmt::join(names, ", ")));
}

// Returns an empty text where there is no suite.
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

void Complain(const std::string& what) {
  Screen(stderr).PrintMessage(Escaped("viewproof: " + what, Newlines::kKept));
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
  Complain(options + (count == 1
                          ? " stands after --, so it is the adapter's"
                          : " stand after --, so they are the adapter's"));
}

// `check --deep`.
FuzzOptions DeepOf(const CommandLine& line) {
  FuzzOptions options = line.deep;
  options.deep = true;
  options.root = line.check.root;
  options.subject = line.check.subject;
  options.jobs = line.check.jobs.value_or(1);
  options.report = line.check.report;
  options.json = line.check.json;
  options.verbose = line.check.verbose;
  options.chains.profiles = line.check.profiles;
  options.shard = line.check.shard;
  options.max_minutes = line.check.max_minutes;
  return options;
}

// Runs a check and writes what is asked for of its report.
ExitStatus CheckAndShow(CommandLine& line) {
  if (!WritesFiles(line.shown)) return RunCheck(line.check, stdout);
  const Scratch scratch;
  const bool is_kept = !line.check.report.empty();
  if (!is_kept) {
    line.check.report = scratch.path() + "/report.jsonl";
  }
  const ExitStatus status = RunCheck(line.check, stdout);
  line.shown.root = line.check.root;
  line.shown.report = line.check.report;
  line.shown.is_kept = is_kept;
  WriteReportFiles(line.shown);
  return status;
}

void RefuseToResumeNothing(const std::string& report) {
  if (report.empty()) {
    throw BadInput("--resume: name the report with --report");
  }
  std::error_code unknown;  // A name that is longer than any file's sets it.
  if (!std::filesystem::exists(report, unknown)) {
    throw BadInput(report + ": there is no such report; leave --resume out");
  }
}

// A command, and what does it.
struct Verb {
  Arguments arguments;
  std::function<int()> run;  // Its exit status.
  // The subject that it starts, which may be a command after "--".
  SubjectName* subject = nullptr;
  bool needs_suite = true;
};

// Returns what a run writes where its command line says.
std::vector<OutputFile> OutputsOf(const Arguments& verb,
                                  const CommandLine& line) {
  std::vector<OutputFile> files = verb.outputs();
  for (OutputFile& file : files) {
    const bool drawn =
        line.deep.hunt.cases > 0 ||
        (!line.merge.reports.empty() &&
         IsOfKind(line.merge.reports.front(), FileKind::kFindings));
    if (drawn && file.kind == FileKind::kReport)
      file.kind = FileKind::kFindings;
  }
  if (!line.check.report.empty()) {
    files.push_back(
        {"--report", ErrorLogOf(line.check.report), FileKind::kErrors});
  }
  return files;
}

int Check(const Arguments& check, const std::vector<std::string>& command,
          CommandLine& line) {
  line.check.all_groups = !line.groups.empty();
  if (!line.dtypes.empty()) line.check.dtypes = ToDTypes(line.dtypes);
  line.check.profiles = ToProfiles(line.profiles);
  if (!line.shard.empty()) line.check.shard = ToShard(line.shard);
  if (!line.max_minutes.empty()) {
    line.check.max_minutes = ToMinutes(line.max_minutes);
  }
  TellOptionsOfTheAdapter(check, command);
  RefuseUnused(check);
  return line.deep.hunt.cases > 0 ? RunFuzz(DeepOf(line), stdout)
                                  : CheckAndShow(line);
}

int AcceptWhatIsChosen(const std::string& root, const CommandLine& line) {
  const bool chosen = line.accept_all || line.accept.group != 0 ||
                      !line.accept.reasons.empty() || line.accept.answers ||
                      !line.accept.groups_file.empty();
  if (!chosen) {
    throw BadInput(
        "accept: name a --group, --all, --reasons or --answers, or a "
        "--groups-file to write");
  }
  AcceptOptions accept = line.accept;
  accept.since = Today();
  Accept(root, accept, stdout);
  return kGreen;
}

void Upgrade(const std::string& path) {
  const auto held = LockGate(path);
  const Upgraded upgraded = UpgradeGate(path);
  fmt::print("upgrade: {} and {}: {} in {}, {}, as before\n", path,
             LockPath(path),
             Plural(std::ssize(upgraded.gate.cases), "known failure"),
             Plural(std::ssize(upgraded.gate.entries), "entry", "entries"),
             Plural(std::ssize(upgraded.gate.drawn), "finding"));
  for (const std::string& kept : upgraded.kept) {
    fmt::print("upgrade: kept {}\n", kept);
  }
}

int Run(Words words) {
  CommandLine line;
  std::string root;
  std::vector<Verb> verbs;
  Arguments program("viewproof",
                    "viewproof checks that a tensor library's views behave as "
                    "PyTorch's do.\nExample: viewproof check numpy");
  const auto run = [](auto shows) {
    return [shows] {
      shows();
      return kGreen;
    };
  };
  const auto named = [&verbs](const SubjectName& subject) -> const Arguments& {
    return std::ranges::find(verbs, &subject, &Verb::subject)->arguments;
  };
  verbs = {
      {AddCheck(program, line),
       [&] { return Check(named(line.check.subject), words.command, line); },
       &line.check.subject},
      {AddAccept(program, line),
       [&] { return AcceptWhatIsChosen(root, line); }},
      {AddApply(program, line),
       [&] { return Apply(line.apply, stdout) ? kGreen : kMisused; },
       &line.apply.subject},
      {AddBook(program), run([] { PrintBook(stdout); }), nullptr, false},
      {AddDiff(program, line),
       [&] { return Diff(line.diff, stdout) ? kGreen : kRed; }},
      {AddExplain(program, line), run([&] { Explain(line.explain, stdout); })},
      {AddFuzz(program, line),
       [&] {
         SetWords(line.fuzz_words, line.fuzz);
         TellOptionsOfTheAdapter(named(line.fuzz.subject), words.command);
         return RunFuzz(line.fuzz, stdout);
       },
       &line.fuzz.subject},
      {AddInit(program, line.init), [&] { return Init(line.init, stdout); }},
      {AddList(program, line),
       run([&] { List(root, line.list, line.list_filter, stdout); })},
      {AddMatrix(program, line), run([&] { ShowMatrix(line.matrix, stdout); })},
      {AddMerge(program, line), [&] { return Merge(line.merge, stdout); }},
      {AddPromote(program, line.promote),
       run([&] { PromoteCase(line.promote, stdin, stdout); })},
      {AddReport(program, line), run([&] { ShowReport(line.report, stdout); })},
      {AddTrend(program, line), run([&] { ShowTrend(line.trend, stdout); })},
      {AddTrial(program, line), [&] { return Try(root, line.trial); },
       &line.trial},
      {AddCompletion(program, line.help),
       run([&] { PrintCompletion(line.help, stdout); }), nullptr, false},
      {AddManual(program, line.help),
       run([&] { PrintManual(line.help, program.Describe(), stdout); }),
       nullptr, false},
      {AddDoctor(program, line.doctor),
       [&] {
         line.doctor.root = RootOrNone();
         PreferPython(line.doctor.root);
         return Examine(line.doctor, stdout) ? kGreen : kRed;
       },
       nullptr, false},
      {AddUpgrade(program, line), run([&] { Upgrade(line.upgrade); })},
      {AddVerify(program, line), [&] { return Verify(line.verify, stdout); }}};
  const bool completes = !words.own.empty() && words.own.front() == kComplete;
  if (completes) words.own.erase(words.own.begin());
  if (!completes) RefuseUnknownVerb(words.own, program.Describe());
  SubjectOptions options(words.own);
  for (Verb& verb : verbs) {
    const bool has_options = verb.subject && verb.subject != &line.trial;
    if (has_options) options.AddTo(verb.arguments);
  }
  program.Add("--color", &line.colour, "Of what is printed",
              {.one_of = {"auto", "always", "never"}});
  program.Add("--version", &line.version, "Print the suite's version");
  if (completes) {
    Complete(words.own, program.Describe(), stdout);
    return kGreen;
  }
  if (!words.own.empty() && words.own.front() == "--version") {
    PrintVersion();
    return kGreen;
  }
  if (const auto status = program.Parse(words.own)) return *status;
  if (line.version) {
    PrintVersion();
    return kGreen;
  }
  const Verb& verb = *std::ranges::find_if(
      verbs, [](const Verb& one) { return one.arguments.given(); });
  if (verb.subject == nullptr && !words.command.empty()) {
    throw BadInput(
        fmt::format("{}: stands after --, but {} starts no adapter of yours",
                    words.command.front(), words.own.front()));
  }
  Screen::UseColours(line.colour);
  if (!verb.needs_suite) return verb.run();
  root = FindRoot();
  PreferPython(root);
  for (std::string* own :
       {&line.check.root, &line.apply.root, &line.diff.root, &line.explain.root,
        &line.report.root, &line.verify.root, &line.merge.root, &line.fuzz.root,
        &line.init.root, &line.matrix.root, &line.promote.root}) {
    *own = root;
  }
  line.report.all_groups = line.merge.all_groups = !line.groups.empty();
  if (verb.subject != nullptr) {
    verb.subject->command = words.command;
    if (verb.subject != &line.trial) options.Fill(*verb.subject);
  }
  line.check.words = words.all();
  if (line.check.resume) RefuseToResumeNothing(line.check.report);
  const HeldOutputs outputs(OutputsOf(verb.arguments, line));
  return verb.run();
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
