#include "conformance/subjects/world_reference.h"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/text.h"

namespace viewproof {
namespace world_reference_test {

std::vector<int> Options(std::string_view text, const Ways& ways) {
  Course course;
  WorldReference().Run(ParseText(text), ways, {}, course);
  return course.options;
}

using List = std::vector<int>;

TEST(WorldReference, LeavesOneChoiceToAnEitherOpThatViews) {
  const char* text = "int8[2,3] | reshape([6]) | t() | reshape([3,2])";
  EXPECT_EQ(Options(text, {}), (List{2, 1, 2}));
  EXPECT_EQ(Options("int8[2,3] | t() | reshape([6])", {}), (List{1, 1}));
  EXPECT_EQ(Options(text, {{"reshape"}, false, true}), (List{1, 1, 1}));
  EXPECT_EQ(Options(text, {{}, false, false}), (List{1, 1, 1}));
}

TEST(WorldReference, LeavesChoicesToAWriteThatRebinds) {
  const Ways rebind{{}, true, true};
  EXPECT_EQ(Options("int8[2] | fill_(101)", rebind), List{1});
  EXPECT_EQ(Options("int8[2,3] | t() | fill_(101)", rebind), (List{1, 2}));
  EXPECT_EQ(Options("int8[2] | detach() | contiguous() | fill_(101)", rebind),
            (List{1, 1, 2}));
  EXPECT_EQ(Options("int8[2,3] | t() | expand([3,2]) | fill_(101)", rebind),
            (List{1, 1, 2}));
}

TEST(WorldReference, GivesUpIfACopyIsTooLarge) {
  Course course;
  WorldReference().Run(ParseText("int8[1] | expand([262145])"),
                       {{"expand"}, false, true}, {}, course);
  EXPECT_EQ(course.reply.too_large, 1);
}

TEST(WorldReference, SaysWhatAnIndexTensorHeld) {
  Course course;
  WorldReference().Run(
      ParseText("int64[2] | new(int64[1]{1}) | getitem([@1.0]) @0.0"), {}, {},
      course);
  ASSERT_EQ(course.plain.size(), 2u);
  Course none;
  WorldReference().Run(ParseText("int8[2] | t()"), {}, {}, none);
  EXPECT_TRUE(none.plain.empty());
}

}  // namespace world_reference_test
}  // namespace viewproof
