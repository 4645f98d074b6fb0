#include "conformance/gen/domains.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/write_rules.h"
#include "conformance/gen/cast_numbers.h"
#include "conformance/gen/items.h"
#include "conformance/gen/shapes.h"
#include "conformance/gen/write.h"
#include "reference/core/tensor.h"
#include "reference/ops/dtype_view.h"

namespace viewproof {
namespace {

constexpr int64_t kCountable = int64_t{1} << 60;  // Sums of two fit int64.

// Draws the arguments of one step. Every member returns what the domain of the
// same name means.
class Drawing {
 public:
  Drawing(Chooser& choose, const Op& op, const State& state,
          const TensorRecord& operand)
      : choose_(choose), op_(op), state_(state), operand_(operand) {}

  std::vector<Arg> Draw() {
    args_.resize(op_.parameters.size());
    for (const bool names_a_later_one : {false, true}) {
      for (at_ = 0; at_ < args_.size(); ++at_) {
        const Domain domain = op_.parameters[at_].domain;
        const bool later = domain == Domain::kPieceOf ||
                           domain == Domain::kPartsOf ||
                           domain == Domain::kCutsOf;
        if (later == names_a_later_one) args_[at_] = DrawOne();
      }
    }
    return std::move(args_);
  }

 private:
  using Maybe = std::optional<int64_t>;

  const Geometry& geometry() const { return operand_.geometry; }
  const Ints& sizes() const { return geometry().sizes; }
  int64_t rank() const { return geometry().rank(); }

  Arg DrawOne() {
    switch (op_.parameters[at_].domain) {
      case Domain::kAny:
        return Any();
      case Domain::kDim:
        return AnyDim(0, WrapRank(geometry()));
      case Domain::kOtherDim:
        return OtherDim();
      case Domain::kFreshDim:
        return AnyDim(0, rank() + 1);
      case Domain::kIndexOf:
        return AnyDim(0, NamedSize());
      case Domain::kBound:
        return Bound();
      case Domain::kStartOf:
        return AnyDim(0, NamedSize() + 1, NamedSize());
      case Domain::kLengthAfter:
        return LengthAfter();
      case Domain::kCount:
        return choose_.Pick(1, 5);
      case Domain::kStep:
        return choose_.Pick(1, 3);
      case Domain::kPieceOf:
        return choose_.Pick(1, NamedSize() + 1);
      case Domain::kDivisorOf:
        return DrawDivisor(choose_, NamedSize());
      case Domain::kCutsOf:
        return DrawCuts(choose_, NamedSize());
      case Domain::kWindowOf:
        return choose_.Pick(0, std::min<int64_t>(NamedSize(), 8));
      case Domain::kPermutation:
        return DrawDistinctDims(choose_, rank(), rank());
      case Domain::kDistinctDims:
        return DrawDistinctDims(choose_, rank(), choose_.Pick(0, rank()));
      case Domain::kSameLength:
        return DrawDistinctDims(choose_, rank(),
                                std::ssize(std::get<Ints>(args_[at_ - 1])));
      case Domain::kRangeEnd:
        return AnyDim(NamedDim(), WrapRank(geometry()));
      case Domain::kShapeOfNumel:
        return Inferred(DrawShape(choose_, sizes()));
      case Domain::kFactorsOf:
        return Inferred(FactorsOf());
      case Domain::kPartsOf:
        return DrawParts(choose_, NamedSize());
      case Domain::kBroadcastable:
        if (op_.parameters[at_].type == ArgType::kTensor) return ExpandedTo();
        return DrawExpanded(choose_, sizes(), infers());
      case Domain::kInStorage:
        return InStorage();
      case Domain::kSameNumel:
        return SameNumel();
      case Domain::kBroadcastsToThis:
        return BroadcastsTo(sizes());
      case Domain::kWritten:
        return WrittenNumber();
      case Domain::kItems:
        return DrawIndex(choose_, sizes(), state_);
      case Domain::kAdded:
        if (choose_.Chance(1, 3)) return WrittenNumber();
        return BroadcastsTo(sizes());
      case Domain::kAssigned:
        return Assigned();
      case Domain::kRecut:
        return Recut();
      case Domain::kFormat:
        return Format();
      case Domain::kFresh:
        return TensorArg(Fresh());
    }
    return {};
  }

  // A number in [lo, end), counted from `span` (if absent, `end`) downwards in
  // one of four draws.
  int64_t AnyDim(int64_t lo, int64_t end, Maybe span = std::nullopt) {
    if (end <= lo) return lo;
    const int64_t number = choose_.Pick(lo, end - 1);
    const int64_t negative = number - span.value_or(end);
    return negative < 0 && choose_.Chance(1, 4) ? negative : number;
  }

  // The dimension that the op's first parameter of domain kDim names, or that
  // it splits without a name.
  int64_t NamedDim() const {
    return DimAlong(op_, args_, WrapRank(geometry())).value_or(0);
  }

