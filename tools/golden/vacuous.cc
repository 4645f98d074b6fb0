#include "tools/golden/vacuous.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace viewproof {
namespace {

bool IsOneOf(std::string_view word,
             std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Returns what stands after `prefix`, of the operand or the result; else
// nothing.
std::string_view After(std::string_view name, std::string_view prefix) {
  for (const std::string_view of : {"operand: ", "result: "}) {
    if (!name.starts_with(of)) continue;
    const std::string_view rest = name.substr(of.size());
    if (rest.starts_with(prefix)) return rest.substr(prefix.size());
  }
  return {};
}

// Returns whether a copy through another type, an added 0 or a flush keeps
// every element of a dtype.
bool KeepsEvery(std::string_view effect, std::string_view dtype) {
  const bool adds = IsOneOf(effect, {"zero_added", "denormals_flushed"});
  if (!adds && !effect.starts_with("through_")) return false;
  if (IsOneOf(dtype, {"bool", "uint8", "int8", "float16", "bfloat16"})) {
    return true;  // These effects leave them as they are.
  }
  if (adds) return IsOneOf(dtype, {"int16", "int32", "int64"});
  if (effect == "through_float64") return dtype != "int64";
  if (effect == "through_int32") return IsOneOf(dtype, {"int16", "int32"});
  return effect == "through_float32" &&
         IsOneOf(dtype, {"int16", "float32", "complex64"});
}

bool IsComplexName(std::string_view dtype) {
  return IsOneOf(dtype, {"complex64", "complex128"});
}

bool HasNoBits(std::string_view dtype) {
  return !IsComplexName(dtype) && !IsOneOf(dtype, {"float32", "float64"});
}

bool IsOfCopies(const Mutant& effect) {
  return effect.touches == Touches::kCopies;
}

// Returns what is said of the operand; else nothing.
std::string_view OfOperand(std::string_view name) {
  constexpr std::string_view kOperand = "operand: ";
  return name.starts_with(kOperand) ? name.substr(kOperand.size()) : "";
}

// Returns what is said of the operand or the result; else nothing.
std::string_view OfEither(std::string_view name) { return After(name, ""); }

// Returns whether the operand is row-major by these words.
bool IsRowMajor(std::string_view operand) {
  return IsOneOf(operand, {"contiguous", "contiguous with an offset", "rank 0",
                           "no elements"});
}

// Returns whether the op refuses every such operand.
bool IsRefused(const Op& op, std::string_view name) {
  const std::string_view operand = OfOperand(name);
  const std::string_view dtype = After(name, "dtype ");
  if (operand.starts_with("dtype ")) {
    if (IsOneOf(op.name, {"imag", "view_as_real"})) {
      return !IsComplexName(dtype);
    }
    return op.name == "view_as_complex" &&
           !IsOneOf(dtype, {"float32", "float64"});
  }
  if (op.name == "view.dtype" && operand == "the negative bit") return true;
  if (IsOneOf(op.name, {"t", "H"})) {  // They are of matrices.
    const std::string_view least = After(name, "rank >= ");
    const std::string_view rank = least.empty() ? After(name, "rank ") : least;
    return !operand.empty() && NumberIn(rank) > 2;
  }
  return op.name == "view_as_complex" &&
         IsOneOf(operand, {"rank 0", "stride 0 innermost"});
}

// Returns whether no operand of the op is such: a sparse base is no view.
bool IsNever(const Op& op, std::string_view name) {
  const std::string_view operand = OfOperand(name);
  return op.profile == Profile::kSparse &&
         (operand.starts_with("stride 0") || operand.starts_with("depth ") ||
          IsOneOf(operand, {"rank 0", "offset", "odd offset", "a bit",
                            "the negative bit", "not contiguous",
                            "contiguous with an offset", "no stride of 1"}));
}

// Returns whether all that the op can do with a number of 2^31 or more is to
// refuse it: each number of its arguments is one of a dimension, or names an
// element of a target that is too large to be written.
bool TakesNoWideNumber(const Op& op) {
  if (op.kind == OpKind::kWrite) return true;
  return std::all_of(op.parameters.begin(), op.parameters.end(),
                     [](const Parameter& parameter) {
                       return parameter.type == ArgType::kDim ||
                              parameter.type == ArgType::kDims ||
                              parameter.type == ArgType::kTensor;
                     });
}

// Returns whether the op copies no such operand, or nothing of it.
bool CopiesNothing(const Op& op, const Mutant& effect, std::string_view name) {
  const std::string_view operand = OfOperand(name);
  const std::string_view either = OfEither(name);
  const std::string_view dtype = After(name, "dtype ");
  // A tensor without such a bit is returned itself.
  if (!dtype.empty() && ((op.name == "resolve_conj" && !IsComplexName(dtype)) ||
                         (op.name == "resolve_neg" && HasNoBits(dtype)))) {
    return IsOfCopies(effect) || effect.name == "operand_returned";
  }
  if (op.name == "contiguous" && IsRowMajor(operand)) {
    return IsOfCopies(effect) || effect.name == "operand_returned";
  }
  if (!IsOfCopies(effect)) return false;
  if (either == "no elements" && effect.name != "aliased") return true;
  // A view exists of what is row-major, has one element or none, gets the sizes
  // that it has, or is too large to copy.
  if (op.kind != OpKind::kEither) return false;
  if (effect.name == "aliased" && op.name != "ravel") return true;
  return IsRowMajor(operand) || IsOneOf(either, {"rank 0", "no elements"}) ||
         name.starts_with("a number above ") ||
         name.starts_with("a number of ") ||
         (op.name == "ravel" &&
          IsOneOf(name, {"result: a size of 1", "result: size 1 first",
                         "result: size 1 last"}));
}

// Returns whether nothing that the write loses or adds is there.
bool WritesAllTheSame(std::string_view effect, std::string_view name) {
  const std::string_view operand = OfOperand(name);
  if (operand == "no elements") {
    return effect.starts_with("write_tail_lost_") ||
           IsOneOf(effect, {"broadcast_once", "write_lost", "write_to_copy",
                            "gaps_overwritten"});
  }
  if (effect == "write_to_copy") return IsRowMajor(operand);
  return effect == "gaps_overwritten" &&
         (IsRowMajor(operand) || operand.starts_with("column-major"));
}

// Returns whether a stride in bytes is one in elements.
bool IsOfOneByte(const Op& op, std::string_view name) {
  const bool keeps_dtype = !IsOneOf(op.name, {"view.dtype", "indices"});
  return IsOneOf(After(name, "dtype "), {"bool", "uint8", "int8"}) &&
         (keeps_dtype || name.starts_with("result: "));
}

// Returns whether the result would have more dimensions than a case may show,
// or keeps the most that there are.
bool IsBeyondRanks(const Op& op, std::string_view effect,
                   std::string_view name) {
  const bool most = IsOneOf(OfEither(name), {"rank 16", "rank >= 16"});
  if (!most) return false;
  if (name.starts_with("operand: ")) {
    return IsOneOf(op.name, {"unsqueeze", "unfold", "view_as_real"});
  }
  return effect == "operand_returned" && op.name.starts_with("squeeze");
}

// Returns whether flatten merges nothing, and gives its operand.
bool MergesNothing(const Op& op, const Mutant& effect, std::string_view name) {
  return op.name == "flatten" &&
         IsOneOf(name, {"result: rank 16", "result: rank >= 16"}) &&
         (IsOfCopies(effect) ||
          IsOneOf(effect.name, {"operand_returned", "offset_kept"}));
}

// Returns whether the op gives what the effect would make of it, whatever the
// operand.
bool IsAlwaysSo(const Op& op, std::string_view effect) {
  if (op.name == "values" && effect == "operand_returned") return true;
  if (op.profile == Profile::kSparse) {
    return IsOneOf(
        effect, {"bits_forgotten", "offset_twice", "operand_strides_ignored"});
  }
  if (op.kind == OpKind::kCopy) return effect == "bits_forgotten";
  return op.name == "ravel" &&
         IsOneOf(effect, {"last_strides_swapped", "strides_row_major"});
}

// The block of tail_lost_8, write_tail_lost_32, ...; 0: another effect.
int64_t BlockOf(std::string_view effect) {
  constexpr std::string_view kTail = "tail_lost_";
  const auto at = effect.find(kTail);
  if (at == std::string_view::npos || effect.starts_with("row_")) return 0;
  return NumberIn(effect.substr(at + kTail.size()));
}

// Returns whether numel is a multiple of the block, since a size is.
bool HasNoTail(const Op& op, const Mutant& effect, std::string_view name) {
  const int64_t block = BlockOf(effect.name);
  const int64_t size = NumberIn(After(name, "a size of "));
  const bool same_numel =
      op.kind != OpKind::kByIndex || name.starts_with("result");
  if (op.name == "ravel" && effect.name.starts_with("row_tail_lost_")) {
    return size > 0 && size % NumberIn(effect.name.substr(14)) == 0;
  }
  return block > 0 && size > 0 && size % block == 0 && same_numel;
}

bool NeverAddsDimensions(const Op& op) {
  return IsOneOf(op.name, {"H",
                           "T",
                           "mH",
                           "mT",
                           "adjoint",
                           "t",
                           "transpose",
                           "swapaxes",
                           "swapdims",
                           "movedim",
                           "moveaxis",
                           "permute",
                           "slice",
                           "narrow",
                           "select",
                           "squeeze",
                           "squeeze.dim",
                           "squeeze.dims",
                           "split",
                           "split_with_sizes",
                           "chunk",
                           "hsplit",
                           "vsplit",
                           "dsplit",
                           "hsplit.indices",
                           "vsplit.indices",
                           "dsplit.indices",
                           "tensor_split",
                           "tensor_split.indices",
                           "unbind",
                           "diagonal",
                           "conj",
                           "real",
                           "imag",
                           "detach",
                           "view.dtype"});
}

// Returns whether there are no strides that the effect could change.
bool HasNoStrides(const Op& op, std::string_view effect,
                  std::string_view name) {
  const bool keeps = NeverAddsDimensions(op);
  if (effect == "last_strides_swapped") {
    return IsOneOf(name, {"result: rank 0", "result: rank 1"}) ||
           (keeps && IsOneOf(name, {"operand: rank 0", "operand: rank 1"}));
  }
  if (op.name == "view_as_real" && name == "result: rank 1") {
    return IsOneOf(effect, {"operand_strides_ignored", "strides_row_major"});
  }
  if (effect == "operand_strides_ignored") {
    return name == "operand: rank 0" ||
           (op.name == "view_as_complex" && name == "result: rank 0");
  }
  if (effect.starts_with("row_tail_lost_")) return name == "result: rank 0";
  return IsOneOf(effect, {"strides_in_bytes", "strides_row_major"}) &&
         (name == "result: rank 0" || (keeps && name == "operand: rank 0"));
}

// The only conditions under which an effect is asked for.
struct RequiredConditions {
  std::string_view effect;
  std::initializer_list<std::string_view> conditions;
};

bool IsVacuousAlone(const Op& op, const Mutant& effect,
                    std::string_view condition) {
  if ((std::ranges::count(kWideNumbers, condition) > 0 &&
       TakesNoWideNumber(op)) ||
      IsRefused(op, condition) || IsNever(op, condition) ||
      IsAlwaysSo(op, effect.name) ||
      IsBeyondRanks(op, effect.name, condition) ||
      MergesNothing(op, effect, condition) ||
      CopiesNothing(op, effect, condition)) {
    return true;
  }
  const std::string_view dtype = After(condition, "dtype ");
  if (!dtype.empty()) {
    return KeepsEvery(effect.name, dtype) ||
           (effect.name == "bits_forgotten" && HasNoBits(dtype)) ||
           (effect.name == "strides_in_bytes" && IsOfOneByte(op, condition));
  }
  return HasNoStrides(op, effect.name, condition) ||
         WritesAllTheSame(effect.name, condition) ||
         HasNoTail(op, effect, condition);
}

}  // namespace

bool IsAskedFor(const Mutant& effect, const Condition& condition) {
  static const std::initializer_list<RequiredConditions> kAsked = {
      {"numbers_cut_to_32_bits", {kWideNumbers[0], kWideNumbers[1]}},
      {"rounded", {"source of another dtype"}},
      {"length_for_real", {"source of another dtype"}},
      {"truth_of_first_byte", {"source of another dtype"}},
      {"repeats_summed", {"repeated entries"}},
      {"index_not_wrapped", {"negative entries", "a negative number"}},
      {"earlier_answer",
       {"the op was called on another layout of these sizes before"}},
  };
  const std::string_view name =
      condition.both ? SingleConditions()[condition.both->second].name
                     : condition.name;
  for (const RequiredConditions& asked : kAsked) {
    if (asked.effect == effect.name) return IsOneOf(name, asked.conditions);
  }
  return true;
}

bool IsVacuous(const Op& op, const Mutant& effect, const Condition& condition) {
  if (!condition.both) return IsVacuousAlone(op, effect, condition.name);
  const auto& [first, second] = *condition.both;
  return IsVacuousAlone(op, effect, SingleConditions()[first].name) ||
         IsVacuousAlone(op, effect, SingleConditions()[second].name);
}

}  // namespace viewproof
