#include "conformance/gen/items.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/state.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"

namespace viewproof {

namespace {

constexpr int64_t kMostTensors = 6;
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
        masks ? choose_.Pick(0, 1)
              : choose_.Pick(1, choose_.Chance(1, 4) ? kMostTensors : 3);
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
  Ints shape_;         // Holds what the tensors broadcast to.
};

}  // namespace

Index<TensorArg> DrawAdvanced(Chooser& choose, const Ints& sizes) {
  return AdvancedDraw(choose, sizes).Draw();
}

namespace {

constexpr int64_t kFar = 8;     // Element numbers are drawn below it.
constexpr int64_t kNear = 100;  // Sizes that are counted from the end.

enum class Kind { kRange, kNumber, kPick, kMask, kEllipsis, kNull, kBoolean };

constexpr std::array kKinds = {Kind::kRange,    Kind::kNumber, Kind::kRange,
                               Kind::kPick,     Kind::kMask,   Kind::kPick,
                               Kind::kNull,     Kind::kRange,  Kind::kPick,
                               Kind::kEllipsis, Kind::kNumber, Kind::kBoolean};

// Draws items from left to right.
class ItemDrawing {
 public:
  ItemDrawing(Chooser& choose, const Ints& sizes, const State* state)
      : choose_(choose), sizes_(sizes), state_(state) {}

  Index<TensorArg> Draw() {
    const int64_t most =
        choose_.Chance(1, 16) ? choose_.Pick(0, kMaxItems) : choose_.Pick(1, 4);
    while (std::ssize(index_) < most) AddOne(choose_.OneOf(kKinds));
    // An ellipsis takes exactly the dimensions that were passed over.
    while (has_ellipsis_ && left() > 0 && std::ssize(index_) < kMaxItems) {
      Add(AnyRange(sizes_[dim_++]));
    }
    return std::move(index_);
  }

  Literal DrawPick() {
    dim_ = choose_.Pick(0, std::ssize(sizes_) - 1);
    AddPick();
    return Spelt({DType::kInt64, {1}, Numbers({0})});
  }

  Literal DrawMask() {
    dim_ = choose_.Pick(0, std::ssize(sizes_) - 1);
    AddMask();
    return Spelt({DType::kBool, {1}, Values{Form::kBool, {{1}}}});
  }

 private:
  // The literal that was added; `otherwise` if it was something else.
  Literal Spelt(Literal otherwise) const {
    const Literal* literal = LiteralOf(index_.front());
    return literal == nullptr ? std::move(otherwise) : *literal;
  }

  int64_t left() const { return std::ssize(sizes_) - dim_; }

  void AddOne(Kind kind) {
    if (left() == 0 && kind != Kind::kBoolean && kind != Kind::kEllipsis) {
      kind = Kind::kNull;
    }
    if (kind == Kind::kRange) return Add(AnyRange(sizes_[dim_++]));
    if (kind == Kind::kNumber) return AddNumber();
    if (kind == Kind::kPick) return AddPick();
    if (kind == Kind::kMask) return AddMask();
    if (kind == Kind::kBoolean) return AddBoolean();
    if (kind == Kind::kNull || has_ellipsis_) return Add(NewAxis());
    has_ellipsis_ = true;
    Add(Ellipsis());
    dim_ += choose_.Pick(0, left());
  }

  void Add(IndexItem<TensorArg> item) { index_.push_back(std::move(item)); }

  int64_t AnyNumber(int64_t size) {
    const int64_t number = choose_.Pick(0, std::min(size, kFar) - 1);
    return size <= kNear && choose_.Chance(1, 4) ? number - size : number;
  }

  Range AnyRange(int64_t size) {
    const int64_t far = std::min(size, kFar);
    const auto bound = [&]() -> std::optional<int64_t> {
      if (choose_.Chance(1, 4)) return std::nullopt;
      return choose_.Pick(0, 2 * far + 2) - far - 1;
    };
    Range range{bound(), bound(), std::nullopt};
    if (choose_.Chance(1, 2)) range.step = choose_.Pick(1, 3);
    return range;
  }

