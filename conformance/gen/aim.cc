#include "conformance/gen/aim.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/domains.h"
#include "conformance/gen/edit.h"
#include "conformance/gen/history.h"
#include "conformance/gen/items.h"
#include "conformance/gen/shapes.h"
#include "conformance/gen/state.h"
#include "conformance/gen/window.h"
#include "conformance/gen/write.h"

namespace viewproof {
namespace {

constexpr std::size_t kMostSteps = 12;
constexpr int64_t kMostLayouts = 3;
constexpr int64_t kWideEdits = 4;  // So many of kAllEdits are wide.
constexpr int64_t kAllEdits = 12;

constexpr std::array kRanks = {2, 3, 5, 4, 1, 3, 4, 5, 6, 7, 8, 9, 0, 16, 3, 5};
// Most elements of a tensor: of most cases, so that they run fast.
constexpr std::array kCaps = {60, 130, 260, 130, 300};
constexpr std::array kLargeCaps = {1100, 1100, 4200, 1100, 4200, 8200};
constexpr int64_t kHugeCap = 70000;
constexpr std::array<int64_t, 6> kSmallFactors = {1, 2, 3, 2, 4, 5};
constexpr std::array<int64_t, 5> kFactors = {256, 65536, 300, 65537, 4096};
constexpr int kDraws = 8;            // A call is drawn so often at most.
constexpr int64_t kMostBytes = 192;  // A base that is written out has no more.

constexpr std::array kSourceDTypes = {
    DType::kInt32, DType::kFloat32, DType::kInt8,    DType::kFloat64,
    DType::kInt64, DType::kUInt8,   DType::kBFloat16};

class AimedDraw {
 public:
  AimedDraw(Chooser& choose, const Aim& aim)
      : choose_(choose),
        aim_(aim),
        writes_(std::any_of(aim.ops.begin(), aim.ops.end(), IsWrite)),
        cap_(AnyCap()),
        state_(AnyBase()) {}

  Case Draw() {
    MakeTarget();
    const TensorRecord target = state_.current();
    // True if it reads what lies in the gaps.
    const bool reads = choose_.Chance(1, 3);
    for (const Op* op : aim_.ops) {
      if (HasRoom(reads ? 2 : 1)) Hit(*op, target);
    }
    if (reads) Try(ReadStep(OutputRef()));
    if (state_.test().chain.empty()) state_.Append(ReadStep());
    return state_.test();
  }

 private:
  int64_t AnyCap() {
    if (!choose_.Chance(1, 16)) return choose_.OneOf(kCaps);
    if (!writes_ && choose_.Chance(1, 30)) return kHugeCap;
    return choose_.OneOf(kLargeCaps);
  }

  DType AnyDType() {
    std::vector<DType> dtypes = aim_.dtypes;
    if (dtypes.empty()) dtypes.assign(kBaseDTypes.begin(), kBaseDTypes.end());
    const bool complex = std::any_of(
        aim_.ops.begin(), aim_.ops.end(),
        [](const Op* op) { return op->profile == Profile::kComplex; });
    if (complex && std::ranges::any_of(dtypes, IsComplex) &&
        choose_.Chance(2, 3)) {
      std::erase_if(dtypes, [](DType dtype) { return !IsComplex(dtype); });
    }
    if (aim_.like && aim_.like->item) {
      const auto has_other = [this](DType dtype) {
        return ItemSize(dtype) != *aim_.like->item;
      };
      if (!std::ranges::all_of(dtypes, has_other)) {
        std::erase_if(dtypes, has_other);
      }
    }
    return choose_.OneOf(dtypes);
  }

  FillKind AnyFill() {
    const bool copies =
        std::any_of(aim_.ops.begin(), aim_.ops.end(), MayCopy) && !writes_;
    if (copies && choose_.Chance(1, 2)) return FillKind::kHex;
    return choose_.OneOf(std::array{FillKind::kIota, FillKind::kCycle,
                                    FillKind::kValues, FillKind::kCycle,
                                    FillKind::kBytes});
  }

  Base AnyBase() {
    const DType dtype = AnyDType();
    if (aim_.product) return OfProduct(dtype);
    if (aim_.like) {
      TensorRecipe made =
          MakeLike(choose_, *aim_.like, dtype,
                   std::max(cap_, 2 * aim_.like->least_numel), writes_);
      layout_ = std::move(made.steps);
      return std::move(made.base);
    }
    FillKind fill = AnyFill();
    int64_t room = writes_ ? kMaxWrittenBase : kLastWritten;
    if (fill == FillKind::kCycle) room = cap_;
    if (fill == FillKind::kValues || fill == FillKind::kHex) {
      room = std::min({room, kMostBytes / ItemSize(dtype), kMaxWrittenBase});
    }
    if (fill == FillKind::kBytes && dtype == DType::kFloat16) {
      room = kMaxFloat16Bytes / 2;
    }
    Ints sizes = EdgeSizes(choose_, choose_.OneOf(kRanks), room);
    if (fill == FillKind::kValues || fill == FillKind::kHex) {
      return DrawData(choose_, dtype, std::move(sizes), fill);
    }
    return {.dtype = dtype, .sizes = std::move(sizes), .fill = fill};
  }

