#ifndef VIEWPROOF_CONFORMANCE_LAWS_MEANING_H_
#define VIEWPROOF_CONFORMANCE_LAWS_MEANING_H_

#include <cstdint>
#include <string_view>

#include "conformance/case/case.h"
#include "reference/core/geometry.h"

namespace viewproof {

// What an op that has outputs means: which element of its operand stands at
// each index of an output (the d rules of SPEC.md, and the r rules where an op
// has no other sentence). It says nothing of strides and knows no library.
// Tensors that the step names are literals of their sizes.
struct Meaning {
  std::string_view op;
  std::string_view rules;
  // The index into an operand of `sizes` for `index` of output `output`, whose
  // sizes are `result`. One entry more than the operand has dimensions: the
  // real part (0) or the imaginary part (1) of the element before it.
  Ints (*element)(const Step& step, const Ints& sizes, const Ints& result,
                  int64_t output, const Ints& index);
  // How many elements all outputs have together.
  int64_t (*count)(const Step& step, const Ints& sizes);
  // Whether an element of the result is the conjugate of the operand's.
  bool conjugates = false;
};

// Null for an op without outputs, for as_strided, whose result does not depend
// on its operand's elements, and for view.dtype, whose elements are others.
const Meaning* FindMeaning(const Op& op);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_MEANING_H_