  void AddNumber() {
    const int64_t size = sizes_[dim_++];
    if (size == 0) return Add(Range());
    const int64_t number = AnyNumber(size);
    if (!choose_.Chance(1, 4)) return Add(number);
    if (AddEarlier([size](const Literal& held) {
          return held.sizes.empty() && IsSignedInteger(held.dtype) &&
                 AreWithin(held, size);
        })) {
      return;
    }
    constexpr std::array kIntegers = {DType::kInt64, DType::kInt32,
                                      DType::kInt16, DType::kInt8};
    Add(Literal{choose_.OneOf(kIntegers), {}, Numbers({number})});
  }

  static bool AreWithin(const Literal& held, int64_t size) {
    return std::all_of(held.values->list.begin(), held.values->list.end(),
                       [size](const Scalar& value) {
                         return -size <= value.re && value.re < size;
                       });
  }

  // Adds a tensor of the case that `fits`, in most draws if there is
  // one; whether it did.
  template <typename Fits>
  bool AddEarlier(Fits fits) {
    if (state_ == nullptr) return false;
    std::vector<OutputRef> refs;
    for (const TensorRecord& known : state_->tensors()) {
      if (known.dtype != DType::kBool && known.dtype != DType::kUInt8 &&
          !IsSignedInteger(known.dtype)) {
        continue;
      }
      if (FitsLiteral(known.geometry.sizes) && fits(state_->Held(known.ref))) {
        refs.push_back(known.ref);
      }
    }
    if (refs.empty() || !choose_.Chance(3, 4)) return false;
    Add(TensorArg(choose_.OneOf(refs)));
    return true;
  }

  // The sizes that the tensors so far and one more broadcast to; nothing if
  // they do not.
  std::optional<Ints> Joined(const Ints& sizes) const {
    Ints joined = shape_;
    if (sizes.size() > joined.size()) {
      joined.insert(joined.begin(), sizes.size() - joined.size(), 1);
    }
    for (std::size_t back = 1; back <= sizes.size(); ++back) {
      int64_t& size = joined[joined.size() - back];
      const int64_t own = sizes[sizes.size() - back];
      if (size != 1 && own != 1 && size != own) return std::nullopt;
      if (size == 1) size = own;
    }
    return joined;
  }

  bool AddEarlierPick() {
    const int64_t size = sizes_[dim_];
    const auto fits = [&](const Literal& held) {
      return size > 0 && !held.sizes.empty() && Joined(held.sizes) &&
             (held.dtype == DType::kInt64 || held.dtype == DType::kInt32) &&
             AreWithin(held, size);
    };
    if (!AddEarlier(fits)) return false;
    shape_ = *Joined(HeldLast().sizes);
    ++dim_;
    return true;
  }

  bool AddEarlierMask() {
    const auto fits = [&](const Literal& held) {
      const bool mask =
          held.dtype == DType::kBool || held.dtype == DType::kUInt8;
      const auto rank = std::ssize(held.sizes);
      return mask && rank > 0 && rank <= left() &&
             std::equal(held.sizes.begin(), held.sizes.end(),
                        sizes_.begin() + dim_) &&
             Joined({CountTrue(held)});
    };
    if (!AddEarlier(fits)) return false;
    const Literal mask = HeldLast();
    shape_ = *Joined({CountTrue(mask)});
    dim_ += std::ssize(mask.sizes);
    return true;
  }

  static int64_t CountTrue(const Literal& mask) {
    return std::count_if(mask.values->list.begin(), mask.values->list.end(),
                         [](const Scalar& value) { return value.re != 0; });
  }

  // Returns what the tensor of the case that was added last holds.
  Literal HeldLast() const {
    return state_->Held(
        std::get<OutputRef>(std::get<TensorArg>(index_.back())));
  }

  static Values Numbers(const Ints& numbers) {
    Values values;
    for (const int64_t number : numbers) {
      values.list.push_back({static_cast<double>(number)});
    }
    return values;
  }

  int64_t AnySize() { return choose_.OneOf(std::array{2, 3, 1, 2, 0}); }

