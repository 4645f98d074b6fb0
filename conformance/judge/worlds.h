#ifndef VIEWPROOF_CONFORMANCE_JUDGE_WORLDS_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_WORLDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/subjects/world_reference.h"

namespace viewproof {

// PyTorch leaves open whether some steps view or copy; a library may say that
// an op of its own always copies, or that a write makes a new tensor. A world
// is one lawful way in which a case comes out: one list of outcomes.

// Says how an outcome differs from PyTorch's.
struct WorldName {
  bool chose_copy = false;  // "or": a step copied that was free to view.
  bool copied = false;      // "copies": a step copied, as hello says.
  bool rebound = false;     // "rebind": a write replaced a tensor.
  bool operator==(const WorldName&) const = default;
};

// The words above joined by '+'; "expect" if there is none.
std::string Name(WorldName world);
std::optional<WorldName> FindWorldName(std::string_view name);

struct World {
  WorldName name;
  Choices choices;
  std::vector<Outcome> outcomes;
  // The chain of the case with a literal in place of each tensor that an index
  // names (index_facts.h); empty: no index names one.
  std::vector<Step> plain;
};

inline constexpr std::size_t kMaxWorlds = 16;

// Says why the worlds of a case are not given.
enum class NoWorlds {
  kTooMany,  // More than kMaxWorlds, or a copy that is too large.
  kWrites,   // A step fails if writes rebind, and not if they are in place, or
             // the reverse.
};

// Finds the worlds of cases.
class Worlds {
 public:
  explicit Worlds(Ways ways);

  // Returns whether a step of the case may come out otherwise than with plain
  // Ways.
  bool AreOther(const Case& test) const;

  // Overwrites `worlds`: depth first, step by step, the first option first; of
  // equal outcomes the first. Says why if they cannot be given.
  std::optional<NoWorlds> Find(const Case& test, std::vector<World>& worlds);

  // Appends a `read` of each tensor that a write replaced and that nothing
  // reads later, in the order of the writes: else nothing would show a write
  // that is lost. False if there is none.
  bool AddWitnessReads(Case& test);

  // Returns whether a library whose views are all copies would show another
  // shape, value, result or error than this world.
  bool NeedsViews(const Case& test, const World& world);

  void set_may_copy(bool may_copy);

 private:
  bool IsParted(const Case& test, const Choices& choices);

  Ways ways_;
  Ways in_place_ways_;                // The same, but writes are in place.
  std::optional<Ways> copying_ways_;  // The same, but every view is a copy.
  WorldReference reference_;
  Course course_;
  Course in_place_;
};

// Returns whether a write of the case leaves a value unspecified in this world
// (spec: write.u1).
bool IsUnspecified(const Case& test, const World& world);

// The ways of a library, by its hello.
Ways WaysOf(const Hello& hello);

// The numbers (from 1) of the steps that gave a view but may also copy.
std::vector<int64_t> FreeViews(const std::vector<Step>& chain,
                               const std::vector<Outcome>& outcomes);

// The second world of a case with one view-or-copy step, for a library without
// ways of its own; nullopt if there is no such step. Throws BadInput if there
// are more.
std::optional<World> OtherWorld(const Case& test);

// Its outcomes; empty: none.
std::vector<Outcome> OtherOutcomes(const Case& test);

// The flag of a vector whose one view-or-copy step must be a view (reshape.r3).
inline constexpr std::string_view kSharesWhenViewable = "SharesWhenViewable";

// The outcomes of the second world of a vector; empty if it has the flag
// kSharesWhenViewable. Throws BadInput if it has the flag and no such step.
std::vector<Outcome> OtherWorld(const Vector& vector);

// Worlds::NeedsViews of PyTorch's world.
bool NeedsViews(const Case& test, const std::vector<Outcome>& expect);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_WORLDS_H_
