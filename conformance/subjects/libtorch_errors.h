#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_ERRORS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_ERRORS_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "reference/core/error.h"

namespace viewproof {

// libtorch has no error kinds, only texts; this is the table between them
// (libtorch_errors.tsv, which the Python adapters read too).
struct LibtorchError {
  std::string_view op;  // "*": any op.
  // Says how the text begins; # is an integer, {op} a name.
  std::string_view text;
  ErrorKind kind;  // Holds what the text says.
  bool wrong;      // It may say so for another reason than SPEC.md's.
};

const std::vector<LibtorchError>& LibtorchErrors();

// The rows, as indices, that fit a text of an op: those for the op; if there
// are none, those for the op that it is an alias of; then those for "*". Unless
// it is exactly one, the table is incomplete or ambiguous. If the text reports
// another error, that error's text is looked up; a place in libtorch in front
// of the text does not count.
std::vector<std::size_t> MatchLibtorchError(std::string_view op,
                                            std::string_view text);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_ERRORS_H_
