#include "conformance/case/line_buffer.h"

#include <cstring>

#include "conformance/case/padding.h"

namespace viewproof {
namespace {

constexpr std::size_t kPiece = 1 << 16;

}  // namespace

std::span<char> LineBuffer::Space() {
  if (begin_ > 0) {
    std::memmove(bytes_.data(), bytes_.data() + begin_, pending());
    end_ -= begin_;
    scanned_ -= begin_;
    begin_ = 0;
  }
  if (bytes_.size() < end_ + kPiece + kPadding) {
    bytes_.resize(2 * end_ + kPiece + kPadding);
  }
  return std::span(bytes_).subspan(end_, bytes_.size() - kPadding - end_);
}

std::optional<std::string_view> LineBuffer::Next() {
  if (scanned_ == end_) return std::nullopt;
  const void* newline =
      std::memchr(bytes_.data() + scanned_, '\n', end_ - scanned_);
  if (newline == nullptr) {
    scanned_ = end_;
    return std::nullopt;
  }
  const std::size_t at = static_cast<const char*>(newline) - bytes_.data();
  const std::string_view line(bytes_.data() + begin_, at - begin_);
  begin_ = scanned_ = at + 1;
  return line;
}

}  // namespace viewproof
