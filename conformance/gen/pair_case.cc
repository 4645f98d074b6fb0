#include "conformance/gen/pair_case.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>

#include "conformance/case/ops.h"
#include "conformance/gen/pair_layout.h"
#include "conformance/gen/state.h"
#include "conformance/gen/window.h"
#include "reference/core/geometry.h"

namespace viewproof {
namespace {

using enum PairFactor;

constexpr std::array kIndexSizes = {2, 3, 1, 4, 5, 2, 3};
constexpr int64_t kMostCells = 1 << 14;  // Elements of a base.
constexpr int64_t kMostPicked = 100;     // Numbers of an index tensor.
constexpr int64_t kCycleLength = 97;     // A cycle holds 1 to 97.
constexpr std::array kSteps = {2, 4, 8, 16, 32};
constexpr int kTries = 40;

Ints AnySizes(Chooser& choose, int64_t rank) {
  Ints sizes;
  for (int64_t d = 0; d < rank; ++d) {
    sizes.push_back(choose.Chance(1, 5) ? 1 : choose.OneOf(kPairSizes));
  }
  return sizes;
}

// Draws one case.
class PairDrawer {
 public:
  PairDrawer(Chooser& choose, std::string_view kernel,
             const std::vector<PairLevel>& levels,
             const std::vector<DType>& dtypes,
             std::optional<Walk> walk = std::nullopt)
      : choose_(choose),
        kernel_(kernel),
        dtypes_(dtypes),
        walk_(walk),
        by_tensors_(kernel.ends_with(" tensors")) {
    for (const PairLevel& level : levels) {
      wished_[static_cast<std::size_t>(level.factor)] = level.level;
    }
  }

  std::optional<Case> Draw() {
    if (!DrawItems()) return std::nullopt;
    bool fits = false;
    for (int k = 0; k < kTries && !fits; ++k) fits = DrawSizes();
    if (!fits) return std::nullopt;
    return by_tensors_ ? Indexed() : Written();
  }

 private:
  std::optional<uint8_t> Wished(PairFactor factor) const {
    return wished_[static_cast<std::size_t>(factor)];
  }
  // The level that is wished, or one of the first `count`.
  int64_t Level(PairFactor factor, int64_t count) {
    if (const auto wish = Wished(factor)) return *wish;
    return choose_.Pick(0, count - 1);
  }

  MemoryOrder OrderAt(PairFactor factor) {
    return AnyOrder(choose_, static_cast<PairOrder>(Level(factor, 7)));
  }

  PairBits AnyBits(PairFactor factor) {
    if (const auto wish = Wished(factor)) return static_cast<PairBits>(*wish);
    if (!choose_.Chance(1, 4)) return PairBits::kNone;
    return static_cast<PairBits>(choose_.Pick(1, 2));
  }

