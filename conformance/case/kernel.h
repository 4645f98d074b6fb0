#ifndef VIEWPROOF_CONFORMANCE_CASE_KERNEL_H_
#define VIEWPROOF_CONFORMANCE_CASE_KERNEL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/ops.h"
#include "reference/core/dtype.h"

namespace viewproof {

inline constexpr std::size_t kMaxKernelOperands = 8;
inline constexpr std::size_t kMaxKernelResults = 12;
inline constexpr int64_t kMaxUlps = 4;

// How a kernel is called (spec: call.d3).
enum class CallForm {
  kNew,      // It gives new tensors.
  kInPlace,  // It writes into its first operand.
  kOut,      // It writes what it gives into targets that it is given.
};
inline constexpr std::array kCallForms = {CallForm::kNew, CallForm::kInPlace,
                                          CallForm::kOut};

std::string_view Name(CallForm form);
std::optional<CallForm> FindCallForm(std::string_view name);

// Says which elements an operand gets: PROTOCOL.md, section 14.
enum class ElementKind {
  kAny,
  kExact,
  kFactors,
  kDistinct,
  kPositive,
  kNonzero,
  kUnit,
  kProbability,
  kSorted,
  kSpd,
  kBelow,          // "<N": integers from 0 to N - 1, none at two indices.
  kRepeatedBelow,  // "<N repeated": one may stand at several.
};

std::string_view Name(ElementKind kind);

// A size: a number, or a letter that is several in turn.
struct KernelSize {
  char letter = 0;  // 0: it is the number.
  int64_t number = 0;
  bool operator==(const KernelSize&) const = default;
};

// An operand as a library declares it: "x T[..., N] exact".
struct KernelOperand {
  std::string name;
  std::optional<DType> dtype =
      std::nullopt;          // Absent: T, each of the kernel's.
  bool has_leading = false;  // "...": any sizes stand before the others.
  std::vector<KernelSize> sizes = {};
  ElementKind elements = ElementKind::kAny;
  KernelSize below = {};  // kBelow and kRepeatedBelow have it.
  // "<N along J": of kBelow, numbers may be equal but along this letter.
  char along = 0;
  bool operator==(const KernelOperand&) const = default;
};

// Reads such a text; throws BadInput naming the field.
KernelOperand ReadOperand(std::string_view text, std::string_view field);
std::string Text(const KernelOperand& operand);

// A function of a library, as hello declares it.
struct DeclaredKernel {
  std::string name;
  std::vector<CallForm> forms;
  std::vector<KernelOperand> operands;
  std::vector<DType> dtypes;        // T is each of these.
  int64_t ulps = 0;                 // So many may a number be wrong.
  std::vector<std::string> writes;  // Operands that it writes besides.
  std::string may_alias;  // Says why a result may share an operand's storage.
  bool operator==(const DeclaredKernel&) const = default;
};

// Throws BadInput naming the field, and the kernel, if a declaration is wrong.
void CheckKernel(const DeclaredKernel& kernel);

// Returns whether the kernel writes its operand of this number in this form.
bool WritesOperand(const DeclaredKernel& kernel, CallForm form,
                   std::size_t operand);

// The name of the op that calls a kernel: call.cumsum, call.cumsum_ (in place)
// and call.cumsum.out.
std::string CallName(std::string_view kernel, CallForm form);

// The kernel among these that an op of this name calls; null if none.
const DeclaredKernel* FindKernel(const std::vector<DeclaredKernel>& kernels,
                                 std::string_view op);

inline constexpr std::string_view kCallPrefix = "call.";

// The names of so many targets of the form kOut: o, or o1, o2, ...
std::vector<std::string> TargetNames(std::size_t count);

// Says what a plain call did.
struct PlainFacts {
  std::size_t outputs = 0;  // Or targets, in the form kOut.
  bool is_refused = false;
};

// The op that calls the kernel so. Its parameters are the operands but the
// first, then the targets o or o1, o2, ... of kOut, then what the plain call
// gave (CallFacts). It is the same object for the same arguments, and lives as
// long as the program. Not for several threads.
const Op& CallOp(const DeclaredKernel& kernel, CallForm form,
                 const PlainFacts& plain);

// The op of this name that calls a kernel, as a case shows it to who does not
// know the declaration: each of these arguments is a tensor. Lives as long.
const Op& ShownCallOp(std::string_view name,
                      const std::vector<std::string>& arguments);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_KERNEL_H_
