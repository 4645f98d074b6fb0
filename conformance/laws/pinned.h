#ifndef VIEWPROOF_CONFORMANCE_LAWS_PINNED_H_
#define VIEWPROOF_CONFORMANCE_LAWS_PINNED_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/gen/enumerate.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// The digests of the leaves that golden/enumeration.json pins.
const std::vector<uint64_t>& PinnedLeaves();

// For people: the first of the pinned cases [from, to) in which a witness
// differs from the reference; empty: it does in none.
std::string FirstDifference(Subject& witness, int64_t from, int64_t to);

// Returns what is wrong with a leaf whose digest is not the pinned one.
std::string Locate(int64_t leaf);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_PINNED_H_
