#ifndef VIEWPROOF_CONFORMANCE_REPORT_FOOTER_H_
#define VIEWPROOF_CONFORMANCE_REPORT_FOOTER_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/report/facts.h"
#include "conformance/report/report.h"

namespace viewproof {

inline constexpr std::string_view kComplete = "complete";
inline constexpr std::string_view kPartial = "partial";
inline constexpr std::string_view kFooter = "{\"footer\":";

// What a footer says, and what it should.
struct Footer {
  std::string run;  // "complete" or "partial".
  std::string why;  // Of a partial one.
  Counts counts;
  std::map<std::string, int64_t> stray_deaths;  // Of suite 0.1.0 alone.
  std::vector<std::string> groups;
  bool green = false;
  std::string headline;
  std::vector<ShownCode> code;
  std::vector<std::string> diagnosis;
  KnownReasons known;
  std::string digest;  // Of the lines of the records and of the facts.
};

// The footer as a line, with its end.
std::string LineOf(const Footer& footer);

// Throws BadInput naming the field.
Footer ReadFooter(std::string_view line);

// The JSON Schema of such a line.
std::string FooterSchema();

// Adds up records and facts while they are written or read.
class Sum {
 public:
  void Add(std::string_view line) {
    count_ += !line.starts_with(kFacts);
    digest_.Add(line);
    digest_.Add("\n");
  }

  int64_t count() const { return count_; }
  std::string Finish() { return digest_.Finish(); }

 private:
  int64_t count_ = 0;
  Sha256 digest_;
};

// The footer of these records.
Footer FooterOf(const ReportFooter& said, const Counts& counts, Sum& sum);

// Refuses the footer of other records. Throws BadInput.
void CheckFooter(const Footer& footer, int64_t passed, Sum& sum);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_FOOTER_H_
