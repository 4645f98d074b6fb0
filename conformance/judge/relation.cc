#include "conformance/judge/relation.h"

#include <algorithm>
#include <optional>

#include "conformance/case/operands.h"
#include "conformance/judge/outside.h"

namespace viewproof {
namespace {

using Kind = DifferenceKind;

bool Has(const Ints& sizes, int64_t size) {
  return std::ranges::find(sizes, size) != sizes.end();
}

// Whether both have the same strides in the dimensions of sizes > 1.
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
    d.relation = RelationOf(d.kind, *expected, *actual);
  }
}

}  // namespace viewproof
