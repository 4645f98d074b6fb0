#ifndef VIEWPROOF_FUZZ_HUNT_TESTING_H_
#define VIEWPROOF_FUZZ_HUNT_TESTING_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/process/in_process.h"
#include "fuzz/hunt/chains.h"
#include "fuzz/hunt/hunt.h"

namespace viewproof {

inline ChainOptions Seeded(uint64_t seed, std::vector<std::string> ops = {}) {
  ChainOptions options;
  options.seed = seed;
  options.ops = std::move(ops);
  return options;
}

// Returns what a hunt of the first cases of seed 1 finds in the subject.
inline std::vector<Finding> FindingsOf(Subject& subject, int64_t cases) {
  const auto executor = MakeInProcess(subject);
  const std::atomic<bool> stop = false;
  HuntOptions options;
  options.cases = cases;
  Chains chains(executor->hello(), nullptr, Seeded(1));
  Hunt hunt(*executor, chains, nullptr, {}, options, stop);
  hunt.Draw([](std::string_view) {});
  hunt.Examine();
  return hunt.findings();
}

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_TESTING_H_
