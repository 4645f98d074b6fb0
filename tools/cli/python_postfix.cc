#include <algorithm>
#include <cstdlib>
#include <utility>

#include "conformance/case/number.h"
#include "conformance/case/suggest.h"
#include "conformance/case/text.h"
#include "reference/ops/memory_format.h"
#include "tools/cli/python_reader.h"

namespace viewproof {

PythonValue PythonReader::Notation(std::size_t begin) {
  at_ = text_.find(']', begin);
  if (at_ == std::string::npos) Fail("']'");
  ++at_;
  if (Sees("{")) {
    at_ = text_.find('}', at_);
    if (at_ == std::string::npos) Fail("'}'");
    ++at_;
  }
  const std::string source = text_.substr(begin, at_ - begin);
  const Base base = ParseText(source).base;
  viewproof::Literal literal{base.dtype, base.sizes, {}};
  if (base.fill == FillKind::kValues) literal.values = base.values;
  return chain_.MakeLiteral(literal, source);
}

PythonValue PythonReader::Literal() {
  const std::size_t end = text_.find_first_not_of("0123456789._eE", at_);
  std::string digits = text_.substr(at_, end - at_);
  std::erase(digits, '_');
  const std::size_t begin =
      std::exchange(at_, end == std::string::npos ? text_.size() : end);
  const bool is_imaginary = Accept("j");
  if (digits.find_first_of(".eE") == std::string::npos && !is_imaginary) {
    const auto number = FindNumber<int64_t>(digits);
    if (number) return {*number};
    at_ = begin;
    Fail("integers of int64");
  }
  const double real = std::strtod(digits.c_str(), nullptr);
  return {is_imaginary ? Scalar{0, real} : Scalar{real}};
}

PythonValue PythonReader::Bracket() {
  const char open = text_[at_++];
  const char* close = open == '(' ? ")" : "]";
  ++depth_;
  PythonValues list;
  bool is_list = open == '[';
  while (!Accept(close)) {
    const bool is_star = Accept("*");
    PythonValue value = Expression();
    if (chain_.is_refused()) return {PythonNone()};
    if (is_star) {
      for (PythonValue& item : ListOf(value)) list.push_back(item);
      is_list = true;
    } else {
      list.push_back(std::move(value));
    }
    if (Accept(",")) {
      is_list = true;
    } else if (!Sees(close)) {
      Fail(fmt::format("',' or '{}'", close));
    }
  }
  --depth_;
  if (!is_list && list.size() == 1) return list.front();
  return {std::move(list)};
}

PythonValues PythonReader::ListOf(const PythonValue& value) const {
  const auto* list = value.As<PythonValues>();
  if (list == nullptr) Fail("a list before this");
  return *list;
}

PythonArguments PythonReader::Arguments() {
  PythonArguments arguments;
  Expect("(");
  ++depth_;
  while (!Accept(")")) {
    if (at_ >= text_.size()) Fail("')'");
    const std::size_t begin = at_;
    std::string name(Word());
    if (name.empty() || !AcceptAssign()) {
      at_ = begin;
      name.clear();
    }
    const bool is_star = Accept("*");
    // "cpu" and "cuda:0" say nothing of where elements lie.
    if (Sees("'") || Sees("\"")) {
      const char quote = text_[at_];
      at_ = std::min(text_.find(quote, at_ + 1), text_.size() - 1) + 1;
      name = "device";
    } else {
      PythonValue value = Expression();
      if (chain_.is_refused()) return arguments;
      if (is_star) {
        for (const auto& item : ListOf(value)) arguments.push_back({"", item});
      } else {
        arguments.push_back({std::move(name), std::move(value)});
      }
    }
    if (!Accept(",") && !Sees(")")) Fail("')'");
  }
  --depth_;
  return arguments;
}

PythonValue PythonReader::Torch(std::size_t begin) {
  Expect(".");
  std::string name = Word();
  if (name == "ops" && Accept(".aten.")) {
    name = Word();
    if (Accept(".")) Word();
  } else if (name == "Tensor" && Accept(".")) {
    name = Word();
  }
  if (const auto dtype = FindDType(name)) return {*dtype};
  for (const auto& [alias, dtype] : {std::pair("float", DType::kFloat32),
                                     {"double", DType::kFloat64},
                                     {"half", DType::kFloat16},
                                     {"long", DType::kInt64},
                                     {"int", DType::kInt32},
                                     {"cfloat", DType::kComplex64}}) {
    if (name == alias && !Sees("(")) return {dtype};
  }
  if (const auto format = FindMemoryFormat(name)) return {*format};
  const std::string called(name);
  const std::size_t end = at_;
  PythonArguments arguments = Arguments();
  if (chain_.is_refused()) return {PythonNone()};
  if (called == "Size" && !arguments.empty()) return arguments[0].value;
  const std::string source = text_.substr(begin, at_ - begin);
  if (auto made = chain_.Make(called, arguments, source)) return *made;
  if (!arguments.empty()) {
    if (const auto x = chain_.TensorOf(arguments.front().value)) {
      arguments.erase(arguments.begin());
      if (auto result = chain_.Call(*x, called, arguments)) {
        return *result;
      }
    }
  }
  at_ = end - called.size();
  Fail(
      "empty_strided, empty, zeros, ones, rand, randn, arange, tensor or "
      "the name of an op" +
      DidYouMeanOp(called));
}

PythonValue PythonReader::Postfix(PythonValue value) {
  while (!chain_.is_refused()) {
    Skip();
    if (Sees("...")) return value;
    if (Accept(".")) {
      value = Attribute(value);
    } else if (Sees("[")) {
      value = Subscript(value);
    } else {
      return value;
    }
  }
  return value;
}

PythonValue PythonReader::Attribute(const PythonValue& value) {
  const std::size_t begin = at_;
  const std::string name(Word());
  const auto* x = value.As<OutputRef>();
  if (x == nullptr) {
    at_ = begin - 1;
    Fail("'[' or the end");
  }
  const bool is_call = Sees("(");
  if (auto fact = Fact(*x, name)) return *fact;
  const PythonArguments arguments = is_call ? Arguments() : PythonArguments();
  if (chain_.is_refused()) return {PythonNone()};
  const std::string spelt = text_.substr(begin, at_ - begin);
  if (name == "to") return chain_.To(*x, arguments, spelt);
  if (auto result = chain_.Call(*x, name, arguments)) return *result;
  at_ = begin;
  Fail("the name of an op" + DidYouMeanOp(name));
}

std::optional<PythonValue> PythonReader::Fact(OutputRef x,
                                              const std::string& name) {
  const bool is_list = name == "shape" || name == "size" || name == "stride";
  const bool is_number = name == "dim" || name == "ndim" || name == "numel" ||
                         name == "storage_offset" || name == "ndimension";
  if (!is_list && !is_number) return std::nullopt;
  const PythonArguments arguments = Sees("(") ? Arguments() : PythonArguments();
  const auto geometry = chain_.GeometryOf(x);
  if (!geometry) Fail("a tensor that exists before this");
  if (is_number) {
    return PythonValue{name == "numel" ? Numel(geometry->sizes).value_or(0)
                       : name == "storage_offset" ? geometry->offset
                                                  : geometry->rank()};
  }
  PythonValues list;
  for (const int64_t n :
       name == "stride" ? geometry->strides : geometry->sizes) {
    list.push_back({n});
  }
  if (arguments.empty()) return PythonValue{std::move(list)};
  return ItemOf({std::move(list)}, Number(arguments.front().value));
}

PythonValue PythonReader::Subscript(const PythonValue& value) {
  Expect("[");
  ++depth_;
  PythonValues items;
  while (!Accept("]")) {
    if (at_ >= text_.size()) Fail("']'");
    items.push_back(SubscriptItem());
    if (chain_.is_refused()) return {PythonNone()};
    if (!Accept(",") && !Sees("]")) Fail("',' or ']'");
  }
  --depth_;
  const auto* x = value.As<OutputRef>();
  if (x != nullptr) {
    if (AcceptAssign()) {
      const PythonValue assigned = Expression();
      if (!chain_.is_refused()) chain_.Assign(*x, items, assigned);
      return {PythonNone()};
    }
    return chain_.Item(*x, items);
  }
  if (items.size() != 1) Fail("one item before this");
  if (const auto* range = items[0].As<Range>()) {
    const PythonValues list = ListOf(value);
    const int64_t size = std::ssize(list);
    const auto bound = [&](const std::optional<int64_t>& n, int64_t other) {
      return std::clamp<int64_t>(n ? (*n < 0 ? *n + size : *n) : other, 0,
                                 size);
    };
    const int64_t first = bound(range->start, 0);
    const int64_t last = std::max(bound(range->stop, size), first);
    return {PythonValues(list.begin() + first, list.begin() + last)};
  }
  return ItemOf(value, Number(items[0]));
}

PythonValue PythonReader::SubscriptItem() {
  const auto bound = [this]() -> std::optional<int64_t> {
    if (Sees(":") || Sees(",") || Sees("]")) return std::nullopt;
    const PythonValue value = Expression();
    if (value.As<PythonNone>() != nullptr) return std::nullopt;
    if (!value.Integer()) Fail("an integer before this");
    return *value.Integer();
  };
  PythonValue first{PythonNone()};
  if (!Sees(":")) {
    const std::size_t begin = at_;
    first = Expression();
    if (!Sees(":")) {
      if (first.As<PythonValues>() != nullptr && IsWordChar(text_[begin])) {
        Fail("a mask or int64 numbers: say the dtype, as --let " +
             text_.substr(begin, at_ - begin) + "=bool[2,3]");
      }
      return first;
    }
  }
  Expect(":");
  Range range;
  if (first.As<PythonNone>() == nullptr) range.start = Number(first);
  range.stop = bound();
  if (Accept(":")) range.step = bound();
  return {range};
}

PythonValue PythonReader::ItemOf(const PythonValue& value, int64_t k) {
  if (const auto* tensors = value.As<TensorList>()) {
    const int64_t place = k < 0 ? k + tensors->count : k;
    return {OutputRef{tensors->step, place}};
  }
  if (const auto* x = value.As<OutputRef>()) {
    return chain_.Item(*x, {{k}});
  }
  const PythonValues list = ListOf(value);
  const int64_t place = k < 0 ? k + std::ssize(list) : k;
  if (place < 0 || place >= std::ssize(list)) Fail("an item of the list");
  return list[static_cast<std::size_t>(place)];
}

}  // namespace viewproof
