#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_TENSOR_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_TENSOR_H_

// MakeLibtorch() is made of this, for those who ask libtorch without a subject.
// Empty if the build has no libtorch.

#include "libtorch_version.h"

#if VIEWPROOF_HAVE_LIBTORCH

#include <ATen/ATen.h>

#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/bind.h"

namespace viewproof {

// Undefined where this libtorch lacks the dtype.
at::ScalarType ScalarType(DType dtype);
// Those that it has.
std::vector<DType> LibtorchDTypes();
// Nothing for a type that is no dtype of ours.
std::optional<DType> FindDType(at::ScalarType type);

// Returns what the subject replies when libtorch throws.
ErrorReply ErrorOf(const Op& op, const std::exception& exception);

// Errors without a stack, kernels without threads, no warnings: of the thread
// that calls it, since libtorch keeps these for each.
void MakeThreadQuick();

template <>
struct Lift<at::Tensor> {
  template <typename P>
  static P Operand(const at::Tensor& tensor) {
    return tensor;
  }

  static Answer<at::Tensor> Wrap(const at::Tensor& operand, at::Tensor result) {
    if (result.scalar_type() == at::kComplexHalf) {
      throw std::domain_error("complex32 is no dtype of ours");
    }
    Outputs<at::Tensor> outputs;
    outputs.self = result.is_same(operand);
    outputs.tensors.push_back(std::move(result));
    return outputs;
  }
  static Answer<at::Tensor> Wrap(const at::Tensor&,
                                 std::vector<at::Tensor> results) {
    return Outputs<at::Tensor>{.tensors = std::move(results), .self = false};
  }
  static Answer<at::Tensor> Wrap(const at::Tensor&, bool answer) {
    return answer;
  }
  struct Written {};
  static Answer<at::Tensor> Wrap(const at::Tensor&, Written) {
    return Outputs<at::Tensor>();
  }

  template <typename Call>
  static Answer<at::Tensor> Guard(const Op& op, Call call) {
    try {
      return call();
    } catch (const std::exception& exception) {
      return ErrorOf(op, exception);
    }
  }

  static at::Tensor Make(const Base& base, bool with_bool);
  static at::Tensor Make(const Literal& literal);

  static Ints SizesOf(const at::Tensor& tensor) { return tensor.sizes().vec(); }
  static DType DTypeOf(const at::Tensor& tensor) {
    return FindDType(tensor.scalar_type()).value();
  }
  static const void* StorageOf(const at::Tensor& tensor) {
    const at::Tensor& holder = tensor.is_sparse() ? tensor._values() : tensor;
    return holder.storage().unsafeGetStorageImpl();
  }
  static const void* IndicesOfSparse(const at::Tensor& sparse) {
    return StorageOf(sparse._indices());
  }

  static void Forget(at::Tensor& tensor) { tensor.reset(); }

  static void Show(const at::Tensor& tensor, FillKind fill, Output& output);
  static void ShowValues(const at::Tensor& tensor, FillKind fill,
                         Output& output);
};

// Each op as libtorch has it under its own name, aliases too.
const Bindings<at::Tensor>& LibtorchBindings();

}  // namespace viewproof

#endif

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_TENSOR_H_
