#ifndef VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_CHOICES_H_
#define VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_CHOICES_H_

#include <cstddef>
#include <vector>

#include "conformance/calls/layout.h"

namespace viewproof {

// A layout that a tensor of a call may have, by its number among those of its
// dtype and sizes.
struct LayoutChoice {
  std::size_t number;
  const OperandLayout* layout;
};

// The layouts that each tensor of a call may have; a plain one is first.
using LayoutsOfTensors = std::vector<std::vector<LayoutChoice>>;

// The number of the layout of each tensor.
using ChosenLayouts = std::vector<std::size_t>;

// The numbers below `count`, neighbours far apart.
std::vector<std::size_t> SpreadOrder(std::size_t count);

// Each tensor in each other layout alone, the others plain; of the `brief`
// first tensors, one layout of each kind.
std::vector<ChosenLayouts> EachAlone(const LayoutsOfTensors& may_have,
                                     std::size_t brief);

// All tensors that may have it in the same layout, two at least: of tensors
// with equal strides, some kernels copy the cells.
std::vector<ChosenLayouts> AllAlike(const LayoutsOfTensors& may_have);

// Two tensors permuted, with gaps between rows or with repeated elements, the
// others plain: many kernels have a path of their own for these.
std::vector<ChosenLayouts> EachTwo(const LayoutsOfTensors& may_have);

// How many elements the largest tensor of a call has; if it has at most one,
// layouts hardly differ.
enum class Scale { kTrivial, kSmall, kMedium, kLarge, kHuge };

// Where a call may be: the numbers of its dtype and of its sizes, their scale,
// the layouts that its tensors may have there, and which of these have at most
// one element.
struct CallPlace {
  std::size_t dtype;
  std::size_t sizes;
  Scale scale;
  LayoutsOfTensors may_have;
  std::vector<bool> is_single = {};
};

// A call: the number of its place, and layouts for its tensors.
struct PlacedCall {
  std::size_t place;
  ChosenLayouts layouts;
};

// Calls, at most so many, among which each kind of layout that a tensor may
// have meets each kind of every other tensor, in small calls, and each dtype,
// in medium ones. Those for which kernels choose their loops by sizes meet each
// sizes, and each dtype in small calls, too; all meet each scale. What a tensor
// of one element meets does not count, unless it never has more. Calls cost as
// much as they have elements: large ones are for sizes alone, and in huge ones
// one tensor is permuted. Layouts of a kind take turns.
std::vector<PlacedCall> CoverPairs(const std::vector<CallPlace>& places,
                                   std::size_t most);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_CHOICES_H_
