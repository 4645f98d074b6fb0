#ifndef VIEWPROOF_TOOLS_CLI_PYTHON_VALUE_H_
#define VIEWPROOF_TOOLS_CLI_PYTHON_VALUE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

struct PythonValue;
using PythonValues = std::vector<PythonValue>;

struct PythonNone {};

// What an op that returns a list gave: a tensor per output of the step.
struct TensorList {
  int64_t step = 0;
  int64_t count = 0;
};

// What an expression of a question is worth.
struct PythonValue {
  std::variant<PythonNone, bool, int64_t, Scalar, DType, MemoryFormat,
               OutputRef, TensorList, Ellipsis, Range, PythonValues>
      is;
  std::string name = {};  // Of sizes that --let gave it.

  template <typename T>
  const T* As() const {
    return std::get_if<T>(&is);
  }
  // A whole number; nothing of any other value.
  std::optional<int64_t> Integer() const {
    if (const auto* number = As<int64_t>()) return *number;
    return std::nullopt;
  }
  // A list of whole numbers, of any depth of 1.
  std::optional<Ints> Integers() const {
    const auto* list = As<PythonValues>();
    if (list == nullptr) return std::nullopt;
    Ints numbers;
    for (const PythonValue& value : *list) {
      if (!value.Integer()) return std::nullopt;
      numbers.push_back(*value.Integer());
    }
    return numbers;
  }
};

// An argument of a call; without a name it is found by its place.
struct PythonArgument {
  std::string name;
  PythonValue value;
};
using PythonArguments = std::vector<PythonArgument>;

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_PYTHON_VALUE_H_
