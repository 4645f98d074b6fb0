#ifndef VIEWPROOF_CONFORMANCE_GEN_RANGES_H_
#define VIEWPROOF_CONFORMANCE_GEN_RANGES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// Says how far an enumeration goes. Bases are float32. An argument's values
// follow from its type and from nothing before it, so that cases can be counted
// without running them; most of them are therefore invalid.
struct Bounds {
  int64_t steps;     // A chain has so many, after those that set it up.
  int64_t max_rank;  // A base has no higher one.
  int64_t max_size;  // A base's dimensions are no larger.

  Ints dims;      // kDim takes these, and so do the entries of kDims.
  Ints numbers;   // kInt takes these, and so do kOptionalInt beside null and,
                  // from -1 on, the entries of kInts.
  Ints sizes;     // The entries of kSizes are these.
  Ints inferred;  // The entries of kSizesInfer are these and, from 0 on, the
                  // sizes of a literal.

  // Lists are as long as both allow: at most `max_length` entries, and at most
  // `max_calls` ways to call the op.
  int64_t max_length;
  int64_t max_calls;

  std::vector<Ints> more_bases = {};  // Sizes, beyond max_rank.

  // Steps before these, which the reference accepts: one chain of so many for
  // each operand that they make (starts.h). Lists in them are this long.
  int64_t setup = 0;
  int64_t setup_length = 0;
  int64_t min_size = 0;  // A base's dimensions are no smaller.
};

// Every value that an argument takes, each once.
using ArgRange = std::vector<Arg>;

// Returns the range of a parameter of this type, lists being at most `length`
// long. Empty where none is stated: an op with such a parameter is in no
// enumeration.
ArgRange RangeOf(ArgType type, const Bounds& bounds, int64_t length);

// Every way to call every op that an enumeration holds: the core ops, but not
// one that only observes, as it shows no geometry. Calls are numbered from 0.
class Calls {
 public:
  struct Row {
    const Op* op = nullptr;
    std::vector<ArgRange> ranges;  // One per parameter.
    int64_t first = 0;             // The number of the first call.
    int64_t count = 0;
  };

  explicit Calls(const Bounds& bounds);

  int64_t count() const { return count_; }
  const std::vector<Row>& rows() const { return rows_; }

  // The op that call `number` calls. Requires: 0 <= number < count().
  const Row& RowOf(int64_t number) const;

  // For each parameter, which value of its range call `number` of `row` takes.
  std::vector<std::size_t> DigitsOf(const Row& row, int64_t number) const;

  // Overwrites `step` with call `number`.
  void At(int64_t number, Step& step) const;
  Step At(int64_t number) const {
    Step step;
    At(number, step);
    return step;
  }

  // The number of that call; nullopt if it is not one of these.
  std::optional<int64_t> NumberOf(const Step& step) const;

 private:
  std::vector<Row> rows_;
  int64_t count_ = 0;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_RANGES_H_
