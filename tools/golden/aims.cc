#include "tools/golden/aims.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tools/golden/vacuous.h"

namespace viewproof {
namespace {

// Takes `prefix` away from `text`; false: it has none.
bool Take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

struct Named {
  std::string_view name;
  void (*add)(TensorTraits& like);
};

constexpr std::array kNamed = {
    Named{"no elements", [](TensorTraits& l) { l.empty = true; }},
    Named{"a size of 1", [](TensorTraits& l) { l.one = SizeOne::kSomewhere; }},
    Named{"size 1 first", [](TensorTraits& l) { l.one = SizeOne::kFirst; }},
    Named{"size 1 last", [](TensorTraits& l) { l.one = SizeOne::kLast; }},
    Named{"size 1 between", [](TensorTraits& l) { l.one = SizeOne::kBetween; }},
    Named{"stride 0",
          [](TensorTraits& l) { l.order = ElementOrder::kStrideZero; }},
    Named{"stride 0 twice",
          [](TensorTraits& l) { l.order = ElementOrder::kStrideZeroTwice; }},
    Named{
        "stride 0 innermost",
        [](TensorTraits& l) { l.order = ElementOrder::kStrideZeroInnermost; }},
    Named{"stride 0 and a size of 1",
          [](TensorTraits& l) {
            l.order = ElementOrder::kStrideZero;
            l.one = SizeOne::kSomewhere;
          }},
    Named{"overlaps itself without stride 0",
          [](TensorTraits& l) { l.order = ElementOrder::kOverlapping; }},
    Named{"gaps", [](TensorTraits& l) { l.order = ElementOrder::kGaps; }},
    Named{"gaps that are read later",
          [](TensorTraits& l) { l.order = ElementOrder::kGaps; }},
    Named{"offset", [](TensorTraits& l) { l.offset = true; }},
    Named{"odd offset", [](TensorTraits& l) { l.offset = true; }},
    Named{"ends where a longer storage ends",
          [](TensorTraits& l) { l.offset = true; }},
    Named{"contiguous with an offset",
          [](TensorTraits& l) {
            l.order = ElementOrder::kContiguous;
            l.offset = true;
          }},
    Named{"contiguous",
          [](TensorTraits& l) { l.order = ElementOrder::kContiguous; }},
    Named{"not contiguous",
          [](TensorTraits& l) {
            // Another condition that says something of the order says more.
            if (l.order == ElementOrder::kAny)
              l.order = ElementOrder::kNotContiguous;
          }},
    Named{"no stride of 1",
          [](TensorTraits& l) { l.order = ElementOrder::kNoUnitStride; }},
    Named{"column-major",
          [](TensorTraits& l) { l.order = ElementOrder::kColumnMajor; }},
    Named{"a bit", [](TensorTraits& l) { l.bit = true; }},
    Named{"the negative bit",
          [](TensorTraits& l) {
            l.bit = true;
            l.dtype = DType::kFloat32;
          }},
};

bool AddSingle(std::string_view name, TensorTraits& like) {
  if (!Take(name, "operand: ") && !Take(name, "result: ")) return false;
  if (Take(name, "rank >= ")) {
    like.least_rank = std::max(like.least_rank, NumberIn(name));
  } else if (Take(name, "rank ")) {
    like.rank = NumberIn(name);
  } else if (Take(name, "at least ")) {
    like.least_numel = NumberIn(name);
  } else if (Take(name, "dtype ")) {
    for (const DType dtype : kBaseDTypes) {
      if (Name(dtype) == name) like.dtype = dtype;
    }
  } else if (Take(name, "column-major of rank ")) {
    like.rank = NumberIn(name);
    like.order = ElementOrder::kColumnMajor;
  } else {
    const auto named =
        std::find_if(kNamed.begin(), kNamed.end(),
                     [&](const Named& n) { return n.name == name; });
    if (named != kNamed.end()) {
      named->add(like);
    } else if (Take(name, "a size of ")) {
      like.size = NumberIn(name);
    }
  }
  return true;
}

}  // namespace

bool IsOfWideNumbers(const Condition& condition) {
  return condition.name.ends_with("a step just below 2^31 or 2^63") ||
         std::ranges::any_of(kWideNumbers, [&condition](auto name) {
           return condition.name.ends_with(name);
         });
}

std::optional<TensorTraits> TraitsFor(const Op& op, const Mutant& effect,
                                      const Condition& condition) {
  TensorTraits like;
  bool of_tensor = false;
  if (condition.both) {
    const auto& [first, second] = *condition.both;
    // The second says more of the order.
    of_tensor |= AddSingle(SingleConditions()[second].name, like);
    of_tensor |= AddSingle(SingleConditions()[first].name, like);
  } else {
    of_tensor = AddSingle(condition.name, like);
  }
  if (!of_tensor) return std::nullopt;
  like.exact = effect.name.starts_with("through_") ||
               effect.name == "zero_added" ||
               effect.name == "denormals_flushed";
  const bool resolves = op.name == "resolve_conj" || op.name == "resolve_neg";
  like.bit |= resolves || effect.name == "bits_forgotten";
  if (like.bit && !like.dtype) {
    const bool neg = op.name == "resolve_neg" || op.name == "view_as_complex";
    like.dtype = neg ? DType::kFloat32 : DType::kComplex64;
  }
  return like;
}

}  // namespace viewproof
