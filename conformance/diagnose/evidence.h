#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_EVIDENCE_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_EVIDENCE_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "conformance/judge/answers.h"
#include "conformance/judge/record.h"

namespace viewproof {

// A difference in a demanded facet, without its words.
struct Sign {
  Facet facet = Facet::kShape;
  int64_t step = 0;
  int64_t output = 0;
  std::size_t what = 0;  // Hash of what was answered instead.
  bool operator==(const Sign&) const = default;
};

// Says how a case failed.
struct Outward {
  std::vector<Sign> signs;  // They are in the order of the facets.
  // The first step at which anything differs, demanded or not.
  int64_t first = std::numeric_limits<int64_t>::max();
  // The kind of an error where none was due, "" if none is told. It is not part
  // of the sign.
  std::optional<std::string> refusal;
  bool strides = false;         // Some strides differ, demanded or not.
  std::set<int64_t> blamed;     // Steps at fault.
  std::optional<int64_t> died;  // It died at this step; 0: not known at which.

  int64_t step() const {
    return signs.empty() ? std::numeric_limits<int64_t>::max()
                         : signs.front().step;
  }
};

// `answers`: of the steps that the differences name.
Outward OutwardOf(const std::vector<Difference>& differences,
                  const std::vector<StepAnswer>& answers, Facets demanded);

// Holds what a run showed of a subject, as far as a diagnosis needs it: in
// memory that hardly grows with the run.
class Evidence {
 public:
  static constexpr std::size_t kMostFailures = 20000;
  static constexpr std::size_t kMostPasses = 200000;

  struct FailedRecord {
    Outward outward;
    DType dtype = DType::kFloat32;
    std::string cause;
  };

  // Returns what a case is called here: a vector may be run in other dtypes
  // too.
  static std::string KeyOf(std::string_view id, DType dtype);

  // Adds an executed case. `demanded` is that of the run; `cause` says what
  // failures of one cause have in common.
  void Add(const Record& record, Facets demanded, std::string cause = {});

  // Also those that are not in `failed`: beyond kMostFailures the cases are
  // kept whose keys have the smallest hashes, and one of which a facet is not
  // demanded says nothing of a bug.
  int64_t failures() const { return failures_; }
  const std::map<std::string, int64_t>& by_cause() const { return by_cause_; }
  const std::map<std::string, FailedRecord, std::less<>>& failed() const {
    return failed_;
  }
  bool Passed(std::string_view key) const;

 private:
  int64_t failures_ = 0;
  std::map<std::string, int64_t> by_cause_;
  std::map<std::string, FailedRecord, std::less<>> failed_;
  // Numbers of failed_ by their hash.
  std::map<std::size_t, std::string> by_hash_;
  std::unordered_set<std::size_t> passed_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_EVIDENCE_H_
