#ifndef VIEWPROOF_CONFORMANCE_CASE_JSON_TEXT_H_
#define VIEWPROOF_CONFORMANCE_CASE_JSON_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/case/encode.h"
#include "conformance/case/strings.h"

namespace viewproof {

// Writes one JSON value at the end of a text.
class Json {
 public:
  explicit Json(std::string& out) : out_(out) {}

  // Begins a member of an object, or an element of a list.
  Json& Key(std::string_view key) {
    Next();
    AppendQuoted(key, out_);
    out_ += ':';
    return *this;
  }
  void Next() {
    if (!out_.empty() && out_.back() != '{' && out_.back() != '[') out_ += ',';
  }
  void Raw(std::string_view text) { out_ += text; }
  void Text(std::string_view text) { AppendQuoted(text, out_); }
  void Number(int64_t number) { AppendNumber(number, out_); }
  void Bool(bool value) { out_ += value ? "true" : "false"; }
  template <typename Words>
  void Texts(const Words& list) {
    out_ += '[';
    for (const auto& text : list) {
      Next();
      Text(text);
    }
    out_ += ']';
  }
  // Calls `write` for each element.
  template <typename Items, typename Write>
  void List(const Items& items, Write write) {
    out_ += '[';
    for (const auto& item : items) {
      Next();
      write(item);
    }
    out_ += ']';
  }
  template <typename Words>
  void Names(const Words& list) {
    out_ += '[';
    for (const auto& word : list) {
      Next();
      Text(Name(word));
    }
    out_ += ']';
  }
  std::string& out() { return out_; }

 private:
  std::string& out_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_JSON_TEXT_H_
