#include "conformance/subjects/bind.h"

#include <fmt/format.h>

namespace viewproof {
namespace {

std::string_view Name(ArgumentTypes passed) {
  switch (passed) {
    case ArgumentTypes::kInt:
      return "an int64_t";
    case ArgumentTypes::kInts:
      return "Ints";
    case ArgumentTypes::kOptionalInt:
      return "an optional<int64_t>";
    case ArgumentTypes::kNumber:
      return "a Scalar";
    case ArgumentTypes::kDType:
      return "a DType";
    case ArgumentTypes::kMemoryFormat:
      return "a MemoryFormat";
    case ArgumentTypes::kIndex:
      return "an Index";
    case ArgumentTypes::kNumberOrTensor:
      return "a NumberOr";
    case ArgumentTypes::kTensor:
      return "a tensor";
  }
  return {};
}

ArgumentTypes PassedAs(ArgType type) {
  switch (type) {
    case ArgType::kDim:
    case ArgType::kInt:
      return ArgumentTypes::kInt;
    case ArgType::kNumber:
      return ArgumentTypes::kNumber;
    case ArgType::kOptionalInt:
      return ArgumentTypes::kOptionalInt;
    case ArgType::kDims:
    case ArgType::kInts:
    case ArgType::kSizes:
    case ArgType::kSizesInfer:
      return ArgumentTypes::kInts;
    case ArgType::kTensor:
    case ArgType::kLiteral:
      return ArgumentTypes::kTensor;
    case ArgType::kDType:
      return ArgumentTypes::kDType;
    case ArgType::kMemoryFormat:
      return ArgumentTypes::kMemoryFormat;
    case ArgType::kIndex:
      return ArgumentTypes::kIndex;
    case ArgType::kValue:
      return ArgumentTypes::kNumberOrTensor;
  }
  return ArgumentTypes::kTensor;
}

}  // namespace

std::string FaultOfBinding(std::string_view name,
                           std::span<const ArgumentTypes> passed) {
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
