#include "tools/golden/entry.h"

#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace entry_test {

const Spec kSpec = ParseSpec(
    "1. permute.e1 `rank` a short list\n"
    "1. permute.e2 `dim_out_of_range` a dimension out of range\n"
    "1. permute.e3 `duplicate_dim` a dimension named twice\n");

std::vector<Entry> Parse(const std::string& text) {
  std::vector<std::string> problems;
  std::vector<Entry> entries = ParseEntries(text, "x.toml", kSpec, problems);
  EXPECT_EQ(problems, std::vector<std::string>());
  return entries;
}

std::string ProblemOf(const std::string& text) {
  std::vector<std::string> problems;
  ParseEntries(text, "x.toml", kSpec, problems);
  return problems.empty() ? "" : problems.front();
}

const std::string kOne =
    "[\"t/a-b\"]\n"
    "why = \"because\"\n"
    "case = \"float32[2] | t() | t()\"\n";

TEST(Entry, ReadsEveryField) {
  const std::vector<Entry> entries =
      Parse(kOne +
            "rules = [\"t.r1\", \"permute.r1\"]\n"
            "flags = [\"Order\"]\n"
            "rev = 3\n");
  ASSERT_EQ(entries.size(), 1u);
  const Entry& entry = entries.front();
  EXPECT_EQ(entry.test.id, "t/a-b");
  EXPECT_EQ(entry.where, "x.toml:1: [t/a-b]");
  EXPECT_EQ(entry.why, "because");
  EXPECT_EQ(entry.rules, (std::vector<std::string>{"permute.r1", "t.r1"}));
  EXPECT_EQ(entry.flags, std::vector<std::string>{"Order"});
  EXPECT_EQ(entry.outcome, (std::vector<std::string>{"ok", "ok"}));
  EXPECT_EQ(entry.rev, 3);
  EXPECT_EQ(Text(entry.test), "float32[2] | t() | t()");
}

TEST(Entry, PredictsOnlyTheLastStepWithOneWord) {
  EXPECT_EQ(Parse(kOne + "outcome = \"rank\"\n")[0].outcome,
            (std::vector<std::string>{"ok", "rank"}));
}

TEST(Entry, PredictsEveryStepWithAList) {
  EXPECT_EQ(Parse(kOne + "outcome = [\"rank\", \"true\"]\n")[0].outcome,
            (std::vector<std::string>{"rank", "true"}));
}

TEST(Entry, FillsRowsIntoEveryText) {
  const std::vector<Entry> entries = Parse(
      "[\"permute/of-{name}\"]\n"
      "why = \"{name} is {dims}\"\n"
      "flags = [\"F{n}\"]\n"
      "rules = [\"permute.r{n}\"]\n"
      "case = \"float32[2,3] | permute({dims})\"\n"
      "outcome = \"{outcome}\"\n"
      "for = [{name = \"one\", dims = [1,0], n = 1},"
      " {name = \"two\", dims = [1,1], n = 2,"
      " outcome = \"duplicate_dim\"}]\n");
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].test.id, "permute/of-one");
  EXPECT_EQ(entries[0].outcome, std::vector<std::string>{"ok"});
  EXPECT_EQ(entries[1].why, "two is [1,1]");
  EXPECT_EQ(entries[1].rules, std::vector<std::string>{"permute.r2"});
  EXPECT_EQ(entries[1].flags, std::vector<std::string>{"F2"});
  EXPECT_EQ(entries[1].outcome, std::vector<std::string>{"duplicate_dim"});
  EXPECT_EQ(entries[0].family, entries[1].family);
}

TEST(Entry, SpansAGrid) {
  const std::vector<Entry> entries = Parse(
      "[\"transpose/{d}-{a}-{b}\"]\n"
      "why = {float32 = \"floats\", int8 = \"bytes\"}\n"
      "case = \"{d}[2,3,4] | transpose({a}, {b})\"\n"
      "for = {d = [\"float32\", \"int8\"], a = [0, 1], b = [2, -1, 0]}\n");
  EXPECT_EQ(entries.size(), 12u);
  EXPECT_EQ(entries.front().why, "floats");
  EXPECT_EQ(entries.back().why, "bytes");
}

TEST(Entry, SpansAllDtypes) {
  EXPECT_EQ(Parse("[\"t/of-{d}\"]\n"
                  "why = \"whatever\"\n"
                  "case = \"{d}[2] | t()\"\n"
                  "for = {d = \"dtypes\"}\n")
                .size(),
            kBaseDTypes.size());
}

TEST(Entry, SaysHowTwoDtypesCompare) {
  const std::vector<Entry> entries = Parse(
      "[\"t/{from}-to-{to}\"]\n"
      "why = {narrower = \"{ratio} less\", same = \"{ratio} same\","
      " wider = \"{ratio} more\"}\n"
      "case = \"{from}[2] | t()\"\n"
      "for = {from = [\"int16\", \"float64\"], to = [\"int8\", \"bfloat16\","
      " \"complex128\"]}\n");
  std::vector<std::string> whys;
  for (const Entry& entry : entries) whys.push_back(entry.why);
  EXPECT_EQ(whys, (std::vector<std::string>{"2 less", "1 same", "8 more",
                                            "8 less", "4 less", "2 more"}));
}

