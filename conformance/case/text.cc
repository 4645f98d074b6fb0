#include "conformance/case/text.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/hex.h"
#include "conformance/case/number.h"
#include "conformance/case/operands.h"
#include "conformance/case/suggest.h"
#include "conformance/case/tensor_facts.h"

namespace viewproof {
namespace {

// Reads the notation from left to right.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Case ParseCase() {
    Case test;
    test.base.dtype = ParseBaseDType();
    test.base.sizes = ParseInts();
    if (Accept("coalesced")) {
      test.base.coo = Coo{ParseIndices(), true};
    } else if (Accept("uncoalesced")) {
      test.base.coo = Coo{ParseIndices(), false};
    }
    ParseFill(test.base);
    if (const auto wrong = FaultOf(test.base); !wrong.empty()) {
      Fail(fmt::format("a base ({})", wrong));
    }
    if (TooLarge(test.base)) {
      Fail(fmt::format("a base of at most {} elements",
                       MaxBase(test.base.fill)));
    }
    if (const auto wrong = FaultOfData(test.base); !wrong.empty()) Fail(wrong);
    while (Accept("|")) {
      test.chain.push_back(ParseStep(std::ssize(test.chain) + 1));
    }
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

  DType ParseBaseDType() {
    const std::size_t begin = at_;
    const DType dtype = ParseDType();
    if (IsBaseDType(dtype)) return dtype;
    at_ = begin;
    Fail("a dtype that a base may have");
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

  // Returns what can be the spelling of a number.
  std::string_view AtReal() {
    SkipSpace();
    const std::size_t end = text_.find_first_not_of("+-.0123456789aefin", at_);
    return text_.substr(at_, end - at_);
  }

  Scalar ParseReal() {
    const std::string_view spelling = AtReal();
    const std::optional<Scalar> real = FindReal(spelling);
    if (!real) Fail("an integer that fits int64, a fraction, nan, inf or -0.0");
    at_ += spelling.size();
    return *real;
  }

  Scalar ParseNumber() {
    Scalar number = ParseReal();
    if (!MayBeWritten(number)) Fail("an int64 before this");
    if (!Accept(":")) return number;
    number.low = 0;  // A part of a complex number is a double.
    number.im = ParseReal().re;
    if (!IsComplex(number)) Fail("an imaginary part that is not 0");
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
    ref.step = ParseNatural();
    Expect(".");
    ref.output = ParseNatural();
    return ref;
  }

  int64_t ParseNatural() {
    SkipSpace();
    if (at_ < text_.size() && text_[at_] == '-') Fail("a number from 0 on");
    return ParseInt();
  }

  // Returns what comes after the "{" of values.
  Values ParseValues(DType dtype) {
    Values values{.form = FormOf(dtype), .list = {}};
    if (Accept("}")) return values;
    do values.list.push_back(ParseValue(values.form));
    while (Accept(","));
    Expect("}");
    return values;
  }

  Scalar ParseValue(Form form) {
    Scalar value = ParseReal();
    if (form == Form::kBool && value != Scalar{0} && value != Scalar{1}) {
      Fail("a bool, 0 or 1, before this");
    }
    if (form != Form::kComplex) return value;
    value.low = 0;  // A part of a complex number is a double.
    if (Accept(":")) value.im = ParseReal().re;
    return value;
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
    literal.dtype = ParseBaseDType();
    literal.sizes = ParseInts();
    if (Accept("{")) literal.values = ParseValues(literal.dtype);
    if (const std::string wrong = FaultOfLiteral(literal); !wrong.empty()) {
      Fail(fmt::format("another literal ({})", wrong));
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

  IndexItem<TensorArg> ParseIndexItem() {
    if (Accept("...")) return Ellipsis();
    if (Accept("null")) return NewAxis();
    if (Accept("true")) return true;
    if (Accept("false")) return false;
    if (Accept("@")) return TensorArg(ParseOutputRef());
    const std::optional<int64_t> number = ParseOptionalInt();
    if (Accept(":")) {
      Range range{.start = number, .stop = ParseOptionalInt(), .step = {}};
      if (Accept(":")) range.step = ParseOptionalInt();
      return range;
    }
    if (number) return *number;
    return TensorArg(ParseLiteral());
  }

  Index<TensorArg> ParseIndex() {
    Index<TensorArg> index;
    Expect("[");
    if (Accept("]")) return index;
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
        return Arg(std::in_place_type<int64_t>, ParseInt());
      case ArgType::kNumber:
        return ParseNumber();
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
      case ArgType::kLiteral:
        return TensorArg(ParseLiteral());
      case ArgType::kDType:
        return ParseDType();
      case ArgType::kMemoryFormat:
        return ParseMemoryFormat();
      case ArgType::kIndex:
        return ParseIndex();
      case ArgType::kValue:
        if (FindReal(AtReal())) return ParseNumber();
        return ParseTensor();
    }
    return {};
  }

  bool AtEndOfArguments() {
    SkipSpace();
    return at_ < text_.size() && text_[at_] == ')';
  }

  // Requires: it is step `number`.
  Step ParseStep(int64_t number) {
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
      if (AtEndOfArguments() && !parameter.otherwise.empty()) {
        step.args.push_back(
            Parser(parameter.otherwise).ParseArg(parameter.type));
        continue;
      }
      if (&parameter != &step.op->parameters.front()) Expect(",");
      step.args.push_back(ParseArg(parameter.type));
    }
    Expect(")");
    if (Accept("@")) step.on = ParseOutputRef();
    ForEachRef(step, [&](OutputRef ref, std::string_view field) {
      if (ref.step < number) return;
      at_ = begin;
      Fail(fmt::format("a tensor of an earlier step as \"{}\" of step {}",
                       field, number));
    });
    if (const std::string fault = dropped_.See(step); !fault.empty()) {
      throw BadInput(fmt::format("case text, column {}: {}", begin + 1, fault));
    }
    return step;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  DroppedTensors dropped_;
};

}  // namespace

Case ParseText(std::string_view text) { return Parser(text).ParseCase(); }

}  // namespace viewproof
