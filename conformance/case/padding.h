#ifndef VIEWPROOF_CONFORMANCE_CASE_PADDING_H_
#define VIEWPROOF_CONFORMANCE_CASE_PADDING_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace viewproof {

// So many bytes after each text that is read as JSON must be readable; their
// values do not matter.
inline constexpr std::size_t kPadding = 64;

// A copy of `text` with kPadding bytes after it.
class PaddedText {
 public:
  explicit PaddedText(std::string_view text) : text_(text), size_(text.size()) {
    text_.append(kPadding, '\0');
  }
  std::string_view view() const { return {text_.data(), size_}; }

 private:
  std::string text_;
  std::size_t size_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_PADDING_H_
