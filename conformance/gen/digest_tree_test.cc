#include "conformance/gen/digest_tree.h"

#include <string>

#include "conformance/case/bad_input.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace digest_tree_test {

constexpr int64_t kSmallLeaf = 1 << 10;

Universe WithSizesUpTo(int64_t max_size, int64_t cases_of_leaf) {
  return Universe({{.steps = 1,
                    .max_rank = 1,
                    .max_size = max_size,
                    .dims = {-1, 0, 1},
                    .numbers = {-1, 0, 1},
                    .sizes = {0, 1},
                    .inferred = {-1, 1, 2},
                    .max_length = 2,
                    .max_calls = 250}},
                  cases_of_leaf);
}

// A few leaves, of which the last one is short.
const Universe& Small() {
  static const Universe small = WithSizesUpTo(3, kSmallLeaf);
  return small;
}

const std::vector<uint64_t>& SmallLeaves() {
  static const std::vector<uint64_t> leaves =
      LeafDigests(Small(), 0, LeafCount(Small()), 1);
  return leaves;
}

bool IsRefused(const std::string& text, const Universe& universe) {
  try {
    ReadEnumeration(text, universe);
    return false;
  } catch (const BadInput&) {
    return true;
  }
}

TEST(DigestTree, CutsAUniverseIntoLeaves) {
  EXPECT_EQ(LeafCount(Small(), 1), 1);
  EXPECT_EQ(LeafCount(Small(), kSmallLeaf), 1);
  EXPECT_EQ(LeafCount(Small(), kSmallLeaf + 1), 2);
  EXPECT_GE(LeafCount(Small()), 2);
  EXPECT_NE(Small().count() % kSmallLeaf, 0);
}

TEST(DigestTree, DependsNeitherOnThreadsNorOnWhereOneBegins) {
  const int64_t count = LeafCount(Small());
  int64_t done = 0;
  EXPECT_EQ(LeafDigests(Small(), 0, count, 3, [&done] { ++done; }),
            SmallLeaves());
  EXPECT_EQ(done, count);
  EXPECT_EQ(LeafDigests(Small(), 1, 2, 1).front(), SmallLeaves()[1]);
  EXPECT_NE(SmallLeaves()[0], SmallLeaves()[1]);
}

TEST(DigestTree, IsReadAsItWasWritten) {
  EXPECT_EQ(ReadEnumeration(EnumerationText(Small(), SmallLeaves()), Small()),
            SmallLeaves());
}

TEST(DigestTree, HasANewRootWhereALeafChanges) {
  const auto root = [](const std::string& text) {
    const std::size_t at = text.find("\"root\":");
    return text.substr(at, text.find('\n', at) - at);
  };
  std::vector<uint64_t> changed = SmallLeaves();
  changed.back() ^= 1;
  EXPECT_NE(root(EnumerationText(Small(), changed)),
            root(EnumerationText(Small(), SmallLeaves())));
}

TEST(DigestTree, RefusesATextThatIsNotWhole) {
  const std::string text = EnumerationText(Small(), SmallLeaves());
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = changed[at] == '0' ? '1' : '0';
    ASSERT_TRUE(IsRefused(changed, Small())) << "byte " << at;
    ASSERT_TRUE(IsRefused(text.substr(0, at), Small())) << at << " bytes";
  }
  EXPECT_TRUE(IsRefused(text + "\n", Small()));
}

TEST(DigestTree, RefusesTheTextOfAnotherUniverse) {
  const std::string text = EnumerationText(Small(), SmallLeaves());
  EXPECT_TRUE(IsRefused(text, WithSizesUpTo(2, kSmallLeaf)));
  EXPECT_TRUE(IsRefused(text, WithSizesUpTo(3, kSmallLeaf * 2)));
}

}  // namespace digest_tree_test
}  // namespace viewproof
