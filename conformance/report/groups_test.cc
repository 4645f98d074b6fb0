#include "conformance/report/groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "conformance/report/testing.h"

namespace viewproof {
namespace groups_test {

using Kind = DifferenceKind;
using testing::ElementsAre;

std::vector<std::string> KeysOf(const std::vector<Record>& records) {
  std::vector<std::string> keys;
  for (const Group& group : GroupsOf(records)) keys.push_back(KeyOf(group));
  return keys;
}

// Three ops with four failures each.
std::vector<Record> InBytes() {
  return Many({"narrow", "select", "slice"}, 4, Kind::kOffset,
              Relation::kTimesItemSize);
}

TEST(Groups, PutTheGravestFirstThenTheLargestThenTheSmallestCase) {
  Record large = Failing("view/a", "view", Kind::kOffset);
  large.elements = 9;
  EXPECT_THAT(
      KeysOf({large, Failing("t/a", "t", Kind::kOffset),
              Failing("slice/a", "slice", Kind::kOffset),
              Failing("slice/b", "slice", Kind::kOffset),
              Failing("select/a", "select", Kind::kCopied)}),
      ElementsAre("select copied alias fail", "slice offset strides fail",
                  "t offset strides fail", "view offset strides fail"));
}

TEST(Groups, OfOneRelationOfManyOpsAreOne) {
  const std::vector<Group> groups = GroupsOf(InBytes());
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(KeyOf(groups[0]), "* times_itemsize offset fail");
  EXPECT_EQ(groups[0].count, 12);
  EXPECT_EQ(groups[0].smallest.id, "narrow/0");
  EXPECT_THAT(groups[0].by_op, ElementsAre(testing::Pair("narrow", 4),
                                           testing::Pair("select", 4),
                                           testing::Pair("slice", 4)));
  EXPECT_EQ(SentenceOf(ToldOf(groups[0])),
            "each of 3 ops gives an offset times the item size, as if in "
            "bytes");
}

TEST(Groups, OfOneRelationNeedThreeOpsAndTenRecords) {
  EXPECT_EQ(GroupsOf(Many({"narrow", "slice"}, 9, Kind::kOffset,
                          Relation::kTimesItemSize))
                .size(),
            2u);
  EXPECT_EQ(GroupsOf(Many({"narrow", "select", "slice"}, 3, Kind::kOffset,
                          Relation::kTimesItemSize))
                .size(),
            3u);
}

TEST(Groups, OfOneRelationAreOfAnyFacetsButOfOneDifference) {
  std::vector<Record> records = InBytes();
  records[0].differences.push_back(
      Failing("", "narrow", Kind::kValues).differences[0]);
  for (Record& record :
       Many({"t", "view", "mT"}, 4, Kind::kStrides, Relation::kTimesItemSize)) {
    records.push_back(record);
  }
  EXPECT_THAT(KeysOf(records), ElementsAre("* times_itemsize offset fail",
                                           "* times_itemsize strides fail"));
}

TEST(Groups, LeaveToAnOpWhatTheRelationDoesNotExplain) {
  std::vector<Record> records = InBytes();
  records.push_back(Failing("slice/z", "slice", Kind::kOffset));
  const std::vector<Group> groups = GroupsOf(records);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(KeyOf(groups[1]), "slice offset strides fail");
  EXPECT_EQ(groups[1].count, 1);
  const Cause explained = CauseOf(records[0], Facets::All());
  EXPECT_TRUE(groups[0].Holds(explained));
  EXPECT_FALSE(groups[1].Holds(explained));
}

TEST(Groups, HaveARelationOfKindsOfErrors) {
  std::vector<Record> records =
      Many({"narrow", "select", "slice"}, 4, Kind::kKind, Relation::kNone);
  for (Record& record : records) {
    record.differences[0].expected = "\"size\"";
    record.differences[0].actual = "\"rank\"";
  }
  EXPECT_THAT(KeysOf(records), ElementsAre("* kind rank for size kind fail"));
  for (Record& record : records) record.differences[0].actual = "null";
  EXPECT_EQ(SentenceOf(ToldOf(GroupsOf(records)[0])),
            "each of 3 ops refuses with a text that is mapped to no kind of "
            "error, where the reason is: sizes that do not fit");
}

TEST(Groups, DependOnTheRecordsAloneAndNotOnTheirOrder) {
  std::vector<Record> records = InBytes();
  for (const char* op : {"t", "view"}) {
    records.push_back(Failing(std::string(op) + "/a", op, Kind::kCopied));
    records.push_back(records.back());
    records.back().dtype = DType::kBool;
  }
  const std::vector<Group> groups = GroupsOf(records);
  std::ranges::reverse(records);
  const std::vector<Group> again = GroupsOf(records);
  ASSERT_EQ(groups.size(), 3u);
  ASSERT_EQ(again.size(), 3u);
  for (std::size_t k = 0; k < groups.size(); ++k) {
    EXPECT_EQ(KeyOf(groups[k]), KeyOf(again[k]));
    EXPECT_EQ(groups[k].smallest, again[k].smallest);
    EXPECT_EQ(groups[k].causes, again[k].causes);
  }
  EXPECT_EQ(groups[0].smallest.dtype, DType::kBool);
}

TEST(Groups, ShowTheSmallestOfTheirGravestCases) {
  Record grave = Failing("slice/b", "slice", Kind::kValues);
  grave.differences[0].outside = true;
  grave.elements = 9;
  std::vector<Group> groups =
      GroupsOf({Failing("slice/a", "slice", Kind::kValues), grave});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].gravity, Gravity::kBounds);
  EXPECT_EQ(groups[0].smallest.id, "slice/b");
  EXPECT_EQ(groups[0].count, 2);
  EXPECT_EQ(SentenceOf(ToldOf(groups[0])),
            "slice gives wrong elements, and reaches outside of its storage in "
            "1 of 2 cases");
  // One that was drawn is not shown, nor is of the other said what it does not.
  grave.id = "slice/drawn-int8-rank-1";
  groups = GroupsOf({Failing("slice/a", "slice", Kind::kValues), grave});
  EXPECT_EQ(groups[0].gravity, Gravity::kBounds);
  EXPECT_EQ(groups[0].smallest.id, "slice/a");
  EXPECT_EQ(groups[0].outside, 1);
}

