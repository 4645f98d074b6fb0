#ifndef VIEWPROOF_CONFORMANCE_GATE_STANDING_H_
#define VIEWPROOF_CONFORMANCE_GATE_STANDING_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/judge/record.h"

namespace viewproof {

// How a record stands before a gate.
enum class Standing {
  kPassed,
  kNewFailure,
  kKnownFailure,  // A line of known.jsonl, met exactly.
  kNotDemanded,   // Fails, but in no demanded facet, or of another profile.
  kSkipped,
};

// Holds the records of a run to a gate's demand and known failures.
class Standings {
 public:
  // Without a gate, everything that `hello` declares is demanded.
  Standings(const Gate* gate, const Hello& hello);
  explicit Standings(const Gate& gate);  // As its own [subject] declares.

  // Where the record stands, and what became of the known line about it.
  Standing Judge(const Record& record);

  // The same without taking note of it.
  Standing Peek(const Record& record) const;

  Facets demanded() const { return demanded_; }

  // Known lines whose case does not fail now, in order; also those whose case
  // was not run at all.
  std::vector<const KnownLine*> Mended() const;

  // Lines left when those that do not fail now are dropped.
  std::vector<KnownLine> Remaining() const;

 private:
  enum class Met { kNo, kExactly, kOtherwise };

  const KnownLine* Find(const Record& record) const;

  const Gate* gate_;
  Facets demanded_;
  std::map<std::pair<std::string, DType>, std::size_t> by_case_;
  std::vector<Met> met_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_STANDING_H_
