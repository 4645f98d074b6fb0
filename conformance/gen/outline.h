#ifndef VIEWPROOF_CONFORMANCE_GEN_OUTLINE_H_
#define VIEWPROOF_CONFORMANCE_GEN_OUTLINE_H_

#include <cstdint>
#include <string>
#include <vector>

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

  Tensor operand_;      // The last step acts on it.
  std::string about_;   // Its rank and features.
  bool ended_ = false;  // An earlier step was too large.
  std::string signature_;
};

// Writes the geometry of the reference's answers to cases.
class Outliner {
 public:
  // Appends the outcome of every step of the cursor's case, in bytes that no
  // other outcome has: an error's kind; a query's answer; of every output
  // sizes, strides, offset, storage (0 is the base's, then by appearance),
  // whether it is contiguous, and whether it is the operand itself. A step that
  // is too large (bounds.h) ends its chain. Requires: `cursor` is a new one, or
  // went one case on since the last call.
  void Append(const Cursor& cursor, std::string& out);

 private:
  void Start(const Case& test);
  // False: the step is too large.
  bool Run(const Step& step, std::string& out);
  void Append(const Tensor& tensor, std::string& out);
  char StorageNumber(const Tensor& tensor);

  Tensor base_;
  Tensor current_;      // Holds what the last step acts on.
  std::string before_;  // The outcomes of the steps before it.
  bool ended_ = false;  // One of these was too large.
  std::vector<const Storage*> storages_;  // In order of appearance.
  std::vector<Tensor> made_;              // The outputs of the last step.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_OUTLINE_H_
