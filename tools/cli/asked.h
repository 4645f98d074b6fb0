#ifndef VIEWPROOF_TOOLS_CLI_ASKED_H_
#define VIEWPROOF_TOOLS_CLI_ASKED_H_

#include <optional>
#include <string>
#include <string_view>

#include "conformance/picture/picture.h"
#include "reference/core/dtype.h"
#include "tools/cli/pasted.h"

// Draws what a person asks of the reference alone, without golden/: `explain`
// does it, and in WebAssembly a page of the book.
namespace viewproof {

// A tensor and the sizes that view is asked for, as they were typed: "3,2".
// Without strides they are row-major; an offset that is empty is 0.
struct AskedFields {
  std::string sizes;
  std::string strides;
  std::string offset;
  std::string view;
};

// Throws BadInput that names a field, with `mark` before its name.
KnownGeometry KnownOf(const AskedFields& fields, const std::string& mark);

// Requires: the tensor is known.
Picture DrawKnown(const KnownGeometry& known, DType dtype = DType::kFloat32);

// Throws BadInput as PythonQuestion does.
Picture DrawPython(std::string_view python, const Lets& lets = {});

Picture DrawRefused(const RefusedPython& refused);

// Returns whether a text begins as a case in the one-line notation.
bool IsCaseText(std::string_view what);

// Returns what ErrorText finds; of Python in its calls, not in its comments.
std::optional<RefusedPython> FindErrorText(std::string_view what,
                                           const KnownGeometry& known = {});

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_ASKED_H_
