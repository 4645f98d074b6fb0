#include "conformance/calls/layout.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "conformance/calls/elements.h"
#include "conformance/calls/shared_storage.h"
#include "conformance/case/bounds.h"
#include "conformance/case/kernel.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

const Ints kSizes[] = {{},
                       {1},
                       {7},
                       {0},
                       {3, 4},
                       {1, 1},
                       {2, 3, 4},
                       {2, 0, 3},
                       {3, 1, 4},
                       {2, 3, 2, 4},
                       {2, 1, 3, 2, 2},
                       {2, 2, 1, 2, 3, 2}};

// The elements of a layout are those that were put there, for the reference and
// for its model, and its storage has room for nothing else that it shows.
TEST(LayoutTest, BothWitnessesSeeTheElements) {
  const auto reference = MakeReference();
  const auto model = MakeModel();
  for (const DType dtype :
       {DType::kFloat32, DType::kInt8, DType::kBool, DType::kComplex64}) {
    for (const Ints& sizes : kSizes) {
      const std::vector<Scalar> elements =
          DrawElements(ElementKind::kAny, dtype, sizes, 0, 0);
      std::set<std::string_view> names;
      for (const OperandLayout& layout : LayoutsOf(dtype, sizes)) {
        SCOPED_TRACE(std::string(layout.name) + " of " +
                     std::to_string(sizes.size()) + " dimensions");
        EXPECT_TRUE(names.insert(layout.name).second);
        const PlacedOperand placed =
            PlaceElements(layout, dtype, sizes, elements);
        const Case test = CaseOf(placed);
        for (Subject* subject : {reference.get(), model.get()}) {
          Reply reply;
          subject->Run(test, reply);
          ASSERT_EQ(reply.steps.size(), test.chain.size());
          const auto& shown =
              std::get<std::vector<Output>>(reply.steps.back())[0];
          EXPECT_EQ(shown.values->list, placed.seen.values->list);
          if (layout.repeats()) continue;
          EXPECT_EQ(shown.values->list, elements);
        }
      }
      EXPECT_TRUE(names.contains("plain"));
    }
  }
}

TEST(LayoutTest, HasOrdersGapsStepsRepeatsAndBits) {
  const auto has = [](DType dtype, const Ints& sizes, std::string_view name) {
    for (const OperandLayout& layout : LayoutsOf(dtype, sizes)) {
      if (layout.name == name) return true;
    }
    return false;
  };
  for (const std::string_view name :
       {"reversed", "transposed", "rotated", "gaps-between-rows", "rows-around",
        "window", "odd-start", "one-of-three", "every-second",
        "transposed-steps", "transposed-window", "stride-0-last",
        "stride-0-first", "stride-0", "overlapping-rows", "imaginary",
        "negative", "negative-transposed", "negative-rows"}) {
    EXPECT_TRUE(has(DType::kFloat32, {2, 3, 4}, name)) << name;
  }
  EXPECT_TRUE(has(DType::kFloat32, {2, 3, 2, 4}, "channels-last"));
  EXPECT_TRUE(has(DType::kComplex64, {2, 3}, "conjugate"));
  EXPECT_TRUE(has(DType::kInt64, {}, "selected"));
  EXPECT_FALSE(has(DType::kInt64, {2, 3}, "negative"));
}

TEST(SharedStorageTest, HoldsTheElementsOfBothTensors) {
  const DType dtype = DType::kFloat32;
  for (const Sharing sharing : kSharings) {
    const Ints sizes = {3, 3};
    const auto layouts = LayoutsOf(sharing, dtype, sizes, sizes);
    ASSERT_TRUE(layouts);
    const auto place = [&](std::size_t which, int64_t draw) {
      return PlaceElements(
          (*layouts)[which], dtype, sizes,
          DrawElements(ElementKind::kAny, dtype, sizes, 0, draw));
    };
    PlacedOperand first = place(0, 0);
    PlacedOperand second = place(1, 2);
    ASSERT_NE(first.seen, second.seen);
    PutInOneStorage(sharing, first, second);
    EXPECT_EQ(first.storage, second.storage);
    EXPECT_EQ(first.seen == second.seen, sharing == Sharing::kSame);
    for (const PlacedOperand& one : {first, second}) {
      EXPECT_EQ(Read(OperandIn(*one.layout, TensorOf(one.storage))),
                one.seen.values->list);
    }
  }
  EXPECT_FALSE(LayoutsOf(Sharing::kInRows, dtype, {2, 3}, {3, 3}));
  EXPECT_TRUE(LayoutsOf(Sharing::kInRows, dtype, {2, 3}, {2, 5}));
  EXPECT_TRUE(LayoutsOf(Sharing::kBeside, dtype, {2, 3}, {}));
  EXPECT_FALSE(LayoutsOf(Sharing::kBeside, dtype, {2, 3}, {0}));
  EXPECT_FALSE(LayoutsOf(Sharing::kSame, dtype, {2, 3}, {3, 2}));
  EXPECT_TRUE(LayoutsOf(Sharing::kTransposed, dtype, {2, 3}, {3, 2}));
  EXPECT_FALSE(LayoutsOf(Sharing::kTransposed, dtype, {2, 3}, {2, 3}));
}

}  // namespace
}  // namespace viewproof
