#ifndef VIEWPROOF_TOOLS_CLI_VERBS_H_
#define VIEWPROOF_TOOLS_CLI_VERBS_H_

#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/report/overview.h"
#include "conformance/run/accept.h"
#include "conformance/run/check.h"
#include "conformance/run/launch.h"
#include "conformance/run/merge.h"
#include "conformance/run/stop.h"
#include "fuzz/hunt/fuzz.h"
#include "tools/cli/arguments/arguments.h"
#include "tools/cli/option_words.h"

// The commands of viewproof: what each takes, and its help.
namespace viewproof {

// The options of `viewproof apply`.
struct ApplyOptions {
  std::string root;        // FindRoot().
  SubjectName subject;     // Empty: the reference.
  std::string file = "-";  // "-": standard input.
  bool text = false;       // Lines of the one-line notation instead of JSON.
};

// Runs cases, one a line, and prints one reply a line, in order, in the form of
// the protocol. For a line that is no case it prints {"id","invalid"}, a text
// that names step and field; for a step beyond the bounds
// {"id","too_large":{"step"}}; if the subject gave no reply,
// {"id","crash"|"timeout"|"protocol_error":{"step","detail"}}. The id of a case
// without one is its line number.
//
// Ends early when nobody reads `out` any more. False if it did, or if a line
// was no case. Throws BadInput if the file cannot be read and Infrastructure,
// also if `out` cannot be written; the answers so far are printed before.
bool Apply(const ApplyOptions& options, std::FILE* out);

// The options of `viewproof diff`.
struct DiffOptions {
  std::string root;    // FindRoot().
  std::string before;  // Reports written by `check --report`.
  std::string after;
  std::string markdown;  // Files to write; or empty.
  std::string html = {};
};

// Prints how the reports differ, one cause a line with its smallest case. The
// Markdown file has tables of the same, with that case as text and each
// subject's answer; the page has every case. Cases are shown as text if both
// reports are of the root's golden/, and otherwise by their ids. True if
// nothing fails that did not fail before. Throws BadInput like DiffReports.
bool Diff(const DiffOptions& options, std::FILE* out);

struct DoctorOptions {
  std::string root;  // FindRoot(), or empty: there is none.
  std::string format = "text";
  double seconds = 20;  // A program or an adapter may take so long to answer.
};

Arguments AddDoctor(Arguments& program, DoctorOptions& options);

// Starts what a check needs and every subject, up to its hello, and prints what
// was found and, if it is missing, how to get it. Modes of one adapter are one
// subject. False if something is broken: it is there and does not work.
bool Examine(const DoctorOptions& options, std::FILE* out);

// The options of `viewproof explain`.
struct ExplainOptions {
  std::string root;  // FindRoot().
  // An id, a case, a rule, an op, a word of the glossary, Python, PyTorch's
  // error text, or nothing.
  std::vector<std::string> what;
  std::string sizes;    // "3,2"; of the tensor, if `what` does not say.
  std::string strides;  // Empty: row-major.
  std::string offset;
  std::string view;    // The sizes that are asked for.
  std::string dtype;   // Empty: float32.
  std::string report;  // An id is explained as this report says it failed.
  std::string svg;     // Write the picture here.
  std::vector<std::string> lets;  // "x=3,4": what a name in Python means.
  bool more = false;              // All of the picture; else at most 24 lines.
  bool brief = false;             // About 14 lines.
  bool plain = false;             // Sentences, for a screen reader.
};

// Prints the picture, or the rule. Throws BadInput, with the nearest names, if
// there is no such thing.
void Explain(const ExplainOptions& options, std::FILE* out);

struct HelpOptions {
  std::string shell;           // `completion` takes it.
  std::string format = "man";  // `manual` takes it.
};

Arguments AddCompletion(Arguments& program, HelpOptions& options);
Arguments AddManual(Arguments& program, HelpOptions& options);

// Prints the script of a shell that asks for completions.
void PrintCompletion(const HelpOptions& options, std::FILE* out);

// Answers such a script: what the last of `words`, which is being typed, may
// become, one a line, with what it is for after a tab; a line ":file",
// ":folder", ":gate" or ":command" asks the shell for such names of its own.
void Complete(const std::vector<std::string>& words,
              const DescribedCommand& program, std::FILE* out);

Arguments AddBook(Arguments& program);

// Prints the path of the book's first page. Throws BadInput if it is not there.
void PrintBook(std::FILE* out);

// Prints the manual of this command line. Throws BadInput if the page is not
// there.
void PrintManual(const HelpOptions& options, const DescribedCommand& program,
                 std::FILE* out);

// The options of `viewproof init`.
struct InitOptions {
  std::string root;                 // FindRoot().
  std::string name;                 // The name of the subject and of its files.
  std::string language = "python";  // Or "cpp" or "js".
  std::string kind = "full";        // Or "values", "structure", "compiled".
  std::string folder = ".";         // The user's repository.
};

// The command line of `init`, whose options these are.
Arguments AddInit(Arguments& program, InitOptions& options);

// Writes an adapter, our SDK, a gate file and a CI job, and runs them once, so
// that the gate file is complete. A file that is there is never overwritten: if
// it says anything else, nothing is written. Returns what the run returns.
// Throws BadInput for a name that cannot be a file's and for files that are in
// the way; Infrastructure if a file cannot be written or the adapter does not
// start.
ExitStatus Init(const InitOptions& options, std::FILE* out);

// A template as text for one user: lines between "@only WORD..." and "@end",
// each in a comment of its own, stay if one of `words` is named; @NAME@ is
// replaced.
std::string Instantiate(std::string_view text, std::string_view language,
                        std::string_view kind, std::string_view name);

// Says which names to list.
struct ListFilter {
  std::string only = {};     // A glob that names and ids match; empty: all.
  std::string profile = {};  // Only names with vectors of it; empty: all.
  // Or "names", one a line, or "json": a list of {name, vectors?, text?,
  // case?}.
  std::string format = "text";
};

// Prints what there is: "ops", "profiles", "flags" or "vectors" of golden/,
// "dtypes" of bases, "subjects" by their built-in names, or "skips", the
// reasons for which a subject is not asked, in their order. Throws BadInput for
// another word and for an unknown profile.
void List(const std::string& root, const std::string& what,
          const ListFilter& filter, std::FILE* out);

// The options of `viewproof promote`.
struct PromoteOptions {
  std::string root;  // FindRoot(): a clone.
  std::string what;  // Case text, a file of a corpus, or a fuzz report.
  // The number of a finding of a report; 1 if not given.
  std::optional<int64_t> finding = {};
  // Holds what a failure would mean; asked for if it is empty.
  std::string why;
  std::string id = {};  // Or one is proposed.
};

// The command line of `promote`, whose options these are.
Arguments AddPromote(Arguments& program, PromoteOptions& options);

// Adds an entry about a case to tools/golden/pending.jsonl and prints it: id,
// rules and flags are proposed, the reference and the model have vouched for
// it, and golden/ may hold it. Throws BadInput that says what is wrong with the
// case, its words or the file; then nothing is written.
void PromoteCase(const PromoteOptions& options, std::FILE* in, std::FILE* out);

// The options of `viewproof report`. The last ones are files to write, each as
// a whole; empty: none.
struct ReportOptions {
  std::string root;    // FindRoot().
  std::string report;  // Written by `check --report`.
  std::string html;
  std::string markdown;
  std::string junit;
  std::string json;
  bool all_groups = false;  // Show a case of each cause.
  bool is_kept = true;      // The report stays when the program ends.
  bool github = false;      // Annotate the run of a workflow, and summarize it.
};

// Returns whether a file is to be written.
bool WritesFiles(const ReportOptions& options);

// Writes the files alone. Throws BadInput like ReadSurvey.
void WriteReportFiles(const ReportOptions& options);

// Prints whether it may be merged, what is new and by which causes, and writes
// the files. Throws BadInput like ReadSurvey.
void ShowReport(const ReportOptions& options, std::FILE* out);

// The options of `viewproof matrix` and `viewproof trend`.
struct RunsOptions {
  std::string root;  // FindRoot().
  std::vector<std::string> reports;
  std::string row;      // A file to write a matrix to; or empty.
  std::string seconds;  // Holds what a row says of its time, a file; or empty.
  // True if a matrix is of the rows of the suite, not of reports.
  bool rows = false;
  std::string library;  // All numbers of one library of these; or empty.
  std::string bugs;     // Holds what they say of bugs, a file; or empty.
  // A label for each report; none: the files' names.
  std::vector<std::string> labels;
  std::string html;  // Files to write; or empty.
  std::string markdown;
};

// Prints subjects against profiles, and ops against subjects; or writes the row
// of one report (matrix_row.h). Throws BadInput like ReadReport, if the labels
// are not as many as the reports, and if a report has no row.
void ShowMatrix(const RunsOptions& options, std::FILE* out);

// Prints the matrix of the suite's rows, as its README has it, or the numbers
// of one library, as the book has them. Throws BadInput if a row is not as
// its gate file says.
void PrintRows(const RunsOptions& options, std::FILE* out);

// Prints many runs of one gate, the oldest first: passed, known, new, fixed,
// deaths. Throws also if the runs are of several gates or subjects.
void ShowTrend(const RunsOptions& options, std::FILE* out);

// The options of `viewproof verify`.
struct VerifyOptions {
  std::string root;    // FindRoot().
  std::string report;  // Written by `check --report`.
};

// Says whether a report is what it claims to be: complete, of the golden/ that
// is here, of the gate file that is here and of all that it plans, and judged
// as its records demand. Green if that is so and its gate was green, red if it
// was red. Throws BadInput with the reason if it is no such report.
ExitStatus Verify(const VerifyOptions& options, std::FILE* out);

// The counts of such a report; tells `say` what it is found to be.
Overview Verified(
    const VerifyOptions& options,
    const std::function<void(const char* what, const std::string& is)>& say);

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
  AcceptOptions accept;
  bool accept_all = false;
  DiffOptions diff;
  ExplainOptions explain;
  ReportOptions report;
  ReportOptions shown;  // Holds what check writes of its report.
  RunsOptions matrix;
  RunsOptions trend;
  std::string upgrade;  // A gate file.
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
Arguments AddDiff(Arguments& program, CommandLine& line);
Arguments AddExplain(Arguments& program, CommandLine& line);
Arguments AddFuzz(Arguments& program, CommandLine& line);
Arguments AddMatrix(Arguments& program, CommandLine& line);
Arguments AddMerge(Arguments& program, CommandLine& line);
Arguments AddReport(Arguments& program, CommandLine& line);
Arguments AddTrend(Arguments& program, CommandLine& line);
Arguments AddTrial(Arguments& program, CommandLine& line);
Arguments AddUpgrade(Arguments& program, CommandLine& line);
Arguments AddVerify(Arguments& program, CommandLine& line);
Arguments AddList(Arguments& program, CommandLine& line);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_VERBS_H_
