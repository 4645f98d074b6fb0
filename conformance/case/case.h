#ifndef VIEWPROOF_CONFORMANCE_CASE_CASE_H_
#define VIEWPROOF_CONFORMANCE_CASE_CASE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "conformance/case/ops.h"
#include "reference/core/dtype.h"
#include "reference/core/error.h"
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

// How the elements of a dtype are written.
enum class Form { kNumber, kBool, kComplex };
Form FormOf(DType dtype);

// Elements in row-major order. The form of none says nothing: JSON writes [].
struct Values {
  Form form = Form::kNumber;
  std::vector<Scalar> list;
  bool operator==(const Values& other) const;
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
// ArgType::kValue is a number or a TensorArg.)
using Arg = std::variant<int64_t, Ints, std::optional<int64_t>, TensorArg,
                         DType, MemoryFormat, Index<Literal>>;

// An op with its arguments, in the order of its row's parameters.
struct Step {
  const Op* op = nullptr;
  std::vector<Arg> args;
  std::optional<OutputRef> on;  // Absent: the current tensor.
  bool operator==(const Step&) const = default;
};

enum class FillKind {
  kIota,   // Element k holds k + 1 (complex (2k+1)+(2k+2)j, bool k % 3 == 0).
  kBytes,  // Byte k holds k % 251 (1 if k % 3 == 0 else 0 where bool occurs).
};

// Where the elements of a sparse base lie (spec: sparse.d1).
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
  bool operator==(const Base&) const = default;
};

// The sizes of the tensor that holds the base's elements: its own, or, of a
// sparse one, those of its values: entries, then the dense dimensions.
Ints FilledSizes(const Base& base);
// What is wrong with the indices of a sparse base; empty: nothing.
std::string_view FaultOf(const Base& base);
// The indices of a sparse base: int64, [sparse dimensions, entries].
Literal IndicesOf(const Coo& coo);

// A base tensor and a chain of steps on it.
struct Case {
  std::string id;
  Base base;
  std::vector<Step> chain;
  bool operator==(const Case&) const = default;
};

// What a reply shows of one tensor, and a vector expects of it. Absent: not
// shown, or unspecified.
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
  std::optional<Values> values;  // Row-major; only up to kMaxValues.
  std::optional<std::string>
      bytes;  // Instead of values under FillKind::kBytes.
  bool operator==(const Output&) const = default;
};

// In place of a size, stride or offset that a reply gave as something that is
// no integer: data that no expectation equals.
inline constexpr int64_t kNotAnInteger = INT64_MIN;

struct ErrorReply {
  std::optional<ErrorKind> kind;  // Absent: a text that nobody mapped.
  std::string rule;               // In vectors only.
  std::string message;
  bool operator==(const ErrorReply&) const = default;
};

// The step's operand does not exist in this subject.
struct Unobserved {
  bool operator==(const Unobserved&) const = default;
};

// What came of one step: outputs (none for a write), a query's answer, an error
// or nothing.
using Outcome = std::variant<std::vector<Output>, bool, ErrorReply, Unobserved>;

// Why a subject did not run a case at all.
struct Unsupported {
  int64_t step = 0;  // Counted from 1; 0 is the base.
  std::string what;  // op, argument, base, dtype
  std::string detail;
  bool operator==(const Unsupported&) const = default;
};

// What a subject answers to a case: one outcome per step.
struct Reply {
  std::string id;
  std::vector<Outcome> steps;
  std::optional<Unsupported> unsupported;
  std::optional<int64_t> too_large;  // The step that is beyond the bounds.
  bool operator==(const Reply&) const = default;
};

// What a subject must be able to do for a vector to mean anything to it.
struct Requires {
  bool after_error = false;  // A step follows an error.
  bool error_kind = false;   // More than one fault: only the kind tells.
  bool views = false;        // Lost on a library whose views are copies.
  bool wide_int = false;     // A number beyond 2^53.
  bool operator==(const Requires&) const = default;
};

// A case with what must come out of every step.
struct Vector {
  Case test;
  int64_t rev = 1;
  Profile profile = Profile::kCore;
  std::vector<std::string> rules;
  std::vector<std::string> flags;
  std::string why;
  Requires needs;
  std::vector<Outcome> expect;
  std::vector<Outcome> alternative;  // The other lawful world; empty: none.
};

inline constexpr int64_t kMaxValues = 256;  // Elements an output shows.
inline constexpr int64_t kMaxBase = 255;    // Elements of a base.
// The most elements of a literal, or of the base of a chain that writes: iota
// stays below the numbers that only a write puts into a storage, which are
// kFirstWritten to kLastWritten. int8 holds them all.
inline constexpr int64_t kMaxWrittenBase = 100;
inline constexpr int64_t kFirstWritten = kMaxWrittenBase + 1;
inline constexpr int64_t kLastWritten = 127;
inline constexpr int64_t kMaxOutputs = 64;      // Outputs of one step.
inline constexpr int64_t kMaxCopied = 1 << 16;  // Elements of new storage.
inline constexpr int64_t kMaxRank = 64;
inline constexpr int64_t kMaxFloat16Bytes = 120;  // Beyond, bytes make NaNs.
inline constexpr int64_t kMaxItems = 8;           // Items of an index.
// Integers beyond +-this are decimal strings in JSON.
inline constexpr int64_t kMaxExact = (int64_t{1} << 53) - 1;

