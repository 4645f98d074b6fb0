#include "conformance/judge/exchange.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/case/write_rules.h"

namespace viewproof {
namespace {

bool IsOdd(double number) { return std::fmod(number, 2) != 0; }

std::optional<Scalar> Exchanged(Scalar value, DType dtype) {
  const std::optional<int64_t> whole = WholeOf(value);
  if (!whole || *whole < 1 || *whole > kLastWritten) return std::nullopt;
  if (value.re < kFirstWritten) {
    return Iota(dtype, static_cast<int64_t>(value.re) - 1);
  }
  if (dtype == DType::kBool) return Scalar{IsOdd(value.re) ? 1.0 : 0.0};
  return value;
}

bool Exchange(Values& values, DType dtype) {
  for (Scalar& value : values.list) {
    const std::optional<Scalar> exchanged = Exchanged(value, dtype);
    if (!exchanged) return false;
    value = *exchanged;
  }
  values.form = FormOf(dtype);
  return true;
}

bool Exchange(std::vector<Outcome>& outcomes, DType from, DType to) {
  for (Outcome& outcome : outcomes) {
    auto* outputs = std::get_if<std::vector<Output>>(&outcome);
    if (outputs == nullptr) continue;
    for (Output& output : *outputs) {
      if (output.dtype == from) output.dtype = to;
      if (output.values && !Exchange(*output.values, to)) return false;
    }
  }
  return true;
}

// A literal of another dtype than the base is a deliberate fault: it stays, if
// every dtype holds its numbers.
bool ExchangeLiteral(Literal& literal, DType from, DType to) {
  if (literal.dtype == to) return false;
  if (literal.dtype != from) {
    return !literal.values || std::all_of(literal.values->list.begin(),
                                          literal.values->list.end(), IsMark);
  }
  literal.dtype = to;
  return !literal.values || Exchange(*literal.values, to);
}

bool ExchangeWritten(const Scalar& number, DType to, Arg& arg) {
  if (!IsMark(number)) return false;
  if (to == DType::kBool) arg = Scalar{IsOdd(number.re) ? 1.0 : 0.0};
  return true;
}

// zero_ and add_ write other numbers than those that every dtype holds.
bool WritesItsArguments(const Step& step) {
  return step.op->kind != OpKind::kWrite ||
         (!step.args.empty() && !ReadsTarget(*step.op));
}

bool Exchange(Step& step, DType from, DType to) {
  if (step.op->kind == OpKind::kNew || NamesIndexTensors(step) ||
      !WritesItsArguments(step)) {
    return false;
  }
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    if (auto* tensor = std::get_if<TensorArg>(&step.args[k])) {
      auto* literal = std::get_if<Literal>(tensor);
      if (literal != nullptr && !ExchangeLiteral(*literal, from, to)) {
        return false;
      }
    } else if (const Scalar* number = NumberWritten(step, k)) {
      if (!ExchangeWritten(*number, to, step.args[k])) return false;
    }
  }
  return true;
}

// Returns whether this dtype can hold 1 .. numel.
bool HoldsFill(const Base& base, DType dtype) {
  const int64_t numel = Numel(base.sizes).value_or(INT64_MAX);
  if (dtype == DType::kInt8) return numel <= INT8_MAX;
  return numel <= kMaxBase;
}

}  // namespace

bool CanExchange(const Vector& vector, DType dtype) {
  const Base& base = vector.test.base;
  // Some numbers of a larger base look like written ones.
  const bool tells_fill = Numel(base.sizes).value_or(0) <= kMaxWrittenBase;
  return (tells_fill || FormOf(dtype) == Form::kNumber) &&
         (vector.profile == Profile::kCore ||
          vector.profile == Profile::kIndexing) &&
         base.fill == FillKind::kIota && base.dtype != dtype &&
         FormOf(base.dtype) == Form::kNumber;
}

bool Exchange(Vector& vector, DType dtype) {
  vector.exchanged = true;
  const DType from = vector.test.base.dtype;
  vector.test.base.dtype = dtype;
  if (!HoldsFill(vector.test.base, dtype)) return false;
  for (Step& step : vector.test.chain) {
    if (!Exchange(step, from, dtype)) return false;
  }
  return Exchange(vector.expect, from, dtype) &&
         Exchange(vector.alternative, from, dtype);
}

std::optional<Vector> Exchanged(Vector vector, DType dtype) {
  if (vector.test.base.dtype != dtype &&
      (!CanExchange(vector, dtype) || !Exchange(vector, dtype))) {
    return std::nullopt;
  }
  return vector;
}

}  // namespace viewproof
