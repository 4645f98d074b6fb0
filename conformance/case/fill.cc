#include "conformance/case/fill.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "conformance/case/bounds.h"
#include "conformance/case/hex.h"

namespace viewproof {

Form FormOf(DType dtype) {
  if (dtype == DType::kBool) return Form::kBool;
  return IsComplex(dtype) ? Form::kComplex : Form::kNumber;
}

bool Names(const Case& test, DType dtype) {
  return test.base.dtype == dtype ||
         std::any_of(test.chain.begin(), test.chain.end(), [&](const Step& s) {
           return std::any_of(s.args.begin(), s.args.end(), [&](const Arg& a) {
             const auto* named = std::get_if<DType>(&a);
             return named != nullptr && *named == dtype;
           });
         });
}

Ints FilledSizes(const Base& base) {
  if (!base.coo) return base.sizes;
  const std::vector<Ints>& indices = base.coo->indices;
  Ints sizes = {static_cast<int64_t>(indices.front().size())};
  sizes.insert(sizes.end(), base.sizes.begin() + std::ssize(indices),
               base.sizes.end());
  return sizes;
}

Scalar Iota(DType dtype, int64_t k) {
  const auto x = static_cast<double>(k);
  if (dtype == DType::kBool) return {k % 3 == 0 ? 1.0 : 0.0};
  if (IsComplex(dtype)) return {2 * x + 1, 2 * x + 2};
  return {x + 1};
}

namespace {

// The bytes of the first `numel` elements of iota.
std::vector<std::byte> IotaBytes(DType dtype, int64_t numel) {
  const int64_t item_size = ItemSize(dtype);
  std::vector<std::byte> bytes(numel * item_size);
  for (int64_t k = 0; k < numel; ++k) {
    Encode(dtype, Iota(dtype, k), bytes.data() + k * item_size);
  }
  return bytes;
}

// The bytes of the largest base of each dtype: those of others begin them.
const std::vector<std::byte>& LongestIota(DType dtype) {
  static const auto all = [] {
    std::array<std::vector<std::byte>, kDTypes.size()> bytes;
    for (const DType d : kDTypes) {
      bytes[static_cast<std::size_t>(d)] = IotaBytes(d, kMaxBase);
    }
    return bytes;
  }();
  return all[static_cast<std::size_t>(dtype)];
}

int64_t FilledNumel(const Base& base) {
  return base.coo ? Numel(FilledSizes(base)).value()
                  : Numel(base.sizes).value();
}

}  // namespace

std::vector<std::byte> FillBytes(const Base& base, bool with_bool) {
  const int64_t numel = FilledNumel(base);
  if (base.fill == FillKind::kIota) {
    if (numel > kMaxBase) return IotaBytes(base.dtype, numel);
    const auto& longest = LongestIota(base.dtype);
    return {longest.begin(), longest.begin() + numel * ItemSize(base.dtype)};
  }
  std::vector<std::byte> bytes(numel * ItemSize(base.dtype));
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    bytes[k] = static_cast<std::byte>(with_bool ? k % 3 == 0 : k % 251);
  }
  return bytes;
}

Values ElementsOf(const Literal& literal) {
  if (literal.values) return *literal.values;
  Values values{.form = FormOf(literal.dtype), .list = {}};
  const int64_t numel = Numel(literal.sizes).value();
  for (int64_t k = 0; k < numel; ++k) {
    values.list.push_back(Iota(literal.dtype, k));
  }
  return values;
}

bool ReadyToShow(Output& output, FillKind fill, DType dtype,
                 std::optional<int64_t> numel) {
  const bool shown = numel && *numel <= kMaxValues;
  if (!shown || fill == FillKind::kBytes) output.values.reset();
  if (!shown || fill != FillKind::kBytes) output.bytes.reset();
  if (!shown) return false;
  if (fill == FillKind::kBytes) {
    if (!output.bytes) output.bytes.emplace();
    output.bytes->clear();
    output.bytes->reserve(2 * *numel * ItemSize(dtype));
  } else {
    if (!output.values) output.values.emplace();
    output.values->form = FormOf(dtype);
    output.values->list.clear();
    output.values->list.reserve(*numel);
  }
  return true;
}

void ShowElement(DType dtype, const std::byte* element, Output& output) {
  if (output.values) {
    Scalar value = Decode(dtype, element);
    value.re += 0.0;  // -0.0 becomes 0.
    value.im += 0.0;
    output.values->list.push_back(value);
    return;
  }
  AppendHex({element, static_cast<std::size_t>(ItemSize(dtype))},
            *output.bytes);
}

}  // namespace viewproof