  // A base that a step of the layout makes a tensor of: without elements, or
  // with one that is repeated.
  Base OfProduct(DType dtype) {
    const bool empty = choose_.Chance(2, 3);
    Ints sizes = {choose_.OneOf(kSmallFactors)};
    int64_t product = sizes[0];
    while (product < *aim_.product) {
      const int64_t left = (*aim_.product + product - 1) / product;
      const int64_t most = std::min(left, *aim_.product - 1);
      const bool last = most == left && choose_.Chance(1, 2);
      sizes.push_back(last ? left : std::min(most, choose_.OneOf(kFactors)));
      product *= sizes.back();
    }
    if (choose_.Chance(1, 3)) sizes.push_back(choose_.OneOf(kSmallFactors));
    if (empty) {
      sizes.insert(sizes.begin() + choose_.Pick(0, std::ssize(sizes)), 0);
      layout_.push_back(StepOf("view", {std::move(sizes)}));
    } else {
      layout_.push_back(StepOf("expand", {std::move(sizes)}));
    }
    return {.dtype = dtype, .sizes = {empty ? 0 : 1}, .fill = FillKind::kIota};
  }

  static Step StepOf(std::string_view op, std::vector<Arg> args = {},
                     std::optional<OutputRef> on = std::nullopt) {
    return {FindOp(op), std::move(args), on};
  }

  bool HasRoom(std::size_t steps = 1) const {
    return state_.test().chain.size() + steps <= kMostSteps;
  }

  bool Try(Step step) {
    if (!HasRoom() || !state_.Allows(step)) return false;
    state_.Append(std::move(step));
    return true;
  }

  // The tensor that the ops act on is the current one then.
  void MakeTarget() {
    if (choose_.Chance(1, 8)) Touch();
    if (aim_.like || aim_.product) {
      for (Step& step : layout_) Try(std::move(step));
      for (int64_t k = choose_.Pick(0, 5) - 3; k > 0; --k)
        Try(StepOf("detach"));
      if (choose_.Chance(1, 8)) Touch();
      return;
    }
    for (int64_t left = choose_.Pick(0, kMostLayouts); left > 0; --left) {
      Step step = AnyLayout();
      if (!IsTooLarge(step)) Try(std::move(step));
    }
    if (choose_.Chance(1, 6)) Touch();
  }

  // A write to one place of the base, which no other element notices.
  void Touch() {
    const Ints& sizes = state_.tensors()[0].geometry.sizes;
    if (sizes.empty() || Numel(sizes) == 0) return;
    Index<TensorArg> index;
    for (std::size_t d = 0; d < sizes.size() && d < kMaxItems; ++d) {
      index.push_back(int64_t{0});
    }
    const int64_t number = choose_.Pick(kFirstWritten, kLastWritten);
    Try(StepOf("setitem", {std::move(index), Whole(number)}, OutputRef()));
  }

  bool IsTooLarge(const Step& step) const {
    return step.op->name == "expand" &&
           Numel(std::get<Ints>(step.args[0])).value_or(kMaxCopied) > cap_;
  }

  const Ints& sizes() const { return state_.current().geometry.sizes; }
  int64_t rank() const { return std::ssize(sizes()); }

  Step AnyLayout() {
    const bool flat = rank() == 0;
    switch (choose_.Pick(0, 15)) {
      case 0:
      case 1:
        return Drawn("permute");
      case 2: {
        Ints dims(rank());
        std::iota(dims.rbegin(), dims.rend(), 0);
        return StepOf("permute", {std::move(dims)});
      }
      case 3:
      case 4:
        return flat ? Drawn("unsqueeze") : Sliced(choose_.Pick(2, 3));
      case 5:
      case 6:
        return flat ? Drawn("detach") : Sliced(1);
      case 7:
        return flat ? Drawn("unsqueeze") : Drawn("select");
      case 8:
      case 9:
        return writes_ && choose_.Chance(3, 4) ? Drawn("transpose")
                                               : Expanded();
      case 10:
      case 11:
        return Window(EdgeSizes(choose_, choose_.OneOf(kRanks), cap_));
      case 12:
        return Drawn("unsqueeze");
      case 13:
        if (IsComplex(state_.current().dtype)) {
          return Drawn(choose_.Chance(1, 3) && state_.current().conj ? "imag"
                                                                     : "conj");
        }
        return Drawn(choose_.OneOf(std::array<std::string_view, 4>{
            "transpose", "view.dtype", "clone", "contiguous"}));
      case 14:
        return Drawn(choose_.OneOf(std::array<std::string_view, 4>{
            "clone", "diagonal", "unfold", "detach"}));
      default:
        return Drawn(choose_.OneOf(std::array<std::string_view, 4>{
            "transpose", "squeeze", "view", "movedim"}));
    }
  }

