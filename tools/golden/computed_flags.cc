#include "tools/golden/computed_flags.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "conformance/case/error_kind.h"
#include "conformance/case/largest_number.h"
#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "reference/core/geometry.h"
#include "tools/golden/requires.h"

namespace viewproof {
namespace {

constexpr std::string_view kIdentityOfScalars = "IdentityOfScalars";
constexpr std::string_view kOverlapRefusal = "OverlapRefusal";
constexpr std::string_view kWideInt = "WideInt";
constexpr std::array kComputed = {kIdentityOfScalars, kOverlapRefusal,
                                  kWideInt};

// Whether a size or their product is wide. Sizes of 0 and -1 count as 1: a
// library may multiply the others first.
bool HasWideProduct(const Ints& sizes) {
  Ints counted;
  for (const int64_t size : sizes) {
    counted.push_back(std::max<int64_t>(1, size));
  }
  return Numel(counted).value_or(INT64_MAX) > INT32_MAX;
}

// Whether a window of these sizes and strides is wide in one dimension.
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
  return LargestNumber(test, outcomes) > INT32_MAX ||
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
  add(kIdentityOfScalars, [&test](const std::vector<Outcome>& outcomes) {
    return ShowsIdentityOfScalar(test, outcomes);
  });
  add(kOverlapRefusal, RefusesOverlap);
  add(kWideInt, [&test](const std::vector<Outcome>& outcomes) {
    return IsWide(test, outcomes);
  });
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
