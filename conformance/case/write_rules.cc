#include "conformance/case/write_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/ops.h"

namespace viewproof {

namespace {

// Returns whether the chain makes a tensor of the dtype and views bytes as
// another.
bool RecutsNew(const Case& test, DType dtype) {
  bool makes = false;
  bool recuts = false;
  for (const Step& step : test.chain) {
    for (const Arg& arg : step.args) {
      recuts |= std::holds_alternative<DType>(arg);
      const auto* tensor = std::get_if<TensorArg>(&arg);
      const auto* literal =
          tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
      makes |= step.op->kind == OpKind::kNew && literal != nullptr &&
               literal->dtype == dtype;
    }
  }
  return makes && recuts;
}

}  // namespace

const Scalar* NumberWritten(const Step& step, std::size_t k) {
  const ArgType type = step.op->parameters[k].type;
  const bool writes = type == ArgType::kNumber || type == ArgType::kValue;
  return writes ? std::get_if<Scalar>(&step.args[k]) : nullptr;
}

bool IsMark(const Scalar& number) {
  const std::optional<int64_t> whole = WholeOf(number);
  return whole && *whole >= kFirstWritten && *whole <= kLastWritten;
}

bool ReadsTarget(const Op& op) { return op.name == "add_"; }

bool WriteOfIsSpecified(const Op& op, DType dtype, const Scalar& number) {
  const bool finite = std::isfinite(number.re) && std::isfinite(number.im);
  if (ReadsTarget(op)) {
    if (IsComplex(dtype) && !finite) return false;
    std::array<std::byte, kMaxItemSize> element;
    Encode(dtype, number, element.data());
    const bool refused = dtype == DType::kBool ||
                         (IsInteger(dtype) && !WholeOf(number)) ||
                         (number.im != 0 && !IsComplex(dtype));
    return refused || Decode(dtype, element.data()) == number;
  }
  switch (dtype) {
    case DType::kInt64:
      return number.re != 0x1p63 || WholeOf(number);
    case DType::kFloat16:
      return !finite || std::abs(number.re) <= 65504;
    case DType::kBFloat16:
      return !finite || std::abs(number.re) <= 0x1.FEp127;
    default:
      return true;
  }
}

bool CastIsSpecified(DType from, DType to, const Scalar& element) {
  if (IsInteger(from) || from == DType::kBool || !IsInteger(to)) return true;
  if (to == DType::kUInt8) {
    const bool is_negative = std::signbit(element.re) && element.re != 0;
    return !is_negative && element.re < 256;
  }
  const double bound = std::ldexp(1, static_cast<int>(8 * ItemSize(to)) - 1);
  return element.re < bound && std::trunc(element.re) >= -bound;
}

bool TakesSigns(DType target, bool target_neg, bool source_neg) {
  return target != DType::kBool || target_neg == source_neg;
}

bool AcceptsEveryBytePattern(DType dtype) {
  return dtype != DType::kBool && dtype != DType::kFloat16;
}

bool AreKept(const Base& base, DType dtype) {
  if (base.fill != FillKind::kHex) return true;
  for (std::size_t k = 0; k < base.bytes.size(); ++k) {
    const auto byte = std::to_integer<unsigned>(base.bytes[k]);
    if (dtype == DType::kBool && byte > 1) return false;
    // The high byte of an infinity or a NaN.
    if (dtype == DType::kFloat16 && k % 2 == 1 && (byte & 0x7cU) == 0x7cU) {
      return false;
    }
  }
  return true;
}

bool MayWrite(const Case& test, DType target) {
  return std::none_of(kDTypes.begin(), kDTypes.end(), [&](DType dtype) {
    return dtype != target && !AcceptsEveryBytePattern(dtype) &&
           (Names(test, dtype) || RecutsNew(test, dtype));
  });
}

bool LooksForOverlap(DType target, DType source) {
  const auto is = [&](DType a, DType b) { return target == a && source == b; };
  return !is(DType::kFloat16, DType::kFloat32) &&
         !is(DType::kFloat32, DType::kFloat16);
}

}  // namespace viewproof
