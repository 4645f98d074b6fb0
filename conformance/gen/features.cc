#include "conformance/gen/features.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

#include "conformance/case/largest_number.h"
#include "conformance/case/named.h"
#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "reference/core/dtype.h"

namespace viewproof {
namespace {

constexpr int64_t kMaxAddresses = int64_t{1} << 16;

bool AnyWide(const Ints& numbers) {
  return std::any_of(numbers.begin(), numbers.end(), &IsBeyond31Bits);
}

void Set(Feature feature, FeatureSet& set, bool value = true) {
  if (value) set.set(static_cast<std::size_t>(feature));
}

bool HasSize1Inside(const Ints& sizes) {
  const auto is_long = [](int64_t size) { return size > 1; };
  const auto first = std::find_if(sizes.begin(), sizes.end(), is_long);
  const auto after = std::find_if(sizes.rbegin(), sizes.rend(), is_long).base();
  return first < after && std::find(first, after, 1) != after;
}

// Requires: it has elements.
bool Overlaps(const Geometry& tensor) {
  std::vector<std::pair<int64_t, int64_t>> dims;  // Stride, size.
  for (std::size_t d = 0; d < tensor.sizes.size(); ++d) {
    if (tensor.sizes[d] > 1) {
      dims.emplace_back(tensor.strides[d], tensor.sizes[d]);
    }
  }
  std::sort(dims.begin(), dims.end());
  int64_t last = 0;  // The farthest address that the strides so far reach.
  bool nests = true;
  for (const auto& [stride, size] : dims) {
    if (stride == 0) return true;
    nests = nests && stride > last;
    last += (size - 1) * stride;
  }
  if (nests || Numel(tensor.sizes).value_or(INT64_MAX) > kMaxAddresses) {
    return !nests;
  }
  Ints addresses = AddressesOf(tensor);
  std::sort(addresses.begin(), addresses.end());
  return std::adjacent_find(addresses.begin(), addresses.end()) !=
         addresses.end();
}

// Collects the features of a step's arguments.
class Arguments {
 public:
  FeatureSet Of(const Step& step) {
    for (const Arg& arg : step.args) See(arg);
    ForEachLiteral(step, [this](const Literal& literal) {
      const auto strides = ContiguousStrides(literal.sizes);
      set_ |= FeaturesOf(Geometry{literal.sizes, strides.value_or(Ints())});
    });
    return set_;
  }

 private:
  void See(int64_t number) {
    Set(Feature::kNegativeArgument, set_, number < 0);
    Set(Feature::kWide, set_, IsBeyond31Bits(number));
  }
  void See(const Ints& list) {
    for (const int64_t number : list) See(number);
  }
  void See(const std::optional<int64_t>& maybe) {
    if (maybe) See(*maybe);
  }
  void See(const Range& range) {
    See(range.start);
    See(range.stop);
    See(range.step);
  }
  void See(const Index<TensorArg>& index) {
    for (const IndexItem<TensorArg>& item : index) {
      if (const Literal* literal = LiteralOf(item)) SeeIndices(*literal);
      See(item);
    }
  }
  template <typename... T>
  void See(const std::variant<T...>& any) {
    std::visit([this](const auto& one) { this->See(one); }, any);
  }
  // A tensor that is written has been looked at, and other arguments are no
  // numbers.
  void See(const Literal&) {}
  void See(OutputRef) {}
  void See(const Scalar&) {}
  void See(DType) {}
  void See(MemoryFormat) {}
  void See(bool) {}
  void See(NewAxis) {}
  void See(Ellipsis) {}

  // The numbers of an index tensor.
  void SeeIndices(const Literal& literal) {
    if (!literal.values) return;
    for (const Scalar& number : literal.values->list) See(WholeOf(number));
  }

  FeatureSet set_;
};

std::optional<Geometry> GeometryOf(const Case& test,
                                   const std::vector<Outcome>& outcomes,
                                   OutputRef ref) {
  const Output* shown = FindOutput(outcomes, ref);
  if (shown == nullptr && ref != OutputRef{}) return std::nullopt;
  const Ints& sizes = shown == nullptr ? test.base.sizes : shown->sizes;
  std::optional<Ints> strides;
  if (shown != nullptr) strides = shown->strides;
  if (!strides) strides = ContiguousStrides(sizes);
  if (!strides || strides->size() != sizes.size()) return std::nullopt;
  return Geometry{sizes, *strides,
                  shown == nullptr ? 0 : shown->offset.value_or(0)};
}

}  // namespace

std::string_view Name(Feature feature) {
  switch (feature) {
    case Feature::kEmpty:
      return "empty";
    case Feature::kSize1:
      return "size_1";
    case Feature::kSize1Inside:
      return "size_1_inside";
    case Feature::kOffset:
      return "offset";
    case Feature::kStride0:
      return "stride_0";
    case Feature::kNonContiguous:
      return "non_contiguous";
    case Feature::kRank0:
      return "rank_0";
    case Feature::kNegativeArgument:
      return "negative_argument";
    case Feature::kOverlap:
      return "overlap";
    case Feature::kWide:
      return "wide";
  }
  return {};
}

std::optional<Feature> FindFeature(std::string_view name) {
  return FindNamed(name, kLastFeature);
}

std::string Text(FeatureSet features) {
  std::string text;
  for (std::size_t k = 0; k < features.size(); ++k) {
    if (!features[k]) continue;
    if (!text.empty()) text += ' ';
    text += Name(static_cast<Feature>(k));
  }
  return text;
}

FeatureSet FeaturesOf(const Geometry& tensor) {
  const auto& [sizes, strides, offset] = tensor;
  const std::optional<int64_t> numel = Numel(sizes);
  FeatureSet set;
  Set(Feature::kEmpty, set, numel == 0);
  Set(Feature::kSize1, set,
      std::find(sizes.begin(), sizes.end(), 1) != sizes.end());
  Set(Feature::kSize1Inside, set, HasSize1Inside(sizes));
  Set(Feature::kOffset, set, offset != 0);
  Set(Feature::kStride0, set,
      std::find(strides.begin(), strides.end(), 0) != strides.end());
  Set(Feature::kNonContiguous, set, !IsContiguous(tensor));
  Set(Feature::kRank0, set, sizes.empty());
  Set(Feature::kOverlap, set, numel != 0 && Overlaps(tensor));
  Set(Feature::kWide, set,
      !numel || IsBeyond31Bits(*numel) || AnyWide(sizes) || AnyWide(strides) ||
          IsBeyond31Bits(offset));
  return set;
}

FeatureSet FeaturesOf(const Step& step, const Geometry& operand,
                      const std::vector<Geometry>& named) {
  FeatureSet set = FeaturesOf(operand) | Arguments().Of(step);
  for (const Geometry& tensor : named) set |= FeaturesOf(tensor);
  return set;
}

FeatureSet FeaturesOf(const Case& test, const std::vector<Outcome>& outcomes,
                      std::size_t k) {
  const Step& step = test.chain[k];
  FeatureSet set = Arguments().Of(step);
  const auto add = [&](OutputRef ref) {
    const auto geometry = GeometryOf(test, outcomes, ref);
    if (geometry) set |= FeaturesOf(*geometry);
  };
  add(OperandsOf(test.chain, outcomes)[k]);
  ForEachRef(step, [&](OutputRef ref, std::string_view) { add(ref); });
  return set;
}

}  // namespace viewproof
