#ifndef VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_CHOICES_H_
#define VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_CHOICES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
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

// Each tensor in each other layout alone, the others plain; of the `brief`
// first tensors, one layout of each kind.
std::vector<ChosenLayouts> EachAlone(const LayoutsOfTensors& may_have,
                                     std::size_t brief);

// All tensors in one layout, one of each kind: of tensors with equal strides,
// some kernels copy the cells. None for a single tensor.
std::vector<ChosenLayouts> AllAlike(const LayoutsOfTensors& may_have);

// Every tensor in a layout of this kind that can have one, which ones by turns;
// none if there is no such tensor.
std::optional<ChosenLayouts> AllOfKind(const LayoutsOfTensors& may_have,
                                       LayoutKind kind, std::size_t turn);

// Chooses layouts of all tensors together, call by call, so that soon each kind
// of layout of a tensor has met each kind of every other tensor, each dtype and
// each sizes. Layouts of a kind take turns.
class JointLayouts {
 public:
  // The place of a call: the number of its dtype and of its sizes.
  ChosenLayouts Next(std::size_t dtype, std::size_t sizes,
                     const LayoutsOfTensors& may_have);

 private:
  // Two levels of two factors: a tensor's kind of layout, and the dtype, the
  // sizes, or the kind of a tensor before it.
  enum class Factor { kDType, kSizes, kTensor };
  using Met = std::array<std::size_t, 5>;
  static Met MetBy(std::size_t tensor, LayoutKind kind, Factor factor,
                   std::size_t of, std::size_t level) {
    return {tensor, static_cast<std::size_t>(kind),
            static_cast<std::size_t>(factor), of, level};
  }

  int64_t OpenPairs(std::size_t tensor, LayoutKind kind,
                    std::size_t tensors) const;

  std::set<Met> met_;
  std::map<std::pair<std::size_t, std::string_view>, int> times_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_CHOICES_H_
