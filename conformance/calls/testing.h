#ifndef VIEWPROOF_CONFORMANCE_CALLS_TESTING_H_
#define VIEWPROOF_CONFORMANCE_CALLS_TESTING_H_

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "conformance/calls/calls.h"
#include "conformance/judge/record.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Says what a planted bug of the library does with tensors that are not plain.
enum class KernelBug {
  kNone,
  kReadsInStorageOrder,
  kReadsFromStart,
  kReadsWithoutGaps,
  kReadsWithStride1,  // In the last dimension.
  kReadsStride0AsDense,
  kIgnoresBit,
  kReadsSecondInStorageOrder,
  kReadsFirstOfShared,  // In place of another tensor of its storage.
  kWritesAsDense,
  kWritesNothing,
  kWritesNothingIfShared,
  kWritesBeyond,
  kWritesSecondWrongly,
  kReturnsOperand,
  kWritesOperand,  // It writes what it gives into what it should only read.
  kRefusesStrided,
  kDies,
};
inline constexpr std::array kKernelBugs = {
    KernelBug::kReadsInStorageOrder,
    KernelBug::kReadsFromStart,
    KernelBug::kReadsWithoutGaps,
    KernelBug::kReadsWithStride1,
    KernelBug::kReadsStride0AsDense,
    KernelBug::kIgnoresBit,
    KernelBug::kReadsSecondInStorageOrder,
    KernelBug::kReadsFirstOfShared,
    KernelBug::kWritesAsDense,
    KernelBug::kWritesNothing,
    KernelBug::kWritesNothingIfShared,
    KernelBug::kWritesBeyond,
    KernelBug::kWritesSecondWrongly,
    KernelBug::kReturnsOperand,
    KernelBug::kWritesOperand,
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

// The failing cases of a library by the op to blame, judged by its own plain
// answers.
struct Judged {
  std::map<std::string, int> failures;
  std::set<std::string> ops;  // These were asked.
  int cases = 0;
  std::vector<Record> failed;  // Those in which nothing died.
  std::unique_ptr<KernelCalls> calls;
};

Judged JudgeLibrary(Subject& library);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_TESTING_H_
