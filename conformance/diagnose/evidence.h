#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_EVIDENCE_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_EVIDENCE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "conformance/judge/record.h"

namespace viewproof {

// What a run showed of a subject, as far as a diagnosis needs it: in memory
// that does not grow with the run.
class Evidence {
 public:
  static constexpr std::size_t kMostFailures = 4000;
  static constexpr std::size_t kMostPasses = 100000;

  // A failing case: what differs, at most once a facet.
  struct Failed {
    std::vector<Difference> differences;
    bool died = false;
  };

  // What a case is called here: a vector may be run in other dtypes too.
  static std::string KeyOf(std::string_view id, DType dtype);

  // Of executed cases. `demanded` as of the run.
  void Add(const Record& record, Facets demanded);

  // By KeyOf. Of more than kMostFailures, those are kept whose keys have the
  // smallest hashes.
  int64_t failures() const { return failures_; }
  const std::map<std::string, Failed, std::less<>>& failed() const {
    return failed_;
  }
  bool Passed(std::string_view key) const;

 private:
  int64_t failures_ = 0;
  std::map<std::string, Failed, std::less<>> failed_;
  std::map<std::size_t, std::string> by_hash_;  // Of failed_.
  std::unordered_set<std::size_t> passed_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_EVIDENCE_H_