const std::string kPairs =
    "[\"permute/reports-{a}-before-{b}\"]\n"
    "why = \"{a.phrase} before {b.phrase}\"\n"
    "case = \"{base} | permute([{x},{y}])\"\n"
    "good = {base = \"float32[2,3]\", x = 0, y = 1}\n";

TEST(Entry, PairsFaultsInTheAuthorsOrder) {
  const std::vector<Entry> entries =
      Parse(kPairs +
            "faults = [{rule = \"permute.e1\", base = \"float32[2]\"},"
            " {rule = \"permute.e3\", y = 0}, {rule = \"permute.e2\", x = 5}]");
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].test.id, "permute/reports-e1-before-e3");
  EXPECT_EQ(entries[0].why, "a short list before a dimension named twice");
  EXPECT_EQ(Text(entries[0].test), "float32[2] | permute([0,0])");
  EXPECT_EQ(entries[0].outcome, std::vector<std::string>{"rank"});
  EXPECT_EQ(entries[0].error_rule, "permute.e1");
  ASSERT_EQ(entries[0].faults.size(), 2u);
  EXPECT_EQ(entries[0].faults[0].rule, "permute.e1");
  EXPECT_EQ(Text(entries[0].faults[0].test), "float32[2] | permute([0,1])");
  EXPECT_EQ(entries[0].faults[1].rule, "permute.e3");
  EXPECT_EQ(Text(entries[0].faults[1].test), "float32[2,3] | permute([0,0])");
  EXPECT_EQ(entries[2].test.id, "permute/reports-e3-before-e2");
  EXPECT_EQ(Text(entries[2].test), "float32[2,3] | permute([5,0])");
}

TEST(Entry, LeavesOutPairsOfFaultsInOneArgument) {
  EXPECT_EQ(Parse(kPairs + "faults = [{rule = \"permute.e3\", y = 0},"
                           " {rule = \"permute.e2\", y = 5},"
                           " {rule = \"permute.e1\", base = \"float32[]\"}]")
                .size(),
            2u);
}

struct BadEntry {
  const char* name;
  std::string text;
  const char* problem;
};

class BadEntries : public testing::TestWithParam<BadEntry> {};

TEST_P(BadEntries, AreRefusedWithEntryAndField) {
  const std::string problem = ProblemOf(GetParam().text);
  EXPECT_NE(problem.find(GetParam().problem), std::string::npos) << problem;
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadEntries,
    testing::Values(
        BadEntry{"NoToml", "[\"t/a-b\"\n", "x.toml:1: "},
        BadEntry{"UnknownField", kOne + "whatever = 1\n",
                 "x.toml:1: [t/a-b] field \"whatever\": unknown field"},
        BadEntry{"NoWhy", "[\"t/a-b\"]\ncase = \"float32[2] | t()\"\n",
                 "field \"why\": expected a string"},
        BadEntry{"NoStep", "[\"t/a-b\"]\nwhy = \"w\"\ncase = \"float32[2]\"\n",
                 "field \"case\": no step"},
        BadEntry{"NoOp",
                 "[\"t/a-b\"]\nwhy = \"w\"\ncase = \"float32[2] | u()\"\n",
                 "field \"case\": case text, column 14: unknown op"},
        BadEntry{"NoOutcome", kOne + "outcome = \"bad\"\n",
                 "field \"outcome\": \"bad\" is not an outcome"},
        BadEntry{"WrongCount", kOne + "outcome = [\"ok\"]\n",
                 "field \"outcome\": 1 words for 2 steps"},
        BadEntry{"NoRev", kOne + "rev = 0\n", "field \"rev\""},
        BadEntry{"NoValue", kOne + "flags = [\"{x}\"]\n",
                 "field \"flags\": {x} has no value"},
        BadEntry{"FlagTwice", kOne + "flags = [\"A\", \"A\"]\n",
                 "field \"flags\": A twice"},
        BadEntry{"NoErrorRule",
                 kPairs + "faults = [{rule = \"permute.r1\", x = 1}]\n",
                 "rule \"permute.r1\" is no error of SPEC.md"},
        BadEntry{"NoSuchArgument",
                 kPairs + "faults = [{rule = \"permute.e1\", z = 1}]\n",
                 "\"z\" of permute.e1 is not among the good arguments"},
        BadEntry{"OneFault",
                 kPairs + "faults = [{rule = \"permute.e1\", x = 1}]\n",
                 "a family without members"}),
    [](const auto& info) { return info.param.name; });

TEST(Spec, RefusesARuleThatIsListedTwice) {
  EXPECT_ANY_THROW(ParseSpec("- t.r1 One.\n| t.r1 | Two. |\n"));
}

TEST(Spec, RefusesAnErrorWithoutAKindOrAPhrase) {
  EXPECT_ANY_THROW(ParseSpec("1. t.e1 wrong\n"));
  EXPECT_ANY_THROW(ParseSpec("1. t.e1 `wrong` a fault\n"));
  EXPECT_ANY_THROW(ParseSpec("1. t.e1 `rank` : wrong.\n"));
}

TEST(Spec, TakesThePhraseInFrontOfTheCondition) {
  const Spec spec = ParseSpec("12. t.e1 `size` a fault: as `x`: wrong.\n");
  EXPECT_EQ(spec.at("t.e1").kind, ErrorKind::kSize);
  EXPECT_EQ(spec.at("t.e1").phrase, "a fault");
}

}  // namespace entry_test
}  // namespace viewproof
