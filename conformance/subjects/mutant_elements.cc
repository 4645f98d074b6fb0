#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/subjects/mutant_calls.h"
#include "reference/core/small_float.h"
#include "reference/ops/clone.h"

// Mutants of kernels: what a copy holds, and what a write changes.
namespace viewproof {
namespace {

// A copy that came out: the operand, the copy, the address of each of its
// elements in row-major order, and whether a bug says what these become.
struct CopyResult {
  const Tensor& operand;
  const Tensor& made;
  Ints addresses;
  bool& told;

  std::size_t count() const { return addresses.size(); }
  std::size_t item() const { return ItemSize(made.dtype); }
  std::byte* at(std::size_t k) const { return ElementAt(made, addresses[k]); }
  void Clear(std::size_t k) const { std::memset(at(k), 0, item()); }
};

// Changes every copy of an answer; a view of the operand stays as it is.
template <auto kChange>
MaybeAnswer EachCopy(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  if (auto* made = std::get_if<Outputs<Tensor>>(&answer)) {
    for (const Tensor& tensor : made->tensors) {
      if (tensor.storage == call.operand.storage) continue;
      kChange(CopyResult{call.operand, tensor, AddressesOf(tensor.geometry),
                         made->told});
    }
  }
  return answer;
}

void ClearAll(const CopyResult& copy) {
  for (std::size_t k = 0; k < copy.count(); ++k) copy.Clear(k);
}

// Elements `from`, an address of the operand for each of the copy. Not told are
// those outside of the storage, and whether the bits are lost.
void TakeFrom(const CopyResult& copy, const Ints& from) {
  if (from.size() != copy.count() || copy.operand.dtype != copy.made.dtype) {
    return;
  }
  const int64_t end = copy.operand.storage->size() / ItemSize(copy.made.dtype);
  copy.told &= !copy.operand.conj && !copy.operand.neg;
  for (std::size_t k = 0; k < copy.count(); ++k) {
    if (from[k] < end) {
      std::memcpy(copy.at(k), ElementAt(copy.operand, from[k]), copy.item());
    } else {
      copy.told = false;
    }
  }
}

// Told where the order of the addresses is that of the strides.
void TakeInStorageOrder(const CopyResult& copy) {
  Ints from = AddressesOf(copy.operand.geometry);
  std::sort(from.begin(), from.end());
  TakeFrom(copy, from);
  const Result<Tensor> clone = Clone(copy.operand);
  if (!clone.ok()) return;
  const std::vector<std::byte>& bytes = clone.value().storage->bytes;
  for (std::size_t k = 0; k * copy.item() < bytes.size(); ++k) {
    copy.told &=
        k < copy.count() &&
        std::memcmp(copy.at(k), &bytes[k * copy.item()], copy.item()) == 0;
  }
}

void TakeRawBlock(const CopyResult& copy) {
  Ints from(copy.count());
  for (std::size_t k = 0; k < from.size(); ++k) {
    from[k] = copy.operand.geometry.offset + static_cast<int64_t>(k);
  }
  if (Numel(copy.operand.geometry.sizes) == std::ssize(from)) {
    TakeFrom(copy, from);
  }
}

template <std::size_t kBlock>
void LoseTail(const CopyResult& copy) {
  for (std::size_t k = copy.count() / kBlock * kBlock; k < copy.count(); ++k) {
    copy.Clear(k);
  }
}

// The same in each row of the last dimension.
template <std::size_t kBlock>
void LoseTailOfRows(const CopyResult& copy) {
  const Ints& sizes = copy.made.geometry.sizes;
  if (sizes.empty() || sizes.back() == 0) return;
  const auto row = static_cast<std::size_t>(sizes.back());
  for (std::size_t k = 0; k < copy.count(); ++k) {
    if (k % row >= row / kBlock * kBlock) copy.Clear(k);
  }
}

// Calls change(number) for the real numbers that a copy holds, by their C++
// type; the halves of a complex one are two.
template <typename T, typename Change>
void ChangeAs(const CopyResult& copy, Change change) {
  for (std::size_t k = 0; k < copy.count(); ++k) {
    for (std::size_t at = 0; at < copy.item(); at += sizeof(T)) {
      T number;
      std::memcpy(&number, copy.at(k) + at, sizeof(T));
      number = change(number);
      std::memcpy(copy.at(k) + at, &number, sizeof(T));
    }
  }
}

template <typename Change>
void ChangeNumbers(const CopyResult& copy, Change change) {
  switch (copy.made.dtype) {
    case DType::kInt16:
      return ChangeAs<int16_t>(copy, change);
    case DType::kInt32:
      return ChangeAs<int32_t>(copy, change);
    case DType::kInt64:
      return ChangeAs<int64_t>(copy, change);
    case DType::kUInt16:
      return ChangeAs<uint16_t>(copy, change);
    case DType::kUInt32:
      return ChangeAs<uint32_t>(copy, change);
    case DType::kUInt64:
      return ChangeAs<uint64_t>(copy, change);
    case DType::kFloat32:
    case DType::kComplex64:
      return ChangeAs<float>(copy, change);
    case DType::kFloat64:
    case DType::kComplex128:
      return ChangeAs<double>(copy, change);
    case DType::kBool:
    case DType::kUInt8:
    case DType::kInt8:
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kFloat8E4M3FN:
    case DType::kFloat8E5M2:
      return;
  }
}

// A number as another type; 0, and not told, if that is an integer which cannot
// hold a float (dtype.u1).
template <typename To, typename From>
To As(From number, bool& told) {
  if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    constexpr double kEnd = 2.0 * (std::numeric_limits<To>::max() / 2 + 1);
    const double whole = std::trunc(static_cast<double>(number));
    if (!(whole >= (std::is_signed_v<To> ? -kEnd : 0) && whole < kEnd)) {
      told = false;
      return 0;
    }
  }
  return static_cast<To>(number);
}

// A number as the narrower type, and back.
template <typename Narrow>
void NarrowThrough(const CopyResult& copy) {
  ChangeNumbers(copy, [&](auto number) {
    return As<decltype(number)>(As<Narrow>(number, copy.told), copy.told);
  });
}

void NarrowThroughFloat16(const CopyResult& copy) {
  ChangeNumbers(copy, [&](auto number) {
    const uint16_t narrow =
        EncodeSmallFloat(kFloat16, static_cast<double>(number));
    return As<decltype(number)>(DecodeSmallFloat(kFloat16, narrow), copy.told);
  });
}

void AddZero(const CopyResult& copy) {
  ChangeNumbers(copy, [](auto number) {
    return static_cast<decltype(number)>(number + decltype(number){0});
  });
}

void FlushDenormals(const CopyResult& copy) {
  ChangeNumbers(copy, [](auto number) {
    if constexpr (std::is_floating_point_v<decltype(number)>) {
      if (std::fpclassify(number) == FP_SUBNORMAL) return decltype(number){0};
    }
    return number;
  });
}

bool Always(const TensorCall&) { return true; }

// Headers.

void AddOperandOffset(const Tensor& operand, Tensor& made) {
  made.geometry.offset += operand.geometry.offset;
}

void SwapLastStrides(const Tensor&, Tensor& made) {
  Ints& strides = made.geometry.strides;
  if (strides.size() >= 2) std::swap(strides.back(), strides.rbegin()[1]);
}

void ForgetBits(const Tensor&, Tensor& made) { made.conj = made.neg = false; }

MaybeAnswer GiveOperand(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  const auto* made = std::get_if<Outputs<Tensor>>(&answer);
  if (made == nullptr || made->tensors.empty()) return answer;
  return Outputs<Tensor>{.tensors = {call.operand}, .self = true};
}

// A copy shares the operand's storage after all, if it has the same sizes.
MaybeAnswer ShareStorage(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  auto* made = std::get_if<Outputs<Tensor>>(&answer);
  if (made == nullptr) return answer;
  for (Tensor& tensor : made->tensors) {
    if (tensor.dtype == call.operand.dtype &&
        tensor.geometry.sizes == call.operand.geometry.sizes) {
      tensor = call.operand;
    }
  }
  return answer;
}

// Writes.

// Runs the write, then lets `change` look at what the target was before.
template <typename Change>
MaybeAnswer AfterWrite(const TensorCall& call, Change change) {
  const std::vector<std::byte> was = call.operand.storage->bytes;
  Answer<Tensor> answer = call.Make();
  const bool fits = Numel(call.operand.geometry.sizes).value_or(0) <=
                    kMaxCopied;  // Not of a tensor that repeats without end.
  if (fits && !std::holds_alternative<ErrorReply>(answer)) {
    change(was, AddressesOf(call.operand.geometry));
  }
  return answer;
}

MaybeAnswer OverwriteGaps(const TensorCall& call) {
  return AfterWrite(call, [&](const auto&, Ints addresses) {
    if (addresses.empty()) return;
    const Tensor& to = call.operand;
    const std::byte* first = ElementAt(to, addresses[0]);
    const std::vector<std::byte> element(first, first + ItemSize(to.dtype));
    std::sort(addresses.begin(), addresses.end());
    for (int64_t k = addresses.front(); k < addresses.back(); ++k) {
      if (std::binary_search(addresses.begin(), addresses.end(), k)) continue;
      std::copy(element.begin(), element.end(), ElementAt(to, k));
    }
  });
}

// Puts back what the write changed in the elements that `lost` chooses by their
// index.
template <typename Lost>
MaybeAnswer PuttingBack(const TensorCall& call, Lost lost) {
  return AfterWrite(call, [&](const auto& was, const Ints& addresses) {
    const Tensor& to = call.operand;
    const int64_t item = ItemSize(to.dtype);
    Ints index(to.geometry.sizes.size(), 0);
    for (std::size_t k = 0; k < addresses.size(); ++k) {
      if (lost(k, index)) {
        const auto from = was.begin() + addresses[k] * item;
        std::copy(from, from + item, ElementAt(to, addresses[k]));
      }
      NextIndex(to.geometry.sizes, index);
    }
  });
}

template <std::size_t kBlock>
MaybeAnswer LoseTailOfWrite(const TensorCall& call) {
  const auto count =
      static_cast<std::size_t>(Numel(call.operand.geometry.sizes).value_or(0));
  return PuttingBack(call, [&](std::size_t k, const Ints&) {
    return k >= count / kBlock * kBlock;
  });
}

MaybeAnswer BroadcastOnce(const TensorCall& call) {
  const Tensor* source =
      call.args.empty() ? nullptr : call.tensors[call.args.size() - 1];
  if (source == nullptr) return call.Make();
  const Ints sizes = source->geometry.sizes;
  return PuttingBack(call, [&](std::size_t, const Ints& index) {
    if (sizes.size() > index.size()) return false;
    const std::size_t lead = index.size() - sizes.size();
    for (std::size_t d = 0; d < index.size(); ++d) {
      if ((d < lead || sizes[d - lead] == 1) && index[d] > 0) return true;
    }
    return false;
  });
}

// Arguments.

void CutTo32Bits(const TensorCall&, std::vector<Arg>& args) {
  const auto cut = [](int64_t& number) {
    number = static_cast<int32_t>(number);
  };
  for (Arg& arg : args) {
    if (auto* number = std::get_if<int64_t>(&arg)) cut(*number);
    if (auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
      if (*maybe) cut(**maybe);
    }
    if (auto* list = std::get_if<Ints>(&arg)) {
      for (int64_t& number : *list) cut(number);
    }
  }
}

}  // namespace

