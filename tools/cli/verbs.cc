#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

void AddGroupsFile(Arguments& verb, std::string& file,
                   const Demands& demands = {}) {
  Demands with_file = demands;
  with_file.takes = "FILE";
  with_file.writes = FileKind::kGroups;
  verb.Add("--groups-file", &file,
           "Write the causes of new failures here, to fill in reasons",
           with_file);
}

// Each command that prints the causes of failures has this.
void AddGroups(Arguments& verb, std::string& groups) {
  verb.Add("--groups", &groups, "Show a case of each cause of failures",
           {.one_of = {"all"}});
}

// Each command that runs a subject has these.
void AddHowItIsSaid(Arguments& verb, bool& verbose, std::string& json) {
  verb.Add("-v,--verbose", &verbose,
           "Also show ops, reasons, and what was not asked and why");
  verb.Add("--json", &json,
           "Write the verdict, the counts and the causes here, for scripts",
           {.takes = "FILE", .writes = FileKind::kSummary});
}

void AddRuns(Arguments& verb, RunsOptions& options, bool needs_report = true) {
  verb.Add("REPORT", &options.reports, "What check --report wrote",
           {.required = needs_report});
  verb.Add("--label", &options.labels,
           "What to call each report, once for each: a commit, a date; else "
           "its file's name");
  verb.Add("--html", &options.html, "Write a page here",
           {.writes = FileKind::kPage});
  verb.Add("--markdown", &options.markdown, "Write the tables here",
           {.writes = FileKind::kMarkdown});
}

}  // namespace

Arguments AddCheck(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "check", "Run a subject on the vectors and hold it to its gate",
      R"(Some subjects take options of their own, which `check torch --help` lists. Each
choice has a gate file of its own, torch-meta.gate.toml, in the current folder
or beside ours; --update writes it. Without one, what differs is only shown; a
device of PyTorch is judged beside its CPU: red is what fails on it alone.
Exit status: 0 green, 1 red, 2 misused, 3 the subject does not start, or it is
out of time or disk space, 130 ended by a signal.
A gate file may hold [[without]] with a flag of `viewproof list flags` and a
reason: of vectors with that flag, facets (default: the usual ones) are not
demanded.
A library that differs by design says so in its hello: conformance/PROTOCOL.md
has all fields of it; `viewproof list skips` says what is not run then:
  "copies": ["expand"]    it gives a new tensor, not a view
  "writes": "rebind"      a write makes a new tensor: x = x.at[0].set(1)
  "borrowed": ["slice"]   the adapter does it by other means, to set cases up
  "observes": "last"      only the last step shows: a compiled chain
  "ints": 32              larger integers do not get through
Example: viewproof check numpy --only 'permute/*'
Example: viewproof check numpy -v
Example: viewproof check torch --device meta
Example: viewproof check torch --device cuda --update
Example: viewproof check -- python3 my_adapter.py)");
  verb.Add("SUBJECT", &line.check.subject.name,
           "A gate file, a built-in name, or -- COMMAND ARGUMENTS");
  verb.Add("--vectors", &line.check.vectors, "Vector files instead of golden/",
           {.takes = "FILE"});
  verb.Add("--only", &line.check.only,
           "Only ids that match one of these globs; an id may name its dtype: "
           "'view/a (int8)'",
           {.takes = "GLOB"});
  verb.Add("--not", &line.check.leave_out,
           "No ids that match one of these globs", {.takes = "GLOB"});
  verb.Add("--profile", &line.profiles,
           "These profiles instead of the gate file's",
           {.takes = "PROFILE", .delimiter = ','});
  verb.Add("--all", &line.check.all, "Every profile, not the gate file's",
           {.excludes = {"--profile"}});
  verb.Add("--shard", &line.shard, "k/n: part k of n of the plan",
           {.takes = "K/N"});
  verb.Add("--dtypes", &line.dtypes,
           "core and indexing again for these dtypes, or all",
           {.takes = "DTYPE", .delimiter = ','});
  verb.Add("--deep", &line.deep.hunt.cases,
           "Instead of the vectors, so many of all small cases, the most "
           "telling first; with --profile, --shard, --jobs, --max-minutes, "
           "--report",
           {.least = 1, .most = kMaxCases});
  verb.Add("--deep-from", &line.deep.hunt.first, "Go on from this one",
           {.least = 0, .most = kMaxCases});
  verb.Add("--report", &line.check.report, "Write report.jsonl here",
           {.takes = "FILE", .writes = FileKind::kReport});
  verb.Add("--html", &line.shown.html, "Write a page about the report here",
           {.takes = "FILE", .writes = FileKind::kPage});
  verb.Add("--markdown", &line.shown.markdown, "Write a summary of it here",
           {.takes = "FILE", .writes = FileKind::kMarkdown});
  verb.Add("--junit", &line.shown.junit, "Write it as JUnit XML here",
           {.takes = "FILE", .writes = FileKind::kJunit});
  verb.Add("--github", &line.shown.github,
           "Print its gravest causes as annotations, and add the summary to "
           "GITHUB_STEP_SUMMARY");
  verb.Add("--resume", &line.check.resume,
           "Go on from that report, of a run that was cut short");
  verb.Add("--jobs", &line.check.jobs,
           "Processes of the adapter at a time, if not 1; of calls, if not one "
           "for each core, up to 4",
           {.least = 1, .most = 1024});
  verb.Add("--max-minutes", &line.max_minutes,
           "End the run after so long, as in 30 or 0.5", {.takes = "MINUTES"});
  verb.Add("--retries", &line.check.retries,
           "Run a case so often again that was out at a death which nothing "
           "repeats",
           {.least = 0, .most = 1000});
  AddHowItIsSaid(verb, line.check.verbose, line.check.json);
  AddGroups(verb, line.groups);
  AddGroupsFile(verb, line.check.groups_file);
  verb.Add("--update", &line.check.update,
           "Drop known failures that pass now from the gate file; fill in what "
           "is empty");
  return verb;
}

