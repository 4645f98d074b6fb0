// The reference's answers to every case of one step are the pinned ones.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "conformance/gen/digest_tree.h"
#include "conformance/laws/pinned.h"

namespace viewproof {
namespace one_step_test {

TEST(OneStep, EveryCaseIsAsPinned) {
  const Universe& universe = Universe::Pinned();
  const int64_t leaves = LeafCount(universe, universe.parts()[0].count);
  ASSERT_LE(leaves, std::ssize(PinnedLeaves()));
  const std::vector<uint64_t> found = LeafDigests(
      universe, 0, leaves, std::max(1U, std::thread::hardware_concurrency()));
  const auto first =
      std::mismatch(found.begin(), found.end(), PinnedLeaves().begin()).first;
  if (first != found.end()) FAIL() << Locate(first - found.begin());
}

}  // namespace one_step_test
}  // namespace viewproof
