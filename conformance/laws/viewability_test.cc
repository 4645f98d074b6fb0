#include "conformance/laws/viewability.h"

#include <cstddef>
#include <iostream>
#include <variant>
#include <vector>

#include "conformance/model/ops.h"
#include "conformance/model/tensor.h"
#include "gtest/gtest.h"
#include "reference/ops/view.h"

namespace viewproof {
namespace viewability_test {

// The byte addresses of a model's tensor as a geometry of its own elements.
Geometry GeometryOf(const model::Tensor& x) {
  const int64_t item_size = ItemSize(x.dtype);
  Geometry geometry{x.sizes, {}, 0};
  for (const model::Wide step : model::Steps(x)) {
    geometry.strides.push_back(static_cast<int64_t>(step / item_size));
  }
  geometry.offset = static_cast<int64_t>(model::Start(x) / item_size);
  return geometry;
}

ViewAnswer AskModel(const Geometry& operand, const Ints& sizes) {
  static const model::Tensor storage = model::Fresh(
      DType::kFloat32, {64}, std::vector<std::byte>(64 * sizeof(float)));
  const model::TensorOrError x =
      model::AsStrided(storage, operand.sizes, operand.strides, operand.offset);
  const model::ViewResult viewed = model::View(x.value(), sizes);
  if (const auto* view = std::get_if<model::Tensor>(&viewed)) {
    return GeometryOf(*view);
  }
  const auto* error = std::get_if<model::Error>(&viewed);  // Null: abstained.
  return error == nullptr ? std::nullopt : std::optional(error->kind);
}

// viewable.d1 viewable.d2 viewable.d3 viewable.i3
TEST(Viewability, OfEverySmallPairIsThatOfTheAddresses) {
  const PairComparison found = CompareOnAllPairs(AskModel);
  std::cout << "reference and model: " << found.counts << "\n";
  EXPECT_EQ(found.difference, "");
  EXPECT_EQ(found.counts, ExpectedPairCounts());
}

// The condition of torch.Tensor.view's page, to the letter: every new dimension
// lies within one of the operand's, or spans some, d to d+k, in which
// stride[i] = stride[i+1] * size[i+1]. The new dimension that has `right`
// elements to its right spans the border between two of the operand's when
// their border, counted likewise, lies between right and right * size.
bool PageAllows(const Geometry& operand, const Ints& sizes) {
  int64_t right = 1;
  for (std::size_t d = sizes.size(); d-- > 0; right *= sizes[d]) {
    int64_t border = 1;
    for (std::size_t i = operand.sizes.size(); i-- > 1;) {
      const int64_t next = operand.strides[i] * operand.sizes[i];
      border *= operand.sizes[i];
      const bool spans = right < border && border < right * sizes[d];
      if (spans && operand.strides[i - 1] != next) return false;
    }
  }
  return true;
}

Geometry WithoutOnes(const Geometry& geometry) {
  Geometry rest{{}, {}, geometry.offset};
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    if (geometry.sizes[d] == 1) continue;
    rest.sizes.push_back(geometry.sizes[d]);
    rest.strides.push_back(geometry.strides[d]);
  }
  return rest;
}

// viewable.i4
TEST(Viewability, IsThePagesConditionWhereSizesOfOneAreLeftOut) {
  int64_t only_without_ones = 0;
  ForEachPair([&](const Geometry& operand, const Ints& sizes) {
    if (Numel(sizes) == 0) return;
    const bool viewable = ViewStrides(operand, sizes).has_value();
    ASSERT_EQ(PageAllows(WithoutOnes(operand), sizes), viewable)
        << operand << " seen as " << Geometry{sizes, {}, 0};
    const bool to_the_letter = PageAllows(operand, sizes);
    ASSERT_TRUE(viewable || !to_the_letter) << operand;
    only_without_ones += viewable && !to_the_letter;
  });
  EXPECT_EQ(only_without_ones, TargetRank() == 3 ? 1812 : 3900);
}

// viewable.d4
TEST(Viewability, OnlySignificantStridesMoveAnAddress) {
  int64_t geometries = 0;
  ForEachGeometry([&](const Geometry& geometry) {
    ++geometries;
    const auto list = AddressesOf(geometry);
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
      const bool significant = !list.empty() && geometry.sizes[d] > 1;
      Geometry other = geometry;
      ++other.strides[d];
      ASSERT_EQ(AddressesOf(other) != list, significant) << geometry;
    }
  });
  EXPECT_EQ(geometries, 44136);
}

}  // namespace viewability_test
}  // namespace viewproof