Arguments AddAccept(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "accept", "Add new failures of a report to the gate file as known",
      R"(Exit status: 0, or 2 misused.
Example: viewproof accept report.jsonl --group 1 --reason 'by design'
Example: viewproof accept report.jsonl --groups-file groups.toml
Example: viewproof accept report.jsonl --reasons groups.toml
Example: viewproof accept report.jsonl --answers
Example: viewproof accept fuzz.jsonl --group 2 --reason 'it clamps')");
  verb.Add("REPORT", &line.accept.report,
           "What check --report or fuzz --report wrote",
           {.required = true, .takes = "FILE"});
  verb.Add("--group", &line.accept.group, "As numbered", {.least = 1});
  verb.Add("--all", &line.accept_all, "Every cause", {.excludes = {"--group"}});
  verb.Add("--reason", &line.accept.reason, "Why it is accepted",
           {.takes = "TEXT"});
  verb.Add("--reasons", &line.accept.reasons,
           "What --groups-file wrote, with reasons filled in",
           {.takes = "FILE", .excludes = {"--group", "--all", "--reason"}});
  AddGroupsFile(verb, line.accept.groups_file,
                {.excludes = {"--group", "--all", "--reason", "--reasons"}});
  verb.Add("--link", &line.accept.link, "Where it is reported",
           {.takes = "URL", .excludes = {"--reasons", "--groups-file"}});
  verb.Add("--answers", &line.accept.answers,
           "Nothing new: what the known ones answered, as if accepted now",
           {.excludes = {"--group", "--all", "--reason", "--reasons", "--link",
                         "--groups-file"}});
  verb.Add("--gate", &line.accept.gate, "Another gate file than the report's",
           {.takes = "FILE"});
  return verb;
}

Arguments AddApply(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "apply", "Run cases and print replies: answers, not verdicts",
      R"(Exit status: 0 every line was a case, 2 one was not and is answered as invalid.
Example: echo 'float32[2,3] | t() | view([6])' | viewproof apply --text)");
  verb.Add("SUBJECT", &line.apply.subject.name,
           "As for check; the reference if not given");
  verb.Add("--cases", &line.apply.file,
           "A file of cases, one a line; - is standard input",
           {.takes = "FILE"});
  verb.Add("--text", &line.apply.text,
           "Cases are in the one-line notation instead of JSON");
  return verb;
}

