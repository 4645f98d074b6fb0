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
  kKnownFailure,  // Fails exactly as its line of known.jsonl says.
  kNotDemanded,   // Fails, but in waived facets, or in no demanded facet or
                  // profile.
  kSkipped,
};

// Why a known line did not fail.
enum class Unmet {
  kNoCase,       // The vectors have no such case.
  kNotRun,       // The vector is there, and was not run with this dtype.
  kNotDemanded,  // Its profile is no longer demanded.
  kSkipped,      // Hello does not admit the case.
  kWaived,       // It names a facet that its case waives: it never can fail so.
  kNoFacet,      // The case fails, but in no facet that is still demanded.
  kPasses,
};

struct UnmetLine {
  const KnownLine* line = nullptr;
  Unmet why = Unmet::kNoCase;
  Profile profile = Profile::kCore;  // Of kNotDemanded.
};

// Whether an update may drop the line: its case ran, and nothing that is
// demanded differs.
bool MayDrop(const UnmetLine& unmet);

// Compares the records of a run with a gate's demand and known failures.
class Standings {
 public:
  // Without a gate, everything that `hello` declares is demanded, and what a
  // report calls known is (a baseline fails it, too).
  Standings(const Gate* gate, const Hello& hello);
  explicit Standings(const Gate& gate);  // As its own [subject] declares.

  // Classifies the record and notes whether its known line was met.
  Standing Judge(const Record& record);

  // Classifies the record, and notes nothing.
  Standing Peek(const Record& record) const;

  // The step at which the case is known to die; nullopt: it is not.
  std::optional<int64_t> KnownDeath(const std::string& id, DType dtype) const;

  // The known line of the record's case, whether or not it fails so; or null.
  const KnownLine* LineOf(const Record& record) const;
  // The number of the [[known_failure]] that has a known failure, from 1; 0: it
  // is none, or of a report that calls it known.
  int64_t EntryOf(const Record& record, Standing standing) const;

  // Notes that there is such a vector, whether or not it was run.
  void Note(const Vector& vector);

  Facets demanded() const { return demanded_; }

  // Known lines whose case did not fail, in order.
  std::vector<UnmetLine> unmet() const;

 private:
  // Of one known line; no `why`: its case failed, thus or otherwise.
  struct State {
    std::optional<Unmet> why = Unmet::kNoCase;
    Profile profile = Profile::kCore;
  };

  // Whether the failure of this record is the one that the line accepts.
  bool IsKnown(const KnownLine& line, const Failure& failure,
               const Record& record) const;
  std::optional<std::size_t> Find(const std::string& id, DType dtype) const;
  std::optional<Unmet> WhyUnmet(const KnownLine& line, const Record& record,
                                Standing standing) const;

  const Gate* gate_;
  Facets demanded_;
  std::map<std::pair<std::string, DType>, std::size_t> by_case_;
  std::vector<State> states_;  // Of each known line.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_STANDING_H_