  int64_t NamedSize() const {
    return rank() == 0 ? 1 : std::min(sizes()[NamedDim()], kCountable);
  }

  int64_t OtherDim() {
    if (rank() < 2) return AnyDim(0, 1);
    const int64_t dim = choose_.Pick(0, rank() - 2);
    const int64_t other = dim + (dim >= NamedDim() ? 1 : 0);
    return choose_.Chance(1, 4) ? other - rank() : other;
  }

  Maybe Bound() {
    if (choose_.Chance(1, 4)) return std::nullopt;
    const int64_t size = std::min<int64_t>(NamedSize(), 8);
    return choose_.Pick(0, 2 * size + 2) - size - 1;
  }

  int64_t LengthAfter() {
    const int64_t start = std::get<int64_t>(args_[at_ - 1]);
    const int64_t from = start < 0 ? start + NamedSize() : start;
    return choose_.Pick(0, std::max<int64_t>(NamedSize() - from, 0));
  }

  bool infers() const {
    return op_.parameters[at_].type == ArgType::kSizesInfer;
  }

  Ints Inferred(Ints shape) {
    return infers() ? DrawInferred(choose_, std::move(shape)) : shape;
  }

  Ints FactorsOf() {
    Ints sizes = DrawShape(choose_, {NamedSize()});
    if (sizes.empty()) sizes.push_back(1);
    return sizes;
  }

  // Sizes first, then strides that leave room for them, then an offset.
  Arg InStorage() {
    const int64_t last = operand_.storage_bytes / ItemSize(operand_.dtype) - 1;
    if (op_.parameters[at_].type == ArgType::kSizes)
      return DrawSizes(choose_, last + 1);
    const Ints& size = std::get<Ints>(args_[0]);
    if (op_.parameters[at_].type == ArgType::kInts) {
      return DrawStrides(choose_, size, last);
    }
    int64_t left = last;
    for (std::size_t d = 0; d < size.size(); ++d) {
      left -= std::max<int64_t>(size[d] - 1, 0) * std::get<Ints>(args_[1])[d];
    }
    if (choose_.Chance(1, 4)) return Maybe();
    return Maybe(choose_.Pick(0, std::max<int64_t>(left, 0)));
  }

  Arg Any() {
    if (op_.parameters[at_].type == ArgType::kMemoryFormat) {
      return choose_.OneOf(kMemoryFormats);
    }
    return choose_.Pick(0, 8) - 4;
  }

  // The operand's own dtype where the state allows no other one.
  DType Recut() {
    const Tensor operand{nullptr, operand_.dtype, geometry()};
    std::vector<DType> dtypes = {operand_.dtype};
    for (const DType dtype : kDTypes) {
      if (dtype != operand_.dtype && state_.AllowsDType(dtype, operand_) &&
          ViewDType(operand, dtype).ok()) {
        dtypes.push_back(dtype);
      }
    }
    return choose_.OneOf(dtypes);
  }

  MemoryFormat Format() {
    std::vector<MemoryFormat> formats;
    if (rank() == 4) formats.push_back(MemoryFormat::kChannelsLast);
    if (rank() == 5) formats.push_back(MemoryFormat::kChannelsLast3d);
    formats.push_back(MemoryFormat::kContiguous);
    if (IsContiguous(geometry())) formats.push_back(MemoryFormat::kPreserve);
    return choose_.OneOf(formats);
  }

  // Returns whether the op converts a source of another dtype.
  bool Converts() const {
    return op_.kind == OpKind::kWrite && !ReadsTarget(op_);
  }

  // An earlier tensor that `fits`; nothing where there is none.
  template <typename Fits>
  std::optional<OutputRef> Earlier(Fits fits) {
    const bool any_dtype = Converts() && choose_.Chance(1, 3);
    std::vector<OutputRef> refs;
    for (const TensorRecord& known : state_.tensors()) {
      if ((any_dtype || known.dtype == operand_.dtype) && fits(known)) {
        refs.push_back(known.ref);
      }
    }
    if (refs.empty()) return std::nullopt;
    return choose_.OneOf(refs);
  }

  Arg SameNumel() {
    const Maybe numel = Numel(sizes());
    Ints shape = DrawShape(choose_, sizes());
    if (FitsLiteral(shape) && !choose_.Chance(1, 4)) {
      return TensorArg(Literal{operand_.dtype, std::move(shape), std::nullopt});
    }
    return TensorArg(*Earlier([&numel](const TensorRecord& known) {
      return Numel(known.geometry.sizes) == numel;
    }));
  }

  Arg ExpandedTo() {
    Ints shape = DrawExpanded(choose_, sizes(), false);
    if (FitsLiteral(shape) && !choose_.Chance(1, 4)) {
      return TensorArg(Literal{operand_.dtype, std::move(shape), std::nullopt});
    }
    return TensorArg(*Earlier([this](const TensorRecord& known) {
      return Broadcasts(sizes(), known.geometry.sizes);
    }));
  }

