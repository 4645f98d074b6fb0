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
  std::string_view op;    // "*": any op.
  std::string_view text;  // How the text begins; # means an integer.
  ErrorKind kind;         // What the text says.
  bool wrong;             // It may say so for another reason than SPEC.md's.
};

const std::vector<LibtorchError>& LibtorchErrors();

// The rows, as indices, that a text of an op matches: exactly one, or the table
// is incomplete or ambiguous. Of an error that reports another one, the text is
// that of the other; a place in libtorch in front of it does not count. An
// alias whose text no row for it matches has the rows of its target.
std::vector<std::size_t> MatchLibtorchError(std::string_view op,
                                            std::string_view text);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_ERRORS_H_
