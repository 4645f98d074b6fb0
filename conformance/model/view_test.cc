#include <cstdint>
#include <variant>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace view_test {

TEST(ModelView, PutsEveryElementWhereItBelongs) {
  const Tensor x = Base({2, 3});
  ExpectPlaces(Detach(x), {2, 3}, {0, 1, 2, 3, 4, 5});
  ExpectPlaces(View(x, {3, -1}), {3, 2}, {0, 1, 2, 3, 4, 5});
  ExpectPlaces(View(Get(TransposeMatrix(Base({4, 2}))), {2, 2, 2}), {2, 2, 2},
               {0, 2, 4, 6, 1, 3, 5, 7});
  ExpectPlaces(View(Get(Expand(Base({}), {2, 3})), {6}), {6},
               {0, 0, 0, 0, 0, 0});
  ExpectPlaces(View(Base({2, 0}), {0, 5}), {0, 5}, {});
}

TEST(ModelView, OfMoreAddressesThanAreListedIsLeftToOthers) {
  const Tensor at_the_limit = Get(Expand(Base({}), {512, 512}));
  const Tensor above = Get(Expand(Base({}), {512, 513}));
  EXPECT_TRUE(std::holds_alternative<Tensor>(View(at_the_limit, {-1})));
  EXPECT_TRUE(std::holds_alternative<Abstention>(View(above, {-1})));
  EXPECT_TRUE(std::holds_alternative<Abstention>(Reshape(above, {-1})));
  EXPECT_TRUE(std::holds_alternative<Abstention>(Flatten(above, 0, 1)));
  EXPECT_EQ(KindOf(View(above, {7})), kSize);
}

TEST(ModelView, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const Tensor columns = Get(TransposeMatrix(x));
  const Tensor empty = Base({0, 3});
  EXPECT_EQ(KindOf(View(columns, {6})), kNotViewable);
  EXPECT_EQ(KindOf(View(x, {5})), kSize);
  EXPECT_EQ(KindOf(View(x, {4, -1})), kSize);
  EXPECT_EQ(KindOf(View(x, {-2})), kArgument);
  EXPECT_EQ(KindOf(View(x, {-1, -1})), kInference);
  EXPECT_EQ(KindOf(View(empty, {0, -1})), kInference);
  EXPECT_EQ(KindOf(View(empty, {0, INT64_MAX, 2})), kOverflow);
  EXPECT_EQ(KindOf(View(empty, {INT64_MAX, 2, -1})), kSize);
}

TEST(ModelView, StepsOverWhatTheNextDimensionCovers) {
  const Tensor x = Base({2, 3}, DType::kInt16);
  EXPECT_EQ(Steps(Get(View(x, {1, 6, 1}))), (Wides{12, 2, 2}));
}

TEST(ModelView, SharesTheStorage) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(Get(View(x, {6})).storage, x.storage);
}

}  // namespace view_test
}  // namespace viewproof::model
