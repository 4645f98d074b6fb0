#include "conformance/subjects/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/subjects/reference.h"
#include "reference/core/checked.h"

namespace viewproof {
namespace {

using MaybeAnswer = std::optional<Answer<Tensor>>;
using Asked = Call<Tensor>;

Answer<Tensor> Refused(ErrorKind kind) {
  return ErrorReply{.kind = kind, .rule = {}, .message = "a mutant"};
}

// The number of elements from the start of the storage to the last one of
// `geometry`; nothing when it exceeds int64.
std::optional<int64_t> EndOf(const Geometry& geometry) {
  if (Numel(geometry.sizes) == 0) return 0;
  std::optional<int64_t> end = CheckedAdd(geometry.offset, 1);
  for (std::size_t d = 0; end && d < geometry.sizes.size(); ++d) {
    end = CheckedMultiplyAdd(*end, geometry.sizes[d] - 1, geometry.strides[d]);
  }
  return end;
}

bool IsInStorage(const Tensor& tensor) {
  const std::optional<int64_t> end = EndOf(tensor.geometry);
  return end && *end <= tensor.storage->size() / ItemSize(tensor.dtype);
}

Answer<Tensor> InStorage(Answer<Tensor> answer) {
  const auto* made = std::get_if<Outputs<Tensor>>(&answer);
  if (made == nullptr ||
      std::all_of(made->tensors.begin(), made->tensors.end(), IsInStorage)) {
    return answer;
  }
  return Refused(ErrorKind::kOutOfBounds);
}

// What the bytes of a storage were, to be put back.
class Saved {
 public:
  explicit Saved(const Tensor& tensor)
      : storage_(*tensor.storage), bytes_(storage_.bytes) {}
  void PutBack() const { storage_.bytes = bytes_; }

