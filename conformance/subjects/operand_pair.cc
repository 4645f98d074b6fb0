#include "conformance/subjects/operand_pair.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "reference/index/basic.h"

namespace viewproof {
namespace {

std::optional<PairMember> MemberOf(const TensorFacts& facts) {
  const Output& shown = facts.shown;
  if (!shown.strides || !shown.dtype || facts.numel == 0) return std::nullopt;
  return PairMember{{shown.sizes, *shown.strides, shown.offset.value_or(0)},
                    *shown.dtype,
                    shown.storage.value_or(-1),
                    facts.storage_numel,
                    shown.conj,
                    shown.neg};
}

// The part of the target that a basic index writes; nothing if a number of it
// is a tensor.
std::optional<PairMember> PartOf(PairMember target,
                                 const Index<TensorArg>& index) {
  if (std::ranges::any_of(index, [](const IndexItem<TensorArg>& item) {
        return std::holds_alternative<TensorArg>(item);
      })) {
    return std::nullopt;
  }
  const Result<Part> part = ApplyBasic(
      target.geometry,
      WithTensors<Tensor>(index, [](const TensorArg&) { return Tensor(); }));
  if (!part.ok()) return std::nullopt;
  target.geometry = part.value().geometry;
  return target;
}

// Returns whether the stride of a size of 1 is none that a row-major tensor, or
// a part of one, would have there.
bool HasOddSizeOne(const Geometry& g) {
  const bool is_dense = IsContiguous(g);
  int64_t inner = 1;  // The stride that a dense tensor has here.
  for (auto d = std::ssize(g.sizes) - 1; d >= 0; --d) {
    if (g.sizes[d] > 1) {
      inner = g.sizes[d] * g.strides[d];
      continue;
    }
    int64_t outer = INT64_MAX;  // The stride of the next dimension above 1.
    for (auto o = d - 1; o >= 0 && outer == INT64_MAX; --o) {
      if (g.sizes[o] > 1) outer = g.strides[o];
    }
    const int64_t stride = g.strides[d];
    if (is_dense ? stride != inner : stride < inner || stride > outer) {
      return true;
    }
  }
  return false;
}

// The order of what does not lie in that of its dimensions. `strides` are those
// of sizes above 1.
std::optional<MemoryOrder> PermutedOrder(const Geometry& g, Ints strides) {
  std::vector<std::size_t> dims(g.sizes.size());
  std::iota(dims.begin(), dims.end(), std::size_t{0});
  std::ranges::sort(dims, {}, [&g](std::size_t d) { return g.strides[d]; });
  bool has_gaps = false;
  int64_t dense = 1;
  for (const std::size_t d : dims) {
    if (g.sizes[d] == 1) continue;
    if (g.strides[d] < dense) return std::nullopt;  // It overlaps itself.
    has_gaps |= g.strides[d] > dense;
    dense = g.sizes[d] * g.strides[d];
  }
  if (g.rank() == 4 && g.sizes[1] > 1 && g.strides[1] < g.strides[3] &&
      g.strides[3] <= g.strides[2] && g.strides[2] <= g.strides[0]) {
    return has_gaps ? MemoryOrder::kChannelsLastGaps
                    : MemoryOrder::kChannelsLast;
  }
  if (has_gaps) return MemoryOrder::kPermutedGaps;
  if (std::ranges::is_sorted(strides)) return MemoryOrder::kColumnMajor;
  std::swap(strides.rbegin()[0], strides.rbegin()[1]);
  return std::ranges::is_sorted(strides, std::greater())
             ? MemoryOrder::kTransposed
             : MemoryOrder::kPermuted;
}

}  // namespace

int64_t PairMember::end() const {
  int64_t end = geometry.offset + 1;
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    end += (geometry.sizes[d] - 1) * geometry.strides[d];
  }
  return end;
}