  // Draws storage, bits and the dtype of both.
  bool DrawItems() {
    storage_ = static_cast<PairStorage>(Level(
        kStorage, kernel_ == "add_" || kernel_ == "getitem tensors" ? 4 : 3));
    to_bits_ = AnyBits(PairFactor::kTargetBits);
    from_bits_ =
        by_tensors_ ? PairBits::kNone : AnyBits(PairFactor::kOtherBits);
    if (storage_ == PairStorage::kSame) {
      if (Wished(PairFactor::kOtherBits)) to_bits_ = from_bits_;
      from_bits_ = to_bits_;
    }
    if (to_bits_ != PairBits::kNone && from_bits_ != PairBits::kNone &&
        to_bits_ != from_bits_) {
      if (Wished(PairFactor::kTargetBits) && Wished(PairFactor::kOtherBits)) {
        return false;
      }
      (Wished(PairFactor::kTargetBits) ? from_bits_ : to_bits_) =
          PairBits::kNone;
    }
    const bool conj = Any(PairBits::kConjugate);
    const bool neg = Any(PairBits::kNegative);
    int64_t least = conj ? 3 : neg ? 2 : 0;
    int64_t most = conj ? 4 : neg ? 3 : 4;
    for (const PairFactor start : {kTargetStart, kOtherStart}) {
      const bool is_of_item = start == kTargetStart || !by_tensors_;
      if (const auto wish = Wished(start); wish && is_of_item) {
        most = std::min<int64_t>(most, *wish);
      }
    }
    if (by_tensors_ && storage_ != PairStorage::kAnother) {
      if (conj || neg || most < 3) return false;
      least = most = 3;
    }
    if (least > most) return false;
    item_ = Wished(kItem) ? *Wished(kItem) : choose_.Pick(least, most);
    if (item_ < least || item_ > most) return false;
    using enum DType;
    const bool adds = kernel_ == "add_" || walk_;
    const std::array<std::vector<DType>, 5> dtypes = {
        adds ? std::vector{kUInt8} : std::vector{kUInt8, kInt8},
        {kFloat16, kInt16, kBFloat16},
        neg ? std::vector{kFloat32} : std::vector{kFloat32, kInt32},
        conj  ? std::vector{kComplex64}
        : neg ? std::vector{kFloat64}
        : by_tensors_ && storage_ != PairStorage::kAnother
            ? std::vector{kInt64}
            : std::vector{kInt64, kFloat64, kComplex64},
        {kComplex128}};
    std::vector<DType> fitting;
    for (const DType dtype : dtypes[static_cast<std::size_t>(item_)]) {
      if (Has(dtype) && (!neg || Has(ComplexOf(item_)))) {
        fitting.push_back(dtype);
      }
    }
    if (fitting.empty()) return false;
    dtype_ = choose_.OneOf(fitting);
    return true;
  }
  bool Has(DType dtype) const {
    return dtypes_.empty() ||
           std::ranges::find(dtypes_, dtype) != dtypes_.end();
  }
  // The dtype whose parts are floats of 2^item bytes.
  static DType ComplexOf(int64_t item) {
    return item == 2 ? DType::kComplex64 : DType::kComplex128;
  }
  bool Any(PairBits bits) const {
    return to_bits_ == bits || from_bits_ == bits;
  }

  // Sizes of as many elements as are wished, in rows as long.
  Ints AnyTargetSizes() {
    if (walk_) {
      return WalkedSizes(choose_, *walk_, Wished(kSquareness).has_value());
    }
    int64_t rank = choose_.Pick(0, 4);
    if (HasRankFour(to_order_) || (!by_tensors_ && HasRankFour(from_order_))) {
      rank = 4;
    }
    const auto square = Wished(kSquareness);
    const auto elements = Wished(kElements);
    if (elements == 0) return Ints(static_cast<std::size_t>(rank), 1);
    Ints sizes = AnySizes(choose_, rank);
    if (elements && *elements <= 2) {
      for (int64_t& size : sizes)
        size = choose_.Pick(1, *elements == 1 ? 3 : 6);
    }
    if (square && *square <= 1 && rank >= 2) {
      const int64_t size = sizes[0];
      for (int64_t& other : sizes) {
        if (other > 1 || *square == 0) other = choose_.Chance(1, 5) ? 1 : size;
      }
      if (*square == 1) choose_.Pick(0, 1) == 0 ? ++sizes.back() : ++sizes[0];
    }
    if (const auto row = Wished(kRow); row && rank > 0) {
      const int64_t bytes = *row == 0   ? choose_.Pick(1, 15)
                            : *row == 1 ? 16
                            : *row == 2 ? choose_.Pick(17, 31)
                            : *row == 3 ? 32
                                        : choose_.Pick(33, 80);
      sizes.back() = std::max<int64_t>(bytes >> item_, 1);
      if (square == 0) {
        for (int64_t& size : sizes) size = size > 1 ? sizes.back() : 1;
      }
    }
    return sizes;
  }

