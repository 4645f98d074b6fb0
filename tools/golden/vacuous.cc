#include "tools/golden/vacuous.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace viewproof {
namespace {

bool IsOneOf(std::string_view word,
             std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// What stands after `prefix`, of the operand or the result; else nothing.
std::string_view After(std::string_view name, std::string_view prefix) {
  for (const std::string_view of : {"operand: ", "result: "}) {
    if (!name.starts_with(of)) continue;
    const std::string_view rest = name.substr(of.size());
    if (rest.starts_with(prefix)) return rest.substr(prefix.size());
  }
  return {};
}

int64_t NumberIn(std::string_view digits) {
  int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// Whether a copy through another type, an added 0 or a flush keeps every
// element of a dtype.
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

bool HasNoBits(std::string_view dtype) {
  return !IsOneOf(dtype, {"complex64", "complex128", "float32", "float64"});
}

// The block of tail_lost_8, write_tail_lost_32, ...; 0: another effect.
int64_t BlockOf(std::string_view effect) {
  constexpr std::string_view kTail = "tail_lost_";
  const auto at = effect.find(kTail);
  if (at == std::string_view::npos || effect.starts_with("row_")) return 0;
  return NumberIn(effect.substr(at + kTail.size()));
}

// Whether numel is a multiple of the block, since a size is.
bool HasNoTail(const Op& op, const Mutant& effect, std::string_view name) {
  const int64_t block = BlockOf(effect.name);
  const int64_t size = NumberIn(After(name, "a size of "));
  const bool same_numel =
      op.kind != OpKind::kByIndex || name.starts_with("result");
  return block > 0 && size > 0 && size % block == 0 && same_numel;
}

// Whether there are no strides that the effect could change.
bool HasNoStrides(std::string_view effect, std::string_view name) {
  if (effect == "last_strides_swapped") {
    return IsOneOf(name, {"result: rank 0", "result: rank 1"});
  }
  if (effect == "operand_strides_ignored") return name == "operand: rank 0";
  return IsOneOf(effect, {"strides_in_bytes", "strides_row_major"}) &&
         name == "result: rank 0";
}

bool IsVacuousAlone(const Op& op, const Mutant& effect,
                    std::string_view condition) {
  if (effect.name == "numbers_cut_to_32_bits") {
    return !IsOneOf(condition,
                    {"a number above 2^31 - 1", "a number of 2^32 or more"});
  }
  const std::string_view dtype = After(condition, "dtype ");
  if (!dtype.empty()) {
    return KeepsEvery(effect.name, dtype) ||
           (effect.name == "bits_forgotten" && HasNoBits(dtype));
  }
  return HasNoStrides(effect.name, condition) ||
         HasNoTail(op, effect, condition);
}

}  // namespace

bool IsVacuous(const Op& op, const Mutant& effect, const Condition& condition) {
  const std::string_view name =
      condition.both ? SingleConditions()[condition.both->second].name
                     : condition.name;
  return IsVacuousAlone(op, effect, name);
}

}  // namespace viewproof