TEST(Groups, ShowNoCaseThatWasDrawnIfThereIsAnother) {
  Record written = Failing("slice/b", "slice", Kind::kValues);
  written.elements = 9;
  std::vector<Record> records = {
      Failing("slice/drawn-int8-rank-1", "slice", Kind::kValues), written};
  EXPECT_EQ(GroupsOf(records)[0].smallest.id, "slice/b");
  std::ranges::reverse(records);
  EXPECT_EQ(GroupsOf(records)[0].smallest.id, "slice/b");
  records = {Failing("slice/drawn-int8-rank-1", "slice", Kind::kValues)};
  EXPECT_EQ(GroupsOf(records)[0].smallest.id, "slice/drawn-int8-rank-1");
}

TEST(Groups, ShowOfAVectorTheCaseOfItsOwnDType) {
  Vector own;
  Vector exchanged;
  exchanged.exchanged = true;
  Record record = Failing("slice/a", "slice", Kind::kValues);
  record.dtype = DType::kInt8;
  Record first_by_name = record;
  first_by_name.dtype = DType::kBool;
  for (const bool reverse : {false, true}) {
    Groups groups(Facets::All());
    const auto add = [&](bool is_own) {
      groups.Add(is_own ? record : first_by_name, Standing::kNewFailure,
                 is_own ? &own : &exchanged);
    };
    add(reverse);
    add(!reverse);
    EXPECT_EQ(groups.Sorted()[0].smallest.dtype, DType::kInt8);
  }
}

TEST(Groups, KeepApartAndLastWhatPassesInAnotherOrder) {
  std::vector<Record> records = {Failing("slice/a", "slice", Kind::kOffset),
                                 Failing("slice/b", "slice", Kind::kOffset)};
  records[0].order = true;
  EXPECT_THAT(KeysOf(records), ElementsAre("slice offset strides fail",
                                           "slice offset strides fail order"));
}

TEST(Groups, OfDeathsAreOfAnOpAndAVerdict) {
  Record record;
  record.id = "slice/a";
  record.op = "slice";
  record.step = 2;
  record.verdict = Verdict::kTimeout;
  EXPECT_THAT(KeysOf({record}), ElementsAre("slice timeout"));
}

TEST(Groups, AreOfTheFacetsThatAreNotWaived) {
  Record record = Failing("slice/a", "slice", Kind::kOffset);
  record.differences.push_back(
      Failing("", "slice", Kind::kCopied).differences[0]);
  record.waived = {Facet::kAlias};
  EXPECT_THAT(KeysOf({record}), ElementsAre("slice offset strides fail"));
}

TEST(Groups, AreLikelyTheAdaptersIfAReadOfTheBaseDiffers) {
  const std::vector<Group> groups =
      GroupsOf({Failing("read/a", "base", Kind::kValues),
                Failing("t/a", "t", Kind::kValues)});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_TRUE(groups[0].adapters);
  EXPECT_EQ(SentenceOf(ToldOf(groups[0])),
            "a read of the base gives wrong elements");
  EXPECT_FALSE(groups[1].adapters);
}

TEST(Groups, AskForTheSpellingAndSuspectTheAdapterIfNoCaseOfTheOpGoesOn) {
  Record record = Failing("t/a", "t", Kind::kErrorForOk);
  record.misspelt = true;
  Groups groups(Facets::All());
  groups.Add(record, Standing::kNewFailure, nullptr);
  Record refused;  // An error was due, and some error came.
  refused.id = "t/refused";
  refused.misspelt = true;
  groups.Add(refused, Standing::kPassed, nullptr);
  EXPECT_EQ(SentenceOf(ToldOf(groups.Sorted()[0])),
            "t refuses what PyTorch accepts (is its name right in the "
            "adapter?)");
  EXPECT_TRUE(groups.Sorted()[0].adapters);
  Record passes;
  passes.id = "t/b";
  groups.Add(passes, Standing::kPassed, nullptr);
  EXPECT_EQ(SentenceOf(ToldOf(groups.Sorted()[0])),
            "t refuses what PyTorch accepts (is its name right in the "
            "adapter?)");
  EXPECT_FALSE(groups.Sorted()[0].adapters);
}

TEST(Groups, DoNotSuspectTheAdapterForBytesOrUnmappedTexts) {
  for (const Group& group : GroupsOf(InBytes())) EXPECT_FALSE(group.adapters);
  Record record = Failing("slice/a", "slice", Kind::kKind);
  record.differences[0].actual = "null";
  EXPECT_FALSE(GroupsOf({record})[0].adapters);
}

TEST(Groups, OfADeathAtABorrowedOpAreLikelyTheAdapters) {
  Record record;
  record.id = "t/a";
  record.verdict = Verdict::kCrash;
  record.op = "t";
  Groups own(Facets::All(), {"view"});
  own.Add(record, Standing::kNewFailure, nullptr);
  EXPECT_FALSE(own.Sorted()[0].adapters);
  Groups borrowed(Facets::All(), {"t"});
  borrowed.Add(record, Standing::kNewFailure, nullptr);
  EXPECT_TRUE(borrowed.Sorted()[0].adapters);
}

}  // namespace groups_test
}  // namespace viewproof
