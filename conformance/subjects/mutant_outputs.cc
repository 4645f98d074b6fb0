#include <algorithm>
#include <utility>

#include "conformance/subjects/mutant_calls.h"
#include "conformance/subjects/reference.h"
#include "reference/core/checked.h"

// Mutants that change what comes out: a tensor, a list of them, what is shown.
namespace viewproof {
namespace {

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
  Ints bytes;
  for (const int64_t stride : made.geometry.strides) {
    const auto fits = CheckedMultiply(stride, ItemSize(made.dtype));
    if (!fits) return;
    bytes.push_back(*fits);
  }
  made.geometry.strides = std::move(bytes);
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

MaybeAnswer GiveItself(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  auto* made = std::get_if<Outputs<Tensor>>(&answer);
  if (made != nullptr && made->tensors.size() == 1) {
    made->self |= made->tensors[0].storage == call.operand.storage &&
                  made->tensors[0].geometry == call.operand.geometry;
  }
  return answer;
}

MaybeAnswer GiveHeader(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  if (auto* made = std::get_if<Outputs<Tensor>>(&answer)) made->self = false;
  return answer;
}

bool IsExactlyRowMajor(const Geometry& geometry) {
  return geometry.strides == ContiguousStrides(geometry.sizes);
}

MaybeAnswer CopyUnlessRowMajor(const TensorCall& call) {
  if (IsExactlyRowMajor(call.operand.geometry)) return call.Make();
  std::optional<Tensor> copy = SmallCopy(call.operand);
  if (!copy) return call.Make();
  return Outputs<Tensor>{.tensors = {*std::move(copy)}};
}

MaybeAnswer CountOffsetFromOperand(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  auto* made = std::get_if<Outputs<Tensor>>(&answer);
  const auto* written = std::get_if<std::optional<int64_t>>(&call.args[2]);
  if (made != nullptr && written->has_value()) {
    made->tensors[0].geometry.offset += call.operand.geometry.offset;
  }
  return InStorage(std::move(answer));
}

// From here on: what a reply shows.

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

}  // namespace

std::vector<Mutant> OutputMutants() {
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
      {"rank_zero_as_one", "*", kToScalars, "a 0-d result has the sizes [1]",
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
      {"short_last_dropped", "*", kUneven,
       "a last output of other sizes is missing", &List<&DropShortLast>},
      {"reversed", "*", kLists, "the outputs come last first", &List<&Reverse>},
      {"all_begin_alike", "*", kLists,
       "every output begins where the first does", &List<&RepeatFirst>},
  };
}

}  // namespace viewproof
