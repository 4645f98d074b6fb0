#ifndef VIEWPROOF_TOOLS_CLI_PASTED_H_
#define VIEWPROOF_TOOLS_CLI_PASTED_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/picture/picture.h"
#include "reference/core/geometry.h"

// People paste this: lines of Python, or what PyTorch printed.
namespace viewproof {

// A tensor of this geometry on the smallest storage that holds it, and `steps`
// on it in the one-line notation: " | view([6])". The base may be larger than a
// case can hold: then it is for DrawCase alone. Throws BadInput for a step that
// is none. A geometry that is invalid is reported when the case runs.
Case CaseOf(DType dtype, const Geometry& geometry, const std::string& steps);

// "3, 2", "(3, 2)", "[3,2]" or "". Throws BadInput that says what `name` needs.
Ints ListOf(std::string_view text, std::string_view name);

// A question in Python, as a case and the names of its tensors.
struct Question {
  Case test;
  PythonNames names;
};

// Holds what names mean that a question does not say: "3,4" (sizes), "8",
// "bool[2,3]", or Python.
struct Lets {
  std::map<std::string, std::string> values;
  // Asks for a name, of which this is an example; absent: nobody can be asked.
  std::function<std::string(const std::string& name,
                            const std::string& example)>
      ask;
};

// Returns whether a text is Python: a call, an index or an assignment.
bool IsPython(std::string_view text);

// Returns what statements in Python ask: tensors that are made, calls of their
// methods and of functions of torch, indexes, assignments, and integers
// calculated from sizes. It ends where a step is refused. Throws BadInput that
// says where it cannot be read, or which --let is missing.
Question PythonQuestion(std::string_view text, const Lets& lets = {});

// Sizes, strides and so on that are known besides an error text.
struct KnownGeometry {
  std::optional<Geometry> tensor;
  std::optional<Ints> view;
};

// Python that is refused with this text.
struct RefusedPython {
  std::string python;
  std::string remark;  // Holds what of it was not in the text; or empty.
};

// Nothing if it is none of the texts that are known.
std::optional<RefusedPython> ErrorText(std::string_view text,
                                       const KnownGeometry& known);

// The text with blanks in place of what stands after # in a line.
std::string WithoutComments(std::string_view text);

// A name that no statement before it assigns, with an example of what it may
// mean: "3,4" of a tensor, "8" of a number, "bool[2,3]" of an index.
struct UnknownName {
  std::string name;
  std::string example;
};

// Each once, in the order of the text.
std::vector<UnknownName> UnknownNames(std::string_view text);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_PASTED_H_
