#ifndef VIEWPROOF_CONFORMANCE_GEN_DEEP_H_
#define VIEWPROOF_CONFORMANCE_GEN_DEEP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/enumerate.h"

namespace viewproof {

// At most so many bytes has golden/deep.jsonl.
inline constexpr std::size_t kMaxDeepBytes = 1'000'000;

// Numbers of cases of a universe, the most telling first: round r holds the
// r-th case of each signature (signature.h), that of the rarest signature
// first. As many as `most` allows. `jobs` threads look at every case; `done` is
// called with how many were looked at since, by one thread at a time.
std::vector<int64_t> DeepList(
    const Universe& universe, std::size_t most, int64_t jobs,
    const std::function<void(int64_t)>& done = nullptr);

// golden/deep.jsonl: an object that names the universe, then a number a line,
// as many as kMaxDeepBytes allow.
std::string DeepText(const Universe& universe,
                     const std::vector<int64_t>& numbers);

// The numbers of such a text. Throws BadInput naming the line if it is of
// another universe, or has a number twice or one that is none.
std::vector<int64_t> ReadDeep(std::string_view text, const Universe& universe);

// Every case of a universe once, by places from 0: first those of a list, then
// the others, each far from the one before. A place is found by arithmetic, so
// that a run that was stopped goes on at the next one.
class DeepOrder {
 public:
  // Requires: `universe` outlives this; `listed` are numbers of it, each once.
  DeepOrder(const Universe& universe, std::vector<int64_t> listed);

  int64_t count() const { return universe_.count(); }
  int64_t listed() const { return static_cast<int64_t>(listed_.size()); }

  // The number of the case at a place. Requires: 0 <= place < count().
  int64_t NumberAt(int64_t place) const;

  // Overwrites `test` with that case, without an id.
  void At(int64_t place, Case& test) const {
    universe_.At(NumberAt(place), test);
  }

 private:
  const Universe& universe_;
  std::vector<int64_t> listed_;
  // Step k of a walk through all numbers meets stride * k modulo count().
  int64_t stride_ = 1;  // Prime to count().
  // For each step that meets a listed number, in order: how many before it do
  // not.
  std::vector<int64_t> passed_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_DEEP_H_