std::string_view Name(ErrorKind kind);
std::optional<ErrorKind> FindErrorKind(std::string_view name);

// Calls visit(literal) for every tensor written out among the arguments of a
// step, inside an index too.
template <typename Visit>
void ForEachLiteral(const Step& step, Visit visit) {
  for (const Arg& arg : step.args) {
    if (const auto* tensor = std::get_if<TensorArg>(&arg)) {
      if (const auto* literal = std::get_if<Literal>(tensor)) visit(*literal);
    } else if (const auto* index = std::get_if<Index<Literal>>(&arg)) {
      for (const IndexItem<Literal>& item : *index) {
        if (const auto* literal = std::get_if<Literal>(&item)) visit(*literal);
      }
    }
  }
}

// An index with make(literal) in place of each tensor.
template <typename T, typename Make>
Index<T> WithTensors(const Index<Literal>& index, Make make) {
  Index<T> made;
  for (const IndexItem<Literal>& item : index) {
    made.push_back(std::visit(
        [&make](const auto& i) -> IndexItem<T> {
          if constexpr (std::is_same_v<decltype(i), const Literal&>) {
            return make(i);
          } else {
            return i;
          }
        },
        item));
  }
  return made;
}

// Whether an index has 1 to kMaxItems items, at most one of them "...".
bool FitsIndex(const Index<Literal>& index);

// The index of a step; null where its op takes none.
const Index<Literal>* IndexOf(const Step& step);

// Whether an index has an advanced item (spec: index.d6).
bool IsAdvanced(const Index<Literal>& index);

// The kind of the step's op. kByIndex never: the step's index says which of
// kView and kCopy it is.
OpKind KindOf(const Step& step);

// Whether strides, offset and contiguity of what the step returns are
// unspecified (spec: getitem.u1).
bool HasFreeLayout(const Step& step);

// Whether nothing that comes of the step depends on its operand's strides.
bool NeedsNoStrides(const Step& step);

// Takes out of what came of a chain what is unspecified.
void DropUnspecified(const std::vector<Step>& chain,
                     std::vector<Outcome>& outcomes);

// Whether a step on `operand` asks a sparse base for what only a strided one
// has: no subject is asked to run such a step.
bool MisusesSparse(const Base& base, const Step& step, OutputRef operand);

// The number that argument `k` of a step writes; null where it is none.
const int64_t* NumberWritten(const Step& step, std::size_t k);

// Whether the base or an argument names this dtype.
bool Names(const Case& test, DType dtype);

// Whether any bytes are an element of the dtype that a copy keeps: not so for
// bool (spec: view_dtype.u1), nor everywhere for float16, whose NaNs lie among
// small bytes.
bool HoldsAnyBytes(DType dtype);
// Whether the chain may write to tensors of `target`: not where it looks at the
// same bytes as another dtype that does not hold any bytes.
bool MayWrite(const Case& test, DType target);

// The elements that `fill: iota` puts into a tensor.
Scalar Iota(DType dtype, int64_t k);
// The bytes that a base holds: its elements (of a sparse one its values),
// row-major, little-endian. `with_bool` says whether a dtype of the chain is
// bool (fill: bytes).
std::vector<std::byte> FillBytes(const Base& base, bool with_bool = false);
// The elements of a literal, in row-major order.
Values ElementsOf(const Literal& literal);

// Makes an output's values, or bytes under FillKind::kBytes, ready to take the
// elements of a tensor. False above kMaxValues elements (or where their count
// is beyond int64): such an output shows neither.
bool ReadyToShow(Output& output, FillKind fill, DType dtype,
                 std::optional<int64_t> numel);

// The dimension that `op` with these arguments acts along in an operand of this
// rank: the one that it cuts (Op::cuts), else the one that its first parameter
// of domain kDim names. Nothing if the operand has no such dimension.
std::optional<int64_t> DimAlong(const Op& op, std::span<const Arg> args,
                                int64_t rank);

// How many outputs a step on a tensor of these sizes has, unless it is refused.
// Requires: its op returns a list.
int64_t OutputCount(const Step& step, const Ints& operand_sizes);

// Whether running `step` on a tensor of these sizes would break a bound: more
// than kMaxOutputs outputs, or more than kMaxCopied elements of new storage,
// for an advanced index reckoned as if nothing were left out or empty
// (unless their bytes exceed int64: that is an error, and costs nothing). No
// subject ever sees such a step.
bool TooLarge(const Step& step, const Ints& operand_sizes, DType dtype);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_CASE_H_