 private:
  Storage& storage_;
  const std::vector<std::byte> bytes_;
};

// Wrappers by what they change: every tensor of an answer, the list of them,
// the operand, the arguments.

template <auto kChange>
MaybeAnswer EachTensor(const Asked& call) {
  Answer<Tensor> answer = call.Make();
  if (auto* made = std::get_if<Outputs<Tensor>>(&answer)) {
    for (Tensor& tensor : made->tensors) kChange(call.operand, tensor);
  }
  return InStorage(std::move(answer));
}

template <auto kChange>
MaybeAnswer List(const Asked& call) {
  Answer<Tensor> answer = call.Make();
  if (auto* made = std::get_if<Outputs<Tensor>>(&answer)) {
    kChange(made->tensors);
  }
  return answer;
}

MaybeAnswer MakeWith(const Asked& call, const Tensor& operand,
                     std::span<const Arg> args,
                     std::span<const Tensor* const> tensors) {
  const Step step{&call.op, {args.begin(), args.end()}, {}};
  if (TooLarge(step, operand.geometry.sizes, operand.dtype)) {
    return std::nullopt;
  }
  return call.binding.Make(operand, args, tensors);
}

template <auto kChange>
MaybeAnswer OnOperand(const Asked& call) {
  Tensor operand = call.operand;
  kChange(operand.geometry);
  if (!IsInStorage(operand)) return Refused(ErrorKind::kOutOfBounds);
  return MakeWith(call, operand, call.args, call.tensors);
}

template <auto kChange>
MaybeAnswer OnSource(const Asked& call) {
  if (call.tensors[0] == nullptr) return call.Make();
  Tensor source = *call.tensors[0];
  kChange(source.geometry);
  if (!IsInStorage(source)) return Refused(ErrorKind::kOutOfBounds);
  const std::array<const Tensor*, 1> tensors = {&source};
  return MakeWith(call, call.operand, call.args, tensors);
}

template <auto kChange>
MaybeAnswer OnArguments(const Asked& call) {
  std::vector<Arg> args(call.args.begin(), call.args.end());
  kChange(call, args);
  return MakeWith(call, call.operand, args, call.tensors);
}

// Refuses a call that succeeds, and undoes what it wrote, where `kWhether`.
template <auto kWhether>
MaybeAnswer Refusing(const Asked& call) {
  if (!kWhether(call)) return call.Make();
  const Saved saved(call.operand);
  Answer<Tensor> answer = call.Make();
  if (std::holds_alternative<ErrorReply>(answer)) return answer;
  saved.PutBack();
  return Refused(ErrorKind::kTensorKind);
}

// Geometries.

void DropOffset(Geometry& geometry) { geometry.offset = 0; }

void TakeAsRowMajor(Geometry& geometry) {
  if (const auto strides = ContiguousStrides(geometry.sizes)) {
    geometry.strides = *strides;
  }
}

bool HasStrideZero(const Geometry& geometry) {
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    if (geometry.sizes[d] > 1 && geometry.strides[d] == 0) return true;
  }
  return false;
}

// Tensors of an answer, after the operand.

void BeginAtTheStorage(const Tensor&, Tensor& made) {
  DropOffset(made.geometry);
}

void CountOffsetInBytes(const Tensor&, Tensor& made) {
  int64_t& offset = made.geometry.offset;
  offset = CheckedMultiply(offset, ItemSize(made.dtype)).value_or(offset);
}

void BeginAtTheOperand(const Tensor& operand, Tensor& made) {
  made.geometry.offset = operand.geometry.offset;
}

void ForgetStrides(const Tensor&, Tensor& made) {
  TakeAsRowMajor(made.geometry);
}

void CountStridesInBytes(const Tensor&, Tensor& made) {
  for (int64_t& stride : made.geometry.strides) {
    stride = CheckedMultiply(stride, ItemSize(made.dtype)).value_or(stride);
  }
}

void ForgetStridesOfSizeOne(const Tensor&, Tensor& made) {
  Geometry row_major = made.geometry;
  TakeAsRowMajor(row_major);
  for (std::size_t d = 0; d < row_major.sizes.size(); ++d) {
    if (row_major.sizes[d] != 1) continue;
    made.geometry.strides[d] = row_major.strides[d];
  }
}

void ForgetStridesOfNothing(const Tensor&, Tensor& made) {
  if (Numel(made.geometry.sizes) == 0) TakeAsRowMajor(made.geometry);
}

void ForgetOffsetOfNothing(const Tensor&, Tensor& made) {
  if (Numel(made.geometry.sizes) == 0) DropOffset(made.geometry);
}

void GiveNothingAStorage(const Tensor&, Tensor& made) {
  if (Numel(made.geometry.sizes) == 0) {
    made.storage = std::make_shared<Storage>();
    DropOffset(made.geometry);
  }
}

void DropSizesOfOne(const Tensor&, Tensor& made) {
  Geometry left{{}, {}, made.geometry.offset};
  for (std::size_t d = 0; d < made.geometry.sizes.size(); ++d) {
    if (made.geometry.sizes[d] == 1) continue;
    left.sizes.push_back(made.geometry.sizes[d]);
    left.strides.push_back(made.geometry.strides[d]);
  }
  made.geometry = std::move(left);
}

void GiveRankOne(const Tensor&, Tensor& made) {
  if (made.geometry.rank() > 0) return;
  made.geometry.sizes = {1};
  made.geometry.strides = {1};
}

void CopyIfSmall(const Tensor&, Tensor& made) {
  if (auto copy = SmallCopy(made)) made = *std::move(copy);
}

void CopyIfNotContiguous(const Tensor& operand, Tensor& made) {
  if (!IsContiguous(made.geometry)) CopyIfSmall(operand, made);
}

void CopyIfStrideZero(const Tensor& operand, Tensor& made) {
  if (HasStrideZero(made.geometry)) CopyIfSmall(operand, made);
}

// Lists of tensors.

using Tensors = std::vector<Tensor>;

void DropLast(Tensors& list) {
  if (list.size() > 1) list.pop_back();
}

void DropShortLast(Tensors& list) {
  if (list.size() > 1 &&
      list.back().geometry.sizes != list.front().geometry.sizes) {
    list.pop_back();
  }
}

void Reverse(Tensors& list) { std::reverse(list.begin(), list.end()); }

void RepeatFirst(Tensors& list) {
  for (Tensor& tensor : list) {
    tensor.geometry.offset = list.front().geometry.offset;
  }
}

// Whole answers.

MaybeAnswer GiveItself(const Asked& call) {
  Answer<Tensor> answer = call.Make();
  auto* made = std::get_if<Outputs<Tensor>>(&answer);
  if (made != nullptr && made->tensors.size() == 1) {
    made->self |= made->tensors[0].storage == call.operand.storage &&
                  made->tensors[0].geometry == call.operand.geometry;
  }
  return answer;
}

MaybeAnswer GiveHeader(const Asked& call) {
  Answer<Tensor> answer = call.Make();
  if (auto* made = std::get_if<Outputs<Tensor>>(&answer)) made->self = false;
  return answer;
}

MaybeAnswer Invert(const Asked& call) {
  Answer<Tensor> answer = call.Make();
  if (bool* result = std::get_if<bool>(&answer)) *result = !*result;
  return answer;
}

bool IsExactlyRowMajor(const Geometry& geometry) {
  return geometry.strides == ContiguousStrides(geometry.sizes);
}

MaybeAnswer AskForRowMajor(const Asked& call) {
  return IsExactlyRowMajor(call.operand.geometry);
}

MaybeAnswer AskForOffsetZero(const Asked& call) {
  return call.operand.geometry.offset == 0 &&
         IsContiguous(call.operand.geometry);
}

MaybeAnswer CopyUnlessRowMajor(const Asked& call) {
  if (IsExactlyRowMajor(call.operand.geometry)) return call.Make();
  std::optional<Tensor> copy = SmallCopy(call.operand);
  if (!copy) return call.Make();
  return Outputs<Tensor>{.tensors = {*std::move(copy)}};
}

MaybeAnswer CountOffsetFromOperand(const Asked& call) {
  Answer<Tensor> answer = call.Make();
  auto* made = std::get_if<Outputs<Tensor>>(&answer);
  const auto* written = std::get_if<std::optional<int64_t>>(&call.args[2]);
  if (made != nullptr && written->has_value()) {
    made->tensors[0].geometry.offset += call.operand.geometry.offset;
  }
  return InStorage(std::move(answer));
}

// Writes.

MaybeAnswer LoseWrite(const Asked& call) {
  const Saved saved(call.operand);
  Answer<Tensor> answer = call.Make();
  saved.PutBack();
  return answer;
}

MaybeAnswer LoseWriteUnlessContiguous(const Asked& call) {
  return IsContiguous(call.operand.geometry) ? call.Make() : LoseWrite(call);
}

MaybeAnswer LoseLastElement(const Asked& call) {
  const int64_t end = EndOf(call.operand.geometry).value();
  if (end == 0) return call.Make();
  const int64_t item_size = ItemSize(call.operand.dtype);
  const std::byte* last = ElementAt(call.operand, end - 1);
  const std::vector<std::byte> was(last, last + item_size);
  Answer<Tensor> answer = call.Make();
  std::copy(was.begin(), was.end(), ElementAt(call.operand, end - 1));
  return answer;
}

MaybeAnswer FillGaps(const Asked& call) {
  Tensor run = call.operand;
  const int64_t end = EndOf(run.geometry).value();
  if (end == 0) return call.Make();
  run.geometry = {{end - run.geometry.offset}, {1}, run.geometry.offset};
  return MakeWith(call, run, call.args, call.tensors);
}

MaybeAnswer WriteBeforeRefusing(const Asked& call) {
  Answer<Tensor> answer = call.Make();
  if (std::holds_alternative<ErrorReply>(answer) &&
      Numel(call.operand.geometry.sizes) != 0) {
    Encode(call.operand.dtype, {127},
           ElementAt(call.operand, call.operand.geometry.offset));
  }
  return answer;
}

// Errors.

MaybeAnswer AcceptEverything(const Asked& call) {
  Answer<Tensor> answer = call.Make();
  if (!std::holds_alternative<ErrorReply>(answer)) return answer;
  if (call.op.kind == OpKind::kQuery) return true;
  Outputs<Tensor> made;
  if (call.op.kind != OpKind::kWrite) made.tensors.push_back(call.operand);
  return made;
}

MaybeAnswer ChangeKind(const Asked& call) {
  Answer<Tensor> answer = call.Make();
  if (auto* error = std::get_if<ErrorReply>(&answer)) {
    error->kind = error->kind == ErrorKind::kArgument ? ErrorKind::kSize
                                                      : ErrorKind::kArgument;
  }
  return answer;
}

bool IsScalar(const Asked& call) { return call.operand.geometry.rank() == 0; }

bool IsEmpty(const Asked& call) {
  return Numel(call.operand.geometry.sizes) == 0;
}

bool HasGaps(const Asked& call) { return !IsContiguous(call.operand.geometry); }

bool IsExpanded(const Asked& call) {
  return HasStrideZero(call.operand.geometry);
}

bool BeginsLater(const Asked& call) { return call.operand.geometry.offset > 0; }

// Arguments.

bool IsOf(ArgType type, Touches touched) {
  switch (touched) {
    case Touches::kDims:
      return type == ArgType::kDim || type == ArgType::kDims;
    case Touches::kNumbers:
      return type == ArgType::kInt || type == ArgType::kOptionalInt;
    case Touches::kNulls:
      return type == ArgType::kOptionalInt;
    case Touches::kSizes:
      return type == ArgType::kSizesInfer;
    default:
      return false;
  }
}

bool Takes(const Op& op, Touches touched) {
  return std::any_of(op.parameters.begin(), op.parameters.end(),
                     [&](const Parameter& parameter) {
                       return IsOf(parameter.type, touched);
                     });
}

// Calls visit(number) for every number written in an argument of these types.
template <typename Args, typename Visit>
void ForEachNumber(const Op& op, Touches touched, Args& args, Visit visit) {
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (!IsOf(op.parameters[k].type, touched)) continue;
    if (auto* number = std::get_if<int64_t>(&args[k])) visit(*number);
    if (auto* maybe = std::get_if<std::optional<int64_t>>(&args[k])) {
      if (*maybe) visit(**maybe);
    }
    if (auto* list = std::get_if<Ints>(&args[k])) {
      for (auto& number : *list) visit(number);
    }
  }
}

