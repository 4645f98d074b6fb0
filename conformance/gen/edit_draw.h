#ifndef VIEWPROOF_CONFORMANCE_GEN_EDIT_DRAW_H_
#define VIEWPROOF_CONFORMANCE_GEN_EDIT_DRAW_H_

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"

namespace viewproof {

// Exchanges one argument of `step` for one of its edits (edit.h) or, `wide`
// times of 12, puts a number into it whose sums and products leave int64.
// Without arguments the step stays as it is.
void EditOne(Chooser& choose, int64_t wide, Step& step);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_EDIT_DRAW_H_
