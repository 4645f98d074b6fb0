#ifndef VIEWPROOF_CONFORMANCE_CASE_LINE_BUFFER_H_
#define VIEWPROOF_CONFORMANCE_CASE_LINE_BUFFER_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace viewproof {

// At most so many bytes a line, in files of vectors and in the protocol; of
// what is no line of the protocol, too.
inline constexpr std::size_t kMaxLine = std::size_t{4} << 20;
inline constexpr std::string_view kOverMaxLine = "over 4 MiB";

// Cuts bytes that come in pieces into lines, without copying them.
class LineBuffer {
 public:
  // Memory for the next piece: at least one byte. The last line of Next becomes
  // invalid.
  std::span<char> Space();

  // The first `count` bytes of Space have been filled.
  void Filled(std::size_t count) { end_ += count; }

  // The next whole line without its '\n', or nullopt if it is not complete.
  // kPadding (padding.h) readable bytes follow it.
  std::optional<std::string_view> Next();

  // Returns what Next has not returned. Valid until the next Space.
  std::string_view rest() const { return {bytes_.data() + begin_, pending()}; }
  std::size_t pending() const { return end_ - begin_; }

 private:
  std::vector<char> bytes_;
  std::size_t begin_ = 0;    // The bytes that Next has not returned begin here.
  std::size_t scanned_ = 0;  // No '\n' between begin_ and here.
  std::size_t end_ = 0;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_LINE_BUFFER_H_