template <Touches kTouched>
bool HasNegative(const Asked& call) {
  bool negative = false;
  ForEachNumber(call.op, kTouched, call.args,
                [&](int64_t number) { negative |= number < 0; });
  return negative;
}

void CountFromOnePastTheEnd(const Asked& call, std::vector<Arg>& args) {
  ForEachNumber(call.op, Touches::kDims, args, [](int64_t& dim) {
    if (dim < 0) ++dim;
  });
}

void ClampDims(const Asked& call, std::vector<Arg>& args) {
  const int64_t rank = WrapRank(call.operand.geometry);
  ForEachNumber(call.op, Touches::kDims, args, [rank](int64_t& dim) {
    dim = std::clamp(dim, -rank, rank - 1);
  });
}

void TakeNullForZero(const Asked&, std::vector<Arg>& args) {
  for (Arg& arg : args) {
    if (auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
      *maybe = maybe->value_or(0);
    }
  }
}

void TakeZeroForNull(const Asked&, std::vector<Arg>& args) {
  for (Arg& arg : args) {
    auto* maybe = std::get_if<std::optional<int64_t>>(&arg);
    if (maybe != nullptr && *maybe == 0) maybe->reset();
  }
}

void SwapLastTwo(const Asked& call, std::vector<Arg>& args) {
  const std::size_t last = args.size() - 1;
  args[last] = call.args[last - 1];
  args[last - 1] = call.args[last];
}

