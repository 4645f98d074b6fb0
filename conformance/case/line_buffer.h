#ifndef VIEWPROOF_CONFORMANCE_CASE_LINE_BUFFER_H_
#define VIEWPROOF_CONFORMANCE_CASE_LINE_BUFFER_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace viewproof {

// Bytes of a line, at most: of a file of vectors as of the protocol.
inline constexpr std::size_t kMaxLine = std::size_t{1} << 20;

// Bytes that come in pieces, cut into lines where they lie.
class LineBuffer {
 public:
  // Where the next piece goes: at least one byte. Ends what Next gave.
  std::span<char> Space();

  // The first `count` bytes of Space have been filled.
  void Filled(std::size_t count) { end_ += count; }

  // The next whole line without its '\n', or nothing yet. kPadding (padding.h)
  // readable bytes follow it.
  std::optional<std::string_view> Next();

  // Bytes that belong to no line that Next gave.
  std::size_t pending() const { return end_ - begin_; }

 private:
  std::vector<char> bytes_;
  std::size_t begin_ = 0;    // Of what was not handed out.
  std::size_t scanned_ = 0;  // No '\n' between begin_ and here.
  std::size_t end_ = 0;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_LINE_BUFFER_H_
