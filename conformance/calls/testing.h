#ifndef VIEWPROOF_CONFORMANCE_CALLS_TESTING_H_
#define VIEWPROOF_CONFORMANCE_CALLS_TESTING_H_

#include <array>
#include <memory>
#include <string>

#include "conformance/subjects/subject.h"

namespace viewproof {

// Says what a planted bug of the library does with tensors that are not plain.
enum class KernelBug {
  kNone,
  kReadsInStorageOrder,
  kReadsFromStart,
  kReadsWithoutGaps,
  kReadsStride0AsDense,
  kIgnoresBit,
  kReadsSecondInStorageOrder,
  kWritesAsDense,
  kWritesNothing,
  kWritesBeyond,
  kWritesSecondWrongly,
  kReturnsOperand,
  kRefusesStrided,
  kDies,
};
inline constexpr std::array kKernelBugs = {
    KernelBug::kReadsInStorageOrder,
    KernelBug::kReadsFromStart,
    KernelBug::kReadsWithoutGaps,
    KernelBug::kReadsStride0AsDense,
    KernelBug::kIgnoresBit,
    KernelBug::kReadsSecondInStorageOrder,
    KernelBug::kWritesAsDense,
    KernelBug::kWritesNothing,
    KernelBug::kWritesBeyond,
    KernelBug::kWritesSecondWrongly,
    KernelBug::kReturnsOperand,
    KernelBug::kRefusesStrided,
    KernelBug::kDies};

// A library of six kernels, in plain loops: neg, add, cumsum, sum, index_add
// and sort, each in its forms. `bugged`: the op that has the bug, "call.neg",
// whose kernel alone is declared then.
std::unique_ptr<Subject> MakeKernelLibrary(KernelBug bug = KernelBug::kNone,
                                           std::string bugged = "");

// The same, whose only kernel, f, is wrongly declared: it "counts" its calls,
// is "constant", "keeps" its target, "refuses" every call, or "misspells" it.
std::unique_ptr<Subject> MakeMisdeclared(std::string fault);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_TESTING_H_
