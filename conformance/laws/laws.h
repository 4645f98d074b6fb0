#ifndef VIEWPROOF_CONFORMANCE_LAWS_LAWS_H_
#define VIEWPROOF_CONFORMANCE_LAWS_LAWS_H_

#include <string>

#include "conformance/case/case.h"
#include "conformance/gen/state.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Sentences of SPEC.md that hold for every case, said in addresses and values.
// Each returns what breaks the law in `subject`'s replies, or nothing.

// Of a chain on a sparse base, which cannot be read, the laws below that read
// every tensor say nothing.

// The last step of `state` has outputs: each of their elements is the element
// of the operand that the op's meaning names, at the same address where they
// share a storage and of the same value where not, and none is missing
// (meaning.h). What shares a storage has that value too. For as_strided: at the
// address that its arguments name (as_strided.d1). For view.dtype: each byte
// where the operand's is, and none is missing (view_dtype.d1, view_dtype.i2).
// `read` is left to BreaksReading. Counts the elements that it looked at.
std::string BreaksMeaning(const State& state, Subject& subject,
                          int64_t& elements);

// The last step writes: every element of the target holds what was written, and
// every tensor that shares no address with it holds what it held (fill_.r1,
// fill_.r2, copy_.r2, copy_.r3, storage.i1, storage.i4). For setitem the target
// is what its index names (setitem.r1, setitem.r4).
std::string BreaksWrite(const State& state, Subject& subject,
                        int64_t& elements);

// Refused steps left out, everything else comes out the same (storage.i3).
std::string BreaksRefusal(const Case& test, Subject& subject);

// A tensor says contiguous if and only if, in row-major order, its k-th element
// lies k behind its first (contiguous.d1).
std::string BreaksContiguity(const Case& test, Subject& subject);

// At the end of a chain every tensor has the sizes, strides, offset, storage
// and bits that it had when it was made (tensor.i1, storage.i2), and each of
// its addresses lies in its storage (address.i1).
std::string BreaksHeaders(const State& state, Subject& subject);

// At the end of a chain every tensor on the base's storage reads, part by part,
// what the base reads at that byte, turned over as its bits say (read.r1,
// storage.i1, storage.d1, tensor.d3, tensor.i5).
std::string BreaksReading(const State& state, Subject& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_LAWS_H_
