#include "conformance/case/strings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace viewproof {
namespace strings_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Texts = std::vector<std::string>;

TEST(ReplaceAll, ReplacesWhatIsThereAndNotWhatItWrote) {
  EXPECT_EQ(ReplaceAll("a-b-", "-", "--"), "a--b--");
  EXPECT_EQ(ReplaceAll("ab", "c", "d"), "ab");
}

TEST(Split, GivesThePiecesBetweenSeparators) {
  EXPECT_THAT(Split("", "\n"), ElementsAre(""));
  EXPECT_THAT(Split("a\n\nb", "\n"), ElementsAre("a", "", "b"));
  EXPECT_THAT(Split("a\n", "\n"), ElementsAre("a", ""));
  EXPECT_THAT(Split("a | b", " | "), ElementsAre("a", "b"));
}

TEST(LinesIn, NeedsNoEndOfTheLastLine) {
  EXPECT_THAT(LinesIn(""), IsEmpty());
  EXPECT_THAT(LinesIn("a\n\nb"), ElementsAre("a", "", "b"));
  EXPECT_THAT(LinesIn("a\n\n"), ElementsAre("a", ""));
}

TEST(Trimmed, TakesBlanksAway) {
  EXPECT_EQ(Trimmed(" \ta b\r\n"), "a b");
  EXPECT_EQ(Trimmed(" \n"), "");
}

TEST(BreakLines, BreaksAtBlanksAndCutsLongWords) {
  EXPECT_EQ(BreakLines("one two three", 8), (Texts{"one two", "three"}));
  EXPECT_EQ(BreakLines("one two", 7), Texts{"one two"});
  EXPECT_EQ(BreakLines("", 7), Texts{});
  EXPECT_EQ(BreakLines("abcdefghij", 4), (Texts{"abcd", "efgh", "ij"}));
  EXPECT_EQ(BreakLines("a bcdefghij", 6), (Texts{"a bcde", "fghij"}));
  EXPECT_EQ(BreakLines("a [100,200,300]", 9), (Texts{"a [100,", "200,300]"}));
  EXPECT_EQ(BreakLines("got   bcdefghij", 12), (Texts{"got", "bcdefghij"}));
}

TEST(BreakLines, CutsNoCharacterInItsMiddle) {
  std::string text = "x";
  for (int k = 0; k < 40; ++k) text += "\xe2\x9c\x97";
  const Texts lines = BreakLines(text, 30);
  std::string joined;
  for (const std::string& line : lines) {
    EXPECT_NE(static_cast<unsigned char>(line[0]) & 0xc0, 0x80) << line;
    EXPECT_LE(line.size(), 30u);
    joined += line;
  }
  EXPECT_EQ(joined, text);
}

TEST(XmlText, WritesWhatXmlCannotHoldAsText) {
  const std::string text =
      XmlText("\x1b[2J </script><b> | `x` \xe2\x80\xae \xef\xbf\xbe \xff & \"");
  EXPECT_THAT(text, HasSubstr("\\x1b[2J &lt;/script&gt;&lt;b&gt;"));
  EXPECT_THAT(text, HasSubstr("\\u202e \\ufffe \\xff &amp; &quot;"));
}

}  // namespace strings_test
}  // namespace viewproof
