#ifndef VIEWPROOF_CONFORMANCE_GEN_SHRINK_H_
#define VIEWPROOF_CONFORMANCE_GEN_SHRINK_H_

#include <functional>
#include <optional>

#include "conformance/case/case.h"
#include "conformance/gen/state.h"

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

// The case as the reference sees it; nothing if it may not be asked of a
// subject: it has no step, its base cannot be filled or holds what a copy
// changes (AreKept), or State allows a step not.
std::optional<State> Followed(const Case& test);

inline bool Lawful(const Case& test) { return Followed(test).has_value(); }

// A lawful case no larger than `test` for which `holds` is true and that no
// single edit (edit.h) makes smaller: fewer steps first, then fewer and smaller
// numbers. Calls `holds` on lawful cases only. Requires: holds(test).
Case Shrink(Case test, const std::function<bool(const Case&)>& holds);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_SHRINK_H_
