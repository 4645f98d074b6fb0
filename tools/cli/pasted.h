#ifndef VIEWPROOF_TOOLS_CLI_PASTED_H_
#define VIEWPROOF_TOOLS_CLI_PASTED_H_

#include <optional>
#include <string>
#include <string_view>

#include "conformance/case/case.h"
#include "reference/core/geometry.h"

// What people paste: a line of PyTorch, or what PyTorch printed.
namespace viewproof {

// A tensor of this geometry on the smallest storage that holds it, and `steps`
// on it in the one-line notation: " | view([6])". The base may be larger than a
// case can hold: then it is for DrawCase alone. Throws BadInput for a step that
// is none. What is wrong with the geometry, the case itself will say.
Case CaseOf(DType dtype, const Geometry& geometry, const std::string& steps);

// "3, 2", "(3, 2)", "[3,2]" or "". Throws BadInput that says what `name` needs.
Ints ListOf(std::string_view text, std::string_view name);

// Whether it is a line of PyTorch.
bool IsTorchLine(std::string_view text);

// The case of such a line: one of the functions that make a tensor, and calls
// of methods with plain arguments on it. Throws BadInput that says where it
// cannot be read, and what can.
Case TorchLine(std::string_view text);

// Sizes, strides and so on that are known besides an error text.
struct Given {
  std::optional<Geometry> tensor;
  std::optional<Ints> view;
};

// A case that is refused with this text.
struct Refused {
  Case test;
  std::string remark;  // What of it was not in the text; or empty.
};

// Nothing if it is none of the texts that are known.
std::optional<Refused> ErrorText(std::string_view text, const Given& known);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_PASTED_H_