  // Sizes that broadcast together with those of the tensors so far.
  Ints AnyShape() {
    if (shape_.empty()) {
      for (int64_t rank = choose_.Pick(1, 2); rank > 0; --rank) {
        shape_.push_back(AnySize());
      }
      return shape_;
    }
    Ints shape = shape_;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (shape_[d] == 1) shape[d] = shape_[d] = AnySize();
      if (choose_.Chance(1, 4)) shape[d] = 1;
    }
    if (choose_.Chance(1, 4)) shape.erase(shape.begin(), shape.end() - 1);
    return shape;
  }

  void AddPick() {
    if (AddEarlierPick()) return;
    const Ints before = shape_;
    const int64_t size = sizes_[dim_];
    Ints shape = AnyShape();
    const int64_t numel = *Numel(shape);
    if (size == 0 && Numel(shape_) != 0) {
      shape_ = before;
      ++dim_;
      return Add(Range());
    }
    Ints numbers(numel, 0);
    for (int64_t& number : numbers) number = size == 0 ? 0 : AnyNumber(size);
    const DType dtype = choose_.Chance(1, 4) ? DType::kInt32 : DType::kInt64;
    Add(Literal{dtype, std::move(shape), Numbers(numbers)});
    ++dim_;
  }

  void AddMask() {
    if (AddEarlierMask()) return;
    const int64_t rank = left() > 1 ? choose_.Pick(1, 2) : 1;
    const Ints sizes(sizes_.begin() + dim_, sizes_.begin() + dim_ + rank);
    dim_ += rank;
    const int64_t numel = FitsLiteral(sizes) ? *Numel(sizes) : -1;
    const bool free = shape_.empty() || shape_.back() == 1;
    const int64_t due = free || shape_.back() > numel ? 1 : shape_.back();
    if (numel < 0 || (!free && due > numel)) {
      for (int64_t k = 0; k < rank; ++k) Add(Range());
      return;
    }
    Values values;
    int64_t count = 0;
    for (int64_t k = 0; k < numel; ++k) {
      const bool must = !free && due - count == numel - k;
      const bool can = free || count < due;
      const bool is_true = can && (must || choose_.Chance(1, 2));
      values.list.push_back({is_true ? 1.0 : 0.0});
      count += is_true ? 1 : 0;
    }
    if (shape_.empty()) shape_.push_back(count);
    if (free) shape_.back() = count;
    const DType dtype = choose_.Chance(1, 4) ? DType::kUInt8 : DType::kBool;
    values.form = FormOf(dtype);
    Add(Literal{dtype, sizes, std::move(values)});
  }

  void AddBoolean() {
    const bool one = !shape_.empty() && shape_.back() > 1;
    const bool item = one || !choose_.Chance(1, 4);
    if (shape_.empty()) shape_ = {1};
    if (!item) shape_.back() = 0;
    if (!choose_.Chance(1, 4)) return Add(item);
    const DType dtype = choose_.Chance(1, 2) ? DType::kUInt8 : DType::kBool;
    Add(Literal{dtype, {}, Values{FormOf(dtype), {{item ? 1.0 : 0.0}}}});
  }

  Chooser& choose_;
  const Ints& sizes_;
  const State* state_;  // Null: no tensors of a case.
  Index<TensorArg> index_;
  int64_t dim_ = 0;
  bool has_ellipsis_ = false;
  Ints shape_;  // Holds what the tensors so far broadcast to; empty: none yet.
};

}  // namespace

Index<TensorArg> DrawIndex(Chooser& choose, const Ints& sizes,
                           const State& state) {
  return ItemDrawing(choose, sizes, &state).Draw();
}

Literal DrawPick(Chooser& choose, const Ints& sizes) {
  if (sizes.empty()) return DrawPick(choose, {1});
  return ItemDrawing(choose, sizes, nullptr).DrawPick();
}

Literal DrawMask(Chooser& choose, const Ints& sizes) {
  if (sizes.empty()) return DrawMask(choose, {1});
  return ItemDrawing(choose, sizes, nullptr).DrawMask();
}

}  // namespace viewproof