  bool DrawSizes() {
    to_order_ = walk_ ? walk_->to : OrderAt(kTargetOrder);
    from_order_ = walk_ ? walk_->from : OrderAt(kOtherOrder);
    const bool writes = kernel_ != "getitem tensors";
    if (writes && to_order_ == MemoryOrder::kStrideZero) {
      to_order_ = MemoryOrder::kGaps;
    }
    to_sizes_ = AnyTargetSizes();
    if (by_tensors_ && storage_ != PairStorage::kAnother &&
        !to_sizes_.empty() && Numel(to_sizes_) > kMostPicked) {
      // The numbers of a cycle are all within a dimension.
      const int64_t size = choose_.Pick(kCycleLength + 1, kCycleLength + 31);
      if (Wished(kElements) == 3) {
        to_sizes_ = {size, choose_.Pick(3, 7)};
      } else {
        choose_.Chance(1, 2) ? to_sizes_.back() = size : to_sizes_[0] = size;
      }
    }
    if (by_tensors_ && to_sizes_.empty()) return false;
    repeated_ = static_cast<PairBroadcast>(Level(kBroadcast, 5));
    if (!Wished(kBroadcast) && choose_.Chance(1, 2)) {
      repeated_ = PairBroadcast::kNone;
    }
    if (storage_ == PairStorage::kSame) {
      if (!by_tensors_) repeated_ = PairBroadcast::kNone;
      if (Wished(kOtherOrder)) to_order_ = from_order_;
      from_order_ = to_order_;
    }
    if (by_tensors_) {
      int64_t rank = HasRankFour(from_order_) ? 4 : choose_.Pick(1, 3);
      all_sizes_.clear();
      for (; rank > 0; --rank) {
        all_sizes_.push_back(choose_.OneOf(kIndexSizes));
      }
    } else {
      all_sizes_ = to_sizes_;
    }
    from_sizes_ = all_sizes_;
    if (by_tensors_ && storage_ == PairStorage::kSame) {
      // The operand is its own index; another index repeats it.
      from_sizes_ = all_sizes_ = to_sizes_;
      for (int64_t& size : all_sizes_) {
        if (size == 1 && repeated_ != PairBroadcast::kNone) {
          size = choose_.OneOf(kIndexSizes);
        }
      }
      return CanLie(to_order_, to_sizes_);
    }
    switch (repeated_) {
      case PairBroadcast::kNone:
        break;
      case PairBroadcast::kInner:
        if (all_sizes_.empty() || all_sizes_.back() == 1) return false;
        from_sizes_.back() = 1;
        break;
      case PairBroadcast::kMiddle: {
        if (all_sizes_.size() < 3) return false;
        const auto d = static_cast<std::size_t>(
            choose_.Pick(1, std::ssize(all_sizes_) - 2));
        if (all_sizes_[d] == 1) return false;
        from_sizes_[d] = 1;
        break;
      }
      case PairBroadcast::kOuter:
        if (all_sizes_.empty() || all_sizes_[0] == 1) return false;
        if (all_sizes_.size() > 1 && choose_.Chance(1, 2) &&
            !HasRankFour(from_order_)) {
          from_sizes_.erase(from_sizes_.begin());
        } else if (all_sizes_.size() > 1) {
          from_sizes_[0] = 1;
        } else {
          return false;
        }
        break;
      case PairBroadcast::kScalar:
        from_sizes_.clear();
        break;
    }
    if (!CanLie(to_order_, to_sizes_) || !CanLie(from_order_, from_sizes_)) {
      return false;
    }
    const int64_t numel = Numel(to_sizes_).value_or(kMostCells + 1);
    if (numel > kMostCells / 2) return false;
    return Numel(from_sizes_).value_or(0) <=
           (by_tensors_ ? kMostPicked : numel);
  }

  // An offset of at least `least` elements that begins at this power of 2.
  int64_t Offset(std::optional<uint8_t> level, int64_t item, int64_t least) {
    const int64_t start =
        level ? *level : choose_.Pick(std::min<int64_t>(item, 4), 4);
    const int64_t unit = int64_t{1} << std::max<int64_t>(start - item, 0);
    int64_t times = (least + unit - 1) / unit + choose_.Pick(0, 1);
    if (start < 4 && times % 2 == 0) ++times;
    return times * unit;
  }

  static bool IsDense(MemoryOrder order) {
    return order == MemoryOrder::kRowMajor || order == MemoryOrder::kWindow;
  }

  FlatPlace Alone(MemoryOrder order, PairFactor start, int64_t cells) {
    FlatPlace place{.cells = cells};
    const auto level = Wished(start);
    const int64_t item = start == kOtherStart && by_tensors_ ? 3 : item_;
    const bool at_zero = order == MemoryOrder::kRowMajor &&
                         (!level || *level == 4) &&
                         (level || choose_.Chance(1, 2));
    if (!at_zero) {
      place.offset = Offset(
          level, item, order == MemoryOrder::kWindow ? 1 : choose_.Pick(0, 2));
    }
    const bool is_scalar =
        start == kOtherStart && repeated_ == PairBroadcast::kScalar;
    if (is_scalar && place.offset == 0) place.offset = Offset(level, item, 1);
    return place;
  }

