#include "tools/cli/python_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <utility>

#include "conformance/case/bad_input.h"

namespace viewproof {

Question PythonReader::Read() {
  FailIfUnknown();
  while (true) {
    SkipBetween();
    if (at_ >= text_.size() || chain_.is_refused()) break;
    Statement();
  }
  if (chain_.is_empty()) Fail("a tensor, as torch.zeros(2, 3)");
  return chain_.Take();
}

void PythonReader::FailIfUnknown() {
  std::vector<std::string> missing;
  const std::vector<UnknownName> names = UnknownNames(text_);
  for (const auto& [name, value] : lets_.values) {
    if (std::ranges::count(names, name, &UnknownName::name) == 0) {
      throw BadInput(
          fmt::format("--let: {} stands nowhere, or is assigned", name));
    }
  }
  for (const UnknownName& unknown : names) {
    if (lets_.values.contains(unknown.name)) continue;
    if (lets_.ask) {
      lets_.values[unknown.name] = lets_.ask(unknown.name, unknown.example);
    } else {
      missing.push_back(
          fmt::format("--let {}={}", unknown.name, unknown.example));
    }
  }
  if (missing.empty()) return;
  throw BadInput(fmt::format(
      "explain: say what each name means, as with {} (sizes, a number, "
      "bool[2,3] for a mask, or Python that makes it)",
      fmt::join(missing, " ")));
}

void PythonReader::Statement() {
  const std::size_t begin = at_;
  std::vector<std::string> targets;
  do {
    targets.emplace_back(Word());
  } while (!targets.back().empty() && Accept(","));
  if (targets.front() == "import" || targets.front() == "from") {
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != ';') {
      ++at_;
    }
    return;
  }
  const bool names = std::ranges::none_of(targets, &std::string::empty);
  if (names && AcceptAssign()) {
    Bind(targets, ExpressionList());
  } else {
    at_ = begin;
    ExpressionList();
  }
  Skip();
  if (chain_.is_refused() || at_ >= text_.size() || text_[at_] == ';' ||
      text_[at_] == '\n') {
    return;
  }
  Fail("'.', '[' or the end");
}

void PythonReader::Bind(const std::vector<std::string>& targets,
                        const PythonValue& value) {
  if (targets.size() == 1) return BindOne(targets[0], value);
  for (std::size_t k = 0; k < targets.size(); ++k) {
    if (chain_.is_refused()) return;
    BindOne(targets[k], ItemOf(value, static_cast<int64_t>(k)));
  }
}

void PythonReader::BindOne(const std::string& name, const PythonValue& value) {
  variables_[name] = value;
  if (const auto* tensor = value.As<OutputRef>()) chain_.Name(name, *tensor);
}

PythonValue PythonReader::ExpressionList() {
  PythonValue first = Expression();
  if (!Sees(",")) return first;
  PythonValues list = {std::move(first)};
  while (Accept(",")) list.push_back(Expression());
  return {std::move(list)};
}

PythonValue PythonReader::Expression() {
  PythonValue left = Term();
  for (const char* assigns : {"+=", "-=", "*=", "/="}) {
    if (chain_.is_refused() || !Accept(assigns)) continue;
    const auto* x = left.As<OutputRef>();
    if (x == nullptr) Fail("a tensor before this");
    return chain_.Update(*x, assigns, Expression());
  }
  while (!chain_.is_refused() && (Sees("+") || Sees("-"))) {
    const bool adds = Accept("+");
    if (!adds) Expect("-");
    const PythonValue right = Term();
    if (left.As<PythonValues>() != nullptr && adds) {
      PythonValues list = *left.As<PythonValues>();
      const auto* more = right.As<PythonValues>();
      if (more == nullptr) Fail("a list before this");
      list.insert(list.end(), more->begin(), more->end());
      left = {std::move(list)};
      continue;
    }
    if (left.As<Scalar>() != nullptr || right.As<Scalar>() != nullptr) {
      const Scalar a = Real(left);
      const Scalar b = Real(right);
      left = {
          Scalar{a.re + (adds ? b.re : -b.re), a.im + (adds ? b.im : -b.im)}};
      continue;
    }
    left = {Number(left) + (adds ? 1 : -1) * Number(right)};
  }
  return left;
}

