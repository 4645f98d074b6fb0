#ifndef VIEWPROOF_CONFORMANCE_SDK_CPP_SDK_ARGUMENTS_H_
#define VIEWPROOF_CONFORMANCE_SDK_CPP_SDK_ARGUMENTS_H_

#include <span>
#include <string>

#include "conformance/case/case.h"
#include "conformance/sdk/cpp/viewproof_adapter.h"

namespace viewproof {

// A tensor of a case, as the chain keeps it.
struct SdkTensor {
  sdk::Tensor tensor;
  const void* storage = nullptr;     // Equal for tensors that share.
  const void* indices = nullptr;     // The same of a sparse tensor's indices.
  mutable Output shown = {};         // Of what a step gave, until it is shown.
  const Literal* literal = nullptr;  // An argument; its tensor is not made yet.
};

// A tensor of that dtype with these elements; throws Unsupported if the subject
// does not declare the dtype.
sdk::Tensor MakeTensor(sdk::Subject& adapter, DType dtype, const Ints& sizes,
                       std::span<const std::byte> bytes);
sdk::Tensor MakeLiteral(sdk::Subject& adapter, const Literal& literal);

}  // namespace viewproof

namespace viewproof::sdk {

// Holds what the step that is run is called with, as bind.h says.
struct StepArguments {
  Subject& adapter;
  const Op& op;
  std::span<const Arg> args = {};
  std::span<const SdkTensor* const> tensors = {};
};

}  // namespace viewproof::sdk

#endif  // VIEWPROOF_CONFORMANCE_SDK_CPP_SDK_ARGUMENTS_H_
