#ifndef VIEWPROOF_CONFORMANCE_JUDGE_EXCHANGE_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_EXCHANGE_H_

#include "conformance/case/case.h"

namespace viewproof {

// Whether the same vector with another dtype is meant to exist: it is of
// profile core or indexing, its base is filled with 1, 2, 3 ... and its own
// dtype is another one.
bool CanExchange(const Vector& vector, DType dtype);

// Turns the vector into one of `dtype`: its base, the literals of the base's
// dtype and every expected element. A value v below kFirstWritten is element
// v - 1 and becomes that dtype's fill; any other was written and stays
// (complex: v + 0j, bool: v is odd). False when the dtype cannot hold it.
// Requires: CanExchange.
bool Exchange(Vector& vector, DType dtype);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_EXCHANGE_H_