  Step Drawn(std::string_view name) {
    const Op& op = *FindOp(name);
    return {&op, DrawArguments(choose_, op, state_, state_.current()), {}};
  }

  // A part of a dimension that begins after its start, half of the time.
  Step Sliced(int64_t step) {
    const int64_t dim = choose_.Pick(0, rank() - 1);
    const int64_t start = std::min(choose_.Pick(0, 2), sizes()[dim]);
    std::optional<int64_t> end;
    if (choose_.Chance(1, 4)) end = -1;
    return StepOf("slice", {dim, std::optional<int64_t>(start), end, step});
  }

  // A size of 1, here or new, becomes an edge.
  Step Expanded() {
    Ints to = sizes();
    const auto one = std::find(to.begin(), to.end(), 1);
    const bool large = cap_ > kCaps.back() && choose_.Chance(1, 2);
    const int64_t many =
        large ? choose_.OneOf(std::array{257, 1025, 4097}) : EdgeSize(choose_);
    if (one != to.end() && choose_.Chance(3, 4)) {
      *one = many;
    } else {
      to.insert(to.begin(), many);
    }
    return StepOf("expand", {std::move(to)});
  }

  // The current tensor's storage as a tensor of these sizes (DrawWindow).
  Step Window(Ints to) {
    return DrawWindow(choose_, state_.current(), std::move(to), !writes_);
  }

  // A call of the op on the target: of the kernel that is aimed at, if a few
  // draws meet it.
  Step AnyCall(const Op& op, const TensorRecord& target) {
    const bool is_aimed = !aim_.kernel.empty() && &op == aim_.ops.front();
    Step step;
    for (int left = kDraws; left > 0; --left) {
      step = {&op, DrawArguments(choose_, op, state_, target), target.ref};
      if (choose_.Chance(1, 6)) Stretch(op, step.args);
      if (IndexOf(step) == nullptr) break;
      if (choose_.Chance(1, 2)) PickMore(target, step);
      if (!is_aimed || KernelOf(step) == aim_.kernel) break;
    }
    return step;
  }

  // Runs the op on the target, and what shows its result.
  void Hit(const Op& op, const TensorRecord& target) {
    const std::size_t reads = IsWrite(&op) ? 1 : 0;
    if (!HasRoom(1 + reads)) return;
    Step step = AnyCall(op, target);
    if (aim_.source) {
      // The first step has that cast, the others any.
      const bool first = std::exchange(is_first_, false);
      Convert(first ? *aim_.source : AnyDType(), target.dtype, step);
    } else if (IsWrite(&op) && choose_.Chance(1, 2)) {
      NameSource(target, step);
    }
    const bool edits =
        IndexOf(step) != nullptr || (!MayCopy(&op) && !IsWrite(&op));
    if (aim_.wide) EditOne(choose_, kAllEdits, step);
    if (edits && choose_.Chance(1, 8)) EditOne(choose_, kWideEdits, step);
    if (aim_.before) {
      return CallAfter(*aim_.before, target, std::move(step));
    }
    if (choose_.Chance(1, aim_.like ? 12 : 4) && HasRoom(3 + reads)) {
      if (choose_.Chance(1, 2)) {
        return CallAfter(choose_.OneOf(kHistories), target, std::move(step));
      }
      CallElsewhere(target, step);
    }
    if (step.on == state_.current().ref) step.on.reset();
    if (!Try(std::move(step)) || !IsWrite(&op)) return;
    Try(ReadStep(OutputRef()));
    if (choose_.Chance(1, 3)) Try(ReadStep(target.ref));
    if (choose_.Chance(1, 3)) {
      Try(ReadStep(choose_.OneOf(state_.tensors()).ref));
    }
  }

  void CallAfter(History history, const TensorRecord& target, Step step) {
    HitAfter(choose_, state_, kMostSteps, history, target, std::move(step));
  }

  // Another index; a number is written through it.
  void PickMore(const TensorRecord& target, Step& step) {
    for (std::size_t k = 0; k < step.args.size(); ++k) {
      if (std::holds_alternative<Index<TensorArg>>(step.args[k])) {
        step.args[k] = DrawAdvanced(choose_, target.geometry.sizes);
      } else {
        step.args[k] = TensorArg(Literal{target.dtype, {}, Mark(target.dtype)});
        if (choose_.Chance(1, 2)) step.args[k] = Whole(kLastWritten);
      }
    }
  }

