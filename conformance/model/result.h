#ifndef VIEWPROOF_CONFORMANCE_MODEL_RESULT_H_
#define VIEWPROOF_CONFORMANCE_MODEL_RESULT_H_

#include <variant>
#include <vector>

#include "conformance/model/tensor.h"
#include "reference/core/error.h"

namespace viewproof::model {

// The second witness: every op from its definition, as a function from an index
// of the result to the byte address of its element, never through a stride. The
// arguments are those of conformance/case/ops.cc.

using enum ErrorKind;

// A mistake of the caller; the model knows no rules.
struct Error {
  ErrorKind kind;
  // True if it is unspecified whether it is one (spec: address.u1).
  bool open = false;
};
template <typename T>
using Result = viewproof::Result<T, Error>;

inline Error Wrong(ErrorKind kind) { return {kind}; }

// A number of a tensor of these sizes exceeds int64; address.u1 if it has no
// elements.
inline Error Beyond(const Ints& sizes) {
  return {kOverflow, Count(sizes) == 0};
}

// The model cannot tell: more than kListed addresses decide.
struct Abstention {};

struct Written {};  // The elements were changed; there is no output.

using TensorOrError = Result<Tensor>;
using TensorsOrError = Result<std::vector<Tensor>>;
using ViewResult = std::variant<Tensor, Error, Abstention>;

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_RESULT_H_
