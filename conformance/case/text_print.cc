#include <fmt/format.h>

#include <iterator>

#include "conformance/case/hex.h"
#include "conformance/case/number.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace {

void Append(std::string& out, int64_t number) {
  fmt::format_to(std::back_inserter(out), "{}", number);
}

void Append(std::string& out, const Ints& list) {
  fmt::format_to(std::back_inserter(out), "[{}]", fmt::join(list, ","));
}

void Append(std::string& out, const std::optional<int64_t>& number) {
  if (number) {
    Append(out, *number);
  } else {
    out += "null";
  }
}

void Append(std::string& out, const OutputRef& ref) {
  fmt::format_to(std::back_inserter(out), "@{}.{}", ref.step, ref.output);
}

void Append(std::string& out, const Values& values) {
  const char* before = "{";
  for (const Scalar& value : values.list) {
    out += before;
    AppendReal({.re = value.re, .low = value.low}, out);
    if (values.form == Form::kComplex) {
      out += ':';
      AppendReal({.re = value.im}, out);
    }
    before = ",";
  }
  out += values.list.empty() ? "{}" : "}";
}

void Append(std::string& out, const Literal& literal) {
  out += Name(literal.dtype);
  Append(out, literal.sizes);
  if (literal.values) Append(out, *literal.values);
}

void Append(std::string& out, const TensorArg& tensor) {
  std::visit([&out](const auto& t) { Append(out, t); }, tensor);
}

void Append(std::string& out, const Scalar& number) {
  AppendSpelt(number, out);
}

void Append(std::string& out, DType dtype) { out += Name(dtype); }

void Append(std::string& out, MemoryFormat format) { out += Name(format); }

void Append(std::string& out, bool item) { out += item ? "true" : "false"; }

void Append(std::string& out, NewAxis) { out += "null"; }

void Append(std::string& out, Ellipsis) { out += "..."; }

void Append(std::string& out, const Range& range) {
  if (range.start) Append(out, *range.start);
  out += ":";
  if (range.stop) Append(out, *range.stop);
  if (!range.step) return;
  out += ":";
  Append(out, *range.step);
}

void Append(std::string& out, const Index<TensorArg>& index) {
  const char* before = "[";
  for (const IndexItem<TensorArg>& item : index) {
    out += before;
    std::visit([&out](const auto& i) { Append(out, i); }, item);
    before = ", ";
  }
  out += index.empty() ? "[]" : "]";
}

void AppendFillText(const Base& base, std::string& out) {
  switch (base.fill) {
    case FillKind::kIota:
      return;
    case FillKind::kBytes:
      out += " bytes";
      return;
    case FillKind::kCycle:
      out += " cycle";
      return;
    case FillKind::kValues:
    case FillKind::kOperand:
      return Append(out, base.values);
    case FillKind::kHex:
      out += " 0x";
      AppendHex(base.bytes, out);
  }
}

}  // namespace

void AppendText(const Step& step, std::string& out) {
  out += step.op->name;
  const char* before = "(";
  for (std::size_t k = 0; k < step.op->asked(); ++k) {
    out += before;
    std::visit([&out](const auto& value) { Append(out, value); }, step.args[k]);
    before = ", ";
  }
  out += step.op->asked() == 0 ? "()" : ")";
  if (step.on) {
    out += " ";
    Append(out, *step.on);
  }
}

void AppendText(const Index<TensorArg>& index, std::string& out) {
  Append(out, index);
}

void AppendText(const Case& test, std::string& out) {
  out += Name(test.base.dtype);
  Append(out, test.base.sizes);
  if (test.base.coo) {
    out += test.base.coo->coalesced ? " coalesced " : " uncoalesced ";
    const char* before = "[";
    for (const Ints& numbers : test.base.coo->indices) {
      out += before;
      Append(out, numbers);
      before = ",";
    }
    out += "]";
  }
  AppendFillText(test.base, out);
  for (const Step& step : test.chain) {
    out += " | ";
    AppendText(step, out);
  }
}

std::string Text(const Case& test) {
  std::string out;
  AppendText(test, out);
  return out;
}

std::ostream& operator<<(std::ostream& os, const Case& test) {
  return os << Text(test);
}

}  // namespace viewproof
