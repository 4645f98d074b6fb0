#ifndef VIEWPROOF_CONFORMANCE_PICTURE_STEP_IN_QUESTION_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_STEP_IN_QUESTION_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/picture/jumps.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/wording.h"

namespace viewproof {

// A step that is refused or copies, and the tensor that it acts on.
struct StepInQuestion {
  const Case& test;
  const std::vector<Outcome>& outcomes;
  const std::optional<PythonNames>& names;
  const Wording& wording;
  std::size_t k = 0;  // Counted from 0.
  OutputRef on = {};
  Output operand = {};

  const Step& step() const { return test.chain[k]; }
  std::string call() const { return wording.BareCallOf(k); }
  Geometry geometry() const {
    return {operand.sizes, operand.strides.value_or(Ints()),
            operand.offset.value_or(0)};
  }
  Wide item_size() const {
    return ItemSize(operand.dtype.value_or(test.base.dtype));
  }
};

// The sizes of the tensor that an argument is.
Ints SizesOf(const StepInQuestion& trouble, const TensorArg& tensor);

// The part of `on` that step `k` of the chain writes to: of setitem what its
// index names, of another write all of it. Nothing if there is none.
std::optional<Output> PartWritten(const Case& test, std::size_t k, OutputRef on,
                                  const Output& operand);

// Adds ways to get what `trouble` was refused with `error`, each run by the
// reference, the likeliest first.
void AddRepairs(const StepInQuestion& trouble, const ErrorReply& error,
                Reason& reason);

// The same of a view of these sizes that needs a copy.
void AddRepairsOfView(const StepInQuestion& trouble, const Ints& sizes,
                      Reason& reason);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_STEP_IN_QUESTION_H_