Arguments AddDiff(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "diff",
      "Show how two reports differ: what is worse now, and what is better",
      R"(Exit status: 0 nothing fails that did not fail before, 1 something does,
2 misused.
Example: viewproof diff old.jsonl new.jsonl --markdown changes.md)");
  verb.Add("OLD", &line.diff.before, "What check --report wrote before",
           {.required = true, .takes = "FILE"});
  verb.Add("NEW", &line.diff.after, "What it wrote now",
           {.required = true, .takes = "FILE"});
  verb.Add("--markdown", &line.diff.markdown,
           "Also write the tables to this file",
           {.takes = "FILE", .writes = FileKind::kMarkdown});
  verb.Add("--html", &line.diff.html, "Write a page here, with every case",
           {.takes = "FILE", .writes = FileKind::kPage});
  return verb;
}

Arguments AddMatrix(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "matrix", "Set reports side by side: subjects, profiles and ops",
      R"(Exit status: 0 shown, 2 misused, or a report that was cut or edited, or that has
no row.
Example: viewproof matrix numpy.jsonl mlx.jsonl --html matrix.html
Example: viewproof matrix numpy.jsonl --row conformance/libraries/numpy/row.json)");
  AddRuns(verb, line.matrix, false);
  verb.Add(
      "--row", &line.matrix.row,
      "Write the counts of one report here, a row of the matrix: of a whole "
      "run of what its gate file demands",
      {.takes = "FILE",
       .excludes = {"--label", "--html", "--markdown"},
       .writes = FileKind::kRow});
  verb.Add("--seconds", &line.matrix.seconds,
           "A file with the seconds that the run took, and those of CPU",
           {.takes = "FILE"});
  verb.Add(
      "--rows", &line.matrix.rows,
      "Print the rows of this suite, as Markdown, instead of reports",
      {.excludes = {"REPORT", "--label", "--html", "--markdown", "--row"}});
  verb.Add("--library", &line.matrix.library,
           "Of these, all numbers of the subjects of one library",
           {.takes = "NAME"});
  verb.Add("--bugs", &line.matrix.bugs,
           "What stands there of the bugs of each subject: JSON, by its gate",
           {.takes = "FILE"});
  return verb;
}

Arguments AddTrend(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "trend",
      "Show many runs of one gate, the oldest first: passed, known, new, "
      "fixed, deaths",
      R"(Exit status: 0 shown, 2 misused, a report that was cut or edited, or runs of
several gates.
Example: viewproof trend mon.jsonl tue.jsonl --label 3f2a1c --label 8be07d --html trend.html)");
  AddRuns(verb, line.trend);
  return verb;
}

Arguments AddUpgrade(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "upgrade", "Write a gate file of viewproof 0.1 as this version reads it",
      R"(What a person wrote in my.gate.toml stays to the byte. Its pins and counts, and
my.known.jsonl, become my.gate.lock; my.findings.jsonl becomes entries at its
end. The old files are kept as NAME.0.1. Every known failure and every finding
is compared with what it was; if one would change, nothing is written.
Exit status: 0 upgraded, 2 it is not of 0.1, cannot be read, or would say
something else: then nothing is written.
Example: viewproof upgrade my.gate.toml)");
  verb.Add("GATE", &line.upgrade, "The gate file", {.required = true});
  return verb;
}

Arguments AddVerify(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "verify",
      "Say whether a report is complete, of this suite, of this gate file, and "
      "judged as they judge",
      R"(Nothing is run: who wrote the records is not proven.
Exit status: 0 it is all that, and green; 1 it is all that, and red; 2 it is
not, with the reason.
Example: viewproof verify report.jsonl)");
  verb.Add("REPORT", &line.verify.report, "What check --report wrote",
           {.required = true});
  return verb;
}

