#ifndef VIEWPROOF_CONFORMANCE_CASE_OPS_H_
#define VIEWPROOF_CONFORMANCE_CASE_OPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// Says what an argument can be. Closed: codec, generator, shrinker and schema
// have one case per type, and so know every op that ever will be.
enum class ArgType {
  kDim,           // A dimension number; may count from the end.
  kDims,          // A list of them.
  kInt,           // Any number.
  kOptionalInt,   // A number or null.
  kInts,          // A list of numbers.
  kSizes,         // Sizes, each >= 0.
  kSizesInfer,    // Sizes; -1 is inferred (expand: kept).
  kTensor,        // [step, output], or a literal {dtype, sizes, values?}.
  kLiteral,       // A literal alone.
  kNumber,        // The number to write.
  kDType,         // A dtype by its name.
  kMemoryFormat,  // contiguous_format, channels_last, ...
  kIndex,  // 0..16 items: numbers, booleans, null, "...", ranges, tensors.
  kValue,  // A number or a tensor to assign.
};

// Says what makes an argument valid, given the operand and the arguments before
// it. Closed.
enum class Domain {
  kAny,          // Whatever the type admits.
  kDim,          // A dimension of the operand.
  kOtherDim,     // A dimension that the parameter before it does not name.
  kFreshDim,     // A place where a new dimension can stand.
  kIndexOf,      // An element number of the dimension named before.
  kBound,        // A slice bound of the dimension named before, or null.
  kStartOf,      // Says where a window of the dimension named before can begin.
  kLengthAfter,  // Says how far it can go on from there.
  kCount,        // A small number >= 1.
  kStep,         // A small number >= 1.
  kPieceOf,      // A piece length >= 1 for the dimension named later.
  kDivisorOf,    // A divisor >= 1 of the size that the op splits.
  kCutsOf,       // Places to cut the dimension that the op splits, in any
                 // order; they may count from the end, or lie outside.
  kWindowOf,     // A window that fits the dimension named before.
  kPermutation,  // Every dimension once.
  kDistinctDims,      // Some dimensions, none twice.
  kSameLength,        // It has as many distinct dimensions as the list before.
  kRangeEnd,          // A dimension at or after the one named before.
  kShapeOfNumel,      // Sizes whose product is the operand's numel.
  kFactorsOf,         // Sizes that multiply to the dimension named before.
  kPartsOf,           // Lengths that add up to the dimension named later.
  kBroadcastable,     // Sizes, or a tensor's, that the operand expands to.
  kInStorage,         // Sizes, strides and offset that stay in the storage.
  kSameNumel,         // A tensor of the operand's numel.
  kBroadcastsToThis,  // A tensor that broadcasts to the operand.
  kWritten,           // A number that only a write puts there.
  kItems,             // An index of the operand.
  kAdded,     // Such a number, or a tensor that broadcasts to the operand.
  kAssigned,  // Such a number, or a tensor for the index before it.
  kRecut,     // A dtype that the operand's bytes can be seen as.
  kFormat,    // A memory format of the operand's rank.
  kFresh,     // A literal: what a later step can index, mask or write with.
};

// One argument of an op, spelt as PyTorch spells it.
struct Parameter {
  std::string_view name;
  ArgType type;
  Domain domain;
  std::string_view otherwise = {};  // Default as JSON; empty: required.
  bool operator==(const Parameter&) const = default;
};

enum class Profile {
  kCore,
  kIndexing,
  kDType,
  kComplex,
  kMemoryFormat,
  kSparse,
  kLimits,
  kKernels,
  kOperands,  // Kernels of the library itself (kernel.h): no vectors in
              // golden/.
};

