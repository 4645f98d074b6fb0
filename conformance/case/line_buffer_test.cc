#include "conformance/case/line_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace viewproof {
namespace line_buffer_test {

// Puts `text` into `buffer` in pieces of `size` bytes and takes every line as
// soon as it is whole.
std::vector<std::string> Lines(LineBuffer& buffer, std::string_view text,
                               std::size_t size) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::span<char> space = buffer.Space();
    const std::size_t count = std::min({size, text.size(), space.size()});
    std::ranges::copy(text.substr(0, count), space.begin());
    buffer.Filled(count);
    text.remove_prefix(count);
    while (const auto line = buffer.Next()) lines.emplace_back(*line);
  }
  return lines;
}

TEST(LineBuffer, CutsLinesWhateverThePiecesAre) {
  const std::vector<std::string> lines = {"", "one", std::string(300000, 'x'),
                                          "two\r", ""};
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  for (const std::size_t size : {1, 7, 4096, 1000000}) {
    LineBuffer buffer;
    EXPECT_EQ(Lines(buffer, text, size), lines) << size;
    EXPECT_EQ(buffer.pending(), 0u);
  }
}

TEST(LineBuffer, KeepsWhatIsNoLineYet) {
  LineBuffer buffer;
  EXPECT_EQ(Lines(buffer, "one\ntw", 100), std::vector<std::string>{"one"});
  EXPECT_EQ(buffer.pending(), 2u);
  EXPECT_EQ(Lines(buffer, "o\n", 100), std::vector<std::string>{"two"});
}

}  // namespace line_buffer_test
}  // namespace viewproof