  // Puts both into one storage; the first of them that is row-major ends it.
  bool PutTogether(FlatPlace& to, FlatPlace& from) {
    if (storage_ == PairStorage::kApart) {
      const bool target_first =
          from_order_ == MemoryOrder::kRowMajor ||
          (to_order_ != MemoryOrder::kRowMajor && choose_.Chance(1, 2));
      FlatPlace& first = target_first ? to : from;
      FlatPlace& second = target_first ? from : to;
      const PairFactor start = target_first ? kOtherStart : kTargetStart;
      second.offset = Offset(Wished(start), item_, first.end());
      if (to_order_ == MemoryOrder::kRowMajor &&
          from_order_ == MemoryOrder::kRowMajor) {
        const PairFactor other = target_first ? kTargetStart : kOtherStart;
        first.offset = 0;
        return !Wished(other) || *Wished(other) == 4;
      }
      return true;
    }
    const bool dense_to = IsDense(to_order_);
    const bool dense_from = IsDense(from_order_);
    if (dense_to && dense_from && from.cells > 1 && to.cells > 1) return false;
    if (dense_to || dense_from) {
      FlatPlace& dense = dense_to ? to : from;
      FlatPlace& wide = dense_to ? from : to;
      if (wide.cells < 2) return false;
      const PairFactor start = dense_to ? kTargetStart : kOtherStart;
      dense.offset = Offset(Wished(start), item_, wide.offset + 1);
      wide.step = dense.end() - wide.offset + choose_.Pick(0, 2);
      return true;
    }
    to.step = from.step = choose_.OneOf(kSteps);
    from.offset = Offset(Wished(kOtherStart), item_, to.offset + 1);
    return (from.offset - to.offset) % to.step != 0;
  }

  // The length of the storage: what is row-major and begins later ends it.
  int64_t LengthOf(const FlatPlace& to, const FlatPlace& from) {
    int64_t length = std::max(to.end(), from.end());
    const bool ends = (to_order_ == MemoryOrder::kRowMajor && to.offset > 0 &&
                       to.end() == length) ||
                      (from_order_ == MemoryOrder::kRowMajor &&
                       from.offset > 0 && from.end() == length);
    if (!ends) length += choose_.Pick(1, 3);
    return length;
  }

  // A flat tensor with the bits: `base` or a view of it.
  OutputRef Flat(CaseBuilder& build, OutputRef base, PairBits bits,
                 int64_t length, bool any_negative) {
    if (bits == PairBits::kConjugate) return build.Do("conj", {}, base);
    if (!any_negative) return base;
    if (bits == PairBits::kNegative) {
      return build.Do("imag", {}, build.Do("conj", {}, base));
    }
    return build.Do("view", {Ints{length}}, build.Do("view_as_real", {}, base));
  }

  // Lays a tensor into a flat one.
  OutputRef Laid(CaseBuilder& build, const LayoutPlan& plan, OutputRef flat,
                 const FlatPlace& place, int64_t length, PairBits bits) {
    if (bits != PairBits::kNegative) {
      return build.Lay(plan, flat, place, length);
    }
    // Every second element has the bit: another view gives them all.
    CaseBuilder plain({.dtype = DType::kFloat32,
                       .sizes = {length},
                       .fill = FillKind::kCycle});
    const OutputRef laid = plain.Lay(plan, {}, place, length);
    if (plain.failed()) return build.Fail();
    const Geometry& geometry = plain.state().Find(laid)->geometry;
    return build.Do(
        "as_strided",
        {geometry.sizes, geometry.strides, std::optional(geometry.offset)},
        flat);
  }

  // Makes the base of `length` elements one of their complex numbers.
  void MakeNegative(Base& base, int64_t& length) const {
    base.dtype = ComplexOf(item_);
    base.sizes[0] = (length + 1) / 2;
    length = 2 * base.sizes[0];
  }