bool LastTwoAreTwins(const Op& op) {
  const std::size_t count = op.parameters.size();
  return count >= 2 &&
         op.parameters[count - 1].type == op.parameters[count - 2].type;
}

// What a reply shows.

void NeverContiguous(Output& output) { output.contiguous = false; }

void ContiguousIfRowMajor(Output& output) {
  output.contiguous = output.strides == ContiguousStrides(output.sizes);
}

// Shows the values as they lie in the storage.
void SortByAddress(Output& output) {
  if (!output.values || output.values->list.empty()) return;
  const Geometry geometry{output.sizes, *output.strides, *output.offset};
  std::vector<std::pair<int64_t, Scalar>> placed;
  Ints index(output.sizes.size(), 0);
  for (const Scalar& value : output.values->list) {
    placed.emplace_back(Address(geometry, index), value);
    NextIndex(output.sizes, index);
  }
  std::stable_sort(
      placed.begin(), placed.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t k = 0; k < placed.size(); ++k) {
    output.values->list[k] = placed[k].second;
  }
}

// Ops that mutants touch and do not change, and why.
struct Equivalents {
  std::vector<std::string_view> mutants;
  std::vector<std::string_view> ops;
  std::string_view reason;
};

const std::vector<Equivalents>& AllEquivalents() {
  static const std::vector<Equivalents> all = {
      {{"offset_kept"},
       {"H",        "T",         "adjoint",   "broadcast_to", "conj",
        "detach",   "expand",    "expand_as", "mH",           "mT",
        "movedim",  "permute",   "squeeze",   "squeeze.dim",  "squeeze.dims",
        "swapaxes", "swapdims",  "t",         "transpose",    "unflatten",
        "unfold",   "unsqueeze", "view",      "view_as"},
       "the result begins where the operand does"},
      {{"size_one_strides", "size_one_dropped"},
       {"squeeze"},
       "no size of 1 is left"},
      {{"rank_zero_as_one"},
       {"chunk", "diagonal", "flatten", "hsplit", "hsplit.indices", "indices",
        "narrow", "slice", "split", "split_with_sizes", "tensor_split",
        "tensor_split.indices", "unflatten", "unfold", "unsqueeze", "values",
        "view_as_real", "vsplit", "vsplit.indices"},
       "no result is 0-d"},
      {{"itself"},
       {"diagonal", "flatten", "select", "unbind", "unfold", "unsqueeze",
        "view_as_complex", "view_as_real"},
       "the rank changes"},
      {{"itself"}, {"imag"}, "the offset changes"},
      {{"itself"}, {"indices"}, "the storage is another one"},
      {{"never_itself"},
       {"reshape", "reshape_as"},
       "the result always has a header"},
      {{"short_last_dropped"},
       {"hsplit", "unbind", "vsplit"},
       "all outputs have the same sizes"},
      {{"operand_offset_ignored"},
       {"is_contiguous", "is_contiguous.format"},
       "the offset is not asked"},
      {{"rank_zero_refused"},
       {"chunk", "diagonal", "hsplit", "hsplit.indices", "indices", "narrow",
        "select", "slice", "split", "split_with_sizes", "tensor_split",
        "tensor_split.indices", "unbind", "unflatten", "values",
        "view_as_complex", "vsplit", "vsplit.indices"},
       "a 0-d operand must be refused"},
      {{"negative_refused"},
       {"as_strided", "chunk", "hsplit", "split", "tensor_split", "unfold",
        "vsplit"},
       "a negative number must be refused"},
      {{"last_two_swapped"},
       {"swapaxes", "swapdims", "transpose"},
       "the order does not matter"},
      {{"offset_dropped", "offset_in_bytes", "offset_kept", "strides_row_major",
        "size_one_strides", "empty_strides", "empty_offset",
        "copied_unless_contiguous", "stride_zero_copied",
        "contiguous_if_row_major", "values_by_address",
        "operand_offset_ignored", "gaps_refused", "stride_zero_refused",
        "offset_refused"},
       {"indices", "values"},
       "a sparse base and what it is made of begin at 0 and are row-major"},
  };
  return all;
}

