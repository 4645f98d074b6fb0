#include "conformance/judge/explained.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "conformance/case/text.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace explained_test {

Cut CutOf(const std::string& text) {
  const Case test = ParseText(text);
  Reply reply;
  MakeReference()->Run(test, reply);
  return CutAtExplained(test, reply);
}

// libtorch's result may be a wild pointer: nothing is run on it.
TEST(CutAtExplained, EndsACaseAfterTheStepThatAnEntryIsAbout) {
  for (const ExplainedDifference& entry : ExplainedDifferences()) {
    for (const std::string_view example : entry.examples) {
      const std::string text(example);
      const Cut cut = CutOf(text + " | detach() | detach()");
      EXPECT_EQ(cut.explained, &entry) << text;
      EXPECT_LE(cut.test.chain.size(), ParseText(text).chain.size()) << text;
    }
  }
}

TEST(CutAtExplained, LeavesACaseThatNoEntryIsAbout) {
  const std::string text = "float32[2,3] | t() | view([7]) | detach()";
  const Cut cut = CutOf(text);
  EXPECT_EQ(cut.explained, nullptr);
  EXPECT_EQ(cut.test.chain, ParseText(text).chain);
}

}  // namespace explained_test
}  // namespace viewproof
