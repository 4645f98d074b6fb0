#include "conformance/case/text.h"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/hex.h"
#include "conformance/case/sparse_facts.h"
#include "conformance/case/suggest.h"

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
    fmt::format_to(std::back_inserter(out), "{}{}", before, value.re);
    if (values.form == Form::kComplex) {
      fmt::format_to(std::back_inserter(out), ":{}", value.im);
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

void Append(std::string& out, const Index<Literal>& index) {
  const char* before = "[";
  for (const IndexItem<Literal>& item : index) {
    out += before;
    std::visit([&out](const auto& i) { Append(out, i); }, item);
    before = ", ";
  }
  out += index.empty() ? "[]" : "]";
}

// Reads the notation from left to right.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Case ParseCase() {
    Case test;
    test.base.dtype = ParseDType();
    test.base.sizes = ParseInts();
    if (Accept("coalesced")) {
      test.base.coo = Coo{ParseIndices(), true};
    } else if (Accept("uncoalesced")) {
      test.base.coo = Coo{ParseIndices(), false};
    }
    ParseFill(test.base);
    if (const auto wrong = FaultOf(test.base); !wrong.empty()) Fail(wrong);
    if (const auto wrong = FaultOfData(test.base); !wrong.empty()) Fail(wrong);
    while (Accept("|")) test.chain.push_back(ParseStep());
    if (at_ != text_.size()) Fail("'|' or the end");
    return test;
  }

 private:
  [[noreturn]] void Fail(std::string_view expected) const {
    throw BadInput(fmt::format("case text, column {}: expected {} at \"{}\"",
                               at_ + 1, expected, text_.substr(at_, 20)));
  }

  void SkipSpace() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool Accept(std::string_view token) {
    SkipSpace();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    SkipSpace();
    return true;
  }

  void Expect(std::string_view token) {
    if (!Accept(token)) Fail(fmt::format("'{}'", token));
  }

  std::string_view ParseName() {
    SkipSpace();
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
            text_[at_] == '_' || text_[at_] == '.')) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  DType ParseDType() {
    const std::size_t begin = at_;
    const std::optional<DType> dtype = FindDType(ParseName());
    if (!dtype) {
      at_ = begin;
      Fail("a dtype");
    }
    return *dtype;
  }

  int64_t ParseInt() {
    SkipSpace();
    int64_t number = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] =
        std::from_chars(begin, text_.data() + text_.size(), number);
    if (error != std::errc()) Fail("an integer that fits int64");
    at_ += end - begin;
    return number;
  }

  Ints ParseInts() {
    Ints list;
    Expect("[");
    if (Accept("]")) return list;
    do list.push_back(ParseInt());
    while (Accept(","));
    Expect("]");
    return list;
  }

  std::vector<Ints> ParseIndices() {
    std::vector<Ints> indices;
    Expect("[");
    do indices.push_back(ParseInts());
    while (Accept(","));
    Expect("]");
    return indices;
  }

  OutputRef ParseOutputRef() {
    OutputRef ref;
    ref.step = ParseInt();
    Expect(".");
    ref.output = ParseInt();
    return ref;
  }

  // What comes after the "{" of values.
  Values ParseValues(DType dtype) {
    Values values{.form = FormOf(dtype), .list = {}};
    if (Accept("}")) return values;
    do {
      Scalar value{static_cast<double>(ParseInt())};
      if (Accept(":")) value.im = static_cast<double>(ParseInt());
      values.list.push_back(value);
    } while (Accept(","));
    Expect("}");
    return values;
  }

  void ParseFill(Base& base) {
    if (Accept("bytes")) {
      base.fill = FillKind::kBytes;
    } else if (Accept("cycle")) {
      base.fill = FillKind::kCycle;
    } else if (Accept("{")) {
      base.fill = FillKind::kValues;
      base.values = ParseValues(base.dtype);
    } else if (Accept("0x")) {
      base.fill = FillKind::kHex;
      auto bytes = BytesOfHex(ParseName());
      if (!bytes) Fail("hex digits in lower case before this");
      base.bytes = *std::move(bytes);
    }
  }

  Literal ParseLiteral() {
    Literal literal;
    literal.dtype = ParseDType();
    literal.sizes = ParseInts();
    if (!Accept("{")) return literal;
    literal.values = ParseValues(literal.dtype);
    if (!literal.values->list.empty() &&
        std::ssize(literal.values->list) != Numel(literal.sizes)) {
      Fail("as many values as elements");
    }
    return literal;
  }

  MemoryFormat ParseMemoryFormat() {
    const std::size_t begin = at_;
    const std::optional<MemoryFormat> format = FindMemoryFormat(ParseName());
    if (!format) {
      at_ = begin;
      Fail("a memory format");
    }
    return *format;
  }

  bool AtInt() {
    SkipSpace();
    return at_ < text_.size() &&
           (text_[at_] == '-' || (text_[at_] >= '0' && text_[at_] <= '9'));
  }

  std::optional<int64_t> ParseOptionalInt() {
    if (!AtInt()) return std::nullopt;
    return ParseInt();
  }

  IndexItem<Literal> ParseIndexItem() {
    if (Accept("...")) return Ellipsis();
    if (Accept("null")) return NewAxis();
    if (Accept("true")) return true;
    if (Accept("false")) return false;
    const std::optional<int64_t> number = ParseOptionalInt();
    if (Accept(":")) {
      Range range{.start = number, .stop = ParseOptionalInt(), .step = {}};
      if (Accept(":")) range.step = ParseOptionalInt();
      return range;
    }
    if (number) return *number;
    return ParseLiteral();
  }

  Index<Literal> ParseIndex() {
    Index<Literal> index;
    Expect("[");
    do index.push_back(ParseIndexItem());
    while (Accept(","));
    if (!FitsIndex(index)) {
      Fail(fmt::format("at most {} items, one of them \"...\"", kMaxItems));
    }
    Expect("]");
    return index;
  }

  TensorArg ParseTensor() {
    if (Accept("@")) return ParseOutputRef();
    return ParseLiteral();
  }

  Arg ParseArg(ArgType type) {
    switch (type) {
      case ArgType::kDim:
      case ArgType::kInt:
      case ArgType::kNumber:
        return Arg(std::in_place_type<int64_t>, ParseInt());
      case ArgType::kOptionalInt:
        if (Accept("null")) return Arg(std::optional<int64_t>());
        return Arg(std::optional<int64_t>(ParseInt()));
      case ArgType::kDims:
      case ArgType::kInts:
      case ArgType::kSizes:
      case ArgType::kSizesInfer:
        return ParseInts();
      case ArgType::kTensor:
        return ParseTensor();
      case ArgType::kDType:
        return ParseDType();
      case ArgType::kMemoryFormat:
        return ParseMemoryFormat();
      case ArgType::kIndex:
        return ParseIndex();
      case ArgType::kValue:
        if (AtInt()) return Arg(std::in_place_type<int64_t>, ParseInt());
        return ParseTensor();
    }
    return {};
  }

  Step ParseStep() {
    Step step;
    SkipSpace();
    const std::size_t begin = at_;
    const std::string_view name = ParseName();
    step.op = FindOp(name);
    if (step.op == nullptr) {
      at_ = begin;
      if (name.empty()) Fail("an op");
      throw BadInput(fmt::format("case text, column {}: unknown op \"{}\"{}",
                                 at_ + 1, name, DidYouMeanOp(name)));
    }
    Expect("(");
    for (const Parameter& parameter : step.op->parameters) {
      if (&parameter != &step.op->parameters.front()) Expect(",");
      step.args.push_back(ParseArg(parameter.type));
    }
    Expect(")");
    if (Accept("@")) step.on = ParseOutputRef();
    return step;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

void AppendText(const Step& step, std::string& out) {
  out += step.op->name;
  const char* before = "(";
  for (const Arg& arg : step.args) {
    out += before;
    std::visit([&out](const auto& value) { Append(out, value); }, arg);
    before = ", ";
  }
  out += step.args.empty() ? "()" : ")";
  if (step.on) {
    out += " ";
    Append(out, *step.on);
  }
}

void AppendText(const Index<Literal>& index, std::string& out) {
  Append(out, index);
}

namespace {

void AppendFill(const Base& base, std::string& out) {
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
      return Append(out, base.values);
    case FillKind::kHex:
      out += " 0x";
      AppendHex(base.bytes, out);
  }
}

}  // namespace

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
  AppendFill(test.base, out);
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

Case ParseText(std::string_view text) { return Parser(text).ParseCase(); }

std::ostream& operator<<(std::ostream& os, const Case& test) {
  return os << Text(test);
}

}  // namespace viewproof
