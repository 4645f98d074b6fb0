#ifndef VIEWPROOF_TOOLS_CLI_PYTHON_LEXER_H_
#define VIEWPROOF_TOOLS_CLI_PYTHON_LEXER_H_

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"

namespace viewproof {

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
  int depth_ = 0;  // Of brackets.
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_PYTHON_LEXER_H_