Arguments AddReport(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "report",
      "Show a report: may it be merged, what is new, and by which cause",
      R"(Every number is the report's. Cases are explained if it is of the golden/ that
is here. The JUnit file has a test per record: a new failure fails, a death is
an error, a known failure is skipped.
Exit status: 0 shown, 2 misused, or a report that was cut, edited or is not
complete.
Example: viewproof report report.jsonl --html report.html)");
  verb.Add("REPORT", &line.report.report, "What check --report wrote",
           {.required = true});
  AddGroups(verb, line.groups);
  verb.Add("--html", &line.report.html,
           "Write a page here that needs no other file",
           {.writes = FileKind::kPage});
  verb.Add("--markdown", &line.report.markdown,
           "Write a summary of at most 900 KiB here",
           {.writes = FileKind::kMarkdown});
  verb.Add("--junit", &line.report.junit, "Write JUnit XML here",
           {.writes = FileKind::kJunit});
  verb.Add("--json", &line.report.json, "Write what the page shows here",
           {.writes = FileKind::kJson});
  return verb;
}

Arguments AddExplain(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "explain",
      "Say why a view is refused, or what it gives, and what to do instead",
      R"(WHAT is Python, PyTorch's error text, an op, a rule of reference/SPEC.md, an id
of a vector, or a case in the one-line notation. Python makes tensors and calls
their methods, in one statement or several; for a name that it does not assign,
say what it means.
Exit status: 0 explained, 2 there is no such thing, or it cannot be read.
Example: viewproof explain 'x = torch.zeros(2, 3); y = x.t(); y.view(6)'
Example: viewproof explain 'x.transpose(1, 2).view(B, -1)' --let x=2,3,4 --let B=2
Example: viewproof explain 'x[mask, :, :3] = y' --let x=2,3,4,6 --let 'mask=bool[2,3]' --let y=4,4,3
Example: viewproof explain "shape '[4]' is invalid for input of size 6"
Example: viewproof explain view; viewproof explain view.e5; viewproof explain facet
Example: viewproof explain 'float32[2,3] | t() | view([6])' --more
Example: viewproof explain 'torch.zeros(2, 3).t().view(6)' --short
Example: viewproof explain --sizes 3,2 --strides 1,3 --view 6
Example: viewproof explain view/refuses-a-transposed-matrix --report r.jsonl)");
  verb.Add("WHAT", &line.explain.what, "What is to be explained");
  verb.Add("--sizes", &line.explain.sizes, "Sizes of a tensor: 3,2");
  verb.Add("--strides", &line.explain.strides, "Its strides (row-major)");
  verb.Add("--offset", &line.explain.offset, "Its storage offset");
  verb.Add("--view", &line.explain.view, "The sizes that are asked for: 6");
  verb.Add("--dtype", &line.explain.dtype, "Its dtype (float32)");
  verb.Add("--let", &line.explain.lets,
           "What a name means: x=3,4 B=8 'm=bool[2,3]'");
  verb.Add("--more", &line.explain.more,
           "All of the picture; else what fits 24 lines");
  verb.Add("--short", &line.explain.brief,
           "The cause, the picture and the ways out alone");
  verb.Add("--report", &line.explain.report,
           "What check --report wrote: draw how the id failed");
  verb.Add("--svg", &line.explain.svg, "Write the picture to this file, too",
           {.writes = FileKind::kSvg});
  verb.Add("--plain", &line.explain.plain,
           "Sentences instead of a drawing, for a screen reader");
  return verb;
}

Arguments AddMerge(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "merge",
      "Judge reports without running anything: all shards of one check as one, "
      "or one report again",
      R"(Exit status: as of check. Ranges of fuzz and check --deep add up if no case is
missing.
Example: viewproof merge part1.jsonl part2.jsonl --report all.jsonl
Example: viewproof merge report.jsonl --groups-file groups.toml
Example: viewproof merge ungated.jsonl --gate torch-cuda --report gated.jsonl)");
  verb.Add("REPORT", &line.merge.reports,
           "What check --shard k/n wrote, or check of the whole; or fuzz",
           {.required = true, .takes = "FILE"});
  verb.Add("--gate", &line.merge.gate, "Another gate file than the reports'",
           {.takes = "FILE"});
  verb.Add("--report", &line.merge.report, "Write the whole report here",
           {.takes = "FILE", .writes = FileKind::kReport});
  AddHowItIsSaid(verb, line.merge.verbose, line.merge.json);
  AddGroups(verb, line.groups);
  AddGroupsFile(verb, line.merge.groups_file);
  return verb;
}

