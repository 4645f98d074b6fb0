#ifndef VIEWPROOF_TOOLS_CLI_PYTHON_READER_H_
#define VIEWPROOF_TOOLS_CLI_PYTHON_READER_H_

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/case.h"
#include "tools/cli/pasted.h"

namespace viewproof {

struct PythonValue;
using PythonValues = std::vector<PythonValue>;

struct PythonNone {};

// Holds what an op that returns a list gave: a tensor per output of the step.
struct TensorList {
  int64_t step = 0;
  int64_t count = 0;
};

// Holds what an expression of a question is worth.
struct PythonValue {
  std::variant<PythonNone, bool, int64_t, Scalar, DType, MemoryFormat,
               OutputRef, TensorList, Ellipsis, Range, PythonValues>
      is;
  std::string name = {};  // Sizes that --let gave it have it.

  template <typename T>
  const T* As() const {
    return std::get_if<T>(&is);
  }
  // A whole number; nothing of any other value.
  std::optional<int64_t> Integer() const {
    if (const auto* number = As<int64_t>()) return *number;
    return std::nullopt;
  }
  // A list of whole numbers, of any depth of 1.
  std::optional<Ints> Integers() const {
    const auto* list = As<PythonValues>();
    if (list == nullptr) return std::nullopt;
    Ints numbers;
    for (const PythonValue& value : *list) {
      if (!value.Integer()) return std::nullopt;
      numbers.push_back(*value.Integer());
    }
    return numbers;
  }
};

// An argument of a call; without a name it is found by its place.
struct PythonArgument {
  std::string name;
  PythonValue value;
};
using PythonArguments = std::vector<PythonArgument>;

// The case of a question in Python while it is read: what it calls becomes
// steps. Throws BadInput that says what cannot be taken.
class PythonChain {
 public:
  // torch.NAME(...) that makes a tensor; nothing if it is none of these.
  // `source` is how the question spells it.
  std::optional<PythonValue> Make(std::string_view name,
                                  const PythonArguments& arguments,
                                  const std::string& source);

  // A tensor written out in the one-line notation.
  PythonValue MakeLiteral(const Literal& literal, const std::string& source);

  // x.NAME(...) or torch.NAME(x, ...). Nothing if there is no such op.
  std::optional<PythonValue> Call(OutputRef x, std::string_view name,
                                  const PythonArguments& arguments);

  // x += value, or with another sign: to sizes and strides it is the same.
  PythonValue Update(OutputRef x, const char* sign, const PythonValue& value);

  // x.to(...) where that is x itself. `spelt` is the call.
  PythonValue To(OutputRef x, const PythonArguments& arguments,
                 const std::string& spelt);

  // x[items], and x[items] = value.
  PythonValue Item(OutputRef x, const PythonValues& items);
  void Assign(OutputRef x, const PythonValues& items, const PythonValue& value);

  // The tensor that a value is or, of sizes, a new one of these.
  std::optional<OutputRef> TensorOf(const PythonValue& value);

  // Returns where a tensor lies; nothing if a step before it is refused.
  std::optional<Geometry> GeometryOf(OutputRef x);

  // A variable names the tensor from here on.
  void Name(const std::string& variable, OutputRef x) {
    question_.names.variables.emplace_back(variable, x);
  }

  // Returns whether the last step is refused: there is nothing to go on from.
  bool is_refused() const { return is_refused_; }

  bool is_empty() const { return question_.names.makers.empty(); }
  Question Take() { return std::move(question_); }

 private:
  PythonValue Sparse(const PythonArguments& arguments,
                     const std::string& source);
  PythonValue Add(Step step, OutputRef x);
  std::optional<Step> StepOf(const Op& op, const PythonArguments& arguments);
  std::optional<Arg> ArgOf(const Parameter& parameter,
                           const PythonValue& value);
  Index<TensorArg> IndexOf(const PythonValues& items);

