#ifndef VIEWPROOF_CONFORMANCE_CASE_CASE_H_
#define VIEWPROOF_CONFORMANCE_CASE_CASE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "conformance/case/case_form.h"
#include "conformance/case/ops.h"
#include "reference/core/dtype.h"
#include "reference/core/error_rule.h"
#include "reference/core/geometry.h"
#include "reference/index/index.h"
#include "reference/ops/memory_format.h"

namespace viewproof {

// A tensor of a chain: output `output` of step `step`, steps counted from 1;
// the base is [0, 0].
struct OutputRef {
  int64_t step = 0;
  int64_t output = 0;
  bool operator==(const OutputRef&) const = default;
};

// Says how the elements of a dtype are written.
enum class Form { kNumber, kBool, kComplex };

// Elements in row-major order. The form of none says nothing: JSON writes [].
struct Values {
  Form form = Form::kNumber;
  std::vector<Scalar> list;
  bool operator==(const Values& other) const {
    return list == other.list && (list.empty() || form == other.form);
  }
};

// A tensor written out: contiguous, at offset 0 of a storage of its own.
struct Literal {
  DType dtype = DType::kFloat32;
  Ints sizes;
  std::optional<Values> values;  // Absent: iota.
  bool operator==(const Literal&) const = default;
};

using TensorArg = std::variant<OutputRef, Literal>;

// The value of an argument: one alternative per C++ type an op can take. (An
// ArgType::kValue is a Scalar or a TensorArg.)
using Arg = std::variant<int64_t, Ints, std::optional<int64_t>, TensorArg,
                         DType, MemoryFormat, Index<TensorArg>, Scalar>;

// An op with its arguments, in the order of its row's parameters.
struct Step {
  const Op* op = nullptr;
  std::vector<Arg> args;
  std::optional<OutputRef> on;  // Absent: the current tensor.
  bool operator==(const Step&) const = default;
};

enum class FillKind {
  kIota,     // Element k holds k + 1 (complex (2k+1)+(2k+2)j, bool k % 3 == 0).
  kBytes,    // Byte k holds k % 251 (1 if k % 3 == 0 else 0 where bool occurs).
  kCycle,    // Element k holds k % 97 + 1 (complex (2k % 97 + 1) +
             // ((2k + 1) % 97 + 1)j, bool k % 3 == 0).
  kValues,   // Base::values.
  kHex,      // Base::bytes.
  kOperand,  // Base::values, of a case that calls a kernel.
};

// Returns whether the base says its elements in Base::values.
inline bool SaysValues(FillKind fill) {
  return fill == FillKind::kValues || fill == FillKind::kOperand;
}

// Returns whether outputs show their bytes instead of their values.
inline bool ShowsBytes(FillKind fill) {
  return fill == FillKind::kBytes || fill == FillKind::kHex;
}

// Returns whether the base needs the form `data` (case_form.h). Only then do
// large outputs show a digest (fill.h).
inline bool IsData(FillKind fill) {
  return fill != FillKind::kIota && fill != FillKind::kBytes;
}

// Says where the elements of a sparse base lie (spec: sparse.d1).
struct Coo {
  std::vector<Ints> indices;  // [sparse dimension][entry], each inside sizes.
  bool coalesced = false;     // Sorted, and no place named twice.
  bool operator==(const Coo&) const = default;
};

// The tensor that a chain starts from: contiguous, at offset 0; or sparse, with
// such a tensor of values. Only ops of the profile sparse act on a sparse one.
struct Base {
  DType dtype = DType::kFloat32;
  Ints sizes;
  FillKind fill = FillKind::kIota;
  std::optional<Coo> coo = std::nullopt;  // Absent: strided.
  Values values = {};                     // kValues has these, row-major.
  // kHex has these, as FillBytes gives them.
  std::vector<std::byte> bytes = {};
  bool operator==(const Base&) const = default;
};

// A base tensor and a chain of steps on it.
struct Case {
  std::string id;
  Base base;
  std::vector<Step> chain;
  bool operator==(const Case&) const = default;
};

// Holds what a reply shows of one tensor, and a vector expects of it. Absent:
// not shown, or unspecified.
struct Output {
  std::optional<DType> dtype;  // Absent under read, or not a dtype we know.
  Ints sizes;
  std::optional<Ints> strides;    // Elements of its own dtype.
  std::optional<int64_t> offset;  // Elements from the start of the storage.
  std::optional<bool> contiguous;
  std::optional<int64_t> storage;  // 0 is the base's, then by appearance.
  bool self = false;               // The very same tensor as the operand.
  bool conj = false;
  bool neg = false;
  std::optional<Values> values;      // Row-major; only up to kMaxValues.
  std::optional<std::string> bytes;  // Instead of values: see ShowsBytes.
  std::optional<uint32_t> crc32;     // Large outputs show it if IsData(fill).
  std::optional<std::string> other_dtype = {};  // One that we do not know.
  bool operator==(const Output&) const = default;
};

// The storage of an output that shares one with no tensor before it, but may
// with other outputs of its step (spec: call.r5).
inline constexpr int64_t kFreshStorage = -1;

// Replaces a size, stride or offset of a reply that is no integer. Differs from
// every expectation.
inline constexpr int64_t kNotAnInteger = INT64_MIN;

struct ErrorReply {
  std::optional<ErrorKind> kind;  // Absent: the text is mapped to no kind.
  std::string rule;               // In vectors, and of the reference.
  std::string message;  // The reference alone sends it: see message.h.
  // The reference tells the number that is at fault.
  std::optional<int64_t> number = std::nullopt;
  bool misspelt = false;  // Perhaps: the adapter's own expression raised it.
  bool open = false;  // True if it is unspecified whether the step is refused
                      // (spec: address.u1); of the model.
  bool operator==(const ErrorReply&) const = default;
};

// The step's operand does not exist in this subject.
struct UnobservedStep {
  bool operator==(const UnobservedStep&) const = default;
};

// The outcome of one step: outputs (none for a write), a query's answer, an
// error or, if its operand does not exist, none of these.
using Outcome =
    std::variant<std::vector<Output>, bool, ErrorReply, UnobservedStep>;

// Says why a subject did not run a case at all.
struct Unsupported {
  int64_t step = 0;  // Counted from 1; 0 is the base.
  std::string what;  // op, argument, base, dtype
  std::string detail;
  bool operator==(const Unsupported&) const = default;
};

// Holds what a subject answers to a case: one outcome per step.
struct Reply {
  std::string id;
  std::vector<Outcome> steps;
  std::optional<Unsupported> unsupported;
  std::optional<int64_t> too_large;  // The step that is beyond the bounds.
  bool operator==(const Reply&) const = default;
};

// The abilities that a subject needs to be run on a vector.
struct Requires {
  bool after_error = false;  // A step follows an error.
  bool error_kind = false;   // Several faults: only the kind tells them apart.
  bool views = false;        // Lost on a library whose views are copies.
  bool wide_int = false;     // A number beyond 2^53.
  std::vector<CaseForm> forms;  // In the order of kCaseForms.
  bool operator==(const Requires&) const = default;
};

// A case with the expected outcome of every step.
struct Vector {
  Case test;
  int64_t rev = 1;
  Profile profile = Profile::kCore;
  std::vector<std::string> rules;
  std::vector<std::string> flags;
  std::string why;
  Requires needs;
  std::vector<Outcome> expect;
  std::vector<Outcome> alternative;  // A second acceptable outcome; or empty.
  bool exchanged = false;            // For another dtype than its own.
  // Numbers of outputs may differ by this part of the greatest one that is
  // shown with them (spec: call.d4). Absent: by nothing.
  std::optional<double> distance = std::nullopt;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_CASE_H_
