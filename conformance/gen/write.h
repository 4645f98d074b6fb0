#ifndef VIEWPROOF_CONFORMANCE_GEN_WRITE_H_
#define VIEWPROOF_CONFORMANCE_GEN_WRITE_H_

#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Returns what is wrong with the writes of a case that comes out as `steps`: a
// value that they leave unspecified. `plain`: its chain without tensors of the
// case in indexes (WithIndexLiterals). Requires: every tensor that is named
// exists.
std::vector<std::string> WriteProblems(const Case& test,
                                       const std::vector<Outcome>& steps,
                                       const std::vector<Step>& plain);

// The elements of x[index].
struct IndexedElements {
  Ints sizes;
  Ints addresses;  // In row-major order of the sizes.
};

// Everywhere here, no item of an index names a tensor of the case: see
// State::Plain().

// The elements that an index selects; nullopt if it is refused. Requires: at
// most 2^16 elements.
std::optional<IndexedElements> ElementsAt(const Geometry& operand,
                                          const Index<TensorArg>& index);

// Returns whether `write` writes no element of `read`, a tensor in its target's
// storage and of its dtype. Requires: the write is not refused.
bool WritesNothingOf(const Step& write, const Geometry& target,
                     const Geometry& read);

// Returns whether two indices name one element.
bool HoldsAnElementTwice(const Geometry& geometry);

// Returns whether `write` assigns a tensor to elements of itself through an
// advanced index, which is unspecified (spec: setitem.u1).
bool PicksFromItself(const Step& write, const Geometry& target,
                     const Geometry& source, bool share);

// Returns whether `write`, to a target with a bit, assigns through an advanced
// index to a part that holds an element twice, which is unspecified (spec:
// setitem.u2). Requires: the write is not refused and the target has at most
// 2^16 elements.
bool PutsBackTwice(const Step& write, const Geometry& target);

// Holds what a source has in common with the target that it is written to.
struct InCommon {
  bool storage = false;
  bool bits = true;
  bool dtype = true;
};

// Returns whether `write`, from a tensor to a target, gives the same storage in
// any order of elements (spec: write.u1, copy_.u2, setitem.u1): no address gets
// two elements or one whose sign is changed apart, and none is read for one
// index and written for another, unless a basic index gets a rank-0 tensor,
// which is read first (setitem.e3). Requires: the write is not refused and
// writes at most 2^16 elements.
bool WriteIsSpecified(const Step& write, const Geometry& target,
                      const Geometry& source, const InCommon& common);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_WRITE_H_
