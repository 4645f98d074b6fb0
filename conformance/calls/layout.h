#ifndef VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_H_
#define VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_H_

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"
#include "reference/core/tensor.h"

namespace viewproof {

// Says how a layout is unusual.
enum class LayoutKind {
  kPlain,
  kPermuted,  // The dimensions lie in another order.
  kRowGaps,   // Cells of others lie between rows.
  kGaps,      // Cells of others lie between elements.
  kWindow,    // And before the first one, or after the last.
  kStart,  // It begins at an odd place, or has a size of 1 with an odd stride.
  kRepeats,   // An element has several indices.
  kBits,      // It has a bit.
  kViewBits,  // It has a bit, and its dimensions lie in another order or apart.
};

inline constexpr std::array kLayoutKinds = {
    LayoutKind::kPlain,   LayoutKind::kPermuted, LayoutKind::kRowGaps,
    LayoutKind::kGaps,    LayoutKind::kWindow,   LayoutKind::kStart,
    LayoutKind::kRepeats, LayoutKind::kBits,     LayoutKind::kViewBits};

// One way for the elements of an operand to lie in a storage.
struct OperandLayout {
  std::string_view name;  // "transposed"
  LayoutKind kind;
  DType dtype;              // The dtype of the storage's elements.
  Ints storage;             // Its sizes, row-major.
  std::vector<Step> views;  // They make the operand of it.
  Ints repeated = {};  // Along these dimensions it shows a cell several times.

  // Such an operand is for reading only.
  bool repeats() const { return kind == LayoutKind::kRepeats; }
};

// The layouts that an operand of this dtype and these sizes can have, the plain
// one first. Each storage has at most kMaxSaid elements.
std::vector<OperandLayout> LayoutsOf(DType dtype, const Ints& sizes);

// An operand in a layout.
struct PlacedOperand {
  Literal storage;  // The views start from it.
  const OperandLayout* layout = nullptr;
  Literal seen;  // Its elements, row-major.
};

// The operand that the views of a layout make of its storage.
Tensor OperandIn(const OperandLayout& layout, const Tensor& base);

// Puts elements into a storage, where the layout has them: one for each index,
// or, if the layout repeats them, one for each cell that the operand shows, by
// first index.
Literal WithElements(const Literal& storage, const OperandLayout& layout,
                     const Literal& elements);

// Puts elements into a layout, as above. Cells that are none of its elements
// hold other numbers.
PlacedOperand PlaceElements(const OperandLayout& layout, DType dtype,
                            const Ints& sizes,
                            const std::vector<Scalar>& elements);

// The case that makes the operand, by views alone, and reads it.
Case CaseOf(const PlacedOperand& placed);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_H_
