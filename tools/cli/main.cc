#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/suggest.h"
#include "conformance/process/executor.h"
#include "conformance/run/accept.h"
#include "conformance/run/check.h"
#include "conformance/run/launch.h"
#include "tools/cli/apply.h"
#include "tools/cli/diff.h"
#include "tools/cli/list.h"

namespace viewproof {
namespace {

const std::vector<std::string_view> kVerbs = {"accept", "apply", "check",
                                              "diff", "list"};

// The arguments before "--", and the command after it.
struct Arguments {
  std::vector<std::string> own;
  std::vector<std::string> command;
};

Arguments Split(int argc, char** argv) {
  Arguments arguments;
  bool after_dashes = false;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (!after_dashes && word == "--") {
      after_dashes = true;
    } else {
      (after_dashes ? arguments.command : arguments.own).push_back(word);
    }
  }
  return arguments;
}

std::vector<DType> ToDTypes(const std::vector<std::string>& names) {
  std::vector<std::string_view> known;
  for (const DType dtype : kDTypes) known.push_back(Name(dtype));
  std::vector<DType> dtypes;
  for (const std::string& name : names) {
    if (name == "all") {
      dtypes.insert(dtypes.end(), kDTypes.begin(), kDTypes.end());
    } else if (const std::optional<DType> dtype = FindDType(name)) {
      dtypes.push_back(*dtype);
    } else {
      throw BadInput("--dtypes: no dtype \"" + name + "\"" +
                     DidYouMean(name, known));
    }
  }
  return dtypes;
}

// The options of every command.
struct CommandLine {
  CheckOptions check;
  std::vector<std::string> dtypes;
  ApplyOptions apply;
  AcceptOptions accept;
  bool accept_all = false;
  DiffOptions diff;
  std::string list = "ops";
  ListFilter list_filter;
};

CLI::App* AddCheck(CLI::App& app, CommandLine& line) {
  CLI::App* verb = app.add_subcommand(
      "check", "Run a subject on the vectors and hold it to its gate");
  verb->add_option("SUBJECT", line.check.subject.name,
                   "A gate file, a built-in name, or -- COMMAND ARGUMENTS");
  verb->add_option("--vectors", line.check.vectors,
                   "Vector files instead of golden/");
  verb->add_option("--only", line.check.only, "Only ids that match this glob");
  verb->add_option("--dtypes", line.dtypes,
                   "core and indexing again for these dtypes, or all")
      ->delimiter(',');
  verb->add_option("--report", line.check.report, "Write report.jsonl here");
  verb->add_flag("--update", line.check.update,
                 "Drop known failures that pass now from the gate file; fill "
                 "in what is empty");
  verb->footer(
      "Exit status: 0 green, 1 red, 2 misused, 3 the subject does not start, "
      "130 interrupted.\n"
      "Example: viewproof check numpy --only 'permute/*'\n"
      "Example: viewproof check -- python3 my_adapter.py");
  return verb;
}

CLI::App* AddAccept(CLI::App& app, CommandLine& line) {
  CLI::App* verb = app.add_subcommand(
      "accept", "Add new failures of a report to the gate file as known");
  verb->add_option("REPORT", line.accept.report, "What check --report wrote")
      ->required();
  CLI::Option* group =
      verb->add_option("--group", line.accept.group, "The cause, as numbered")
          ->check(CLI::PositiveNumber);
  CLI::Option* all =
      verb->add_flag("--all", line.accept_all, "Every cause")->excludes(group);
  group->excludes(all);
  verb->add_option("--reason", line.accept.reason, "Why it is accepted")
      ->required();
  verb->add_option("--link", line.accept.link, "Where it is reported");
  verb->add_option("--gate", line.accept.gate,
                   "Another gate file than the report's");
  verb->footer(
      "Example: viewproof accept report.jsonl --group 1 --reason 'offset is "
      "taken in bytes'");
  return verb;
}

CLI::App* AddApply(CLI::App& app, CommandLine& line) {
  CLI::App* verb = app.add_subcommand(
      "apply", "Run cases and print replies: answers, not verdicts");
  verb->add_option("SUBJECT", line.apply.subject.name,
                   "As for check; the reference if not given");
  verb->add_option("--cases", line.apply.file,
                   "A file of cases, one a line; - is standard input");
  verb->add_flag("--text", line.apply.text,
                 "Cases are in the one-line notation instead of JSON");
  verb->footer(
      "Example: echo 'float32[2,3] | t() | view([6])' | viewproof apply "
      "--text");
  return verb;
}

CLI::App* AddDiff(CLI::App& app, CommandLine& line) {
  CLI::App* verb = app.add_subcommand(
      "diff",
      "Show how two reports differ: what is worse now, and what is better");
  verb->add_option("OLD", line.diff.before, "What check --report wrote before")
      ->required();
  verb->add_option("NEW", line.diff.after, "What it wrote now")->required();
  verb->add_option("--markdown", line.diff.markdown,
                   "Also write the tables to this file");
  verb->footer(
      "Exit status: 0 nothing fails that did not fail before, 1 something does,"
      " 2 misused.\n"
      "Example: viewproof diff old.jsonl new.jsonl --markdown changes.md");
  return verb;
}

CLI::App* AddList(CLI::App& app, CommandLine& line) {
  CLI::App* verb =
      app.add_subcommand("list", "Show ops, profiles, flags or vectors");
  verb->add_option("WHAT", line.list, "ops, profiles, flags or vectors");
  verb->add_option("--only", line.list_filter.only,
                   "Only names that match this glob");
  verb->add_option("--profile", line.list_filter.profile,
                   "Only what has vectors of this profile");
  verb->footer(
      "Example: viewproof list vectors --only 'expand/*'\n"
      "Example: viewproof list --profile indexing");
  return verb;
}

void RefuseUnknownVerb(const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with('-')) return;
  for (const std::string_view verb : kVerbs) {
    if (words.front() == verb) return;
  }
  throw BadInput("no command \"" + words.front() + "\"" +
                 DidYouMean(words.front(), kVerbs) +
                 "\nThere are accept, apply, check, diff and list; see "
                 "viewproof --help");
}

