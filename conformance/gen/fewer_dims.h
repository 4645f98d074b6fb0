#ifndef VIEWPROOF_CONFORMANCE_GEN_FEWER_DIMS_H_
#define VIEWPROOF_CONFORMANCE_GEN_FEWER_DIMS_H_

#include <functional>

#include "conformance/case/case.h"

namespace viewproof {

// The sizes that an argument lists; null: it lists none.
Ints* SizesIn(Arg& arg);

// Calls `visit` with cases of fewer dimensions, or of smaller ones, until it
// returns true; whether it did: the base, or the sizes that a step lists, lose
// a dimension, or two become one, and the arguments of later steps follow; a
// size of the base becomes 0, 1, 2, a quarter or a half. They need not be
// lawful.
bool AnyOfFewerDims(const Case& test,
                    const std::function<bool(const Case&)>& visit);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_FEWER_DIMS_H_
