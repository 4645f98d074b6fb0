#ifndef VIEWPROOF_CONFORMANCE_GEN_CHOOSER_H_
#define VIEWPROOF_CONFORMANCE_GEN_CHOOSER_H_

#include <cstdint>

namespace viewproof {

// The only source of randomness. One generator of cases is written against it
// and driven three ways: by RapidCheck, by a fuzzer's bytes, by a seed.
class Chooser {
 public:
  virtual ~Chooser() = default;

  // A number in [lo, hi]; lo is the simplest. Requires: lo <= hi.
  virtual int64_t Pick(int64_t lo, int64_t hi) = 0;

  // True with chance n / of; false is the simplest.
  bool Chance(int64_t n, int64_t of) { return Pick(0, of - 1) >= of - n; }

  // One of `list`; the first is the simplest. Requires: it is not empty.
  template <typename List>
  const auto& OneOf(const List& list) {
    return list[Pick(0, static_cast<int64_t>(list.size()) - 1)];
  }
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_CHOOSER_H_