std::optional<OperandPair> OperandPairOf(const StepFacts& facts) {
  const std::string kernel = KernelOf(*facts.step);
  if (!facts.succeeded ||
      std::ranges::find(kPairKernels, kernel) == kPairKernels.end()) {
    return std::nullopt;
  }
  std::optional<PairMember> to = MemberOf(facts.operand);
  const bool by_tensors = kernel.ends_with(" tensors");
  // A number that is a tensor makes a view.
  if (kernel == "getitem tensors" && !facts.results.empty() &&
      facts.results[0].shown.storage == facts.operand.shown.storage) {
    return std::nullopt;
  }
  const std::vector<TensorFacts>& others =
      by_tensors ? facts.indexes : facts.named;
  if (!to || others.empty()) return std::nullopt;
  const std::optional<PairMember> from = MemberOf(others.front());
  if (!from || (!by_tensors && from->dtype != to->dtype)) return std::nullopt;
  Ints repeated = from->geometry.sizes;  // The sizes of all indexes together.
  for (const TensorFacts& other : others) {
    if (by_tensors && (other.shown.dtype == DType::kBool ||
                       other.shown.dtype == DType::kUInt8)) {
      return std::nullopt;  // It is a mask.
    }
    const Ints& sizes = other.shown.sizes;
    if (sizes.size() > repeated.size())
      repeated.insert(repeated.begin(), sizes.size() - repeated.size(), 1);
    for (std::size_t d = 1; d <= sizes.size(); ++d) {
      int64_t& size = repeated[repeated.size() - d];
      size = std::max(size, sizes[sizes.size() - d]);
    }
  }
  if (!by_tensors) {
    if (const Index<TensorArg>* index = IndexOf(*facts.step)) {
      to = PartOf(*std::move(to), *index);
      if (!to || to->numel() == 0) return std::nullopt;
    }
    repeated = to->geometry.sizes;
  }
  return OperandPair{*std::move(to), *from, std::move(repeated)};
}

std::string_view Name(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::kRowMajor:
      return "row-major";
    case MemoryOrder::kWindow:
      return "a window";
    case MemoryOrder::kColumnMajor:
      return "column-major";
    case MemoryOrder::kTransposed:
      return "transposed matrices";
    case MemoryOrder::kPermuted:
      return "permuted";
    case MemoryOrder::kChannelsLast:
      return "channels-last";
    case MemoryOrder::kGaps:
      return "with gaps";
    case MemoryOrder::kSteps:
      return "with steps";
    case MemoryOrder::kPermutedGaps:
      return "permuted, with gaps";
    case MemoryOrder::kChannelsLastGaps:
      return "channels-last, with gaps";
    case MemoryOrder::kStrideZero:
      return "of stride 0";
    case MemoryOrder::kOddSizeOne:
      return "of odd size 1";
  }
  return "";
}

bool HasGaps(MemoryOrder order) {
  return order == MemoryOrder::kGaps || order == MemoryOrder::kSteps ||
         order == MemoryOrder::kPermutedGaps ||
         order == MemoryOrder::kChannelsLastGaps;
}

bool HasRankFour(MemoryOrder order) {
  return order == MemoryOrder::kChannelsLast ||
         order == MemoryOrder::kChannelsLastGaps;
}

std::optional<MemoryOrder> OrderOf(const PairMember& member) {
  const Geometry& g = member.geometry;
  Ints strides;  // They are those of dimensions above 1.
  for (std::size_t d = 0; d < g.sizes.size(); ++d) {
    if (g.sizes[d] > 1) strides.push_back(g.strides[d]);
  }
  if (std::ranges::find(strides, 0) != strides.end()) {
    return MemoryOrder::kStrideZero;
  }
  if (!std::ranges::is_sorted(strides, std::greater())) {
    return PermutedOrder(g, std::move(strides));
  }
  int64_t dense = 1;
  for (auto d = std::ssize(g.sizes) - 1; d >= 0; --d) {
    if (g.sizes[d] == 1) continue;
    if (g.strides[d] < dense) return std::nullopt;  // It overlaps itself.
    dense = g.sizes[d] * g.strides[d];
  }
  if (HasOddSizeOne(g)) return MemoryOrder::kOddSizeOne;
  if (!IsContiguous(g)) {
    return strides.back() == 1 ? MemoryOrder::kGaps : MemoryOrder::kSteps;
  }
  const bool inside = g.offset > 0 && member.end() < member.storage_numel;
  return inside ? MemoryOrder::kWindow : MemoryOrder::kRowMajor;
}

}  // namespace viewproof
