#include "reference/tensor.h"

#include <cstring>

namespace viewproof {

Tensor ContiguousCopy(const Tensor& operand) {  // storage.d2
  const Ints& sizes = operand.geometry.sizes;
  const int64_t numel = Numel(sizes).value();
  const int64_t item_size = ItemSize(operand.dtype);
  Tensor copy{.storage = std::make_shared<Storage>(),
              .dtype = operand.dtype,
              .geometry = {.sizes = sizes,
                           .strides = ContiguousStrides(sizes).value(),
                           .offset = 0}};
  copy.storage->bytes.resize(numel * item_size);
  if (numel == 0) return copy;

  std::byte* to = copy.storage->bytes.data();
  Ints index(sizes.size(), 0);
  do {
    std::memcpy(to, ElementAt(operand, Address(operand.geometry, index)),
                item_size);
    to += item_size;
  } while (NextIndex(sizes, index));
  return copy;
}

std::vector<Scalar> Read(const Tensor& operand) {
  const Ints& sizes = operand.geometry.sizes;
  std::vector<Scalar> values;
  if (Numel(sizes) == 0) return values;
  Ints index(sizes.size(), 0);
  do {  // read.r1
    const std::byte* element =
        ElementAt(operand, Address(operand.geometry, index));
    values.push_back(Decode(operand.dtype, element));
  } while (NextIndex(sizes, index));
  return values;
}

}  // namespace viewproof