int Run(Arguments arguments) {
  CommandLine line;
  CLI::App app(
      "viewproof checks that a tensor library's views behave as PyTorch's do.",
      "viewproof");
  app.require_subcommand(1);
  app.footer("Example: viewproof check numpy");
  CLI::App* check = AddCheck(app, line);
  CLI::App* accept = AddAccept(app, line);
  CLI::App* apply = AddApply(app, line);
  CLI::App* diff = AddDiff(app, line);
  AddList(app, line);
  RefuseUnknownVerb(arguments.own);
  try {
    std::vector<std::string> words(arguments.own.rbegin(),
                                   arguments.own.rend());
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kGreen : kMisused;
  }
  const std::string root = FindRoot();
  if (check->parsed()) {
    line.check.root = root;
    line.check.subject.command = arguments.command;
    if (!line.dtypes.empty()) line.check.dtypes = ToDTypes(line.dtypes);
    return RunCheck(line.check, stdout);
  }
  if (diff->parsed()) {
    line.diff.root = root;
    return Diff(line.diff, stdout) ? kGreen : kRed;
  }
  if (accept->parsed()) {
    if (!line.accept_all && line.accept.group == 0) {
      throw BadInput("accept: name a --group, or --all");
    }
    Accept(root, line.accept, stdout);
  } else if (apply->parsed()) {
    line.apply.root = root;
    line.apply.subject.command = arguments.command;
    Apply(line.apply, stdout);
  } else {
    List(root, line.list, line.list_filter, stdout);
  }
  return kGreen;
}

int Main(int argc, char** argv) {
  try {
    return Run(Split(argc, argv));
  } catch (const BadInput& error) {
    std::fprintf(stderr, "viewproof: %s\n", error.what());
    return kMisused;
  } catch (const AdapterFault& error) {
    std::fprintf(stderr, "viewproof: %s\n", error.what());
    return kMisused;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "viewproof: %s\n", error.what());
    return kInfrastructure;
  }
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) { return viewproof::Main(argc, argv); }
