#ifndef VIEWPROOF_CONFORMANCE_REPORT_MARKDOWN_H_
#define VIEWPROOF_CONFORMANCE_REPORT_MARKDOWN_H_

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/report/survey.h"

namespace viewproof {

// What fits into a summary of a step on GitHub, with room to spare.
inline constexpr std::size_t kMostMarkdown = std::size_t{900} << 10;

// The report as Markdown: may it be merged, what is new, by cause and gravity,
// and a case of each. What would make it longer than `most` bytes is counted.
// `diagnosis`: sentences that name the cause; or empty.
std::string MarkdownOf(const Survey& survey,
                       const std::vector<std::string>& diagnosis = {},
                       std::size_t most = kMostMarkdown);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_MARKDOWN_H_
