#include "conformance/picture/jumps.h"

#include <algorithm>
#include <cstddef>

namespace viewproof {
namespace {

constexpr Wide kMaxWalked = 1 << 12;

Jump JumpBetween(const Geometry& operand, Wide from, Wide to) {
  return {from, to, CellOf(operand, from), CellOf(operand, to)};
}

// The numbers of elements from which a jump of `place` may be another one: all
// if they are few, else those near which a dimension of the operand begins
// anew.
std::vector<Wide> Candidates(const Geometry& operand, Wide place) {
  const Wide count = CountOf(operand.sizes);
  std::vector<Wide> numbers;
  for (Wide k = 0; k < std::min(count, kMaxWalked); ++k) numbers.push_back(k);
  if (count <= kMaxWalked) return numbers;
  Wide below = 1;
  for (std::size_t d = operand.sizes.size(); d-- > 0;) {
    below *= operand.sizes[d];
    const Wide near = below - place % below;
    for (Wide multiple = 0; multiple < 4; ++multiple) {
      numbers.push_back(near + multiple * below);
      numbers.push_back(below * (multiple + 1) - place);
      numbers.push_back(multiple * below);
    }
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace

std::vector<NeededJump> NeededJumps(const Geometry& operand,
                                    const Ints& sizes) {
  std::vector<NeededJump> jumps;
  const Wide count = CountOf(operand.sizes);
  Wide place = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] > 1) {
      NeededJump& jump = jumps.emplace_back();
      jump.dim = d;
      jump.first = JumpBetween(operand, 0, place);
      for (const Wide from : Candidates(operand, place)) {
        if (from < 0 || from + place >= count) continue;
        if (from / place % sizes[d] == sizes[d] - 1) continue;  // Its last.
        const Jump next = JumpBetween(operand, from, from + place);
        if (next.length() == jump.first.length()) continue;
        jump.breaks = next;
        break;
      }
    }
    place *= sizes[d];
  }
  std::reverse(jumps.begin(), jumps.end());
  return jumps;
}

LargestView LargestViewOf(const Geometry& operand) {
  LargestView merge;
  std::optional<std::size_t> right;
  for (std::size_t d = operand.sizes.size(); d-- > 0;) {
    if (operand.sizes[d] == 1) continue;
    if (right) {
      const Wide needed = Wide{operand.sizes[*right]} * operand.strides[*right];
      if (operand.strides[d] == needed) {
        merge.sizes.back() *= operand.sizes[d];
        right = d;
        continue;
      }
      merge.borders.push_back({d, *right, operand.strides[d], needed});
    }
    merge.sizes.push_back(operand.sizes[d]);
    right = d;
  }
  if (merge.sizes.empty()) merge.sizes.push_back(1);
  std::reverse(merge.sizes.begin(), merge.sizes.end());
  std::reverse(merge.borders.begin(), merge.borders.end());
  return merge;
}

}  // namespace viewproof
