#include "conformance/report/lines.h"

#include <gtest/gtest.h>

#include "conformance/report/markup.h"

namespace viewproof {
namespace lines_test {

using Lines = std::vector<std::string>;

TEST(Lines, TheLastColumnOfARowGoesOnBelowItself) {
  EXPECT_EQ(LinesOfRow("  --only GLOB   Only ids that match this glob", 40),
            (Lines{"  --only GLOB   Only ids that match this",
                   "                glob"}));
  EXPECT_EQ(LinesOfRow("view   1,279   what a reshape of no copy gives", 40),
            (Lines{"view   1,279   what a reshape of no copy",
                   "               gives"}));
  EXPECT_EQ(LinesOfRow("  one column goes on below its indent", 30),
            (Lines{"  one column goes on below its", "  indent"}));
  EXPECT_EQ(LinesOfRow("a row  that fits", 16), Lines{"a row  that fits"});
}

TEST(Lines, ARowWithoutRoomBesideItsNameGoesOnFromTheMargin) {
  EXPECT_EQ(LinesOfRow("a name of thirty characters ..  text", 32),
            (Lines{"a name of thirty characters .. ", "text"}));
}

TEST(Lines, RowsOfATextAreBrokenEachForItself) {
  EXPECT_EQ(RowsInColumns("a  one two three four five\n\nb  six", 23),
            "a  one two three four\n   five\n\nb  six\n");
}

TEST(Lines, AMessageBeginsWithItsPlaceAndKeepsItsCommandsWhole) {
  EXPECT_EQ(RowsOfMessage("viewproof: a/long/path.gate.toml:12: key \"op\": is "
                          "missing\nSee below:\n    viewproof check mine -v",
                          20),
            R"(viewproof: a/long/path.gate.toml:12:
key "op": is missing
See below:
    viewproof check mine -v
)");
  EXPECT_EQ(RowsOfMessage("viewproof: adapter `a b c d e f g`: ends `so", 21),
            "viewproof: adapter\n`a b c d e f g`: ends\n`so\n");
}

TEST(Lines, ACommandIsNotBrokenInQuotes) {
  EXPECT_EQ(LinesOfCommand("explain \"shape '[4]' is\" --short", 26),
            (Lines{"explain \"shape '[4]' is\" \\", "--short"}));
  EXPECT_EQ(LinesOfCommand("explain \"a \\\" b\" 'c \" d'", 20),
            (Lines{"explain \"a \\\" b\" \\", "'c \" d'"}));
}

TEST(Lines, ATableThatIsTooWideGoesOnBelowWithTheNamesOfItsRows) {
  const TableView sheet{"Cases",
                        "What each run counted.",
                        {"run", "passed", "known", "what the gate said"},
                        {{"old", "24,874", "2,612", "GREEN: nothing new"},
                         {"new", "1", "-", "RED"}}};
  EXPECT_EQ(TextOf(sheet, 24), R"(Cases
What each run counted.
  run  passed  known
  old  24,874  2,612
  new  1       -

  run  what the gate said
  old  GREEN: nothing new
  new  RED
)");
  EXPECT_EQ(TextOf(sheet, 80), R"(Cases
What each run counted.
  run  passed  known  what the gate said
  old  24,874  2,612  GREEN: nothing new
  new  1       -      RED
)");
}

}  // namespace lines_test
}  // namespace viewproof
