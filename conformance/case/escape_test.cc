#include "conformance/case/escape.h"

#include <gtest/gtest.h>

#include <string>

#include "conformance/case/encode.h"

namespace viewproof {
namespace escape_test {

TEST(Escaped, LeavesTextThatHasNoPower) {
  for (const char* text : {"", "permute/rotates (float32)", "café · 日本 😀",
                           "a \"quote\" and a \\"}) {
    EXPECT_EQ(Escaped(text), text);
  }
}

TEST(Escaped, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(Escaped("\033]0;title\a"), "\\x1b]0;title\\x07");
  EXPECT_EQ(Escaped("\033[2J\033[31m"), "\\x1b[2J\\x1b[31m");
  EXPECT_EQ(Escaped("a\rb\bc\x7f"), "a\\x0db\\x08c\\x7f");
  EXPECT_EQ(Escaped("\xc2\x9b"
                    "2J"),
            "\\u009b2J");
  EXPECT_EQ(Escaped("a\u202eb\u2066c\u2028d"), "a\\u202eb\\u2066c\\u2028d");
  EXPECT_EQ(Escaped(std::string("a\0b", 3)), "a\\x00b");
}

TEST(Escaped, KeepsOneLineUnlessAskedForLines) {
  EXPECT_EQ(Escaped("1\nGREEN\t2"), "1\\nGREEN\\t2");
  EXPECT_EQ(Escaped("1\n\033[2J", Newlines::kKept), "1\n\\x1b[2J");
}

TEST(Escaped, ShowsBytesThatAreNoUtf8) {
  EXPECT_EQ(Escaped("caf\xe9"), "caf\\xe9");
  EXPECT_EQ(Escaped("\xc0\x80 \xed\xa0\x80 \xf4\x90\x80\x80 \xff"),
            "\\xc0\\x80 \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80 \\xff");
  EXPECT_EQ(Escaped("\xe2\x82"), "\\xe2\\x82");
}

TEST(IsPlainId, HoldsForWhatNeedsNoQuoting) {
  EXPECT_TRUE(IsPlainId("view/of-a-transpose"));
  EXPECT_TRUE(IsPlainId("größe/ü 1"));
  for (const char* id :
       {"", "a\"b", "a\\b", "a\nb", "a\x7f", "a\033[2J", "caf\xe9"}) {
    EXPECT_FALSE(IsPlainId(id)) << id;
  }
}

TEST(AppendQuoted, EscapesWhatATerminalWouldObey) {
  std::string quoted;
  AppendQuoted("\033 \x7f \xc2\x9b é", quoted);
  EXPECT_EQ(quoted, "\"\\u001b \\u007f \\u009b é\"");
}

}  // namespace escape_test
}  // namespace viewproof
