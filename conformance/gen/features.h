#ifndef VIEWPROOF_CONFORMANCE_GEN_FEATURES_H_
#define VIEWPROOF_CONFORMANCE_GEN_FEATURES_H_

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Says what bugs depend on, besides the op: facts of the tensors that a step is
// given (its operand, and those that its arguments name or write out), and of
// the numbers among its arguments. Closed: gate files and golden/deep.jsonl are
// sorted by these.
enum class Feature {
  kEmpty,             // A tensor without elements.
  kSize1,             // A size of 1.
  kSize1Inside,       // A size of 1 between sizes above 1.
  kOffset,            // A tensor that does not begin where its storage does.
  kStride0,           // A stride of 0, of a dimension of any size.
  kNonContiguous,     // A tensor that is not contiguous.
  kRank0,             // A tensor without dimensions.
  kNegativeArgument,  // A dimension, size, index or bound below 0.
  kOverlap,           // A tensor with two indices that name one element.
  kWide,  // An argument, a size, a stride, an offset or the number of elements
          // lies beyond 2^31.
};
inline constexpr auto kLastFeature = Feature::kWide;

// Indexed by Feature.
using FeatureSet = std::bitset<static_cast<std::size_t>(kLastFeature) + 1>;

// "size_1", as files spell it.
std::string_view Name(Feature feature);
std::optional<Feature> FindFeature(std::string_view name);

// "size_1 stride_0", in the order above; of none "".
std::string Text(FeatureSet features);

// The features of a tensor. A tensor of more than 2^16 elements whose strides
// do not nest counts as overlapping.
FeatureSet FeaturesOf(const Geometry& tensor);

// Those of a step on this operand. `named`: the tensors of the case that its
// arguments and the items of its index name.
FeatureSet FeaturesOf(const Step& step, const Geometry& operand,
                      const std::vector<Geometry>& named = {});

// Those of step `k` of a chain, counted from 0, if it came out as `outcomes`:
// the reference's, or what a vector expects. A tensor whose strides they do not
// show counts as fresh; one that does not exist has no features.
FeatureSet FeaturesOf(const Case& test, const std::vector<Outcome>& outcomes,
                      std::size_t k);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_FEATURES_H_
