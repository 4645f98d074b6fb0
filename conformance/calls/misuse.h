#ifndef VIEWPROOF_CONFORMANCE_CALLS_MISUSE_H_
#define VIEWPROOF_CONFORMANCE_CALLS_MISUSE_H_

#include <optional>
#include <string>
#include <string_view>

#include "conformance/calls/layout.h"
#include "conformance/case/case.h"

namespace viewproof {

// A way to take a strided tensor for another one.
enum class Misuse {
  kReadAsContiguous,
  kReadWithStride1,  // In the last dimension, others have theirs.
  kReadFromStart,
  kReadWithoutBits,
  kWrittenAsContiguous,
};

// "x is read as if it were contiguous"
std::string SentenceOf(Misuse misuse, std::string_view tensor);

// The elements that are read so; nothing if these are the right ones, or lie
// outside of the storage.
std::optional<Literal> ReadWith(Misuse misuse, const PlacedOperand& operand);

// The storage after elements were written as if the operand were contiguous;
// nothing if that is right, or reaches outside of the storage.
std::optional<Literal> WrittenAsContiguous(const PlacedOperand& operand,
                                           const Literal& elements);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_MISUSE_H_
