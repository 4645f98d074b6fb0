#ifndef VIEWPROOF_CONFORMANCE_GEN_DATA_H_
#define VIEWPROOF_CONFORMANCE_GEN_DATA_H_

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"

namespace viewproof {

// A base whose elements are written out (kValues, kHex). Most differ from each
// other; about a third of them are what a copy through another type, an added
// 0.0 or a flush of denormals would change: 2^24 + 1, 2^31 + 1, 2^53 + 1, 0.1,
// and in kHex -0.0, denormals and NaN payloads too. Requires: the sizes have at
// most kMaxBase elements.
Base DrawData(Chooser& choose, DType dtype, Ints sizes, FillKind fill);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_DATA_H_
