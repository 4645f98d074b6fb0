#ifndef VIEWPROOF_CONFORMANCE_REPORT_RENDERINGS_H_
#define VIEWPROOF_CONFORMANCE_REPORT_RENDERINGS_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "conformance/report/survey.h"

// Writes reports for people and for other programs.
namespace viewproof {

enum class Verdicts { kGood, kOpen, kBad };

Verdicts VerdictOf(const GateSaid& said);

// An HTML file that needs nothing else: no network, no script of others. `body`
// is HTML. `data` is for the script page.js, `rest` for what it shows after its
// first screen; empty: there are tables alone, which can be sorted.
std::string DocumentOf(const std::string& title, const std::string& body,
                       const std::string& data = "",
                       const std::string& rest = "");

// A verdict and what it is about, as HTML, with `more` of it below.
std::string VerdictHtml(Verdicts verdict, const std::string& title,
                        const std::string& headline, const std::string& about,
                        const std::string& more = "");

// The page of one report. Its first screen says whether it may be merged, what
// is new and what the cause is. `accept`: the command that accepts the cause
// GROUP; or empty.
std::string PageOf(const Survey& survey, const std::string& accept = "");

// All that a page about a report shows, as one JSON object. Cells are
// [executed, new, known, not demanded]. `accept`: see PageOf.
std::string DataOf(const Survey& survey, const std::string& accept = "");

// The same in two parts: all but failures and pictures, and these; failures and
// vectors are told column by column, with null for what a row lacks.
std::pair<std::string, std::string> DataPartsOf(const Survey& survey,
                                                const std::string& accept);

// Holds what fits into a summary of a step on GitHub, with room to spare.
inline constexpr std::size_t kMostMarkdown = std::size_t{900} << 10;

// The report as Markdown: may it be merged, what is new, by cause and gravity,
// and a case of each. What would make it longer than `most` bytes is counted.
std::string MarkdownOf(const Survey& survey, std::size_t most = kMostMarkdown);

// The report at `path`, of which this is the survey, as JUnit XML: a suite per
// op with a test per record, and one test for the gate. A new failure fails, a
// death is an error, what the gate file lists is skipped, with its difference.
std::string JunitOf(const std::string& path, const Survey& survey);

// GitHub keeps so many annotations of a step.
inline constexpr std::size_t kMostAnnotations = 10;

// The lines of workflow commands, "::error title=...::...", that annotate a
// run: a line a cause of new failures, gravest first, each with a case and the
// command that runs it again; the last of `most` lines counts the rest. A red
// gate without new failures is one line; a green one none.
std::string AnnotationsOf(const Survey& survey,
                          std::size_t most = kMostAnnotations);

// All that a subject answered at each step that its differences name, and how
// it died, a line for each output: "step 2: dtype float32, sizes [2,3], ...".
// What it declares and did not answer, and what an older report does not hold,
// is "not told". Texts of the subject are not escaped.
std::vector<std::string> AnswerLines(const Record& record, Facets declared);

// The outcome of a step in words: "float32[3,2], strides [1,3]", "an error: no
// such dimension (transpose.e1)", "2 tensors", "true". Texts of the subject are
// escaped.
std::string TextOf(const Outcome& outcome);

// Returns what a difference expected, and what came instead, in words: "an
// error: no such dimension (dim_out_of_range, transpose.e1)", "float32[3,2],
// strides [2,1]", "strides [2,1]". Both are cut to one line each around what
// differs first: about `shown` characters. They are escaped.
std::pair<std::string, std::string> SidesOf(const Difference& difference,
                                            std::size_t shown = 56);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_RENDERINGS_H_