  std::optional<Case> Written() {
    const LayoutPlan to_plan = PlanOf(choose_, to_order_, to_sizes_);
    LayoutPlan from_plan = PlanOf(choose_, from_order_, from_sizes_);
    if (walk_ && HasGaps(to_order_) && from_plan.inner == to_plan.inner) {
      from_plan = PlanOf(choose_, from_order_, from_sizes_);  // Other gaps.
    }
    FlatPlace to = Alone(to_order_, kTargetStart, to_plan.cells());
    FlatPlace from = Alone(from_order_, kOtherStart, from_plan.cells());
    if ((storage_ == PairStorage::kApart ||
         storage_ == PairStorage::kInterleaved) &&
        !PutTogether(to, from)) {
      return std::nullopt;
    }
    const bool is_another = storage_ == PairStorage::kAnother;
    int64_t length =
        is_another ? LengthOf(to, {})
                   : LengthOf(to, storage_ == PairStorage::kSame ? to : from);
    // A source of its own is a copy of what begins elsewhere in the base: their
    // elements differ place by place.
    int64_t from_length = length;
    int64_t begin = 0;
    const bool negative = Any(PairBits::kNegative);
    if (is_another) {
      from_length = from.end();
      const bool ends = from_order_ == MemoryOrder::kRowMajor;
      if (!ends) from_length += choose_.Pick(1, 3);
      if (negative && from_length % 2 == 1) ++from_length;
      begin = choose_.Pick(1, 5);
      const int64_t needed = (negative ? 2 : 1) * begin + from_length;
      if (to_order_ == MemoryOrder::kRowMajor && to.offset > 0 &&
          needed > length) {
        return std::nullopt;
      }
      length = std::max(length, needed);
    }
    if (length > kMostCells) return std::nullopt;
    Base base{.dtype = dtype_, .sizes = {length}, .fill = FillKind::kCycle};
    if (negative) {
      MakeNegative(base, length);
      if (!is_another) from_length = length;
    }
    CaseBuilder build(base);
    OutputRef source;
    if (is_another) {
      const int64_t own = negative ? from_length / 2 : from_length;
      source = build.Do("slice",
                        {int64_t{0}, std::optional(begin),
                         std::optional(begin + own), int64_t{1}},
                        {});
      source = build.Do("clone", {}, source);
    }
    if (storage_ != PairStorage::kSame) {
      source = Laid(build, from_plan,
                    Flat(build, source, from_bits_, from_length, negative),
                    from, from_length, from_bits_);
    }
    const OutputRef target =
        Laid(build, to_plan, Flat(build, {}, to_bits_, length, negative), to,
             length, to_bits_);
    if (storage_ == PairStorage::kSame) source = target;
    if (kernel_ == "setitem basic") {
      Index<TensorArg> index;
      if (!to_sizes_.empty() && choose_.Chance(1, 2)) {
        index.emplace_back(Range{});
      } else {
        index.emplace_back(Ellipsis{});
      }
      build.Do("setitem", {std::move(index), TensorArg(source)}, target);
    } else {
      build.Do(kernel_, {TensorArg(source)}, target);
    }
    if (walk_) {
      build.Do("read", {}, {});
      build.Do("add_", {TensorArg(source)}, target);
    }
    return Shown(build);
  }

  std::optional<Case> Shown(CaseBuilder& build) {
    const Step read = ReadStep(OutputRef{});
    if (build.failed() || !build.state().Allows(read)) return std::nullopt;
    build.state().Append(read);
    return build.state().test();
  }

  // The numbers of an index of a dimension of this size.
  std::vector<Scalar> Numbers(int64_t count, int64_t size) {
    std::vector<Scalar> numbers;
    for (int64_t k = 0; k < count; ++k) {
      numbers.push_back(Whole(choose_.Pick(-size, size - 1)));
    }
    return numbers;
  }

  OutputRef NewIndex(CaseBuilder& build, const Ints& sizes, int64_t size) {
    Literal literal{.dtype = DType::kInt64, .sizes = sizes, .values = Values{}};
    literal.values->list = Numbers(Numel(sizes).value_or(0), size);
    return build.Do("new", {TensorArg(std::move(literal))}, {});
  }

