#ifndef VIEWPROOF_CONFORMANCE_GEN_SEED_CHOOSER_H_
#define VIEWPROOF_CONFORMANCE_GEN_SEED_CHOOSER_H_

#include <cstdint>

#include "conformance/gen/chooser.h"

namespace viewproof {

// Picks for case `number` of `seed`: they depend on these two numbers and
// nothing else, so that any case can be drawn again by itself.
class SeedChooser : public Chooser {
 public:
  SeedChooser(uint64_t seed, uint64_t number)
      : state_(Mix(Mix(seed) ^ (number * kGamma))) {}

  int64_t Pick(int64_t lo, int64_t hi) override {
    state_ += kGamma;
    const uint64_t span =
        static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo) + 1;
    const uint64_t bits = Mix(state_);
    const uint64_t steps = span == 0 ? bits : bits % span;
    return static_cast<int64_t>(static_cast<uint64_t>(lo) + steps);
  }

 private:
  // SplitMix64 (Steele, Lea, Flood 2014).
  static constexpr uint64_t kGamma = 0x9e3779b97f4a7c15;
  static uint64_t Mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_SEED_CHOOSER_H_
