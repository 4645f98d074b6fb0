#include <algorithm>
#include <utility>

#include "conformance/subjects/mutant_calls.h"

// Mutants that change what a step does: a write, a query's answer, which
// operand it uses, what it refuses.
namespace viewproof {
namespace {

// Writes.

MaybeAnswer LoseWrite(const TensorCall& call) {
  const SavedBytes saved(call.operand);
  Answer<Tensor> answer = call.Make();
  saved.PutBack();
  return answer;
}

MaybeAnswer LoseWriteUnlessContiguous(const TensorCall& call) {
  return IsContiguous(call.operand.geometry) ? call.Make() : LoseWrite(call);
}

MaybeAnswer LoseLastElement(const TensorCall& call) {
  const int64_t end = EndOf(call.operand.geometry).value();
  if (end == 0) return call.Make();
  const int64_t item_size = ItemSize(call.operand.dtype);
  const std::byte* last = ElementAt(call.operand, end - 1);
  const std::vector<std::byte> was(last, last + item_size);
  Answer<Tensor> answer = call.Make();
  std::copy(was.begin(), was.end(), ElementAt(call.operand, end - 1));
  return answer;
}

MaybeAnswer FillGaps(const TensorCall& call) {
  Tensor run = call.operand;
  const int64_t end = EndOf(run.geometry).value();
  if (end == 0) return call.Make();
  run.geometry = {{end - run.geometry.offset}, {1}, run.geometry.offset};
  return MakeWith(call, run, call.args, call.tensors);
}

MaybeAnswer WriteBeforeRefusing(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  if (std::holds_alternative<ErrorReply>(answer) &&
      Numel(call.operand.geometry.sizes) != 0) {
    Encode(call.operand.dtype, {127},
           ElementAt(call.operand, call.operand.geometry.offset));
  }
  return answer;
}

// Drops.

MaybeAnswer FreeStorage(const TensorCall& call) {
  std::vector<std::byte>& bytes = call.operand.storage->bytes;
  std::fill(bytes.begin(), bytes.end(), std::byte{0});
  return call.Make();
}

// Queries.

MaybeAnswer Invert(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  if (bool* result = std::get_if<bool>(&answer)) *result = !*result;
  return answer;
}

MaybeAnswer AskForRowMajor(const TensorCall& call) {
  return call.operand.geometry.strides ==
         ContiguousStrides(call.operand.geometry.sizes);
}

MaybeAnswer AskForOffsetZero(const TensorCall& call) {
  return call.operand.geometry.offset == 0 &&
         IsContiguous(call.operand.geometry);
}

// Errors.

MaybeAnswer AcceptEverything(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  if (!std::holds_alternative<ErrorReply>(answer)) return answer;
  if (call.op.kind == OpKind::kQuery) return true;
  Outputs<Tensor> made;
  if (call.op.kind != OpKind::kWrite) made.tensors.push_back(call.operand);
  return made;
}

MaybeAnswer ChangeKind(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  if (auto* error = std::get_if<ErrorReply>(&answer)) {
    error->kind = error->kind == ErrorKind::kArgument ? ErrorKind::kSize
                                                      : ErrorKind::kArgument;
  }
  return answer;
}

bool IsScalar(const TensorCall& call) {
  return call.operand.geometry.rank() == 0;
}

bool IsEmpty(const TensorCall& call) {
  return Numel(call.operand.geometry.sizes) == 0;
}

bool IsStrided(const TensorCall& call) {
  return !IsContiguous(call.operand.geometry);
}

bool IsExpanded(const TensorCall& call) {
  return HasStrideZero(call.operand.geometry);
}

bool BeginsLater(const TensorCall& call) {
  return call.operand.geometry.offset > 0;
}

}  // namespace

std::vector<Mutant> StepMutants() {
  using enum Touches;
  return {
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
      {"refused_write_shows", "*", kSources,
       "a refused write has written its first element", &WriteBeforeRefusing},

      {"storage_freed", "drop", kOperands,
       "the storage is freed, and reused, although a view is on it",
       &FreeStorage},

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
      {"rank_zero_refused", "*", kScalars, "a 0-d operand is refused",
       &Refusing<&IsScalar>},
      {"empty_refused", "*", kOperands,
       "an operand without elements is refused", &Refusing<&IsEmpty>},
      {"gaps_refused", "*", kOperands,
       "an operand that is not contiguous is refused", &Refusing<&IsStrided>},
      {"stride_zero_refused", "*", kOperands,
       "an operand with a stride of 0 is refused", &Refusing<&IsExpanded>},
      {"offset_refused", "*", kOperands,
       "an operand that begins after the start of its storage is refused",
       &Refusing<&BeginsLater>},

      {"error_accepted", "*", kErrors,
       "what must be refused gives back the operand", &AcceptEverything},
      {"another_kind", "*", kErrors, "every error is of another kind",
       &ChangeKind},
  };
}

}  // namespace viewproof
