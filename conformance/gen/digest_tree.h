#ifndef VIEWPROOF_CONFORMANCE_GEN_DIGEST_TREE_H_
#define VIEWPROOF_CONFORMANCE_GEN_DIGEST_TREE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/gen/enumerate.h"

namespace viewproof {

// A universe is cut into leaves of cases_of_leaf() cases (the last one may be
// shorter), and so many leaves make a branch (the same).
inline constexpr int64_t kLeavesOfBranch = 64;

// XXH3 over bounds, calls and starts: equal if all numbers name equal cases.
uint64_t DigestOf(const Universe& universe);

// Returns how many leaves the first `cases` cases of a universe make.
int64_t LeafCount(const Universe& universe, int64_t cases);

// Returns how many leaves a universe has.
int64_t LeafCount(const Universe& universe);

// XXH3 over what the reference answers to the cases of a leaf (outline.h).
uint64_t LeafDigest(const Universe& universe, int64_t leaf);

// The digests of leaves [from, to), computed by `jobs` threads. `done` is
// called after each leaf, by one thread at a time.
std::vector<uint64_t> LeafDigests(const Universe& universe, int64_t from,
                                  int64_t to, int64_t jobs,
                                  const std::function<void()>& done = nullptr);

// golden/enumeration.json: version, count, bounds and calls of each op, then
// the root over the branches, and each branch with its leaves. A branch's
// digest is XXH3 over those of its leaves as little-endian bytes, and so is the
// root's over the branches'.
std::string EnumerationText(const Universe& universe,
                            const std::vector<uint64_t>& leaves);

// The leaves of such a text. Throws BadInput if it is of another universe or
// version, or if its digests do not match its leaves.
std::vector<uint64_t> ReadEnumeration(std::string_view text,
                                      const Universe& universe);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_DIGEST_TREE_H_