std::vector<Mutant> ElementMutants() {
  using enum Touches;
  return {
      {"refused", "*", kOperands, "the call is refused", &Refusing<&Always>},
      {"copy_of_zeros", "*", kCopies, "a copy holds zeros",
       &EachCopy<&ClearAll>},
      {"copy_in_storage_order", "*", kCopies,
       "a copy holds the elements in the order of the storage",
       &EachCopy<&TakeInStorageOrder>},
      {"copy_of_a_block", "*", kCopies,
       "a copy holds the elements that lie after the first, with no stride",
       &EachCopy<&TakeRawBlock>},
      {"tail_lost_8", "*", kCopies,
       "a copy lacks the elements after the last multiple of 8",
       &EachCopy<&LoseTail<8>>},
      {"tail_lost_16", "*", kCopies,
       "a copy lacks the elements after the last multiple of 16",
       &EachCopy<&LoseTail<16>>},
      {"tail_lost_32", "*", kCopies,
       "a copy lacks the elements after the last multiple of 32",
       &EachCopy<&LoseTail<32>>},
      {"row_tail_lost_8", "*", kCopies,
       "a copy lacks the end of each row, after the last multiple of 8",
       &EachCopy<&LoseTailOfRows<8>>},
      {"row_tail_lost_32", "*", kCopies,
       "a copy lacks the end of each row, after the last multiple of 32",
       &EachCopy<&LoseTailOfRows<32>>},
      {"through_float32", "*", kCopies, "a copy passes through float32",
       &EachCopy<&NarrowThrough<float>>},
      {"through_float16", "*", kCopies, "a copy passes through float16",
       &EachCopy<&NarrowThroughFloat16>},
      {"through_float64", "*", kCopies, "a copy passes through float64",
       &EachCopy<&NarrowThrough<double>>},
      {"through_int32", "*", kCopies, "a copy passes through int32",
       &EachCopy<&NarrowThrough<int32_t>>},
      {"zero_added", "*", kCopies, "a copy has 0 added, and no -0.0",
       &EachCopy<&AddZero>},
      {"denormals_flushed", "*", kCopies, "a copy holds 0 for denormals",
       &EachCopy<&FlushDenormals>},

      {"offset_twice", "*", kViews, "the operand's offset counts twice",
       &EachTensor<&AddOperandOffset>},
      {"last_strides_swapped", "*", kViews,
       "the last two strides change places", &EachTensor<&SwapLastStrides>},
      {"bits_forgotten", "*", kTensors, "the result has no bits",
       &EachTensor<&ForgetBits>},
      {"operand_returned", "*", kTensors, "the operand comes back",
       &GiveOperand},
      {"aliased", "*", kCopies, "a copy of the same sizes is a view",
       &ShareStorage},

      {"gaps_overwritten", "*", kWrites,
       "the gaps between the elements are written too", &OverwriteGaps},
      {"write_tail_lost_8", "*", kWrites,
       "the elements after the last multiple of 8 are not written",
       &LoseTailOfWrite<8>},
      {"write_tail_lost_32", "*", kWrites,
       "the elements after the last multiple of 32 are not written",
       &LoseTailOfWrite<32>},
      {"broadcast_once", "copy_", kWrites,
       "a source that broadcasts is written once", &BroadcastOnce},

      {"numbers_cut_to_32_bits", "*", kIntegers,
       "a number loses all but its last 32 bits", &OnArguments<&CutTo32Bits>},
  };
}

}  // namespace viewproof