  Question question_;
  OutputRef current_;
  std::vector<Outcome> outcomes_;  // The outcomes of the steps so far.
  bool is_started_ = false;
  bool is_refused_ = false;
};

// The elements of nested lists, whose sizes and dtype it tells.
void FlattenPython(const PythonValue& value, std::size_t depth, Ints& sizes,
                   std::vector<Scalar>& elements, DType& dtype);

[[noreturn]] void RefusePython(std::string_view name,
                               std::string_view expected);

// A place in a text of Python, and what stands there.
class PythonLexer {
 protected:
  explicit PythonLexer(std::string text) : text_(std::move(text)) {}

  [[noreturn]] void Fail(std::string_view expected) const {
    throw BadInput(fmt::format(
        "line of torch, column {}: expected {} at \"{}\"; such a line is "
        "x = torch.zeros(2, 3).t(); x.view(6)",
        at_ + 1, expected, text_.substr(std::min(at_, text_.size()), 20)));
  }

  static bool IsWordChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  }

  // Blanks; inside of brackets lines too.
  void Skip() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' ||
            (depth_ > 0 && text_[at_] == '\n'))) {
      ++at_;
    }
  }
  void SkipBetween() {
    while (at_ < text_.size() &&
           (std::isspace(static_cast<unsigned char>(text_[at_])) != 0 ||
            text_[at_] == ';')) {
      ++at_;
    }
  }

  bool Sees(std::string_view token) {
    Skip();
    return text_.substr(at_).starts_with(token);
  }
  bool Accept(std::string_view token) {
    if (!Sees(token)) return false;
    at_ += token.size();
    return true;
  }
  void Expect(std::string_view token) {
    if (!Accept(token)) Fail(fmt::format("'{}'", token));
  }
  bool AcceptAssign() { return Sees("=") && !Sees("==") && Accept("="); }

  std::string Word() {
    Skip();
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsWordChar(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::string text_;
  std::size_t at_ = 0;
  int depth_ = 0;  // So many brackets are open.
};

// Reads statements from left to right, and runs them on a PythonChain. Once a
// step is refused there is nothing to go on with: each function returns at
// once, and what it returns is worth nothing.
class PythonReader : private PythonLexer {
 public:
  PythonReader(std::string_view text, const Lets& lets)
      : PythonLexer(WithoutComments(text)), lets_(lets) {}

  Question Read();

 private:
  // Asks, all at once, what the names mean of which nobody said it.
  void FailIfUnknown();
  void Statement();
  void Bind(const std::vector<std::string>& targets, const PythonValue& value);
  void BindOne(const std::string& name, const PythonValue& value);
  // "a", or "a, b" as a list.
  PythonValue ExpressionList();
  PythonValue Expression();
  PythonValue Term();
  int64_t Number(const PythonValue& value) const;
  Scalar Real(const PythonValue& value) const;
  PythonValue Unary();
  PythonValue Primary();
  // The worth of what --let says.
  PythonValue Meant(const std::string& name, const std::string& text);
  // Sizes become a tensor where something is asked of them.
  PythonValue AsTensor(const std::string& name, const PythonValue& value);
  // "bool[2,3]{1,0,1,1,0,1}"
  PythonValue Notation(std::size_t begin);
  PythonValue Literal();
  PythonValue Bracket();
  PythonValues ListOf(const PythonValue& value) const;
  PythonArguments Arguments();
  // Returns what comes after "torch".
  PythonValue Torch(std::size_t begin);
  PythonValue Postfix(PythonValue value);
  PythonValue Attribute(const PythonValue& value);
  // x.shape, x.size(0) and others that are numbers.
  std::optional<PythonValue> Fact(OutputRef x, const std::string& name);
  PythonValue Subscript(const PythonValue& value);
  PythonValue SubscriptItem();
  PythonValue ItemOf(const PythonValue& value, int64_t k);

  Lets lets_;
  std::map<std::string, PythonValue> variables_;
  PythonChain chain_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_PYTHON_READER_H_
