#ifndef VIEWPROOF_CONFORMANCE_REPORT_GITHUB_H_
#define VIEWPROOF_CONFORMANCE_REPORT_GITHUB_H_

#include <cstddef>
#include <string>

#include "conformance/report/survey.h"

namespace viewproof {

// GitHub keeps so many annotations of a step.
inline constexpr std::size_t kMostAnnotations = 10;

// The lines of workflow commands, "::error title=...::...", that annotate a
// run: a line a cause of new failures, gravest first, each with a case and the
// command that runs it again; the last of `most` lines counts the rest. A red
// gate without new failures is one line; a green one none.
std::string AnnotationsOf(const Survey& survey,
                          std::size_t most = kMostAnnotations);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_GITHUB_H_
