#ifndef VIEWPROOF_CONFORMANCE_REPORT_FOOTER_H_
#define VIEWPROOF_CONFORMANCE_REPORT_FOOTER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/report/facts.h"
#include "conformance/report/origin.h"

namespace viewproof {

inline constexpr std::string_view kComplete = "complete";
inline constexpr std::string_view kPartial = "partial";
inline constexpr std::string_view kFooter = "{\"footer\":";
inline constexpr std::string_view kEarlierEnd = "{\"end\":";

// Adds up the lines of a report while they are written or read.
class Sum {
 public:
  void Add(std::string_view line) {
    count_ += !line.starts_with(kFacts);
    AddHeader(line);
  }
  // Keeps the header of a range; others leave their header out.
  void AddHeader(std::string_view line) {
    digest_.Add(line);
    digest_.Add("\n");
  }

  int64_t count() const {
    return count_;
  }  // Returns how many records or findings there are.
  std::string Finish() { return digest_.Finish(); }

 private:
  int64_t count_ = 0;
  Sha256 digest_;
};

// The footer of these lines, with its end.
std::string FooterLine(ReportFooter footer, const Counts& counts, Sum& sum);

// Throws BadInput naming the field.
ReportFooter ReadFooter(std::string_view line);

// The same of the last line of a range that suite 0.1.0 wrote. It does not say
// how many lines there are.
ReportFooter ReadEarlierEnd(std::string_view line, int64_t cases);

// The JSON Schemas of such a line, as it is written and as it was.
std::vector<std::string> FooterSchemas();

// Refuses the footer of other lines. Throws BadInput.
void CheckFooter(const ReportFooter& footer, int64_t passed, Sum& sum);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_FOOTER_H_