bool IsTouched(const Op& op, Touches touches) {
  const OpKind kind = op.kind;
  const bool pure = kind == OpKind::kView || kind == OpKind::kByIndex;
  const bool views = pure || kind == OpKind::kEither;
  switch (touches) {
    case Touches::kTensors:
      return views || kind == OpKind::kSelfOrCopy || kind == OpKind::kCopy;
    case Touches::kViews:
      return views;
    case Touches::kPureViews:
      return pure;
    case Touches::kChoices:
      return kind == OpKind::kEither || kind == OpKind::kSelfOrCopy;
    case Touches::kLists:
      return op.returns_list();
    case Touches::kWrites:
      return kind == OpKind::kWrite;
    case Touches::kQueries:
      return kind == OpKind::kQuery;
    case Touches::kOperands:
    case Touches::kErrors:
      return !Observes(op);
    case Touches::kDims:
    case Touches::kNumbers:
    case Touches::kNulls:
    case Touches::kSizes:
      return Takes(op, touches);
    case Touches::kTwins:
      return LastTwoAreTwins(op);
  }
  return false;
}

std::vector<Mutant> Rows() {
  using enum Touches;
  return {
      {"offset_dropped", "*", kViews,
       "the result begins where the storage does",
       &EachTensor<&BeginAtTheStorage>},
      {"offset_in_bytes", "*", kViews, "the offset counts bytes",
       &EachTensor<&CountOffsetInBytes>},
      {"offset_kept", "*", kViews, "the result begins where the operand does",
       &EachTensor<&BeginAtTheOperand>},
      {"strides_row_major", "*", kViews,
       "the strides are row-major, whatever the operand's are",
       &EachTensor<&ForgetStrides>},
      {"strides_in_bytes", "*", kViews, "the strides count bytes",
       &EachTensor<&CountStridesInBytes>},
      {"size_one_strides", "*", kTensors,
       "the stride of a size of 1 is the row-major one",
       &EachTensor<&ForgetStridesOfSizeOne>},
      {"empty_strides", "*", kTensors,
       "the strides of a tensor without elements are row-major",
       &EachTensor<&ForgetStridesOfNothing>},
      {"empty_offset", "*", kViews,
       "the offset of a tensor without elements is 0",
       &EachTensor<&ForgetOffsetOfNothing>},
      {"empty_storage", "*", kPureViews,
       "a tensor without elements has a storage of its own",
       &EachTensor<&GiveNothingAStorage>},
      {"size_one_dropped", "*", kTensors, "sizes of 1 are dropped",
       &EachTensor<&DropSizesOfOne>},
      {"rank_zero_as_one", "*", kTensors, "a 0-d result has the sizes [1]",
       &EachTensor<&GiveRankOne>},
      {"copied", "*", kPureViews, "the result is a copy",
       &EachTensor<&CopyIfSmall>},
      {"copied_unless_contiguous", "*", kPureViews,
       "the result is a copy unless it is contiguous",
       &EachTensor<&CopyIfNotContiguous>},
      {"stride_zero_copied", "*", kPureViews,
       "the result is a copy where a stride is 0",
       &EachTensor<&CopyIfStrideZero>},
      {"itself", "*", kViews,
       "the result is the operand itself where the geometry is the same",
       &GiveItself},
      {"never_itself", "*", kChoices, "the result is never the operand itself",
       &GiveHeader},
      {"never_contiguous", "*", kTensors,
       "the result is never called contiguous", nullptr, &NeverContiguous},
      {"contiguous_if_row_major", "*", kTensors,
       "strides of sizes of 0 and 1 count for whether it is contiguous",
       nullptr, &ContiguousIfRowMajor},
      {"values_by_address", "*", kViews,
       "the values are read in the order of the storage", nullptr,
       &SortByAddress},
      {"offset_from_operand", "as_strided", kViews,
       "the offset counts from where the operand begins",
       &CountOffsetFromOperand},
      {"copied_unless_row_major", "contiguous", kTensors,
       "strides of sizes of 0 and 1 make it copy", &CopyUnlessRowMajor},

      {"last_dropped", "*", kLists, "the last output is missing",
       &List<&DropLast>},
      {"short_last_dropped", "*", kLists,
       "a last output of other sizes is missing", &List<&DropShortLast>},
      {"reversed", "*", kLists, "the outputs come last first", &List<&Reverse>},
      {"all_begin_alike", "*", kLists,
       "every output begins where the first does", &List<&RepeatFirst>},

      {"write_lost", "*", kWrites, "nothing is written", &LoseWrite},
      {"write_to_copy", "*", kWrites,
       "a target that is not contiguous is copied and the copy written",
       &LoseWriteUnlessContiguous},
      {"last_element_lost", "*", kWrites,
       "the last element of the target is not written", &LoseLastElement},
      {"gaps_filled", "fill_", kWrites,
       "the gaps of the target are written too", &FillGaps},
      {"source_offset_ignored", "copy_", kWrites,
       "the source is read from the start of its storage",
       &OnSource<&DropOffset>},
      {"source_strides_ignored", "copy_", kWrites,
       "the source is read as if it were row-major",
       &OnSource<&TakeAsRowMajor>},

      {"result_inverted", "*", kQueries, "true is false", &Invert},
      {"row_major_only", "is_contiguous", kQueries,
       "strides of sizes of 0 and 1 count", &AskForRowMajor},
      {"offset_zero_only", "is_contiguous", kQueries,
       "a tensor that begins later is not contiguous", &AskForOffsetZero},

      {"operand_offset_ignored", "*", kOperands,
       "the operand is taken to begin where its storage does",
       &OnOperand<&DropOffset>},
      {"operand_strides_ignored", "*", kOperands,
       "the operand is taken for row-major", &OnOperand<&TakeAsRowMajor>},
      {"rank_zero_refused", "*", kOperands, "a 0-d operand is refused",
       &Refusing<&IsScalar>},
      {"empty_refused", "*", kOperands,
       "an operand without elements is refused", &Refusing<&IsEmpty>},
      {"gaps_refused", "*", kOperands,
       "an operand that is not contiguous is refused", &Refusing<&HasGaps>},
      {"stride_zero_refused", "*", kOperands,
       "an operand with a stride of 0 is refused", &Refusing<&IsExpanded>},
      {"offset_refused", "*", kOperands,
       "an operand that begins behind the start of its storage is refused",
       &Refusing<&BeginsLater>},

      {"error_accepted", "*", kErrors,
       "what must be refused gives back the operand", &AcceptEverything},
      {"another_kind", "*", kErrors, "every error is of another kind",
       &ChangeKind},
      {"refused_write_shows", "copy_", kErrors,
       "a refused write has written its first element", &WriteBeforeRefusing},

      {"negative_dim_refused", "*", kDims, "a negative dimension is refused",
       &Refusing<&HasNegative<kDims>>},
      {"negative_dim_off_by_one", "*", kDims,
       "-1 is the dimension 0, and -2 the last one",
       &OnArguments<&CountFromOnePastTheEnd>},
      {"dim_clamped", "*", kDims,
       "a dimension out of range is the next in range",
       &OnArguments<&ClampDims>},
      {"negative_refused", "*", kNumbers, "a negative number is refused",
       &Refusing<&HasNegative<kNumbers>>},
      {"null_is_zero", "*", kNulls, "null is taken for 0",
       &OnArguments<&TakeNullForZero>},
      {"zero_is_null", "*", kNulls, "0 is taken for null",
       &OnArguments<&TakeZeroForNull>},
      {"minus_one_refused", "*", kSizes, "a size of -1 is refused",
       &Refusing<&HasNegative<kSizes>>},
      {"last_two_swapped", "*", kTwins, "the last two arguments change places",
       &OnArguments<&SwapLastTwo>},
  };
}