  // A number that only a write puts there; in one of four draws another one, if
  // the case shows values.
  Scalar WrittenNumber() {
    const Scalar plain = Whole(choose_.Pick(kFirstWritten, kLastWritten));
    if (!choose_.Chance(1, 4)) return plain;
    const Scalar drawn = DrawNumber(choose_);
    return state_.AllowsNumber(op_, drawn, operand_) ? drawn : plain;
  }

  // A number, or a tensor for what the index before it names; one element where
  // that names an element twice.
  Arg Assigned() {
    const Step write =
        state_.Plain({&op_, {args_[0], Whole(kFirstWritten)}, {}});
    const auto& index = std::get<Index<TensorArg>>(write.args[0]);
    std::optional<IndexedElements> named;
    if (!TooLarge(write, sizes(), operand_.dtype)) {
      named = ElementsAt(geometry(), index);
    }
    if (!named || choose_.Chance(1, 3)) {
      return WrittenNumber();
    }
    Ints places = named->addresses;
    std::sort(places.begin(), places.end());
    const bool twice =
        std::adjacent_find(places.begin(), places.end()) != places.end();
    Arg value = BroadcastsTo(twice ? Ints() : named->sizes);
    const auto* literal = std::get_if<Literal>(&std::get<TensorArg>(value));
    if (literal == nullptr || !choose_.Chance(1, 4)) return value;
    Literal led = *literal;
    led.sizes.insert(led.sizes.begin(), choose_.Pick(1, 2), 1);
    return TensorArg(std::move(led));
  }

  Arg BroadcastsTo(const Ints& to) {
    const auto earlier = Earlier([&to](const TensorRecord& known) {
      return Broadcasts(known.geometry.sizes, to);
    });
    if (earlier && choose_.Chance(1, 2)) return TensorArg(*earlier);
    Ints from = to;
    const int64_t dropped =
        choose_.Chance(1, 3) ? choose_.Pick(0, std::ssize(to)) : 0;
    from.erase(from.begin(), from.begin() + dropped);
    for (int64_t& size : from) {
      if (size > kMaxWrittenBase || choose_.Chance(1, 6)) size = 1;
    }
    while (!FitsLiteral(from)) {
      from.erase(from.begin());
    }
    return TensorArg(Written(std::move(from)));
  }

  static bool Broadcasts(const Ints& from, const Ints& to) {
    if (from.size() > to.size()) return false;
    return std::equal(from.rbegin(), from.rend(), to.rbegin(),
                      [](int64_t a, int64_t b) { return a == 1 || a == b; });
  }

  // Numbers or truths that can index a tensor, or what only a write puts into
  // one of the operand's dtype.
  Literal Fresh() {
    const TensorRecord& indexed = choose_.OneOf(state_.tensors());
    const int64_t lot = choose_.Pick(0, 3);
    if (lot == 3) return Written(DrawSizes(choose_, kMaxWrittenBase));
    if (lot == 2) return DrawMask(choose_, indexed.geometry.sizes);
    return DrawPick(choose_, indexed.geometry.sizes);
  }

  // In some draws of another dtype.
  Literal Written(Ints sizes) {
    DType dtype = operand_.dtype;
    if (Converts() && choose_.Chance(1, 4)) dtype = choose_.OneOf(kBaseDTypes);
    return DrawWritten(choose_, dtype, operand_.dtype, std::move(sizes));
  }

  Chooser& choose_;
  const Op& op_;
  const State& state_;
  const TensorRecord& operand_;
  std::vector<Arg> args_;
  std::size_t at_ = 0;  // The parameter being drawn.
};

}  // namespace

std::vector<Arg> DrawArguments(Chooser& choose, const Op& op,
                               const State& state,
                               const TensorRecord& operand) {
  return Drawing(choose, op, state, operand).Draw();
}

Literal DrawWritten(Chooser& choose, DType dtype, DType target, Ints sizes) {
  const int64_t numel = *Numel(sizes);
  const int64_t first = choose.Pick(kFirstWritten, kLastWritten);
  Literal literal{dtype, std::move(sizes), Values()};
  literal.values->form = FormOf(dtype);
  std::vector<Scalar>& list = literal.values->list;
  if (dtype != target && choose.Chance(1, 2)) {
    const std::vector<Scalar> numbers = CastElements(dtype, target);
    for (int64_t k = 0; k < numel; ++k) {
      list.push_back(
          numbers[static_cast<std::size_t>(first + k) % numbers.size()]);
    }
    return literal;
  }
  constexpr int64_t kCount = kLastWritten - kFirstWritten + 1;
  for (int64_t k = 0; k < numel; ++k) {
    const int64_t number = kFirstWritten + (first - kFirstWritten + k) % kCount;
    list.push_back(Whole(dtype == DType::kBool ? number % 2 : number));
  }
  return literal;
}

}  // namespace viewproof
