#include "reference/ops/tensor_split.h"

#include <optional>
#include <utility>

#include "reference/ops/slice.h"

namespace viewproof {
namespace {

using Parts = Result<std::vector<Geometry>>;

// `sections` parts of dimension `dim`, the first size % sections of them one
// longer than the others; the error `overflow` when an offset exceeds int64.
Parts InSections(const Geometry& operand, int64_t dim, int64_t sections,
                 ErrorRule overflow) {
  const int64_t size = operand.sizes[dim];
  std::vector<Geometry> parts;
  int64_t start = 0;
  for (int64_t k = 0; k < sections; ++k) {
    const int64_t length = size / sections + (k < size % sections ? 1 : 0);
    std::optional<Geometry> part = Window(operand, dim, start, length);
    if (!part) return Error{overflow};
    parts.push_back(*std::move(part));
    start += length;
  }
  return parts;
}

// The errors of EqualSections, under the op's own names.
struct SectionRules {
  ErrorRule uneven;
  ErrorRule negative;
  ErrorRule overflow;
};

// `sections` parts of one size.
Parts EqualSections(const Geometry& operand, int64_t dim, int64_t sections,
                    const SectionRules& rules) {
  if (sections == 0 || operand.sizes[dim] % sections != 0) {
    return Error{rules.uneven};
  }
  if (sections < 0) return Error{rules.negative};
  return InSections(operand, dim, sections, rules.overflow);
}

// The slices of dimension `dim` that start at 0 and at each index and end where
// the next one starts, the last at the size; or the error, as above.
Parts AtIndices(const Geometry& operand, int64_t dim, Ints indices,
                ErrorRule overflow) {
  indices.push_back(operand.sizes[dim]);
  std::vector<Geometry> parts;
  int64_t start = 0;
  for (const int64_t end : indices) {
    Result<Geometry> part = Slice(operand, dim, start, end, 1);
    if (!part.ok()) return Error{overflow};
    parts.push_back(std::move(part).value());
    start = end;
  }
  return parts;
}

// hsplit.d1. Requires: rank >= 1.
int64_t Columns(const Geometry& operand) { return operand.rank() == 1 ? 0 : 1; }

}  // namespace

Parts TensorSplit(const Geometry& operand, int64_t sections, int64_t dim) {
  if (operand.rank() == 0) return Error{"tensor_split.e1"};
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{"tensor_split.e2"};
  if (sections <= 0) {
    return Error{"tensor_split.e3"};
  }
  // tensor_split.r1
  return InSections(operand, *d, sections, "tensor_split.e4");
}

Parts TensorSplitIndices(const Geometry& operand, const Ints& indices,
                         int64_t dim) {
  if (operand.rank() == 0) {
    return Error{"tensor_split_indices.e1"};
  }
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{"tensor_split_indices.e2"};
  // tensor_split_indices.r1
  return AtIndices(operand, *d, indices, "tensor_split_indices.e3");
}

Parts HSplit(const Geometry& operand, int64_t sections) {
  if (operand.rank() == 0) return Error{"hsplit.e1"};
  const int64_t d = Columns(operand);
  // hsplit.r1
  return EqualSections(operand, d, sections,
                       {.uneven = "hsplit.e2",
                        .negative = "hsplit.e3",
                        .overflow = "hsplit.e4"});
}

Parts HSplitIndices(const Geometry& operand, const Ints& indices) {
  if (operand.rank() == 0) return Error{"hsplit_indices.e1"};
  // hsplit_indices.r1
  return AtIndices(operand, Columns(operand), indices, "hsplit_indices.e2");
}

Parts VSplit(const Geometry& operand, int64_t sections) {
  if (operand.rank() < 2) return Error{"vsplit.e1"};
  // vsplit.r1
  return EqualSections(operand, 0, sections,
                       {.uneven = "vsplit.e2",
                        .negative = "vsplit.e3",
                        .overflow = "vsplit.e4"});
}

Parts VSplitIndices(const Geometry& operand, const Ints& indices) {
  if (operand.rank() < 2) return Error{"vsplit_indices.e1"};
  // vsplit_indices.r1
  return AtIndices(operand, 0, indices, "vsplit_indices.e2");
}

Parts DSplit(const Geometry& operand, int64_t sections) {
  if (operand.rank() < 3) return Error{"dsplit.e1"};
  // dsplit.r1
  return EqualSections(operand, 2, sections,
                       {.uneven = "dsplit.e2",
                        .negative = "dsplit.e3",
                        .overflow = "dsplit.e4"});
}

Parts DSplitIndices(const Geometry& operand, const Ints& indices) {
  if (operand.rank() < 3) return Error{"dsplit_indices.e1"};
  // dsplit_indices.r1
  return AtIndices(operand, 2, indices, "dsplit_indices.e2");
}

}  // namespace viewproof