  // Returns what is written as a tensor of one element.
  Values Mark(DType dtype) {
    Values values;
    values.form = FormOf(dtype);
    const bool truth = dtype == DType::kBool;
    values.list.push_back(
        Whole(truth ? 1 : choose_.Pick(kFirstWritten, kLastWritten)));
    return values;
  }

  // Lists of sizes get more dimensions, up to 16.
  void Stretch(const Op& op, std::vector<Arg>& args) {
    if (op.name == "as_strided") return;
    const int64_t rank = choose_.OneOf(std::array{5, 6, 7, 8, 9, 16, 9, 16});
    for (std::size_t k = 0; k < args.size(); ++k) {
      const Domain domain = op.parameters[k].domain;
      const bool front = domain == Domain::kBroadcastable;
      if (!front && domain != Domain::kShapeOfNumel &&
          domain != Domain::kFactorsOf && domain != Domain::kSameNumel) {
        continue;
      }
      auto* list = std::get_if<Ints>(&args[k]);
      if (auto* tensor = std::get_if<TensorArg>(&args[k])) {
        auto* literal = std::get_if<Literal>(tensor);
        if (literal != nullptr) list = &literal->sizes;
      }
      while (list != nullptr && std::ssize(*list) < rank) {
        list->insert(
            list->begin() + (front ? 0 : choose_.Pick(0, std::ssize(*list))),
            1);
      }
    }
  }

  // The tensor that the step writes gets this dtype: it is written out, or a
  // window of what is.
  void Convert(DType from, DType to, Step& step) {
    if (step.args.empty() || !IsWrite(step.op)) return;
    auto* tensor = std::get_if<TensorArg>(&step.args.back());
    auto* literal = tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
    if (literal == nullptr || !FitsLiteral(literal->sizes)) return;
    Ints sizes = literal->sizes;
    const int64_t room = 2 * *Numel(sizes) + 3;
    if (FitsLiteral({room}) && HasRoom(4) && choose_.Chance(1, 2) &&
        Try(StepOf("new",
                   {TensorArg(DrawWritten(choose_, from, to, {room}))})) &&
        Try(Window(std::move(sizes)))) {
      *tensor = state_.current().ref;
      return;
    }
    *literal = DrawWritten(choose_, from, to, std::move(literal->sizes));
  }

  // Names what is written: a tensor of some layout that broadcasts to where it
  // goes.
  void NameSource(const TensorRecord& target, Step& step) {
    if (step.args.empty() || !HasRoom(4)) return;
    auto* tensor = std::get_if<TensorArg>(&step.args.back());
    if (tensor == nullptr) return;
    Ints to = target.geometry.sizes;
    if (const Index<TensorArg>* index = IndexOf(step)) {
      bool spelt = true;  // No item is a tensor of the case.
      ForEachRef(step, [&spelt](OutputRef, std::string_view field) {
        spelt &= field != "index";
      });
      if (!spelt || TooLarge(step, to, target.dtype)) return;
      const auto named = ElementsAt(target.geometry, *index);
      if (!named) return;
      to = named->sizes;
    }
    if (choose_.Chance(1, 3)) {
      to.erase(to.begin(), to.begin() + choose_.Pick(0, std::ssize(to)));
    }
    for (int64_t& size : to) {
      if (choose_.Chance(1, 5)) size = 1;
    }
    if (choose_.Chance(1, 5) && FitsLiteral(to)) {
      const DType dtype = choose_.OneOf(kSourceDTypes);
      *tensor = DrawWritten(choose_, dtype, target.dtype, std::move(to));
      return;
    }
    const bool apart = choose_.Chance(1, 2) && Try(StepOf("clone", {}, {}));
    const TensorRecord from = apart ? state_.current() : state_.tensors()[0];
    if (!apart) Try(StepOf("detach", {}, OutputRef()));
    if (from.free_layout || from.dtype != target.dtype) return;
    const bool wrote = std::exchange(writes_, false);  // It may overlap.
    const bool made = Try(Window(std::move(to)));
    writes_ = wrote;
    if (made) *tensor = state_.current().ref;
  }

  // The same call on a tensor of the same sizes with another layout.
  void CallElsewhere(const TensorRecord& target, const Step& step) {
    Step window = Window(target.geometry.sizes);
    if (std::get<Ints>(window.args[0]) != target.geometry.sizes) return;
    if (!Try(std::move(window))) return;
    Step elsewhere = step;
    elsewhere.on.reset();
    Try(std::move(elsewhere));
  }

  Chooser& choose_;
  const Aim& aim_;
  bool writes_;
  bool is_first_ = true;  // No op was run yet.
  int64_t cap_;
  std::vector<Step> layout_;  // Holds what makes a target with the traits.
  State state_;
};

}  // namespace

Case CaseAt(Chooser& choose, const Aim& aim) {
  return AimedDraw(choose, aim).Draw();
}

}  // namespace viewproof
