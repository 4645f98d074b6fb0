#ifndef VIEWPROOF_CONFORMANCE_MODEL_RESULT_H_
#define VIEWPROOF_CONFORMANCE_MODEL_RESULT_H_

#include <variant>
#include <vector>

#include "conformance/model/tensor.h"
#include "reference/core/error.h"

namespace viewproof::model {

// The second witness: every op from its definition, as a function from an index
// of the result to the byte address of its element, never through a stride. The
// arguments are those of conformance/case/ops.cc. An Error has a kind alone.

using enum ErrorKind;

inline Error Wrong(ErrorKind kind) {
  return {.kind = kind, .rule = {}, .what = {}};
}

// The model cannot tell: more than kListed addresses decide.
struct Abstained {};

struct Written {};  // The elements were changed; there is no output.

using Made = Result<Tensor>;
using MadeMany = Result<std::vector<Tensor>>;
using Viewed = std::variant<Tensor, Error, Abstained>;

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_RESULT_H_
