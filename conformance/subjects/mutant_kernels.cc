#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <utility>

#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/subjects/mutant_calls.h"
#include "conformance/subjects/reference.h"
#include "reference/index/basic.h"
#include "reference/index/selection.h"

// Mutants of kernels that show under few conditions: what a write converts, who
// sees it, and what an index picks.
namespace viewproof {
namespace {

// Casts.

// Writes what `cast` makes of each element of the source, if it is one of a
// source and a target of these dtypes.
template <auto kSuits, auto kCast>
MaybeAnswer Casting(const TensorCall& call) {
  const Tensor* source = call.tensors[0];
  const Tensor& target = call.operand;
  Answer<Tensor> answer = call.Make();
  if (source == nullptr || std::holds_alternative<ErrorReply>(answer) ||
      source->storage == target.storage || source->conj || source->neg ||
      target.conj || target.neg || !kSuits(target.dtype, source->dtype)) {
    return answer;
  }
  const Ints to = AddressesOf(target.geometry);
  const Ints from = BroadcastAddresses(source->geometry, target.geometry.sizes);
  for (std::size_t k = 0; k < to.size(); ++k) {
    kCast(target.dtype, ElementAt(target, to[k]), source->dtype,
          ElementAt(*source, from[k]));
  }
  return answer;
}

bool FromFloatToWhole(DType to, DType from) {
  return IsInteger(to) && !IsInteger(from) && from != DType::kBool;
}

void Round(DType to, std::byte* at, DType from, const std::byte* element) {
  const double number = Decode(from, element).re;
  if (std::abs(number) < 1e9) Encode(to, {std::nearbyint(number)}, at);
}

bool FromComplexToReal(DType to, DType from) {
  return IsComplex(from) && !IsComplex(to) && to != DType::kBool;
}

void TakeLength(DType to, std::byte* at, DType from, const std::byte* element) {
  const Scalar number = Decode(from, element);
  Encode(to, {std::hypot(number.re, number.im)}, at);
}

bool ToBool(DType to, DType from) {
  return to == DType::kBool && from != DType::kBool;
}

// Only what is not 0 is true, whatever the byte.
void TakeFirstByte(DType, std::byte* at, DType, const std::byte* element) {
  *at = *element == std::byte{0} ? std::byte{0} : std::byte{1};
}

// The target gets a storage of its own, which is written: it sees the write,
// and no other tensor does.
MaybeAnswer WriteToOwnStorage(const TensorCall& call) {
  Tensor own = call.operand;
  own.storage = std::make_shared<Storage>(*call.operand.storage);
  std::optional<Answer<Tensor>> answer =
      MakeWith(call, own, call.args, call.tensors);
  if (answer && !std::holds_alternative<ErrorReply>(*answer)) {
    // While the chain runs, no new storage may get the address of this one: it
    // would pass for it.
    constexpr std::size_t kMost = 64;  // A chain has fewer writes.
    static thread_local std::deque<std::shared_ptr<Storage>> replaced;
    replaced.push_back(call.operand.storage);
    if (replaced.size() > kMost) replaced.pop_front();
    const_cast<Tensor&>(call.operand).storage = own.storage;
  }
  return answer;
}

// Indexes.

const Index<TensorArg>* IndexIn(std::span<const Arg> args) {
  for (const Arg& arg : args) {
    if (const auto* index = std::get_if<Index<TensorArg>>(&arg)) return index;
  }
  return nullptr;
}

// The addresses of what an advanced index names; none of another one.
Ints AddressesPicked(const TensorCall& call) {
  const Index<TensorArg>* index = IndexIn(call.args);
  if (index == nullptr || !IsAdvanced(*index)) return {};
  std::size_t next = call.args.size();
  const Result<Part> part = ApplyBasic(
      call.operand.geometry,
      WithTensors<Tensor>(*index, [&](const TensorArg& item) {
        const auto* literal = std::get_if<Literal>(&item);
        return literal != nullptr ? TensorOf(*literal) : *call.tensors[next++];
      }));
  if (!part.ok() || part.value().advanced.empty()) return {};
  const Result<Selection> selection = SelectFrom(part.value());
  if (!selection.ok()) return {};
  const Result<Ints> addresses = AddressesOf(selection.value());
  return addresses.ok() ? addresses.value() : Ints();
}

MaybeAnswer SumRepeats(const TensorCall& call) {
  const Ints addresses = AddressesPicked(call);
  Answer<Tensor> answer = call.Make();
  if (std::holds_alternative<ErrorReply>(answer)) return answer;
  std::map<int64_t, int64_t> times;
  for (const int64_t address : addresses) ++times[address];
  for (const auto& [address, count] : times) {
    if (count == 1) continue;
    std::byte* at = ElementAt(call.operand, address);
    const Scalar number = Decode(call.operand.dtype, at);
    const auto many = static_cast<double>(count);
    Encode(call.operand.dtype, {number.re * many, number.im * many}, at);
  }
  return answer;
}

// Negative numbers count as 0 and do not wrap.
void ClampNumbers(const TensorCall&, std::vector<Arg>& args) {
  for (Arg& arg : args) {
    auto* index = std::get_if<Index<TensorArg>>(&arg);
    if (index == nullptr) continue;
    for (IndexItem<TensorArg>& item : *index) {
      if (auto* number = std::get_if<int64_t>(&item)) {
        *number = std::max<int64_t>(*number, 0);
      }
      auto* tensor = std::get_if<TensorArg>(&item);
      auto* literal =
          tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
      if (literal == nullptr || !literal->values) continue;
      for (Scalar& value : literal->values->list) {
        if (value.re < 0) value = {0};
      }
    }
  }
}

}  // namespace

std::vector<Mutant> KernelMutants() {
  using enum Touches;
  return {
      {"rounded", "copy_", kWrites,
       "a fraction for an integer is rounded, not cut",
       &Casting<&FromFloatToWhole, &Round>},
      {"length_for_real", "copy_", kWrites,
       "a complex number for a real one becomes its absolute value",
       &Casting<&FromComplexToReal, &TakeLength>},
      {"truth_of_first_byte", "copy_", kWrites,
       "a number is true if its first byte is not 0",
       &Casting<&ToBool, &TakeFirstByte>},
      {"write_seen_by_none", "*", kWrites,
       "only the target itself sees a write", &WriteToOwnStorage},
      {"repeats_summed", "setitem", kWrites,
       "what is written to one element twice is summed", &SumRepeats},
      {"index_not_wrapped", "*", kIndexes,
       "a negative number of an index is taken for 0",
       &OnArguments<&ClampNumbers>},
      {.name = "earlier_answer",
       .op = "*",
       .touches = kTensors,
       .sentence = "the answer to the first call on these sizes comes again",
       .kept = Kept::kAnswer},
      {.name = "earlier_arguments",
       .op = "*",
       .touches = kOperands,
       .sentence = "the arguments of the first call on these sizes count again",
       .kept = Kept::kArguments},
      {.name = "earlier_geometry",
       .op = "*",
       .touches = kViews,
       .sentence = "the strides and offset of the first result for these sizes "
                   "come again",
       .kept = Kept::kGeometry},
      {.name = "earlier_elements",
       .op = "*",
       .touches = kCopies,
       .sentence = "a copy holds what the first one of these sizes held",
       .kept = Kept::kElements},
      {.name = "buffer_reused",
       .op = "*",
       .touches = kCopies,
       .sentence = "a copy is made in the storage of the first one of these "
                   "sizes",
       .kept = Kept::kBuffer},
      {.name = "earlier_contents",
       .op = "*",
       .touches = kOperands,
       .sentence = "tensors among the arguments hold what they held at the "
                   "first call with these",
       .kept = Kept::kContents},
      {.name = "earlier_offset",
       .op = "*",
       .touches = kViews,
       .sentence = "a result begins as far from its operand as that of the "
                   "first call with these arguments",
       .kept = Kept::kOffset},
      {.name = "earlier_broadcast",
       .op = "*",
       .touches = kSources,
       .sentence = "a source is used as it was broadcast to the first target",
       .kept = Kept::kBroadcast},
  };
}

}  // namespace viewproof
