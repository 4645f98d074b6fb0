#include "conformance/report/markup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "conformance/case/strings.h"

namespace viewproof {
namespace markup_test {

using testing::HasSubstr;
using testing::Not;

const std::string kHostile =
    "\x1b[2J </script><b> | `x` \xe2\x80\xae \xef\xbf\xbe \xff & \"";

TEST(Markup, IsNoMarkupInMarkdown) {
  EXPECT_EQ(CodeCell("a|b`c\n"), "`a\\|b'c\\n`");
  EXPECT_EQ(CodeCell(""), "");
  EXPECT_EQ(ProseCell("a_b <i> [x](y) | \x1b"),
            "a\\_b &lt;i> \\[x\\](y) \\| \\\\x1b");
}

TEST(Markup, ClipsBetweenCharacters) {
  EXPECT_EQ(Clipped("abc", 3), "abc");
  EXPECT_EQ(Clipped("a\xe2\x80\xae"
                    "b",
                    2),
            "a... (5 bytes)");
}

TEST(Markup, QuotesWordsOfACommand) {
  EXPECT_EQ(ShellWord("permute/a-b_c.d"), "permute/a-b_c.d");
  EXPECT_EQ(ShellWord("a'b c"), "'a'\\''b c'");
  EXPECT_EQ(ShellWord(""), "''");
  EXPECT_EQ(ShellWord("a\nb'\\"), "$'a\\012b\\'\\\\'");
  EXPECT_EQ(ShellWords({"check", "a b", "$(c)"}), "check 'a b' '$(c)'");
}

std::string Unpacked(const std::string& base64) {
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : base64) {
    const std::string digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (c == '=') break;
    bits = bits << 6 | static_cast<uint32_t>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  std::string text(1 << 20, '\0');
  z_stream stream = {};
  inflateInit2(&stream, 15 + 16);
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

TEST(Markup, PacksSoThatItIsUnpacked) {
  for (const std::string& text :
       {std::string(), std::string("a"), std::string("ab"), std::string("abc"),
        std::string(100000, 'x'), kHostile}) {
    const std::string packed = Packed(text);
    EXPECT_EQ(packed.size() % 4, 0u);
    EXPECT_EQ(Unpacked(packed), text);
  }
  EXPECT_THAT(Packed(kHostile), Not(HasSubstr("<")));
}

}  // namespace markup_test
}  // namespace viewproof
