#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_TRIAL_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_TRIAL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/diagnose/evidence.h"
#include "conformance/diagnose/suspects.h"
#include "conformance/judge/compare.h"

namespace viewproof {

// Calls its argument with each case of the run, in each dtype.
using VisitVectors = std::function<void(const std::function<void(Vector&)>&)>;

// Says what a case says of a bug that shows in it. Closed.
enum class Says {
  kNothing,  // Something differed before, or what comes out is not told.
  kSo,       // The subject failed so.
  kNotSo,    // It passed, died there or failed otherwise.
};

// Holds what cases say of one bug in one kernel.
struct Sighting {
  // The failures that are as with the bug, by number, with the conditions under
  // which it shows in them.
  std::vector<std::pair<std::size_t, ConditionSet>> hits;
  ConditionSet fits = ~ConditionSet();  // No case speaks against these.
  bool strides = false;                 // A hit has wrong strides.
};

using Suspect = std::pair<std::string, std::size_t>;  // Kernel and bug.

// Holds known bugs against what a subject showed.
class Trial {
 public:
  Trial(const Evidence& evidence, const Hello& hello, Facets demanded,
        const VisitVectors& visit);

  // Looks at all: first for the bugs that are like some failure of each cause,
  // then at every case that was run and in which such a bug shows, however
  // large.
  void Run();

  const std::map<Suspect, Sighting>& sightings() const { return sightings_; }

  // Lists them by number.
  const std::vector<const Evidence::FailedRecord*>& failed() const {
    return failed_;
  }

  // A bug of some kernels under a condition.
  struct BugClaim {
    std::size_t bug = 0;
    std::size_t condition = 0;
    std::vector<std::string> kernels;
    bool operator==(const BugClaim&) const = default;
  };

  // For each, how many cases pass in which the bug would show if its condition
  // always held.
  std::vector<int64_t> PassWithout(const std::vector<BugClaim>& claims);

 private:
  // Returns what the case says of the bug in these steps. Requires:
  // Suspects::CanShow.
  Says Ask(const Vector& vector, std::size_t bug, const StepsOf& of,
           const Evidence::FailedRecord* failed);
  void FindSuspects();
  void Confront(const Vector& vector);
  void Sample(const Vector& vector, const Evidence::FailedRecord& failed);
  const Evidence::FailedRecord* Find(const std::string& key) const;

  const Evidence& evidence_;
  const Facets demanded_;
  Comparator comparator_;
  const VisitVectors& visit_;
  Suspects known_;
  // Numbers of failures.
  std::map<std::string, std::size_t, std::less<>> numbers_;
  std::vector<const Evidence::FailedRecord*> failed_;
  std::map<Suspect, Sighting> sightings_;
  Reply reply_;
  Judgement judgement_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_TRIAL_H_