PythonValue PythonReader::Term() {
  PythonValue left = Unary();
  while (!chain_.is_refused() && !Sees("*=") && !Sees("/=") &&
         (Sees("*") || Sees("//") || Sees("%"))) {
    const bool multiplies = Accept("*");
    const bool divides = !multiplies && Accept("//");
    if (!multiplies && !divides) Expect("%");
    const int64_t a = Number(left);
    const int64_t b = Number(Unary());
    if (!multiplies && b == 0) Fail("a number other than 0 before this");
    left = {multiplies ? a * b : divides ? a / b : a % b};
  }
  return left;
}

int64_t PythonReader::Number(const PythonValue& value) const {
  if (chain_.is_refused()) return 1;
  if (value.As<OutputRef>() != nullptr) {
    Fail(
        "'.', '[' or the end (of arithmetic on tensors, paste the error text)");
  }
  if (!value.Integer()) Fail("an integer before this");
  constexpr int64_t kMost = int64_t{1} << 31;
  // A product of two of them cannot exceed it.
  if (std::abs(*value.Integer()) > kMost) Fail("smaller numbers before this");
  return *value.Integer();
}

Scalar PythonReader::Real(const PythonValue& value) const {
  if (const auto* real = value.As<Scalar>()) return *real;
  if (value.Integer()) return Whole(*value.Integer());
  Fail("a number before this");
}

PythonValue PythonReader::Unary() {
  if (Accept("-")) {
    // The least integer has no positive one.
    constexpr std::string_view kLeast = "9223372036854775808";
    if (Accept(kLeast)) return {std::numeric_limits<int64_t>::min()};
    const PythonValue value = Unary();
    if (const auto* real = value.As<Scalar>()) {
      return {Scalar{-real->re, -real->im}};
    }
    if (!value.Integer()) Fail("a number before this");
    return {-*value.Integer()};
  }
  return Postfix(Primary());
}

PythonValue PythonReader::Primary() {
  Skip();
  if (at_ >= text_.size()) Fail("an expression");
  if (Sees("...")) return Accept("..."), PythonValue{Ellipsis()};
  if (text_[at_] == '(' || text_[at_] == '[') return Bracket();
  if (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 ||
      text_[at_] == '.') {
    return Literal();
  }
  const std::size_t begin = at_;
  const std::string name(Word());
  if (name.empty()) Fail("an expression");
  if (name == "None") return {PythonNone()};
  if (name == "True") return {true};
  if (name == "False") return {false};
  if (name == "torch") return Torch(begin);
  if (name == "print" && Sees("(")) {
    const PythonArguments arguments = Arguments();
    return arguments.empty() ? PythonValue{PythonNone()}
                             : arguments.front().value;
  }
  if (FindDType(name) && Sees("[")) return Notation(begin);
  const auto known = variables_.find(name);
  if (known != variables_.end()) return AsTensor(name, known->second);
  const auto let = lets_.values.find(name);
  if (let == lets_.values.end()) {
    at_ = begin;
    Fail("a name that means something");
  }
  variables_[name] = Meant(name, let->second);
  return AsTensor(name, variables_[name]);
}

PythonValue PythonReader::Meant(const std::string& name,
                                const std::string& text) {
  const std::string whole = std::exchange(text_, text);
  const std::size_t place = std::exchange(at_, 0);
  PythonValue value = ExpressionList();
  Skip();
  if (at_ < text_.size()) Fail(fmt::format("the end of what {} is", name));
  text_ = whole;
  at_ = place;
  if (const auto* tensor = value.As<OutputRef>()) chain_.Name(name, *tensor);
  value.name = name;
  return value;
}

PythonValue PythonReader::AsTensor(const std::string& name,
                                   const PythonValue& value) {
  const bool is_list = value.As<PythonValues>() != nullptr;
  const bool is_number = value.Integer().has_value();
  const bool is_let = lets_.values.contains(name);
  if (!is_let || !(is_list || is_number) || !(Sees(".") || Sees("["))) {
    return value;
  }
  BindOne(name, {*chain_.TensorOf({value.is})});
  return variables_[name];
}

Question PythonQuestion(std::string_view text, const Lets& lets) {
  return PythonReader(text, lets).Read();
}

}  // namespace viewproof
