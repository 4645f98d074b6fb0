#ifndef VIEWPROOF_CONFORMANCE_REPORT_RANGE_REPORT_H_
#define VIEWPROOF_CONFORMANCE_REPORT_RANGE_REPORT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"

namespace viewproof {

// What a range of case numbers found, for those who add ranges up:
//   {"fuzz":{"version":1,"program":..,"subject":{"name":..,"version":..},
//            "seed":..,"first":..,"cases":..,"digests":{..}}}
//   {"finding":{"key":..,"times":..,"number":..,"known":..,..}}
//   {"end":{"done":..,"counts":{..},"sha256":".."}}
// Its bytes depend on the versions and the numbers alone: no time, machine or
// path stands in it.

// Numbers [first, first + cases) of one seed; of a numbering without seeds, as
// a universe has, nullopt.
struct CaseRange {
  std::optional<uint64_t> seed;
  int64_t first = 0;
  int64_t cases = 0;

  friend auto operator<=>(const CaseRange&, const CaseRange&) = default;
};

// {"seed":..,"first":..,"cases":..}, the seed of none as null.
void AppendJson(const CaseRange& range, std::string& out);

struct RangeHeader {
  std::string program;
  std::string subject;  // Name and version as hello has them.
  std::string version;
  // Of what else a case and its judgement depend on, by name.
  std::map<std::string, std::string> digests = {};
  CaseRange range = {};

  // Whether ranges of both add up.
  bool IsOfOneCampaign(const RangeHeader& other) const;
};

// One bucket of findings: those with one key.
struct RangeFinding {
  std::string key;  // Such as "view stride".
  int64_t times = 1;
  int64_t number = 0;  // Of the first case.
  bool known = false;  // Is no news.
  // Whatever shows and replays the first case: name -> JSON.
  std::map<std::string, std::string> shown = {};
};

struct RangeReport {
  RangeHeader header;
  std::vector<RangeFinding> findings;  // By number, then key.
  int64_t done = 0;                    // The range was judged up to here.
  std::map<std::string, int64_t> counts = {};  // What the cases held.
};

// What a finding shows under that name. Throws BadInput if it shows nothing.
const std::string& ShownBy(const RangeFinding& finding,
                           const std::string& name);

// The report as text. Sorts its findings.
std::string RangeText(RangeReport report);

// The JSON Schemas of its lines.
std::vector<std::string> RangeSchemas();

// Writes RangeText aside and renames it. Throws BadInput naming the file.
void WriteRange(const std::string& path, const RangeReport& report);

// Throws BadInput naming file and line, also if the end is missing or is that
// of other lines.
RangeReport ReadRange(const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_RANGE_REPORT_H_
