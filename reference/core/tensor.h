#ifndef VIEWPROOF_REFERENCE_CORE_TENSOR_H_
#define VIEWPROOF_REFERENCE_CORE_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "reference/core/dtype.h"
#include "reference/core/geometry.h"
#include "reference/core/storage.h"

namespace viewproof {

struct CooTensors;  // reference/sparse.h

// Elements of a storage, as a geometry arranges them (spec: tensor.d1).
struct Tensor {
  std::shared_ptr<Storage> storage;
  DType dtype = DType::kFloat32;
  Geometry geometry;
  bool conj = false;  // Its elements are the conjugates of what is stored;
  bool neg = false;   // the negatives of it (spec: tensor.d3).
  // A sparse tensor has it; null: strided.
  std::shared_ptr<const CooTensors> coo = nullptr;
};

// Another arrangement of the operand's storage: dtype and bits stay.
inline Tensor ViewOf(const Tensor& operand, Geometry geometry) {
  return {operand.storage, operand.dtype, std::move(geometry),
          operand.conj,    operand.neg,   operand.coo};
}

// The result of an op that returns its operand: the same tensor, not a view of
// it (spec: storage.d3).
struct Itself {};
using TensorOrItself = std::variant<Tensor, Itself>;

// A new storage that holds a tensor's elements in row-major order, and nothing
// else; its bits are not set (spec: storage.d2). Requires: its numel and
// strides fit int64.
Tensor ContiguousCopy(const Tensor& operand);

// The numbers of every element, in row-major order (spec: read.r1).
std::vector<Scalar> Read(const Tensor& operand);

// The stored bytes of the element at an address that Address() gave.
inline std::byte* ElementAt(const Tensor& tensor, int64_t address) {
  return tensor.storage->bytes.data() + address * ItemSize(tensor.dtype);
}

// Writes the element at an address to `to`, ItemSize bytes: what is stored,
// conjugated and negated as the bits say (spec: tensor.d3).
void LoadElement(const Tensor& tensor, int64_t address, std::byte* to);

// Makes the element at an address the one at `from`, so that LoadElement gives
// it back (spec: write.d2). The two may not overlap.
void StoreElement(const Tensor& tensor, int64_t address, const std::byte* from);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_TENSOR_H_
