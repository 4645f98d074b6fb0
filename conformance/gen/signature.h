#ifndef VIEWPROOF_CONFORMANCE_GEN_SIGNATURE_H_
#define VIEWPROOF_CONFORMANCE_GEN_SIGNATURE_H_

#include <string>

#include "conformance/case/case.h"
#include "conformance/gen/enumerate.h"
#include "conformance/gen/features.h"
#include "reference/core/tensor.h"

namespace viewproof {

// Tells what cases of a universe have in common.
class Signer {
 public:
  // The signature of the cursor's case: the last op, what the reference makes
  // of it, the rank of its operand, and its features (features.h). What comes
  // out is the rule of an error; `self`, `view`, `copy` or, of a list without
  // tensors, `none`; `true` or `false`; of a write `written`; or `too_large`
  // (bounds.h), also of an earlier step. Valid until the next call. Requires:
  // as for Outliner::Append (outline.h).
  //   "view view.e5 3 size_1 size_1_inside stride_0 non_contiguous overlap"
  const std::string& Of(const Cursor& cursor);

 private:
  void Start(const Case& test);
  void AppendOutcome(const Step& step);

  Tensor operand_;      // Of the last step.
  std::string about_;   // Its rank and features.
  bool ended_ = false;  // An earlier step was too large.
  std::string signature_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_SIGNATURE_H_
