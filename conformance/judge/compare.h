#ifndef VIEWPROOF_CONFORMANCE_JUDGE_COMPARE_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_COMPARE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"
#include "conformance/judge/difference.h"
#include "conformance/judge/worlds.h"

namespace viewproof {

// Returns what goes wrong by the effect of the table (Effects(),
// subjects/mutants.h) that gives the wrong digest if one step up to that of the
// difference has it: "in clone: a copy holds zeros". The last step comes first.
// Empty: no effect does, or no digests differ. Runs the case once per step and
// effect: for what is shown to a person, not for every failure.
std::string EffectOfDigest(const Case& test, const Difference& difference);

struct Judgement {
  std::vector<Difference> differences;  // At most one per facet, by facet.
  // The world that the reply was compared with, and its outcomes: those of the
  // arguments of Compare.
  WorldName world;
  const std::vector<Outcome>* expect = nullptr;
};

// Returns whether numbers differ by at most this part of the greatest of those
// that are expected.
bool AreNear(const Values& expected, const Values& actual, double distance);

// Maps the storage numbers of the expectation to those of a reply.
class StorageMap {
 public:
  enum class Match { kSame, kNew, kCopied, kShared };

  // Forgets everything but that 0 is the base's storage.
  void Reset() { pairs_.assign(1, {0, 0}); }

  // Returns whether `actual` is the storage that `expected` maps to; adds the
  // pair if neither was seen before (kNew).
  Match Compare(int64_t expected, int64_t actual);

  // Returns whether the reply has shown this storage.
  bool HasShown(int64_t actual) const;

 private:
  std::vector<std::pair<int64_t, int64_t>> pairs_;
};

// Holds replies of one subject to vectors. Allocates nothing while they agree.
class Comparator {
 public:
  // Compares the facets that `hello` declares, up to the first difference in a
  // demanded facet (shape is always demanded).
  Comparator(const Hello& hello, Facets demanded);

  // Returns whether a reply has no difference from what is expected in its own
  // world.
  bool Agrees(const std::vector<Outcome>& expect, const Reply& reply);

  // Overwrites `judgement`. If a reply has fewer steps than the vector (its
  // subject died), only these are compared. The facets of `waived` are compared
  // but not demanded of this vector. The worlds are those of the subject
  // (Worlds::Find); none: the vector's own. Of several, that world is kept
  // whose first demanded difference comes last; of these, the one with fewest
  // differences; of these, the first.
  void Compare(const Vector& vector, const Reply& reply, Judgement& judgement,
               const std::vector<Facet>& waived = {},
               const std::vector<World>& worlds = {});

 private:
  void CompareWorld(const std::vector<Outcome>& expect, const Reply& reply);
  bool IsNearer(const std::vector<Difference>& others) const;
  bool CompareShape(const Outcome& expected, const Outcome& actual);
  bool CompareOutputShapes(const std::vector<Output>& expected,
                           const std::vector<Output>& actual);
  void CompareOutput(const Output& expected, const Output& actual);
  bool ValuesAgree(const std::optional<Values>& expected,
                   const std::optional<Values>& actual) const;
  void CompareValues(const Output& expected, const Output& actual,
                     bool is_view);
  void CompareStrides(const Output& expected, const Output& actual);
  bool CompareAlias(const Output& expected, const Output& actual, bool empty);
  void CompareExact(const Output& expected, const Output& actual, bool empty);
  bool Judges(Facet facet) const;
  Difference& Add(Facet facet, DifferenceKind kind, std::string_view field);
  void AlsoDiffer(Facet facet, std::string_view field);
  template <typename T>
  void Differ(Facet facet, DifferenceKind kind, std::string_view field,
              const T& expected, const T& actual);
  bool MustStop() const;
  int64_t FirstDemanded(const std::vector<Difference>& differences) const;

  Facets declared_;
  Facets demanded_;
  Facets due_;  // Demanded of this vector; shape, after which nothing follows.
  bool contiguous_declared_ = false;
  bool signed_zero_ = false;
  bool observes_every_ = true;
  Ways ways_;
  std::optional<double> distance_;  // The vector that is compared has it.
  int64_t step_ = 0;
  int64_t output_ = 0;
  uint32_t differing_ = 0;  // Bit per facet that has differed.
  StorageMap alias_;        // The storages of tensors that have elements.
  StorageMap storages_;     // The storages of all tensors.
  std::vector<Difference> differences_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_COMPARE_H_
