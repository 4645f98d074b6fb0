#include "reference/core/tensor.h"

#include <array>
#include <cstring>

namespace viewproof {
namespace {

void FlipSign(DType dtype, std::byte* part) {
  const int64_t parts = IsComplex(dtype) ? 2 : 1;
  part[ItemSize(dtype) / parts - 1] ^= std::byte{0x80};
}

// Applies conj and neg to one element; its own inverse (tensor.d3).
void TurnSigns(const Tensor& tensor, std::byte* element) {
  std::byte* imaginary = element + ItemSize(tensor.dtype) / 2;
  if (tensor.neg) FlipSign(tensor.dtype, element);
  if (IsComplex(tensor.dtype) && tensor.neg != tensor.conj) {
    FlipSign(tensor.dtype, imaginary);
  }
}

}  // namespace

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
  std::byte* to = copy.storage->bytes.data();
  ForEachAddress(operand.geometry, [&](int64_t address) {
    LoadElement(operand, address, to);
    to += item_size;
  });
  return copy;
}

std::vector<Scalar> Read(const Tensor& operand) {
  std::vector<Scalar> values;
  std::array<std::byte, kMaxItemSize> element;
  ForEachAddress(operand.geometry, [&](int64_t address) {  // read.r1
    LoadElement(operand, address, element.data());
    values.push_back(Decode(operand.dtype, element.data()));
  });
  return values;
}

void LoadElement(const Tensor& tensor, int64_t address, std::byte* to) {
  std::memcpy(to, ElementAt(tensor, address), ItemSize(tensor.dtype));
  if (tensor.conj || tensor.neg) TurnSigns(tensor, to);
}

void StoreElement(const Tensor& tensor, int64_t address,
                  const std::byte* from) {
  std::byte* stored = ElementAt(tensor, address);
  std::memcpy(stored, from, ItemSize(tensor.dtype));
  if (tensor.conj || tensor.neg) TurnSigns(tensor, stored);  // write.d2
}

}  // namespace viewproof