Arguments AddFuzz(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "fuzz",
      "Ask a subject cases that are drawn, and judge it by the reference: "
      "needs no libtorch",
      R"(What fails is confirmed, shrunk and shown. A case depends on the seed, its
number, hello and the gate file alone: --jobs changes nothing.
Exit status: 0 nothing that the gate file does not know, 1 a new finding,
2 misused, 3 the subject does not start, 130 ended by a signal.
Example: viewproof fuzz numpy --time 60s --seed 7
Example: viewproof fuzz torch --fake --ops view --cases 20000
Example: viewproof fuzz --corpus found -- python3 my_adapter.py)");
  verb.Add("SUBJECT", &line.fuzz.subject.name, "As for check");
  verb.Add("--seed", &line.fuzz.chains.seed, "Another seed draws other cases");
  verb.Add("--time", &line.fuzz_words.time,
           "How long cases are drawn and run (60s): 90s, 10m, 1h",
           {.takes = "DURATION"});
  verb.Add("--cases", &line.fuzz.hunt.cases, "So many instead",
           {.least = 1, .most = kMaxCases});
  verb.Add("--first", &line.fuzz.hunt.first, "The number of the first case",
           {.least = 0, .most = kMaxCases});
  verb.Add("--profile", &line.fuzz_words.profiles,
           "Only ops of these profiles are asked",
           {.takes = "PROFILE", .delimiter = ','});
  verb.Add("--ops", &line.fuzz.chains.ops,
           "Only these ops are asked; others set cases up",
           {.takes = "OP", .delimiter = ','});
  verb.Add("--ranks", &line.fuzz_words.ranks,
           "Dimensions of the base: 2, or 0-3", {.takes = "RANKS"});
  verb.Add("--jobs", &line.fuzz.jobs, "Processes of the adapter at a time",
           {.least = 1, .most = 1024});
  verb.Add("--corpus", &line.fuzz.corpus,
           "A folder: its cases run first, and what is found is added",
           {.takes = "FOLDER"});
  verb.Add("--report", &line.fuzz.report, "Write the findings here",
           {.takes = "FILE", .writes = FileKind::kFindings});
  AddHowItIsSaid(verb, line.fuzz.verbose, line.fuzz.json);
  verb.Add("--shrink-seconds", &line.fuzz_words.shrink_seconds,
           "Of shrinking one finding (30)", {.takes = "SECONDS"});
  return verb;
}

Arguments AddTrial(Arguments& program, CommandLine& line) {
  Arguments verb = program.Verb(
      "adapter-test",
      "Tell a miswritten adapter from a library that differs, by "
      "conformance/PROTOCOL.md",
      R"(A line for each rule of that document: ok, or wrong with what was sent, what
came and what is asked for. A remark is of the library, which check judges.
Exit status: 0 all is well, 1 a rule is broken, 2 misused, 3 the adapter does
not start.
Example: viewproof adapter-test -- python3 my_adapter.py)");
  verb.Add("SUBJECT", &line.trial.name,
           "A gate file, a built-in name, or -- COMMAND ARGUMENTS");
  return verb;
}

Arguments AddList(Arguments& program, CommandLine& line) {
  Arguments verb =
      program.Verb("list", "Show what there is: ops, subjects, vectors, ...",
                   R"(Exit status: 0, or 2 misused.
Example: viewproof list vectors --only 'expand/*'
Example: viewproof list --profile indexing
Example: viewproof list ops --format json)");
  verb.Add("WHAT", &line.list,
           "ops, profiles, flags, dtypes, subjects, vectors, or skips: why a "
           "case is not run",
           {.one_of = {"ops", "profiles", "flags", "dtypes", "subjects",
                       "vectors", "skips"}});
  verb.Add("--format", &line.list_filter.format, "text, names alone, or json",
           {.one_of = {"text", "names", "json"}});
  verb.Add("--only", &line.list_filter.only, "Only names that match this glob",
           {.takes = "GLOB"});
  verb.Add("--profile", &line.list_filter.profile,
           "Only what has vectors of this profile", {.takes = "PROFILE"});
  return verb;
}

}  // namespace viewproof
