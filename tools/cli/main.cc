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

// The arguments before "--", and the command behind it.
struct Arguments {
  std::vector<std::string> own;
  std::vector<std::string> command;
};

Arguments Split(int argc, char** argv) {
  Arguments arguments;
  bool behind = false;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (!behind && word == "--") {
      behind = true;
    } else {
      (behind ? arguments.command : arguments.own).push_back(word);
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

// Everything that the command line can say.
struct Told {
  CheckOptions check;
  std::vector<std::string> dtypes;
  ApplyOptions apply;
  AcceptOptions accept;
  bool accept_all = false;
  DiffOptions diff;
  std::string list = "ops";
  ListFilter list_filter;
};

CLI::App* AddCheck(CLI::App& app, Told& told) {
  CLI::App* verb = app.add_subcommand(
      "check", "Run a subject on the vectors and hold it to its gate");
  verb->add_option("SUBJECT", told.check.subject.name,
                   "A gate file, a built-in name, or -- COMMAND ARGUMENTS");
  verb->add_option("--vectors", told.check.vectors,
                   "Vector files instead of golden/");
  verb->add_option("--only", told.check.only, "Only ids that match this glob");
  verb->add_option("--dtypes", told.dtypes,
                   "core and indexing again for these dtypes, or all")
      ->delimiter(',');
  verb->add_option("--report", told.check.report, "Write report.jsonl here");
  verb->add_flag("--update", told.check.update,
                 "Drop known failures that pass now from the gate file; fill "
                 "in what is empty");
  verb->footer(
      "Exit status: 0 green, 1 red, 2 misused, 3 the subject does not start, "
      "130 interrupted.\n"
      "Example: viewproof check numpy --only 'permute/*'\n"
      "Example: viewproof check -- python3 my_adapter.py");
  return verb;
}

CLI::App* AddAccept(CLI::App& app, Told& told) {
  CLI::App* verb = app.add_subcommand(
      "accept", "Add new failures of a report to the gate file as known");
  verb->add_option("REPORT", told.accept.report, "What check --report wrote")
      ->required();
  CLI::Option* group =
      verb->add_option("--group", told.accept.group, "The cause, as numbered")
          ->check(CLI::PositiveNumber);
  CLI::Option* all =
      verb->add_flag("--all", told.accept_all, "Every cause")->excludes(group);
  group->excludes(all);
  verb->add_option("--reason", told.accept.reason, "Why it is accepted")
      ->required();
  verb->add_option("--link", told.accept.link, "Where it is reported");
  verb->add_option("--gate", told.accept.gate,
                   "Another gate file than the report's");
  verb->footer(
      "Example: viewproof accept report.jsonl --group 1 --reason 'offset is "
      "taken in bytes'");
  return verb;
}

CLI::App* AddApply(CLI::App& app, Told& told) {
  CLI::App* verb = app.add_subcommand(
      "apply", "Run cases and print replies: answers, not verdicts");
  verb->add_option("SUBJECT", told.apply.subject.name,
                   "As for check; the reference if not given");
  verb->add_option("--cases", told.apply.file,
                   "A file of cases, one a line; - is standard input");
  verb->add_flag("--text", told.apply.text,
                 "Cases are in the one-line notation instead of JSON");
  verb->footer(
      "Example: echo 'float32[2,3] | t() | view([6])' | viewproof apply "
      "--text");
  return verb;
}

CLI::App* AddDiff(CLI::App& app, Told& told) {
  CLI::App* verb = app.add_subcommand(
      "diff", "Show what two reports tell apart: what got worse, what better");
  verb->add_option("OLD", told.diff.before, "What check --report wrote before")
      ->required();
  verb->add_option("NEW", told.diff.after, "What it wrote now")->required();
  verb->add_option("--markdown", told.diff.markdown,
                   "Also write the tables to this file");
  verb->footer(
      "Exit status: 0 nothing fails that did not fail before, 1 something does,"
      " 2 misused.\n"
      "Example: viewproof diff old.jsonl new.jsonl --markdown changes.md");
  return verb;
}

CLI::App* AddList(CLI::App& app, Told& told) {
  CLI::App* verb =
      app.add_subcommand("list", "Show ops, profiles, flags or vectors");
  verb->add_option("WHAT", told.list, "ops, profiles, flags or vectors");
  verb->add_option("--only", told.list_filter.only,
                   "Only names that match this glob");
  verb->add_option("--profile", told.list_filter.profile,
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
  Told told;
  CLI::App app(
      "viewproof checks that a tensor library's views behave as PyTorch's do.",
      "viewproof");
  app.require_subcommand(1);
  app.footer("Example: viewproof check numpy");
  CLI::App* check = AddCheck(app, told);
  CLI::App* accept = AddAccept(app, told);
  CLI::App* apply = AddApply(app, told);
  CLI::App* diff = AddDiff(app, told);
  AddList(app, told);
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
    told.check.root = root;
    told.check.subject.command = arguments.command;
    if (!told.dtypes.empty()) told.check.dtypes = ToDTypes(told.dtypes);
    return RunCheck(told.check, stdout);
  }
  if (diff->parsed()) {
    told.diff.root = root;
    return Diff(told.diff, stdout) ? kGreen : kRed;
  }
  if (accept->parsed()) {
    if (!told.accept_all && told.accept.group == 0) {
      throw BadInput("accept: name a --group, or --all");
    }
    Accept(root, told.accept, stdout);
  } else if (apply->parsed()) {
    told.apply.root = root;
    told.apply.subject.command = arguments.command;
    Apply(told.apply, stdout);
  } else {
    List(root, told.list, told.list_filter, stdout);
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
