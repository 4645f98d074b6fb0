#include "conformance/report/print_groups.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/report/testing.h"

namespace viewproof {
namespace print_groups_test {

using Kind = DifferenceKind;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

GroupsView ViewOf(bool all = false) {
  return {.all = all,
          .rerun = [](const Record& record) { return "check " + record.id; }};
}

std::string Printed(const std::vector<Group>& groups,
                    const GroupsView& view = ViewOf()) {
  const std::string path = MakeFolder() + "/out";
  std::FILE* out = std::fopen(path.c_str(), "w");
  PrintGroups(Screen(out), groups, view);
  std::fclose(out);
  return ReadFile(path);
}

std::vector<Group> OfOps(int count) {
  std::vector<Record> records;
  for (int k = 0; k < count; ++k) {
    const std::string op = "op" + std::to_string(k);
    records.push_back(Failing(op + "/a", op, Kind::kOffset));
  }
  return GroupsOf(records);
}

TEST(PrintGroups, SaysWhatIsKnownOfTheSmallestCase) {
  Groups groups(Facets::All());
  Record record = Failing("slice/a", "slice", Kind::kOffset);
  record.differences[0].relation = Relation::kTimesItemSize;
  const Vector vector = VectorOf("float32[4] | slice(0, 1, 3, 1)", "slice/a");
  groups.Add(record, Standing::kNewFailure, &vector);
  EXPECT_EQ(Printed(groups.Sorted()), R"(
#1 slice gives an offset times the item size, as if in bytes              1 case
   case      float32[4] | slice(0, 1, 3, 1)
   expected  offset 1
   got       offset 4
   rule      storage.i1
   run       check slice/a
   code      offset in strides
)");
}

TEST(PrintGroups, SaysASecondFacetOfTheSameFactOnce) {
  Record record = Failing("slice/a", "slice", Kind::kOffset);
  record.differences.push_back(record.differences[0]);
  record.differences[1].facet = Facet::kExact;
  EXPECT_THAT(Printed(GroupsOf({record})),
              HasSubstr("   expected  offset 1\n   got       offset 4\n"));
}

TEST(PrintGroups, NamesTheOpsThatARelationExplains) {
  const std::string text =
      Printed(GroupsOf(Many({"narrow", "select", "slice"}, 5, Kind::kOffset,
                            Relation::kTimesItemSize)));
  EXPECT_THAT(text,
              HasSubstr("#1 each of 3 ops gives an offset times the item size, "
                        "as if in bytes    15 cases\n"));
  EXPECT_THAT(text, HasSubstr("   ops       narrow 5, select 5, slice 5\n"));
}

TEST(PrintGroups, ShowsAFewInFullAndTheOthersOnALine) {
  const std::string text = Printed(OfOps(25));
  EXPECT_THAT(text, HasSubstr("   run       check op1/a\n"));
  EXPECT_THAT(text, Not(HasSubstr("check op10/a\n")));
  EXPECT_THAT(text, HasSubstr("\n#20 op4 gives a wrong offset  "));
  EXPECT_THAT(text, Not(HasSubstr("#21")));
  EXPECT_THAT(text, HasSubstr("\nand 5 more: --groups all shows a case of "
                              "each\n"));
  EXPECT_LT(std::ranges::count(text, '\n'), 60);
}

TEST(PrintGroups, NamesTheLargestGroupWhereverItIs) {
  std::vector<Record> records = Many({"zz"}, 2, Kind::kOffset, Relation::kNone);
  for (int k = 0; k < 25; ++k) {
    const std::string op = "op" + std::to_string(k);
    records.push_back(Failing(op + "/a", op, Kind::kValues));
  }
  EXPECT_THAT(Printed(GroupsOf(records)),
              ContainsRegex("\nand 6 more: --groups all shows a case of "
                            "each\n#26 zz gives a wrong offset +2 cases"));
}

TEST(PrintGroups, SaysOnALineTooThatAnAdapterIsAtFault) {
  std::vector<Record> records = {Failing("read/a", "base", Kind::kValues)};
  for (int k = 0; k < 3; ++k) {
    Record& dead = records.emplace_back();
    dead.id = dead.op = "op" + std::to_string(k);
    dead.verdict = Verdict::kTimeout;
  }
  EXPECT_THAT(
      Printed(GroupsOf(records)),
      HasSubstr("#4 a read of the base gives wrong elements (likely the "
                "adapter's fault)   1 case\n"));
}

TEST(PrintGroups, ShowsAllInFullWithTheSameNumbers) {
  const std::string text = Printed(OfOps(25), ViewOf(true));
  EXPECT_THAT(text, HasSubstr("#25 op9 gives a wrong offset  "));
  EXPECT_THAT(text, HasSubstr("   run       check op9/a\n"));
  EXPECT_THAT(text, HasSubstr("#20 op4 gives a wrong offset  "));
  EXPECT_THAT(text, Not(HasSubstr("--groups all")));
}

TEST(PrintGroups, ShowsAMessageAsAWholeInEightyColumns) {
  Record record = Failing("slice/a", "slice", Kind::kErrorForOk);
  std::string message;
  for (int k = 0; k < 40; ++k) message += "word" + std::to_string(k) + ' ';
  record.differences[0].actual =
      R"({"error":{"kind":"rank","message":")" + message + "end\\\"\"}}";
  const std::string text = Printed(GroupsOf({record}));
  EXPECT_THAT(text, HasSubstr("   got       an error: too few or too many "
                              "dimensions: \"word0 word1 word2"));
  EXPECT_THAT(text, HasSubstr("word0 word1 "));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST(PrintGroups, ShowsTheTextThatNoKindIsMappedToAndWhatIsUnsupported) {
  Record record = Failing("slice/a", "slice", Kind::kKind);
  record.differences[0].actual = "null";
  record.message = "the axis\n\033[2Jis wrong";
  EXPECT_THAT(Printed(GroupsOf({record})),
              HasSubstr("   got       an error whose text names no kind: \"the "
                        "axis\\n\\x1b[2Jis wrong\"\n"));
  record = Failing("slice/a", "slice", Kind::kUnsupported);
  record.differences[0].actual = '"' + std::string(100, 'x') + '"';
  EXPECT_THAT(Printed(GroupsOf({record})),
              HasSubstr(std::string(100, 'x') + "\n"));
}

TEST(PrintGroups, ShowsHowASubjectDied) {
  Record record;
  record.id = "slice/a";
  record.op = "slice";
  record.step = 1;
  record.verdict = Verdict::kCrash;
  record.detail = "signal 11 (SIGSEGV)";
  record.stderr_tail = "bus on fire";
  const std::string text = Printed(GroupsOf({record}));
  EXPECT_THAT(text, HasSubstr("#1 slice dies: signal 11 (SIGSEGV)  "));
  EXPECT_THAT(text, HasSubstr("   expected  an answer\n"
                              "   got       it died at step 1: signal 11 "
                              "(SIGSEGV)\n"
                              "   stderr    bus on fire\n"));
}

TEST(PrintGroups, ShowsWhatAPythonAdapterRaisedWithoutTheWayThere) {
  Record record;
  record.id = "slice/a";
  record.op = "slice";
  record.verdict = Verdict::kCrash;
  record.detail = "exit 1";
  record.stderr_tail = "Traceback (most recent call last):\n";
  for (int k = 0; k < 30; ++k) {
    record.stderr_tail += "  File \"a.py\", line 3, in f\n    g()\n";
  }
  record.stderr_tail += "ValueError: no\n\n";
  EXPECT_THAT(Printed(GroupsOf({record})),
              HasSubstr("   stderr      File \"a.py\", line 3, in f\n"
                        "                 g()\n"
                        "             ValueError: no\n"
                        "   run "));
  // Others say the most in the middle.
  record.stderr_tail = "1\n2\n3\n4\n5";
  EXPECT_THAT(Printed(GroupsOf({record})),
              ContainsRegex("stderr    1\n +2\n +3\n +4\n +5\n"));
}

TEST(PrintGroups, SaysNothingOfNoFailures) { EXPECT_EQ(Printed({}), ""); }

// Returns what a terminal gets.
std::string OnATerminal(const std::vector<Group>& groups) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_EQ(grantpt(master), 0);
  EXPECT_EQ(unlockpt(master), 0);
  std::FILE* out = std::fopen(ptsname(master), "w");
  std::setvbuf(out, nullptr, _IOFBF, 1 << 16);  // One read gets all then.
  PrintGroups(Screen(out), groups, ViewOf());
  std::fflush(out);
  std::string text(1 << 16, '\0');
  text.resize(static_cast<std::size_t>(
      std::max<ssize_t>(0, read(master, text.data(), text.size()))));
  std::fclose(out);
  close(master);
  return text;
}

TEST(PrintGroups, PaintsOnATerminalUnlessNoColorIsSet) {
  unsetenv("NO_COLOR");
  EXPECT_THAT(OnATerminal(OfOps(1)), HasSubstr("\033[31m#1 "));
  setenv("NO_COLOR", "1", 1);
  EXPECT_THAT(OnATerminal(OfOps(1)), Not(HasSubstr("\033")));
  unsetenv("NO_COLOR");
}

}  // namespace print_groups_test
}  // namespace viewproof
