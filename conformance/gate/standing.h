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

// How a gate counts a record.
enum class Standing {
  kPassed,
  kNewFailure,
  kKnownFailure,  // Fails exactly as its line of known.jsonl says.
  kNotDemanded,   // Fails, but in waived facets, or in no demanded facet or
                  // profile.
  kSkipped,
};

// Compares the records of a run with a gate's demand and known failures.
class Standings {
 public:
  // Without a gate, everything that `hello` declares is demanded.
  Standings(const Gate* gate, const Hello& hello);
  explicit Standings(const Gate& gate);  // As its own [subject] declares.

  // Classifies the record and notes whether its known line was met.
  Standing Judge(const Record& record);

  // Classifies the record, and notes nothing.
  Standing Peek(const Record& record) const;

  // The step at which the case is known to die; nullopt: it is not.
  std::optional<int64_t> KnownDeath(const std::string& id, DType dtype) const;

  Facets demanded() const { return demanded_; }

  // Known lines whose case did not fail, in order; also those whose case was
  // not run, and those that name a facet that it waives.
  std::vector<const KnownLine*> Mended() const;

  // How many of these name a facet that their case waives: they can never be
  // met.
  std::size_t waived() const { return waived_; }

  // The known lines without those of Mended().
  std::vector<KnownLine> Remaining() const;

 private:
  enum class Met { kNo, kExactly, kOtherwise };

  const KnownLine* Find(const std::string& id, DType dtype) const;

  const Gate* gate_;
  Facets demanded_;
  std::map<std::pair<std::string, DType>, std::size_t> by_case_;
  std::vector<Met> met_;
  std::size_t waived_ = 0;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_STANDING_H_