enum class OpKind {
  kView,        // Shares the operand's storage.
  kByIndex,     // A view, or a copy if its index is advanced (spec: index.d6).
  kEither,      // A view or a copy, as the implementation likes.
  kSelfOrCopy,  // The operand itself, or a copy.
  kCopy,        // A new storage.
  kWrite,       // Changes the operand's elements; no output.
  kQuery,       // Answers true or false.
  kObserve,     // Shows the operand's values again.
  kForget,      // Takes the operand out of the case; no output.
  kNew,         // Makes a tensor that has nothing of the operand.
};

// Holds what an op that returns a list is asked to cut.
struct CutRequest {
  int64_t size = 0;     // The dimension that it cuts has this size.
  int64_t number = 0;   // Its first argument if that is a number; never < 0.
  int64_t entries = 0;  // The first argument has so many if it is a list.
};

// Makes an op another name or spelling of its target. The op has its own names
// of parameters. If it takes a tensor and the target takes sizes, the target
// gets the sizes of that tensor.
struct Alias {
  std::string_view of = {};  // The target; empty: the op is no alias.
  // The numbers of the target's errors that are the op's own e1, e2, ... Empty:
  // all of them, under the same numbers.
  std::vector<int> errors = {};
};

// Holds what an op that calls a kernel of a library was seen to do (kernel.h).
// The last parameters of such an op are what its plain call gave, a literal
// each: first the elements of what it writes, then its outputs. No subject is
// told of them, and nobody is shown them.
struct CallFacts {
  std::vector<std::size_t> written;  // 0 is the operand, k is parameter k - 1.
  std::size_t outputs = 0;
  bool is_refused = false;  // The plain call was.
  bool may_alias = false;   // An output may share the storage of an operand.

  std::size_t given() const { return written.size() + outputs; }
};

// Everything that is said of an op once and read by every room. A row gives
// what differs from the defaults.
struct Op {
  std::string_view name;
  Profile profile = Profile::kCore;
  OpKind kind = OpKind::kView;
  std::vector<Parameter> parameters = {};
  std::string_view aten = {};  // ATen's overload if its name differs.
  // Returns how many outputs an op that returns a list has, unless it is
  // refused; null: it returns one tensor or none.
  int64_t (*outputs)(const CutRequest& cutting) = nullptr;
  // The dimension that an op cuts if no parameter names it, in an operand of
  // this rank, which may have fewer dimensions.
  int64_t (*cuts)(int64_t rank) = nullptr;
  // An alias has the kind of its target, and its parameters if it gives none.
  Alias alias = {};
  // Its outcome on a dtype that no base has is unspecified (spec: dtype.u2).
  bool of_base_dtypes = false;
  const CallFacts* call = nullptr;  // Null: it calls no kernel of a library.

  bool is_alias() const { return !alias.of.empty(); }
  bool returns_list() const { return outputs != nullptr; }
  std::string_view aten_name() const { return aten.empty() ? name : aten; }
  // So many of its parameters, the first ones, are asked of a subject.
  std::size_t asked() const {
    return parameters.size() - (call == nullptr ? 0 : call->given());
  }
};

// Every op, sorted by name.
const std::vector<Op>& Ops();

// The row of every op, in any order: what Ops() sorts.
std::vector<Op> OpRows();

// The op of that name; null if there is none.
const Op* FindOp(std::string_view name);

// The target of an alias; any other op itself.
const Op& TargetOf(const Op& op);

// The rule of SPEC.md that an alias breaks when its target breaks `rule`: of
// view_as, view.e5 is view_as.e2. Requires: the alias can meet that error.
std::string RuleOfAlias(const Op& alias, std::string_view rule);

// The op whose row says kObserve.
inline bool Observes(const Op& op) { return op.kind == OpKind::kObserve; }

// The words of the closed lists, as files and replies spell them.
std::string_view Name(ArgType type);
std::string_view Name(OpKind kind);
std::string_view Name(Profile profile);
std::optional<Profile> FindProfile(std::string_view name);
const std::vector<Profile>& Profiles();

// ops.json: one op a line, sorted by name; what an adapter that is generic over
// ops reads.
void AppendOpsJson(std::string& out);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_OPS_H_
