#ifndef VIEWPROOF_FUZZ_CAMPAIGN_H_
#define VIEWPROOF_FUZZ_CAMPAIGN_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/report/range_report.h"

namespace viewproof {

// What the ranges of a campaign found together.
struct Campaign {
  // Findings of one key.
  struct Bucket {
    RangeFinding finding;  // The first: by its seed, then its number.
    std::optional<uint64_t> seed;
    int64_t times = 0;  // In all ranges.
  };

  RangeHeader header;               // Of every range; its own range is empty.
  std::vector<CaseRange> plan;      // By seed, then number.
  std::vector<Bucket> buckets;      // By the place of the first, then key.
  std::vector<CaseRange> holes;     // Of the plan: judged by no range.
  std::vector<CaseRange> overlaps;  // Judged by more than one.
  int64_t ranges = 0;
  int64_t done = 0;  // Cases that the ranges judged, together.
  std::map<std::string, int64_t> counts;  // Added up.
};

// "SEED:FIRST:CASES", where "-" is the seed of a numbering without seeds.
// Throws BadInput.
CaseRange ParseRange(const std::string& text);

// Adds up the reports at these paths, in whatever order. Throws BadInput naming
// the report that is damaged, of another campaign than the first, or outside of
// the plan, whose ranges must not overlap.
Campaign MergeRanges(std::vector<CaseRange> plan,
                     const std::vector<std::string>& paths);

// The campaign as JSON lines: a function of what was judged, not of how it was
// cut into ranges nor of where these ran.
//   {"campaign":{"version":1,"program":..,"subject":{..},"digests":{..},
//                "plan":[{"seed":..,"first":..,"cases":..},..]}}
//   {"finding":{"seed":..,"key":..,"times":..,"number":..,..}}
//   {"known":{..}}       of the same form: is no news
//   {"hole":{"seed":..,"first":..,"cases":..}}
//   {"overlap":{..}}     of the same form
//   {"end":{"done":..,"findings":..,"known":..,"holes":..,"overlaps":..,
//           "counts":{..},"sha256":".."}}
std::string CampaignText(const Campaign& campaign);

// What such a text says for people: its findings, holes and overlaps as they
// stand there, then a line that counts them.
struct CampaignVerdict {
  bool is_clean = false;  // No news, no hole, no overlap.
  std::string summary;
};

// Throws BadInput if the text was changed or cut off.
CampaignVerdict JudgeCampaign(std::string_view text);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_CAMPAIGN_H_
