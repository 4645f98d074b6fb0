#include "tools/golden/computed_flags.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <variant>

#include "conformance/case/error_kind.h"
#include "conformance/case/hex.h"
#include "conformance/case/largest_number.h"
#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/state.h"
#include "reference/core/geometry.h"
#include "tools/golden/requires.h"

namespace viewproof {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kIdentityOfScalars = "IdentityOfScalars";
constexpr std::string_view kOverlapRefusal = "OverlapRefusal";
constexpr std::string_view kPreservedStrides = "PreservedStrides";
constexpr std::string_view kSignOfZero = "SignOfZero";
constexpr std::string_view kUint8Mask = "Uint8Mask";
constexpr std::string_view kValueDType = "ValueDType";
constexpr std::string_view kWideInt = "WideInt";
constexpr std::array kComputed = {
    kIdentityOfScalars, kOverlapRefusal, kPreservedStrides, kSignOfZero,
    kUint8Mask,         kValueDType,     kWideInt};

// Returns whether a size or their product is wide. Sizes of 0 and -1 count as
// 1: a library may multiply the others first.
bool HasWideProduct(const Ints& sizes) {
  Ints counted;
  for (const int64_t size : sizes) {
    counted.push_back(std::max<int64_t>(1, size));
  }
  return IsBeyond31Bits(Numel(counted).value_or(INT64_MAX));
}

// Returns whether a window of these sizes and strides is wide in one dimension.
bool HasWideExtent(const Step& step) {
  const Ints* sizes = nullptr;
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    if (step.op->parameters[k].domain != Domain::kInStorage) continue;
    const auto* list = std::get_if<Ints>(&step.args[k]);
    if (list == nullptr) continue;
    if (sizes == nullptr) {
      sizes = list;
      continue;
    }
    for (std::size_t d = 0; d < std::min(sizes->size(), list->size()); ++d) {
      if (HasWideProduct(Ints{(*sizes)[d], (*list)[d]})) return true;
    }
  }
  return false;
}

bool HasWideProduct(const Step& step) {
  if (HasWideExtent(step)) return true;
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    const ArgType type = step.op->parameters[k].type;
    const bool sizes = type == ArgType::kSizes || type == ArgType::kSizesInfer;
    const auto* list = std::get_if<Ints>(&step.args[k]);
    if (sizes && list != nullptr && HasWideProduct(*list)) return true;
  }
  return false;
}

bool HasWideProduct(const Outcome& outcome) {
  return AnyOutput(outcome,
                   [](const Output& o) { return HasWideProduct(o.sizes); });
}

bool IsWide(const Case& test, const std::vector<Outcome>& outcomes) {
  const auto wide = [](const auto& item) { return HasWideProduct(item); };
  return IsBeyond31Bits(LargestNumber(test, outcomes)) ||
         HasWideProduct(test.base.sizes) ||
         std::any_of(test.chain.begin(), test.chain.end(), wide) ||
         std::any_of(outcomes.begin(), outcomes.end(), wide);
}

bool RefusesOverlap(const std::vector<Outcome>& outcomes) {
  return std::any_of(
      outcomes.begin(), outcomes.end(), [](const Outcome& outcome) {
        const auto* error = std::get_if<ErrorReply>(&outcome);
        return error != nullptr && error->kind == ErrorKind::kOverlap;
      });
}

bool ShowsIdentityOfScalar(const Case& test,
                           const std::vector<Outcome>& outcomes) {
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const OpKind kind = test.chain[k].op->kind;
    if (kind != OpKind::kEither && kind != OpKind::kSelfOrCopy) continue;
    if (AnyOutput(outcomes[k],
                  [](const Output& o) { return o.sizes.empty(); })) {
      return true;
    }
  }
  return false;
}

// Ops whose copies have the strides of clone.r1 and clone.r2.
constexpr std::array kPreserving = {"clone"sv, "clone.format"sv,
                                    "resolve_conj"sv, "resolve_neg"sv};

bool ShowsPreservedStrides(const Case& test,
                           const std::vector<Outcome>& outcomes) {
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const Step& step = test.chain[k];
    if (std::ranges::count(kPreserving, step.op->name) == 0) continue;
    const auto preserves = [](const Arg& arg) {
      const auto* format = std::get_if<MemoryFormat>(&arg);
      return format == nullptr || *format == MemoryFormat::kPreserve;
    };
    if (!std::ranges::all_of(step.args, preserves)) continue;
    const Output* operand = FindOutput(outcomes, operands[k]);
    const auto storage = operand == nullptr ? 0 : operand->storage;
    if (AnyOutput(outcomes[k], [&](const Output& o) {
          return o.strides && o.storage != storage &&
                 o.strides != ContiguousStrides(o.sizes);
        })) {
      return true;
    }
  }
  return false;
}

bool IsNegativeZero(double part) { return part == 0 && std::signbit(part); }

bool HasNegativeZero(const Values& values) {
  return std::ranges::any_of(values.list, [](const Scalar& value) {
    return IsNegativeZero(value.re) || IsNegativeZero(value.im);
  });
}

