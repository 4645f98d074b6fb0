#ifndef VIEWPROOF_CONFORMANCE_GOLDEN_FILE_TESTING_H_
#define VIEWPROOF_CONFORMANCE_GOLDEN_FILE_TESTING_H_

#include <ctime>

#include "conformance/golden_file/golden.h"

// Measures for tests that bound their cost.
namespace viewproof {

// Seconds of the processor that this process has taken: other work beside it
// does not count.
inline double CpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// The yardstick of such a bound: what this machine takes to read golden/ once.
inline double CpuSecondsOfGolden() {
  const double begin = CpuSeconds();
  ForEachVector(OpenGolden("golden"), [](const Vector&) {});
  return CpuSeconds() - begin;
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GOLDEN_FILE_TESTING_H_
