#include "conformance/gen/advanced.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "conformance/case/fill.h"
#include "conformance/gen/state.h"
#include "reference/core/geometry.h"

namespace viewproof {
namespace {

constexpr int64_t kMostTensors = 4;
constexpr int64_t kMostPickRank = 3;

// Draws tensors and a mask, with ranges between them.
class AdvancedDraw {
 public:
  AdvancedDraw(Chooser& choose, const Ints& sizes)
      : choose_(choose), sizes_(sizes) {}

  Index<TensorArg> Draw() {
    const int64_t lead = choose_.Chance(1, 4) ? choose_.Pick(0, left()) : 0;
    for (int64_t k = 0; k < lead && left() > 1; ++k) Pass();
    const bool masks = choose_.Chance(1, 2);
    if (masks) {
      count_ = choose_.OneOf(std::array{2, 1, 3, 0});
      AddMask();
      shape_ = {count_};
      while (std::ssize(shape_) < kMostPickRank && choose_.Chance(1, 3)) {
        shape_.insert(shape_.begin(), choose_.OneOf(std::array{2, 1}));
      }
    } else {
      for (int64_t rank = choose_.Pick(1, kMostPickRank); rank > 0; --rank) {
        shape_.push_back(choose_.OneOf(std::array{2, 1, 3, 2, 1}));
      }
      if (choose_.Chance(1, 24)) shape_[0] = 0;
    }
    int64_t tensors =
        masks ? choose_.Pick(0, 1) : choose_.Pick(1, kMostTensors);
    for (; tensors > 0 && left() > 0; --tensors) {
      if (choose_.Chance(1, 4) && left() > 1) Pass();
      AddTensor();
    }
    if (index_.empty()) index_.emplace_back(true);
    return std::move(index_);
  }

 private:
  int64_t left() const { return std::ssize(sizes_) - dim_; }

  void Pass() {
    if (std::ssize(index_) >= kMaxItems - kMostTensors) return;
    ++dim_;
    Range range;
    if (choose_.Chance(1, 4)) range.step = 2;
    index_.emplace_back(range);
  }

  void AddMask() {
    int64_t rank = std::min<int64_t>(choose_.Pick(1, kMostPickRank), left());
    Ints sizes;
    for (; rank > 0; --rank) {
      sizes.push_back(sizes_[dim_++]);
      if (FitsLiteral(sizes)) continue;
      --dim_;
      sizes.pop_back();
      break;
    }
    if (sizes.empty()) return;
    const int64_t numel = *Numel(sizes);
    count_ = std::min(count_, numel);
    Values values;
    values.form = FormOf(DType::kBool);
    int64_t due = count_;
    for (int64_t k = 0; k < numel; ++k) {
      const bool here = due > 0 && choose_.Chance(due, numel - k);
      due -= here ? 1 : 0;
      values.list.push_back({here ? 1.0 : 0.0});
    }
    index_.emplace_back(
        TensorArg(Literal{DType::kBool, std::move(sizes), std::move(values)}));
  }

  void AddTensor() {
    const int64_t size = sizes_[dim_++];
    Ints shape = shape_;
    const auto cut = choose_.Chance(1, 4) ? choose_.Pick(0, 1) : 0;
    if (std::ssize(shape) > cut) {
      shape.erase(shape.begin(), shape.begin() + cut);
    }
    if (!shape.empty() && choose_.Chance(1, 5)) shape[0] = 1;
    Values values;
    const int64_t numel = *Numel(shape);
    const bool falls = choose_.Chance(1, 4);
    for (int64_t k = 0; k < numel; ++k) {
      const int64_t most = std::max<int64_t>(std::min<int64_t>(size, 100), 1);
      int64_t number = choose_.Pick(0, most - 1);
      if (falls) number = std::max<int64_t>(most - 1 - k, 0);
      if (!falls && choose_.Chance(1, 4)) number -= size;
      values.list.push_back({static_cast<double>(number)});
    }
    constexpr std::array kIntegers = {DType::kInt64, DType::kInt64,
                                      DType::kInt32, DType::kInt16,
                                      DType::kInt8};
    const DType dtype = size > 100 ? DType::kInt64 : choose_.OneOf(kIntegers);
    index_.emplace_back(
        TensorArg(Literal{dtype, std::move(shape), std::move(values)}));
  }

  Chooser& choose_;
  const Ints& sizes_;
  Index<TensorArg> index_;
  int64_t dim_ = 0;
  int64_t count_ = 0;  // Elements that the mask picks.
  Ints shape_;         // What the tensors broadcast to.
};

}  // namespace

Index<TensorArg> DrawAdvanced(Chooser& choose, const Ints& sizes) {
  return AdvancedDraw(choose, sizes).Draw();
}

}  // namespace viewproof
