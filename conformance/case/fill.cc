#include "conformance/case/fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/hex.h"

namespace viewproof {
namespace {

constexpr int64_t kCycle = 97;  // A prime, so that no size is in step with it.

}  // namespace

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

bool TooLarge(const Base& base) {
  const std::optional<int64_t> numel = Numel(FilledSizes(base));
  return !numel || *numel > MaxBase(base.fill);
}

std::string FaultOfLiteral(const Literal& literal) {
  const Ints& sizes = literal.sizes;
  if (std::ranges::any_of(sizes, [](int64_t size) { return size < 0; })) {
    return "a size of a literal is negative";
  }
  const std::optional<int64_t> numel = Numel(sizes);
  const int64_t most = literal.values ? kMaxSaid : kMaxBase;
  if (!numel || *numel > most) {
    return fmt::format("a literal has over {} elements", most);
  }
  if (!ContiguousStrides(sizes)) return "the strides of a literal exceed int64";
  if (!literal.values || std::ssize(literal.values->list) == *numel) return "";
  return fmt::format("{} values for {} elements", literal.values->list.size(),
                     *numel);
}

Scalar Iota(DType dtype, int64_t k) {
  const auto x = static_cast<double>(k);
  if (dtype == DType::kBool) return {k % 3 == 0 ? 1.0 : 0.0};
  if (IsComplex(dtype)) return {2 * x + 1, 2 * x + 2};
  return {x + 1};
}

Scalar Cycle(DType dtype, int64_t k) {
  if (dtype == DType::kBool) return Iota(dtype, k);
  const auto at = [](int64_t n) { return static_cast<double>(n % kCycle + 1); };
  if (IsComplex(dtype)) return {at(2 * k), at(2 * k + 1)};
  return {at(k)};
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
    std::array<std::vector<std::byte>, kBaseDTypes.size()> bytes;
    for (const DType d : kBaseDTypes) {
      bytes[static_cast<std::size_t>(d)] = IotaBytes(d, kMaxBase);
    }
    return bytes;
  }();
  return all[static_cast<std::size_t>(dtype)];
}

// One period of a cycle, over and over.
std::vector<std::byte> CycleBytes(DType dtype, int64_t numel) {
  const int64_t item_size = ItemSize(dtype);
  const int64_t period = dtype == DType::kBool ? 3 : kCycle;
  std::vector<std::byte> bytes(numel * item_size);
  for (int64_t k = 0; k < std::min(period, numel); ++k) {
    Encode(dtype, Cycle(dtype, k), bytes.data() + k * item_size);
  }
  for (std::size_t at = period * item_size; at < bytes.size(); ++at) {
    bytes[at] = bytes[at - period * item_size];
  }
  return bytes;
}

std::vector<std::byte> BytesOf(DType dtype, const Values& values) {
  const int64_t item_size = ItemSize(dtype);
  std::vector<std::byte> bytes(values.list.size() * item_size);
  std::byte* to = bytes.data();
  for (const Scalar value : values.list) {
    Encode(dtype, value, to);
    to += item_size;
  }
  return bytes;
}

int64_t FilledNumel(const Base& base) {
  return base.coo ? Numel(FilledSizes(base)).value()
                  : Numel(base.sizes).value();
}

}  // namespace

std::string_view FaultOfData(const Base& base) {
  if (SaysValues(base.fill)) {
    return std::ssize(base.values.list) == Numel(base.sizes)
               ? ""
               : "as many values as elements";
  }
  if (base.fill != FillKind::kHex) return {};
  const std::optional<int64_t> numel = Numel(base.sizes);
  if (!numel || *numel > kMaxBase ||
      std::ssize(base.bytes) != *numel * ItemSize(base.dtype)) {
    return "two hex digits for each byte of the elements";
  }
  const bool odd =
      base.dtype == DType::kBool &&
      std::any_of(base.bytes.begin(), base.bytes.end(),
                  [](std::byte byte) { return byte > std::byte{1}; });
  return odd ? "00 or 01 for each bool" : "";
}

std::vector<std::byte> FillBytes(const Base& base, bool with_bool) {
  const int64_t numel = FilledNumel(base);
  switch (base.fill) {
    case FillKind::kIota: {
      if (numel > kMaxBase) return IotaBytes(base.dtype, numel);
      const auto& longest = LongestIota(base.dtype);
      return {longest.begin(), longest.begin() + numel * ItemSize(base.dtype)};
    }
    case FillKind::kBytes:
      break;
    case FillKind::kCycle:
      return CycleBytes(base.dtype, numel);
    case FillKind::kValues:
    case FillKind::kOperand:
      return BytesOf(base.dtype, base.values);
    case FillKind::kHex:
      return base.bytes;
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

ElementDisplay HowShown(FillKind fill, std::optional<int64_t> numel) {
  if (!numel) return ElementDisplay::kNothing;
  if (*numel <= (fill == FillKind::kOperand ? kMaxSaid : kMaxValues)) {
    return ShowsBytes(fill) ? ElementDisplay::kBytes : ElementDisplay::kValues;
  }
  return IsData(fill) && *numel <= kMaxCopied ? ElementDisplay::kDigest
                                              : ElementDisplay::kNothing;
}

ElementDisplay ReadyToShow(Output& output, FillKind fill, DType dtype,
                           std::optional<int64_t> numel) {
  const ElementDisplay how = HowShown(fill, numel);
  if (how != ElementDisplay::kValues) output.values.reset();
  if (how != ElementDisplay::kBytes) output.bytes.reset();
  output.crc32.reset();
  if (how == ElementDisplay::kBytes) {
    if (!output.bytes) output.bytes.emplace();
    output.bytes->clear();
    output.bytes->reserve(2 * *numel * ItemSize(dtype));
  } else if (how == ElementDisplay::kValues) {
    if (!output.values) output.values.emplace();
    output.values->form = FormOf(dtype);
    output.values->list.clear();
    output.values->list.reserve(*numel);
  }
  return how;
}

void ShowElements(DType dtype, const std::byte* first, int64_t step,
                  int64_t count, Output& output) {
  if (output.values) {
    std::vector<Scalar>& list = output.values->list;
    list.resize(list.size() + count);
    DecodeEach(dtype, first, step, std::span(list).last(count));
    return;
  }
  const auto item_size = static_cast<std::size_t>(ItemSize(dtype));
  for (int64_t k = 0; k < count; ++k) {
    AppendHex({first + k * step, item_size}, *output.bytes);
  }
}

}  // namespace viewproof
