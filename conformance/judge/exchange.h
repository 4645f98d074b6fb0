#ifndef VIEWPROOF_CONFORMANCE_JUDGE_EXCHANGE_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_EXCHANGE_H_

#include <optional>

#include "conformance/case/case.h"

namespace viewproof {

// Returns whether the vector may also be run with `dtype`: it is of profile
// core or indexing, its base is filled with 1, 2, 3 ..., and its own dtype is
// another.
bool CanExchange(const Vector& vector, DType dtype);

// Changes the vector to `dtype`: its base, the literals of the base's dtype and
// every expected element. A value v below kFirstWritten is the fill of element
// v - 1 and becomes that of `dtype`; any other was written and stays (complex:
// v + 0j, bool: v is odd). False if `dtype` cannot hold the values, or if the
// chain writes another number, or by zero_ or add_, or if it has `new` or an
// index that names a tensor. Requires: CanExchange.
bool Exchange(Vector& vector, DType dtype);

// The vector as it is run with `dtype`, which may be its own; nullopt: it is
// not.
std::optional<Vector> Exchanged(Vector vector, DType dtype);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_EXCHANGE_H_
