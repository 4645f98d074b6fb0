#ifndef VIEWPROOF_CONFORMANCE_MODEL_TENSOR_H_
#define VIEWPROOF_CONFORMANCE_MODEL_TENSOR_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "conformance/model/affine.h"
#include "reference/core/dtype.h"

namespace viewproof::model {

// The byte address of the element at an index, from the start of the storage.
// Total: at index 0 of an empty tensor it says where the tensor would begin,
// at an index past the end where the elements would go on.
using Address = std::function<Wide(const Wides& index)>;

struct CooTensors;

// A storage, and for every index the place of its element in it.
struct Tensor {
  std::shared_ptr<std::vector<std::byte>> storage;
  DType dtype = DType::kFloat32;
  Ints sizes;
  Address address;
  bool conj = false;  // Its elements are the conjugates of what is stored;
  bool neg = false;   // the negatives of it.
  // A sparse tensor has it; null: strided.
  std::shared_ptr<const CooTensors> coo = nullptr;

  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
};

// Holds what a sparse tensor holds: where its entries stand, and what they are.
struct CooTensors {
  Tensor indices;
  Tensor values;
  bool coalesced = false;
};

// A tensor whose elements lie in `bytes` one after another, in row-major order.
Tensor Fresh(DType dtype, const Ints& sizes, std::vector<std::byte> bytes);

// x in these sizes, its elements at these addresses: dtype and bits stay.
Tensor ViewOf(const Tensor& x, Ints sizes, Address address);

// The addresses i -> start + the row-major number of i among `sizes`, in bytes
// of `item_size`. A size of 0 counts as 1.
Address RowMajor(Wide start, const Ints& sizes, int64_t item_size);

// Up to this many elements every address is checked; above that a sample is,
// and the model abstains from viewability. (A write or a copy uses all of
// them.)
inline constexpr Wide kListed = 1 << 18;

// Returns where x begins: the address of index 0.
Wide Start(const Tensor& x);

// Returns how far each dimension's next element lies from index 0, in bytes.
Wides Steps(const Tensor& x);

// The addresses of all elements in row-major order.
Wides Addresses(const Tensor& x);

// Returns whether it is so of every index of x up to kListed elements; above
// that of up to 64 corners and 64 fixed indices.
bool AllOfSample(const Tensor& x,
                 const std::function<bool(const Wides& index)>& is_so);

// Returns whether the sampled addresses follow from Start(x) and Steps(x).
bool IsAffine(const Tensor& x);

// Returns whether the sampled addresses go on without a gap in row-major order.
bool IsContiguous(const Tensor& x);

// Returns whether the elements of x fill a run of the storage, each once.
// Requires: x has elements, few enough to walk through.
bool IsDense(const Tensor& x);

// Returns whether x has elements, and the next one of some dimension is the
// same one.
bool HoldsAnElementTwice(const Tensor& x);

// Returns whether both are dense, have elements, and share bytes.
bool RunsMeet(const Tensor& a, const Tensor& b);

// The bytes of the element at a byte address of x. Aborts when they leave the
// storage: no op makes such a tensor.
std::byte* Element(const Tensor& x, Wide address);

// Applies x's conjugate and negative bits to the element at `stored` and writes
// it to `to`. It is its own inverse.
void Turn(const Tensor& x, const std::byte* stored, std::byte* to);

// The elements of x in row-major order.
std::vector<std::byte> BytesOf(const Tensor& x);

// The elements of x in a storage of their own, in row-major order.
Tensor CopyOf(const Tensor& x);

// Makes the elements of x those of src, of the same sizes, converted. All are
// read before any is written.
void Store(const Tensor& src, const Tensor& x);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_TENSOR_H_
