#include <vector>

#include "conformance/case/tensor_facts.h"
#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace sparse_facts_test {

Base Sparse(std::vector<Ints> indices, bool coalesced = false) {
  return {DType::kInt8,
          {3, 2},
          FillKind::kIota,
          Coo{std::move(indices), coalesced}};
}

TEST(SparseFacts, NameWhatIsWrongWithTheIndices) {
  EXPECT_EQ(FaultOf({DType::kInt8, {3}}), "");
  EXPECT_EQ(FaultOf({DType::kInt8, {-1}}), "a size is negative");
  EXPECT_EQ(FaultOf({DType::kInt8, {0, int64_t{1} << 62, 4}}),
            "its elements or its strides exceed int64");
  EXPECT_EQ(FaultOf(Sparse({{0, 0}, {1, 1}})), "");
  EXPECT_EQ(FaultOf(Sparse({{0, 1}, {1, 0}}, true)), "");
  EXPECT_EQ(FaultOf(Sparse({})),
            "expected a list of numbers for 1 to all dimensions");
  EXPECT_EQ(FaultOf(Sparse({{0}, {0}, {0}})),
            "expected a list of numbers for 1 to all dimensions");
  EXPECT_EQ(FaultOf(Sparse({{0, 1}, {0}})), "lists of two lengths");
  EXPECT_EQ(FaultOf(Sparse({{3}})), "a number out of range");
  EXPECT_EQ(FaultOf(Sparse({{0, 0}, {1, 1}}, true)),
            "not sorted: not coalesced");
  Base bytes = Sparse({{0}});
  bytes.fill = FillKind::kBytes;
  EXPECT_EQ(FaultOf(bytes), "a sparse base holds iota");
}

TEST(SparseFacts, ListIndicesByDimension) {
  const Literal indices = IndicesOf({{{0, 2}, {1, 0}}});
  EXPECT_EQ(indices.dtype, DType::kInt64);
  EXPECT_EQ(indices.sizes, (Ints{2, 2}));
  EXPECT_EQ(indices.values->list, (std::vector<Scalar>{{0}, {2}, {1}, {0}}));
}

TEST(SparseFacts, SayWhatOnlyAStridedBaseCanBeAsked) {
  const Base sparse = Sparse({{0}});
  const Step values = ParseText("int8[1] | values()").chain[0];
  const Step t = ParseText("int8[1] | t()").chain[0];
  const Step like_base = ParseText("int8[1] | view_as(@0.0)").chain[0];
  EXPECT_FALSE(MisusesSparse(sparse, values, {}));
  EXPECT_TRUE(MisusesSparse(sparse, t, {}));
  EXPECT_FALSE(MisusesSparse(sparse, t, {1, 0}));
  EXPECT_TRUE(MisusesSparse(sparse, like_base, {1, 0}));
  EXPECT_FALSE(MisusesSparse({DType::kInt8, {3}}, t, {}));
}

}  // namespace sparse_facts_test
}  // namespace viewproof
