#include "conformance/subjects/bind.h"

#include <fmt/format.h>

namespace viewproof {
namespace {

std::string_view Name(Passed passed) {
  switch (passed) {
    case Passed::kInt:
      return "an int64_t";
    case Passed::kInts:
      return "Ints";
    case Passed::kOptionalInt:
      return "an optional<int64_t>";
    case Passed::kNumber:
      return "a Scalar";
    case Passed::kDType:
      return "a DType";
    case Passed::kMemoryFormat:
      return "a MemoryFormat";
    case Passed::kIndex:
      return "an Index";
    case Passed::kNumberOrTensor:
      return "a NumberOr";
    case Passed::kTensor:
      return "a tensor";
  }
  return {};
}

Passed PassedAs(ArgType type) {
  switch (type) {
    case ArgType::kDim:
    case ArgType::kInt:
      return Passed::kInt;
    case ArgType::kNumber:
      return Passed::kNumber;
    case ArgType::kOptionalInt:
      return Passed::kOptionalInt;
    case ArgType::kDims:
    case ArgType::kInts:
    case ArgType::kSizes:
    case ArgType::kSizesInfer:
      return Passed::kInts;
    case ArgType::kTensor:
    case ArgType::kLiteral:
      return Passed::kTensor;
    case ArgType::kDType:
      return Passed::kDType;
    case ArgType::kMemoryFormat:
      return Passed::kMemoryFormat;
    case ArgType::kIndex:
      return Passed::kIndex;
    case ArgType::kValue:
      return Passed::kNumberOrTensor;
  }
  return Passed::kTensor;
}

}  // namespace

std::string FaultOfBinding(std::string_view name,
                           std::span<const Passed> passed) {
  const Op* op = FindOp(name);
  if (op == nullptr) return fmt::format("{}: there is no such op", name);
  if (passed.size() != op->parameters.size()) {
    return fmt::format(
        "{}: the row has {} parameters, the function takes {} after its "
        "operand",
        name, op->parameters.size(), passed.size());
  }
  for (std::size_t k = 0; k < passed.size(); ++k) {
    const Parameter& parameter = op->parameters[k];
    if (PassedAs(parameter.type) == passed[k]) continue;
    return fmt::format(
        "{}: parameter {}, {}: the row says {} ({}), the function takes {}",
        name, k + 1, parameter.name, Name(parameter.type),
        Name(PassedAs(parameter.type)), Name(passed[k]));
  }
  return {};
}

}  // namespace viewproof
