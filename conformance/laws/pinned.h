#ifndef VIEWPROOF_CONFORMANCE_LAWS_PINNED_H_
#define VIEWPROOF_CONFORMANCE_LAWS_PINNED_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/laws/enumeration.h"

namespace viewproof {

// The digests of the leaves that golden/enumeration.json pins.
const std::vector<uint64_t>& PinnedLeaves();

// For people: a case in which reference and model differ.
std::string Describe(const Disagreement& found);

// What is wrong with a leaf whose digest is not the pinned one.
std::string Locate(int64_t leaf);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_PINNED_H_
