#ifndef VIEWPROOF_TOOLS_DOCS_ANSWER_H_
#define VIEWPROOF_TOOLS_DOCS_ANSWER_H_

#include <cstdint>
#include <span>
#include <vector>

namespace viewproof {

// Answers what the page "why is my view refused" asks of the reference, in
// numbers alone, so that it can be asked in WebAssembly too.
//
//   numbers  rank, sizes, strides, offset, how many sizes are asked for, these
//
// It appends these, each list after its length:
//
//   1, sizes, strides, offset     it is a view;
//   0, the row in kErrorRows      it is refused.
//   Then, of a tensor that can be drawn, whether it is contiguous (0 or 1),
//   and its element's addresses in row-major order, kMostAddresses at most.
//   Then, of one that view.e5 refuses, by conformance/picture/jumps:
//   the sizes of the largest view; and of the first new dimension whose jump
//   is not constant: the dimension, first jump's elements and cells, and those
//   of the one that is another (from, to, from's cell, to's cell of each).
//
// -1 alone: the tensor is none: a negative size, more elements than int64
// counts, or an address beyond it.
void Answer(std::span<const int64_t> numbers, std::vector<int64_t>& answer);

inline constexpr int64_t kMostAddresses = 256;

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_DOCS_ANSWER_H_
