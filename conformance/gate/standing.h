#ifndef VIEWPROOF_CONFORMANCE_GATE_STANDING_H_
#define VIEWPROOF_CONFORMANCE_GATE_STANDING_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/judge/record.h"

namespace viewproof {

// How a gate counts a record.
enum class Standing {
  kPassed,
  kNewFailure,
  kKnownFailure,  // Fails exactly as the lock says.
  kNotDemanded,   // Fails, but in waived facets, or in no demanded facet or
                  // profile.
  kSkipped,
};

// Why a known case did not fail.
enum class Unmet {
  kNoCase,       // The vectors have no such case.
  kNotRun,       // The vector is there, and was not run with this dtype.
  kNotDemanded,  // Its profile is no longer demanded.
  kSkipped,      // Hello does not admit the case.
  kWaived,       // It names a facet that its case waives: it never can fail so.
  kNoFacet,      // The case fails, but in no facet that is still demanded.
  kPasses,
};

struct UnmetCase {
  const KnownCase* known = nullptr;
  Unmet why = Unmet::kNoCase;
  Profile profile = Profile::kCore;  // kNotDemanded has it.
};

// Compares the records of a run with a gate's demand and known failures.
class Standings {
 public:
  // Without a gate, everything that `hello` declares is demanded, and what a
  // report calls known is (a baseline fails it, too).
  Standings(const Gate* gate, const Hello& hello);
  explicit Standings(const Gate& gate);  // As its pinned hello declares.

  // Classifies the record and notes whether its known case was met.
  Standing Judge(const Record& record);

  // Classifies the record, and notes nothing.
  Standing Peek(const Record& record) const;

  // The step at which the case is known to die; nullopt: it is not.
  std::optional<int64_t> KnownDeath(const std::string& id, DType dtype) const;

  // The known case of the record, whether or not it fails so; or null.
  const KnownCase* CaseOf(const Record& record) const;
  // The number of the [[known_failure]] that has a known failure, from 1; 0: it
  // is none, or of a report that calls it known.
  int64_t EntryOf(const Record& record, Standing standing) const;

  // Notes that there is such a vector, whether or not it was run.
  void Note(const Vector& vector);

  Facets demanded() const { return demanded_; }

  // Known cases that did not fail, in order.
  std::vector<UnmetCase> unmet() const;

 private:
  // The state of one known case; no `why`: it failed, thus or otherwise.
  struct State {
    std::optional<Unmet> why = Unmet::kNoCase;
    Profile profile = Profile::kCore;
  };

  // Returns whether the failure of this record is the known one.
  bool IsKnown(const KnownCase& known, const Failure& failure,
               const Record& record) const;
  std::optional<std::size_t> Find(const std::string& id, DType dtype) const;
  std::optional<Unmet> WhyUnmet(const KnownCase& known, const Record& record,
                                Standing standing) const;

  const Gate* gate_;
  Facets demanded_;
  std::map<std::pair<std::string, DType>, std::size_t> by_case_;
  std::vector<State> states_;  // One for each known case.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_STANDING_H_