bool ShowsNegativeZero(const Output& output, DType dtype) {
  if (output.values) return HasNegativeZero(*output.values);
  const auto bytes = BytesOfHex(output.bytes.value_or(""));
  Values values;
  for (std::size_t at = 0; at < bytes->size(); at += ItemSize(dtype)) {
    values.list.push_back(Decode(dtype, bytes->data() + at));
  }
  return HasNegativeZero(values);
}

// Returns whether a tensor of which an outcome has the digest holds -0.0.
bool DigestsNegativeZero(const Case& test,
                         const std::vector<Outcome>& outcomes) {
  const auto has_digest = [](const Output& o) { return o.crc32.has_value(); };
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  State state(test.base);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const Step& step = test.chain[k];
    state.Append(step);
    if (!AnyOutput(outcomes[k], has_digest)) continue;
    const auto& outputs = std::get<std::vector<Output>>(outcomes[k]);
    for (std::size_t o = 0; o < outputs.size(); ++o) {
      if (!has_digest(outputs[o])) continue;
      const OutputRef ref =
          Observes(*step.op)
              ? operands[k]
              : OutputRef{static_cast<int64_t>(k) + 1, static_cast<int64_t>(o)};
      if (HasNegativeZero(*state.Held(ref).values)) return true;
    }
  }
  return false;
}

bool ShowsSignOfZero(const Case& test, const std::vector<Outcome>& outcomes) {
  if (std::ranges::any_of(outcomes,
                          [](const Outcome& outcome) {
                            return AnyOutput(outcome, [](const Output& o) {
                              return o.crc32.has_value();
                            });
                          }) &&
      DigestsNegativeZero(test, outcomes)) {
    return true;
  }
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const DType read = DTypeOf(test, outcomes, operands[k]);
    if (AnyOutput(outcomes[k], [read](const Output& o) {
          return ShowsNegativeZero(o, o.dtype.value_or(read));
        })) {
      return true;
    }
  }
  return false;
}

bool HasUint8Index(const Case& test, const std::vector<Outcome>& outcomes) {
  return std::ranges::any_of(test.chain, [&](const Step& step) {
    const Index<TensorArg>* index = IndexOf(step);
    return index != nullptr &&
           std::ranges::any_of(*index, [&](const IndexItem<TensorArg>& item) {
             const auto* tensor = std::get_if<TensorArg>(&item);
             return tensor != nullptr &&
                    DTypeOf(test, outcomes, *tensor) == DType::kUInt8;
           });
  });
}

bool DependsOnValueDType(const Case& test,
                         const std::vector<Outcome>& outcomes) {
  constexpr std::array kErrors = {"setitem.e5"sv, "setitem.e6"sv,
                                  "setitem.e9"sv};
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const Step& step = test.chain[k];
    if (step.op->name != "setitem") continue;
    const auto* error = std::get_if<ErrorReply>(&outcomes[k]);
    if (error != nullptr && std::ranges::count(kErrors, error->rule) > 0) {
      return true;
    }
    const TensorArg* value = SourceOf(step);
    if (value != nullptr && DTypeOf(test, outcomes, *value) !=
                                DTypeOf(test, outcomes, operands[k])) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool IsComputed(std::string_view flag) {
  return std::find(kComputed.begin(), kComputed.end(), flag) != kComputed.end();
}

std::vector<std::string> ComputedFlags(
    const Case& test, const std::vector<Outcome>& expect,
    const std::vector<Outcome>& alternative) {
  std::vector<std::string> flags;
  const auto add = [&](std::string_view flag, auto holds) {
    if (holds(expect) || holds(alternative)) flags.emplace_back(flag);
  };
  const auto add_of = [&](std::string_view flag, auto holds) {
    add(flag, [&](const auto& outcomes) { return holds(test, outcomes); });
  };
  add_of(kIdentityOfScalars, ShowsIdentityOfScalar);
  add(kOverlapRefusal, RefusesOverlap);
  add_of(kPreservedStrides, ShowsPreservedStrides);
  add_of(kSignOfZero, ShowsSignOfZero);
  add_of(kUint8Mask, HasUint8Index);
  add_of(kValueDType, DependsOnValueDType);
  add_of(kWideInt, IsWide);
  return flags;
}

std::vector<std::string> FaultsOfComputedFlags(const Vector& vector) {
  const std::vector<std::string> due =
      ComputedFlags(vector.test, vector.expect, vector.alternative);
  std::vector<std::string> faults;
  for (const std::string_view flag : kComputed) {
    const auto has = [flag](const std::vector<std::string>& flags) {
      return std::find(flags.begin(), flags.end(), flag) != flags.end();
    };
    if (has(due) == has(vector.flags)) continue;
    faults.push_back(std::string(flag) +
                     (has(due) ? " is missing" : " is not so"));
  }
  return faults;
}

std::vector<std::string> TypedFlags(const std::vector<std::string>& flags) {
  std::vector<std::string> typed;
  std::copy_if(flags.begin(), flags.end(), std::back_inserter(typed),
               [](const std::string& flag) { return !IsComputed(flag); });
  return typed;
}

}  // namespace viewproof
