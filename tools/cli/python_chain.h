#ifndef VIEWPROOF_TOOLS_CLI_PYTHON_CHAIN_H_
#define VIEWPROOF_TOOLS_CLI_PYTHON_CHAIN_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "tools/cli/pasted.h"
#include "tools/cli/python_value.h"

namespace viewproof {

// The case of a question in Python while it is read: what it calls becomes
// steps. Throws BadInput that says what cannot be taken.
class PythonChain {
 public:
  // torch.NAME(...) that makes a tensor; nothing if it is none of these.
  // `source` is how the question spells it.
  std::optional<PythonValue> Make(std::string_view name,
                                  const PythonArguments& arguments,
                                  const std::string& source);

  // A tensor written out in the one-line notation.
  PythonValue MakeLiteral(const Literal& literal, const std::string& source);

  // x.NAME(...) or torch.NAME(x, ...). Nothing if there is no such op.
  std::optional<PythonValue> Call(OutputRef x, std::string_view name,
                                  const PythonArguments& arguments);

  // x += value, or with another sign: to sizes and strides it is the same.
  PythonValue Update(OutputRef x, const char* sign, const PythonValue& value);

  // x.to(...) where that is x itself. `spelt` is the call.
  PythonValue To(OutputRef x, const PythonArguments& arguments,
                 const std::string& spelt);

  // x[items], and x[items] = value.
  PythonValue Item(OutputRef x, const PythonValues& items);
  void Assign(OutputRef x, const PythonValues& items, const PythonValue& value);

  // The tensor that a value is or, of sizes, a new one of these.
  std::optional<OutputRef> TensorOf(const PythonValue& value);

  // Where a tensor lies; nothing if a step before it is refused.
  std::optional<Geometry> GeometryOf(OutputRef x);

  // A variable names the tensor from here on.
  void Name(const std::string& variable, OutputRef x) {
    question_.names.variables.emplace_back(variable, x);
  }

  // Whether the last step is refused: there is nothing to go on from.
  bool is_refused() const { return is_refused_; }

  bool is_empty() const { return question_.names.makers.empty(); }
  Question Take() { return std::move(question_); }

 private:
  PythonValue Sparse(const PythonArguments& arguments,
                     const std::string& source);
  PythonValue Add(Step step, OutputRef x);
  std::optional<Step> StepOf(const Op& op, const PythonArguments& arguments);
  std::optional<Arg> ArgOf(const Parameter& parameter,
                           const PythonValue& value);
  Index<TensorArg> IndexOf(const PythonValues& items);

  Question question_;
  OutputRef current_;
  std::vector<Outcome> outcomes_;  // Of the steps so far.
  bool is_started_ = false;
  bool is_refused_ = false;
};

// The elements of nested lists, whose sizes and dtype it tells.
void FlattenPython(const PythonValue& value, std::size_t depth, Ints& sizes,
                   std::vector<Scalar>& elements, DType& dtype);

[[noreturn]] void RefusePython(std::string_view name,
                               std::string_view expected);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_PYTHON_CHAIN_H_