  std::optional<Case> Indexed() {
    const LayoutPlan to_plan = PlanOf(choose_, to_order_, to_sizes_);
    const LayoutPlan from_plan = PlanOf(choose_, from_order_, from_sizes_);
    FlatPlace to = Alone(to_order_, kTargetStart, to_plan.cells());
    FlatPlace from = Alone(from_order_, kOtherStart, from_plan.cells());
    const bool is_second = repeated_ != PairBroadcast::kNone &&
                           repeated_ != PairBroadcast::kScalar;
    const auto rank = std::ssize(to_sizes_);
    if (is_second && rank < 2) return std::nullopt;
    std::vector<std::size_t> dims;  // Those above 1, if there are any.
    for (int64_t d = 0; d < rank - (is_second ? 1 : 0); ++d) {
      const bool is_from_cycle =
          storage_ != PairStorage::kAnother && to_plan.cells() > kMostPicked;
      const int64_t least = is_from_cycle ? kCycleLength : 1;
      if (to_sizes_[d] > least) dims.push_back(static_cast<std::size_t>(d));
    }
    if (dims.empty()) dims.push_back(0);
    const std::size_t dim = choose_.OneOf(dims);
    const int64_t picked = to_sizes_[dim];
    const bool negative = to_bits_ == PairBits::kNegative;
    Base base{.dtype = dtype_, .sizes = {}, .fill = FillKind::kCycle};
    int64_t length = 0;
    if (storage_ == PairStorage::kAnother) {
      length = LengthOf(to, {});
    } else {
      const bool itself = storage_ == PairStorage::kSame;
      if (!itself && !PutTogether(to, from)) return std::nullopt;
      length = LengthOf(to, itself ? to : from);
      if (picked <= kCycleLength) {
        if (length > kMostPicked) return std::nullopt;
        base.fill = FillKind::kValues;
        base.values.list = Numbers(length, picked);
      }
    }
    if (length > kMostCells) return std::nullopt;
    base.sizes = {length};
    if (negative) {
      MakeNegative(base, length);
    }
    CaseBuilder build(base);
    OutputRef index;
    int64_t index_length = length;
    if (storage_ == PairStorage::kAnother) {
      index_length = from.end();
      if (from_order_ != MemoryOrder::kRowMajor) {
        index_length += choose_.Pick(1, 2);
      }
      if (index_length > kMostPicked) return std::nullopt;
      index = NewIndex(build, {index_length}, picked);
    }
    if (storage_ != PairStorage::kSame) {
      index = build.Lay(from_plan, index, from, index_length);
    }
    const OutputRef target =
        Laid(build, to_plan, Flat(build, {}, to_bits_, length, negative), to,
             length, to_bits_);
    if (storage_ == PairStorage::kSame) index = target;
    Index<TensorArg> items;
    for (std::size_t d = 0; d < dim; ++d) items.emplace_back(Range{});
    items.emplace_back(TensorArg(index));
    if (is_second) {
      items.emplace_back(
          TensorArg(NewIndex(build, all_sizes_, to_sizes_[dim + 1])));
    }
    if (kernel_ == "getitem tensors") {
      build.Do("getitem", {std::move(items)}, target);
      if (build.failed()) return std::nullopt;
      return build.state().test();
    }
    build.Do("setitem", {std::move(items), Scalar{.re = 101}}, target);
    return Shown(build);
  }

  Chooser& choose_;
  const std::string_view kernel_;
  const std::vector<DType>& dtypes_;
  const std::optional<Walk> walk_;  // How copy_ and add_ go, if it is said.
  const bool by_tensors_;
  PairLevels wished_ = {};

  PairStorage storage_ = PairStorage::kAnother;
  PairBits to_bits_ = PairBits::kNone;
  PairBits from_bits_ = PairBits::kNone;
  int64_t item_ = 0;
  DType dtype_ = DType::kFloat32;
  MemoryOrder to_order_ = MemoryOrder::kRowMajor;
  MemoryOrder from_order_ = MemoryOrder::kRowMajor;
  PairBroadcast repeated_ = PairBroadcast::kNone;
  Ints to_sizes_;
  Ints from_sizes_;
  Ints all_sizes_;  // Those to which the source or index is repeated.
};

}  // namespace

std::optional<Case> PairCase(Chooser& choose, std::string_view kernel,
                             const std::vector<PairLevel>& levels,
                             const std::vector<DType>& dtypes) {
  return PairDrawer(choose, kernel, levels, dtypes).Draw();
}

std::optional<Case> WalkCase(Chooser& choose, const Walk& walk,
                             const std::vector<DType>& dtypes) {
  const std::vector<PairLevel> levels = AnyLevels(choose, walk);
  const std::string_view kernel =
      choose.Chance(1, 2) ? "copy_" : "setitem basic";
  return PairDrawer(choose, kernel, levels, dtypes, walk).Draw();
}

}  // namespace viewproof
