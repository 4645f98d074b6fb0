#include "conformance/judge/relation.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/fill.h"
#include "conformance/case/operands.h"

namespace viewproof {

namespace {

// Returns whether its elements fill the first cells of a storage, each one.
bool FillsTheStart(const Geometry& geometry) {
  std::vector<std::pair<int64_t, int64_t>> dims;  // Stride and size.
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    if (geometry.sizes[d] == 0) return geometry.offset == 0;
    if (geometry.sizes[d] == 1) continue;
    dims.emplace_back(geometry.strides[d], geometry.sizes[d]);
  }
  std::ranges::sort(dims);
  Wide next = 1;
  for (const auto& [stride, size] : dims) {
    if (stride != next) return false;
    next = Times(next, size);
  }
  return geometry.offset == 0;
}

// The first tensor that was answered on a storage; null if there is none.
const Output* FirstOn(const std::vector<Outcome>& answers, int64_t storage) {
  for (const Outcome& answer : answers) {
    const auto* outputs = std::get_if<std::vector<Output>>(&answer);
    if (outputs == nullptr) continue;
    const auto found = std::ranges::find_if(
        *outputs, [storage](const Output& o) { return o.storage == storage; });
    if (found != outputs->end()) return &*found;
  }
  return nullptr;
}

}  // namespace

std::optional<Geometry> GeometryOf(const Output& output) {
  if (!output.strides || !output.offset) return std::nullopt;
  Geometry geometry = {output.sizes, *output.strides, *output.offset};
  if (!IsGeometry(geometry) || geometry.offset == kNotAnInteger ||
      std::ranges::count(geometry.strides, kNotAnInteger) > 0) {
    return std::nullopt;
  }
  return geometry;
}

std::optional<Wide> StorageBytes(const Case& test,
                                 const std::vector<Outcome>& answers,
                                 int64_t storage) {
  if (storage == 0) {
    return CountOf(FilledSizes(test.base)) * ItemSize(test.base.dtype);
  }
  const Output* first = FirstOn(answers, storage);
  if (first == nullptr || !first->dtype) return std::nullopt;
  const std::optional<Geometry> geometry = GeometryOf(*first);
  if (!geometry || !FillsTheStart(*geometry)) return std::nullopt;
  return CountOf(geometry->sizes) * ItemSize(*first->dtype);
}

bool IsOutside(const Case& test, const std::vector<Outcome>& answers,
               const Output& output) {
  if (!output.storage) return false;
  const std::optional<Geometry> geometry = GeometryOf(output);
  const auto span = geometry ? SpanOf(*geometry) : std::nullopt;
  if (!span || span->first < 0) return span.has_value();
  if (!output.dtype) return false;
  const auto bytes = StorageBytes(test, answers, *output.storage);
  return bytes && (span->last + 1) * ItemSize(*output.dtype) > *bytes;
}

namespace {

using Kind = DifferenceKind;

bool Has(const Ints& sizes, int64_t size) {
  return std::ranges::find(sizes, size) != sizes.end();
}

// Returns whether both have the same strides in the dimensions of sizes > 1.
bool SameStrides(const Ints& sizes, const Ints& a, const Ints& b) {
  if (a.size() != sizes.size() || b.size() != sizes.size()) return false;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1 && a[d] != b[d]) return false;
  }
  return true;
}

// Nothing beyond int64.
std::optional<int64_t> Bytes(int64_t elements, int64_t item_size) {
  int64_t bytes = 0;
  if (__builtin_mul_overflow(elements, item_size, &bytes)) return std::nullopt;
  return bytes;
}

bool IsTimesItemSize(Kind kind, const Output& expected, const Output& actual) {
  const int64_t item_size = ItemSize(*expected.dtype);
  if (item_size == 1) return false;
  if (kind == Kind::kOffset) {
    return expected.offset && actual.offset &&
           Bytes(*expected.offset, item_size) == *actual.offset;
  }
  if (kind != Kind::kStrides || !expected.strides || !actual.strides ||
      expected.strides->size() != actual.strides->size()) {
    return false;
  }
  for (std::size_t d = 0; d < expected.sizes.size(); ++d) {
    if (expected.sizes[d] > 1 &&
        Bytes((*expected.strides)[d], item_size) != (*actual.strides)[d]) {
      return false;
    }
  }
  return true;
}

// The strides of a fresh tensor whose elements lie in column-major order.
std::optional<Ints> ColumnMajorStrides(const Ints& sizes) {
  const Ints reversed(sizes.rbegin(), sizes.rend());
  std::optional<Ints> strides = ContiguousStrides(reversed);
  if (strides) std::ranges::reverse(*strides);
  return strides;
}

}  // namespace

Relation RelationOf(Kind kind, const Output& expected, const Output& actual) {
  if (!expected.dtype) return Relation::kNone;  // A read shows no geometry.
  const Ints& sizes = expected.sizes;
  if (Has(sizes, 0)) return Relation::kEmpty;
  const bool strides = kind == Kind::kStrides && actual.strides;
  if (kind == Kind::kContiguous && Has(sizes, 1)) return Relation::kSize1;
  if (strides && expected.strides &&
      SameStrides(sizes, *expected.strides, *actual.strides)) {
    return Relation::kSize1;
  }
  if (IsTimesItemSize(kind, expected, actual)) return Relation::kTimesItemSize;
  if (!strides && kind != Kind::kCopied && kind != Kind::kContiguous) {
    return Relation::kNone;
  }
  const auto are = [&](const std::optional<Ints>& fresh) {
    return fresh && actual.strides &&
           SameStrides(sizes, *fresh, *actual.strides);
  };
  if (are(ContiguousStrides(sizes))) return Relation::kRowMajor;
  return are(ColumnMajorStrides(sizes)) ? Relation::kColumnMajor
                                        : Relation::kNone;
}

void Relate(const Case& test, const std::vector<Outcome>& expect,
            const Reply& reply, std::vector<Difference>& differences) {
  for (Difference& d : differences) {
    const Output* expected = FindOutput(expect, {d.step, d.output});
    const Output* actual = FindOutput(reply.steps, {d.step, d.output});
    d.outside = actual != nullptr && IsOutside(test, reply.steps, *actual);
    if (expected == nullptr || actual == nullptr) continue;
    if (d.relation == Relation::kUnwritten) continue;
    d.relation = RelationOf(d.kind, *expected, *actual);
  }
}

}  // namespace viewproof
