#ifndef VIEWPROOF_CONFORMANCE_JUDGE_PLAN_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_PLAN_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/worlds.h"

namespace viewproof {

// Says why a vector is not run on a subject: the first reason that holds.
// Closed.
enum class SkipReason {
  kOp,       // It has an op that the subject does not declare.
  kDType,    // A dtype that the subject lacks or that cannot hold the values.
  kRank,     // More dimensions than the subject's max_rank.
  kWideInt,  // Numbers beyond those that get through.
  kViews,    // Only a library whose views share storage can pass it.
  kAfterError,  // A step after an error.
  kIndexRange,  // A number of an index tensor is out of range (index.e9).
  kErrorKind,   // Only a library that shows kinds of errors can pass it.
  // A form that the subject does not know, by its own name (case_form.h).
  kDigest,
  kData,
  kNumbers,
  kIndexTensors,
  kManyOutputs,
  kBorrowed,  // Nothing of the library is asked; or a borrowed op went wrong.
  kWrites,    // A step fails in one write mode and not in the other.
  kValues,    // It ends in `read`, and the subject shows no values.
  kWorlds,    // Its lawful outcomes cannot be given (worlds.h).
  kLeftOut,   // A reply says that it needs what hello's left_out names.
};

std::string_view Name(SkipReason reason);
std::optional<SkipReason> FindSkipReason(std::string_view name);

using SkipCounts = std::map<SkipReason, int64_t>;

// A vector as a subject is asked it. No worlds: the vector's own.
struct PlannedVector {
  Vector vector;
  std::vector<World> worlds;
};

// Says of each vector whether it is run on a subject, and with which worlds.
class Planner {
 public:
  // `hello` is kept.
  explicit Planner(const Hello& hello);

  // Returns why the vector is not run; nullopt if it is. Overwrites `worlds`:
  // empty if the vector's own stand. Adds the witness reads to the vector's
  // chain.
  std::optional<SkipReason> Plan(Vector& vector, std::vector<World>& worlds);
  // Returns whether the vector is run; counts those that are not. Leaves it as
  // it was.
  bool Runs(Vector& vector);
  // The vectors that Runs() was asked about and that are not run.
  const SkipCounts& skipped() const { return skipped_; }

 private:
  std::optional<SkipReason> ReasonToSkip(const Vector& vector,
                                         const std::vector<World>& worlds);
  bool AsksOnlyBorrowed(const Vector& vector,
                        const std::vector<World>& worlds) const;

  const Hello& hello_;
  Worlds finder_;
  SkipCounts skipped_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_PLAN_H_
