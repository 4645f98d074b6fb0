#ifndef VIEWPROOF_CONFORMANCE_GEN_EDIT_H_
#define VIEWPROOF_CONFORMANCE_GEN_EDIT_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"

namespace viewproof {

// An edit changes one thing of a case a little. Edits make invalid steps,
// shrink failures and give the neighbours of a vector.

// The arguments one edit away, each once, the simplest first: a number becomes
// 0, 1, -1 or differs by up to 8; a list has one element changed, left out or
// doubled; a literal has other sizes or another dtype; null becomes 0; of an
// index one item is changed, left out or doubled.
std::vector<Arg> EditsOf(const Arg& arg);

// Returns whether a base may have these sizes: it can be filled, and its
// strides are int64.
bool FitsBase(const Ints& sizes, FillKind fill = FillKind::kIota);

// The bases one edit away: a size differs by 1, a dimension is left out or
// added, another dtype or another layout. None has more elements than
// MaxBase(fill).
std::vector<Base> EditsOf(const Base& base);

// The case without its step `number` (counted from 1), later steps renumbered;
// nullopt if a later step names that step.
std::optional<Case> WithoutStep(const Case& test, int64_t number);

// Calls `visit` with every case one edit away (an argument of its last step
// first, then of the earlier ones, then the base, then an earlier step left
// out) until it returns true; whether it did.
bool AnyNeighbour(const Case& test,
                  const std::function<bool(const Case&)>& visit);

// Exchanges one argument of `step` for one of its edits (edit.h) or, `wide`
// times of 12, puts a number into it whose sums and products leave int64.
// Without arguments the step stays as it is.
void EditOne(Chooser& choose, int64_t wide, Step& step);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_EDIT_H_