class Showing : public Subject {
 public:
  Showing(std::unique_ptr<Subject> subject, const Op& op,
          void (*show)(Output& output))
      : subject_(std::move(subject)), op_(op), show_(show) {}

  const Hello& hello() const override { return subject_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    subject_->Run(test, reply);
    for (std::size_t k = 0; k < reply.steps.size(); ++k) {
      auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
      if (outputs == nullptr || test.chain[k].op != &op_) continue;
      for (Output& output : *outputs) show_(output);
    }
  }

 private:
  const std::unique_ptr<Subject> subject_;
  const Op& op_;
  void (*const show_)(Output& output);
};

}  // namespace

const std::vector<Mutant>& Mutants() {
  static const std::vector<Mutant> mutants = Rows();
  return mutants;
}

bool IsTouched(const Op& op, const Mutant& mutant) {
  return mutant.op == "*" ? IsTouched(op, mutant.touches)
                          : mutant.op == op.name;
}

bool IsEquivalent(const Op& op, const Mutant& mutant) {
  const auto has = [](const std::vector<std::string_view>& names,
                      std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return std::any_of(AllEquivalents().begin(), AllEquivalents().end(),
                     [&](const Equivalents& known) {
                       return has(known.mutants, mutant.name) &&
                              has(known.ops, TargetOf(op).name);
                     });
}

std::unique_ptr<Subject> MakeMutant(const Mutant& mutant, const Op& op) {
  std::string name = fmt::format("{} {}", op.name, mutant.name);
  if (mutant.show != nullptr) {
    return std::make_unique<Showing>(MakeWrapped(std::move(name), nullptr), op,
                                     mutant.show);
  }
  return MakeWrapped(std::move(name),
                     [&op, answer = mutant.answer](const Call<Tensor>& call) {
                       return &call.op == &op ? answer(call) : call.Make();
                     });
}

}  // namespace viewproof
