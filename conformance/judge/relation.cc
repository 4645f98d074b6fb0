#include "conformance/judge/relation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "conformance/case/fill.h"

namespace viewproof {
namespace {

using Kind = DifferenceKind;
using Outputs = std::vector<Output>;

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

constexpr int64_t kPeriod = 97;  // Of FillKind::kCycle.

// What the elements of the base hold; nothing if they are shown as bytes.
Values ElementsOf(const Base& base) {
  if (ShowsBytes(base.fill)) return {};
  if (base.fill == FillKind::kValues) return base.values;
  const Ints sizes = FilledSizes(base);
  if (base.fill == FillKind::kIota) {
    return viewproof::ElementsOf({base.dtype, sizes, std::nullopt});
  }
  Values values{FormOf(base.dtype), {}};
  const int64_t count = std::min(kPeriod, Numel(sizes).value_or(kPeriod));
  for (int64_t k = 0; k < count; ++k) {
    values.list.push_back(Cycle(base.dtype, k));
  }
  return values;
}

// The real numbers, without their signs, that elements of a case held.
class Held {
 public:
  Held(const Case& test, const std::vector<Outcome>& expect) {
    Add(ElementsOf(test.base));
    for (const Step& step : test.chain) {
      for (const Arg& arg : step.args) Add(arg);
    }
    for (const Outcome& outcome : expect) {
      const auto* outputs = std::get_if<Outputs>(&outcome);
      if (outputs == nullptr) continue;
      for (const Output& output : *outputs) {
        if (output.values) Add(*output.values);
      }
    }
    std::ranges::sort(numbers_);
  }

  bool Contains(const Scalar& value) const {
    if (value == kNoNumber) return true;  // It says nothing.
    return Contains(value.re) && (value.im == 0 || Contains(value.im));
  }

 private:
  void Add(const Values& values) {
    for (const Scalar& value : values.list) {
      Add(value.re);
      if (values.form == Form::kComplex) Add(value.im);
    }
  }

  void Add(const Arg& arg) {
    if (const auto* number = std::get_if<Scalar>(&arg)) {
      Add(Values{Form::kComplex, {*number}});
    } else if (const auto* tensor = std::get_if<TensorArg>(&arg)) {
      const auto* literal = std::get_if<Literal>(tensor);
      if (literal != nullptr) Add(viewproof::ElementsOf(*literal));
    }
  }

  void Add(double number) {
    if (std::isnan(number)) {
      has_nan_ = true;
    } else {
      numbers_.push_back(std::abs(number));
    }
  }

  bool Contains(double number) const {
    return std::isnan(number)
               ? has_nan_
               : std::ranges::binary_search(numbers_, std::abs(number));
  }

  bool has_nan_ = false;
  std::vector<double> numbers_;
};

// Whether `actual` may be `expected`, rounded or converted.
bool IsNear(double expected, double actual) {
  return std::abs(actual - expected) <
         std::max(1.0, std::abs(expected) / (1 << 8));
}

bool HasUnheld(const Held& held, const Output& expected, const Values& actual) {
  for (std::size_t k = 0; k < actual.list.size(); ++k) {
    const Scalar& a = actual.list[k];
    if (held.Contains(a)) continue;
    if (!expected.values || k >= expected.values->list.size()) return true;
    const Scalar& e = expected.values->list[k];
    if (!IsNear(e.re, a.re) || !IsNear(e.im, a.im)) return true;
  }
  return false;
}

// Whether a difference of this kind may show a value from nowhere.
bool ShowsAnyValue(Kind kind) {
  return kind == Kind::kValues || kind == Kind::kReadOut;
}

// The output that the difference is about; null if there is none.
const Output* OutputOf(const std::vector<Outcome>& outcomes,
                       const Difference& d) {
  if (d.step < 1 || d.step > static_cast<int64_t>(outcomes.size())) {
    return nullptr;
  }
  const auto* outputs = std::get_if<Outputs>(&outcomes[d.step - 1]);
  if (outputs == nullptr || d.output >= static_cast<int64_t>(outputs->size())) {
    return nullptr;
  }
  return &(*outputs)[d.output];
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
    const Output* expected = OutputOf(expect, d);
    const Output* actual = OutputOf(reply.steps, d);
    if (expected == nullptr || actual == nullptr) continue;
    d.relation = RelationOf(d.kind, *expected, *actual);
    if (!ShowsAnyValue(d.kind) || !actual->values) continue;
    if (actual->values->form == Form::kBool) continue;
    d.unheld = HasUnheld(Held(test, expect), *expected, *actual->values);
  }
}

}  // namespace viewproof
