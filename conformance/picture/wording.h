#ifndef VIEWPROOF_CONFORMANCE_PICTURE_WORDING_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_WORDING_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/torch_code.h"

namespace viewproof {

// Says how a question in Python calls the tensors of its case.
struct PythonNames {
  // In the order of the assignments: of two for one tensor the later one
  // counts.
  std::vector<std::pair<std::string, OutputRef>> variables;
  // By step, 0 being the base: "torch.zeros(2, 3)"; empty: it makes none.
  std::vector<std::string> makers;
  // Spells a step that is not spelt as its op: "-=" of an assignment, else the
  // call: "to(torch.float32)".
  std::map<int64_t, std::string> spellings;
};

// Says how a picture calls the tensors and steps of a case: in the one-line
// notation, or in Python if the question was asked in Python. Keeps references
// to what it is made of.
class Wording {
 public:
  Wording(const Case& test, const std::vector<Outcome>& outcomes,
          const std::optional<PythonNames>& names);

  bool is_python() const { return names_.has_value(); }

  // "base", "step 2", "step 2, output 0"; in Python the variable, if it has
  // one.
  std::string NameOf(OutputRef ref) const;

  // The same in a sentence: "the tensor", if Python gave it no variable.
  std::string WhoIs(OutputRef ref) const;

  // The base as it was made: "float32[2,3]", "torch.zeros(2, 3)".
  std::string BaseCall() const;

  // Step `k`, counted from 0: "view([6])", "view(6)". Its operand stands before
  // it, or "@step.output" after it, if that is not the tensor that the step
  // before gave.
  std::string CallOf(std::size_t k) const;

  // Step `k` without its operand.
  std::string BareCallOf(std::size_t k) const;

  // Python that gives the tensor: "x.t()". The tensor of `as_x` is called x.
  std::string ExpressionOf(OutputRef ref,
                           std::optional<OutputRef> as_x = std::nullopt) const;

  // "x = torch.zeros(2, 3).t()"; empty if its expression begins with a
  // variable.
  std::string DefinitionOf(OutputRef ref) const;

  // Steps `first` to the last as one line of what a reader can write instead of
  // a step on `on`. In Python, x is that tensor, unless a variable leads to it.
  std::string LineFrom(std::size_t first, OutputRef on) const;

 private:
  std::string VariableOf(OutputRef ref) const;  // Or empty.
  // Step `k` after its operand, which is spelt so: "x.view(6)", "x += 1".
  std::string Spelt(std::size_t k, const std::string& operand,
                    const TensorNames& name) const;
  // Returns how Python made what a step gave, 0 being the base; or empty.
  std::string MakerOf(std::size_t step) const;
  // Returns whether its expression begins with a variable.
  bool HasRoot(OutputRef ref) const;

  const Case& test_;
  const std::vector<Outcome>& outcomes_;
  const std::optional<PythonNames>& names_;
  std::vector<OutputRef> operands_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_WORDING_H_
