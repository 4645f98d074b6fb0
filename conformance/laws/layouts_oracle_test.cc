#include <memory>
#include <string>
#include <vector>

#include "conformance/calls/call_sizes.h"
#include "conformance/calls/elements.h"
#include "conformance/calls/layout.h"
#include "conformance/calls/shared_storage.h"
#include "conformance/case/kernel.h"
#include "conformance/case/text.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace layouts_oracle_test {

// The sizes in which operands of these declarations are asked.
std::vector<Ints> AllSizes() {
  std::vector<Ints> all;
  for (const char* text : {"x T[...] any", "x T[..., N] any", "x T[M, N] any",
                           "x T[N, C, H, W] any"}) {
    DeclaredKernel kernel;
    kernel.operands = {ReadOperand(text, "operands")};
    for (const CallSizes& sizes : SizesOf(kernel)) {
      all.push_back(sizes.Of(kernel.operands.front()));
    }
  }
  return all;
}

// libtorch vouches for each layout that a kernel is given, step by step.
TEST(LayoutsOracleTest, LibtorchMakesEachLayoutAsTheReferenceDoes) {
  const auto reference = MakeReference();
  const auto libtorch = MakeLibtorch();
  int layouts = 0;
  int shared = 0;  // Two tensors in one storage.
  const auto check = [&](const PlacedOperand& placed) {
    const Case test = CaseOf(placed);
    Reply due;
    Reply reply;
    reference->Run(test, due);
    libtorch->Run(test, reply);
    EXPECT_EQ(reply, due) << Text(test);
  };
  for (const DType dtype :
       {DType::kFloat32, DType::kFloat64, DType::kBFloat16, DType::kInt64,
        DType::kUInt8, DType::kBool, DType::kComplex64}) {
    for (const Ints& sizes : AllSizes()) {
      const std::vector<Scalar> elements =
          DrawElements(ElementKind::kAny, dtype, sizes, 0, 0);
      for (const OperandLayout& layout : LayoutsOf(dtype, sizes)) {
        check(PlaceElements(layout, dtype, sizes, elements));
        ++layouts;
      }
      for (const Sharing sharing : kSharings) {
        const auto two = LayoutsOf(sharing, dtype, sizes, sizes);
        if (!two) continue;
        PlacedOperand first = PlaceElements((*two)[0], dtype, sizes, elements);
        PlacedOperand second = PlaceElements((*two)[1], dtype, sizes, elements);
        PutInOneStorage(sharing, first, second);
        check(first);
        check(second);
        ++shared;
      }
    }
  }
  EXPECT_GT(layouts, 4000);
  EXPECT_GT(shared, 400);
}

}  // namespace layouts_oracle_test
}  // namespace viewproof
