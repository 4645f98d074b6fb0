#include "conformance/gen/history.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/domains.h"
#include "conformance/gen/edit.h"
#include "conformance/gen/window.h"
#include "conformance/gen/write.h"

namespace viewproof {
namespace {

constexpr int64_t kEdits = 12;  // All edits are wide.
constexpr int64_t kFar = 1000;  // No size is as large.

class HistoryDraw {
 public:
  HistoryDraw(Chooser& choose, State& state, std::size_t most)
      : choose_(choose), state_(state), most_(most) {}

  // The step after what the history says, and reads of what is written. The
  // target of a step that names none may have changed: each names its own.
  void Hit(History history, const TensorRecord& target, Step step) {
    step.on = target.ref;
    const bool writes = IsWrite(step.op);
    const bool copies = MayCopy(step.op);
    const auto call = [&](const Step& once) {
      const auto number = std::ssize(state_.test().chain) + 1;
      if (!Try(once)) return std::optional<OutputRef>();
      if (writes) Try(ReadStep(OutputRef()));
      return std::optional<OutputRef>({number, 0});
    };
    const auto write_base = [&] { return WriteTo(state_.tensors()[0]); };
    // Its later read shows whether another call changed what this one made.
    std::optional<OutputRef> made;
    switch (history) {
      case History::kAgain:
        made = call(step);
        break;
      case History::kOwnWrite:
        made = call(step);
        WriteTo(target);
        break;
      case History::kOtherWrite:
        made = call(step);
        write_base();
        break;
      case History::kRefusal:
        Try(StepOf("select", {int64_t{0}, int64_t{1} << 20}, target.ref));
        break;
      case History::kOtherStorage: {
        made = call(step);
        if (!Try(StepOf("clone", {}, target.ref))) return;
        const TensorRecord other = state_.current();
        WriteTo(other);
        step.on = other.ref;
        break;
      }
      case History::kOtherArgument:
      case History::kSecondList: {
        Step first = step;
        first.args = DrawArguments(choose_, *step.op, state_, target);
        made = call(first);
        break;
      }
      case History::kSourceWritten:
      case History::kIndexWritten:
      case History::kMaskWritten: {
        if (history == History::kMaskWritten) PickByMask(target, step);
        std::vector<TensorRecord> written =
            NameArguments(step, history == History::kSourceWritten);
        if (written.empty()) return;
        made = call(step);
        const TensorRecord argument = choose_.OneOf(written);
        if (history == History::kSourceWritten ? !WriteTo(argument)
                                               : !Repick(argument)) {
          return;
        }
        break;
      }
      case History::kOtherSizes: {
        const auto part = PartOf(target, step);
        if (!part) return;
        NameArguments(step, true);
        if (!choose_.Chance(1, 4)) {  // The part comes first.
          step.on = *part;
          made = call(step);
          step.on = target.ref;
        } else {
          made = call(step);
          step.on = *part;
        }
        break;
      }
      case History::kOwnRefusal: {
        Step first = step;
        const bool cuts = step.op->cuts != nullptr;
        if (cuts && choose_.Chance(1, 2) &&
            Try(DrawWindow(choose_, state_.current(), {}, !writes))) {
          first.on = state_.current().ref;  // It has no dimension to cut.
        } else {
          Spoil(first);
        }
        Try(std::move(first));
        break;
      }
      case History::kReadLate:
        made = call(step);
        if (made && write_base()) Try(ReadStep(*made));
        return;
      case History::kThird: {
        made = call(step);
        if (!made) return;
        const bool chains =
            !writes && choose_.Chance(1, 2) && state_.Find(*made) != nullptr;
        if (chains) step.on = *made;
        made = call(step);
        if (made && chains) step.on = *made;
        break;
      }
    }
    call(step);
    if (made && copies && state_.Find(*made) != nullptr) Try(ReadStep(*made));
  }

 private:
  static Step StepOf(std::string_view op, std::vector<Arg> args = {},
                     std::optional<OutputRef> on = std::nullopt) {
    return {FindOp(op), std::move(args), on};
  }

  bool Try(Step step) {
    if (state_.test().chain.size() >= most_ || !state_.Allows(step)) {
      return false;
    }
    state_.Append(std::move(step));
    return true;
  }

  // A write to an element of a tensor that has some.
  bool WriteTo(const TensorRecord& target) {
    Index<TensorArg> index;
    for (const int64_t size : target.geometry.sizes) {
      if (size == 0 || index.size() == kMaxItems) return false;
      index.push_back(choose_.Pick(0, std::min<int64_t>(size, 3) - 1));
    }
    const Scalar number = Whole(choose_.Pick(kFirstWritten, kLastWritten));
    if (index.empty() || choose_.Chance(1, 3)) {
      return Try(StepOf("fill_", {number}, target.ref));
    }
    return Try(StepOf("setitem", {std::move(index), number}, target.ref));
  }

  // Index items are a mask of the case.
  void PickByMask(const TensorRecord& target, Step& step) {
    const Ints& sizes = target.geometry.sizes;
    if (sizes.empty()) return;
    for (Arg& arg : step.args) {
      if (!std::holds_alternative<Index<TensorArg>>(arg)) {
        arg = Whole(choose_.Pick(kFirstWritten, kLastWritten));
        continue;
      }
      // At times one of two dimensions.
      const Ints some(
          sizes.begin(),
          sizes.begin() +
              choose_.Pick(1, std::min<int64_t>(2, std::ssize(sizes))));
      const int64_t numel = Numel(some).value_or(kMaxCopied);
      if (!FitsLiteral(some)) return;
      Literal mask{DType::kBool, some, Values{FormOf(DType::kBool), {}}};
      for (int64_t k = 0; k < numel; ++k) {
        mask.values->list.push_back(Whole(choose_.Pick(0, 1)));
      }
      arg = Index<TensorArg>{TensorArg(std::move(mask))};
    }
  }

  // Literals of the step become tensors of the case: its source, or those of
  // its index. Returns which tensors of other storages than the base's there
  // are then: none of `new`, which takes a literal.
  std::vector<TensorRecord> NameArguments(Step& step, bool source) {
    std::vector<TensorRecord> named;
    if (step.op == FindOp("new")) return named;
    const auto name = [&](TensorArg& tensor) {
      if (const auto* ref = std::get_if<OutputRef>(&tensor)) {
        const TensorRecord* known = state_.Find(*ref);
        if (known != nullptr && known->storage != 0) named.push_back(*known);
        return;
      }
      if (!Try(StepOf("new", {tensor}))) return;
      named.push_back(state_.current());
      tensor = state_.current().ref;
    };
    for (Arg& arg : step.args) {
      auto* tensor = std::get_if<TensorArg>(&arg);
      if (tensor != nullptr && source) name(*tensor);
      auto* index = std::get_if<Index<TensorArg>>(&arg);
      if (index == nullptr || source) continue;
      for (auto& item : *index) {
        auto* pick = std::get_if<TensorArg>(&item);
        if (pick != nullptr) name(*pick);
      }
    }
    return named;
  }

  // An index tensor or a mask holds the same in another order, which is as
  // good an index.
  bool Repick(const TensorRecord& pick) {
    if (!FitsLiteral(pick.geometry.sizes)) return false;
    Literal held = state_.Held(pick.ref);
    if (!held.values) return false;
    std::vector<Scalar>& list = held.values->list;
    const std::vector<Scalar> was = list;
    if (list.size() > 1) {
      std::rotate(list.begin(),
                  list.begin() + choose_.Pick(1, std::ssize(list) - 1),
                  list.end());
    }
    if (list == was) return Try(StepOf("zero_", {}, pick.ref));
    return Try(StepOf("new", {TensorArg(std::move(held))})) &&
           Try(StepOf("copy_", {TensorArg(state_.current().ref)}, pick.ref));
  }

  // A part of the target that is smaller in one dimension, or the target with
  // two sizes exchanged. A source of the step that is to be broadcast becomes
  // one that broadcasts to both.
  std::optional<OutputRef> PartOf(const TensorRecord& target, Step& step) {
    const Ints& sizes = target.geometry.sizes;
    std::vector<int64_t> dims;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      if (sizes[d] > 2) dims.push_back(static_cast<int64_t>(d));
    }
    if (dims.empty()) return std::nullopt;
    const int64_t dim = choose_.Chance(1, 2) ? dims[0] : choose_.OneOf(dims);
    if (step.args.size() == 1 && IsWrite(step.op) &&
        std::holds_alternative<TensorArg>(step.args[0])) {
      Ints to = sizes;
      to[dim] = 1;
      if (!FitsLiteral(to)) return std::nullopt;
      step.args[0] = TensorArg(
          DrawWritten(choose_, target.dtype, target.dtype, std::move(to)));
    }
    if (!IsWrite(step.op) && sizes[dim] != sizes.back() &&
        choose_.Chance(1, 4)) {
      if (!Try(StepOf("transpose", {dim, std::ssize(sizes) - 1}, target.ref))) {
        return std::nullopt;
      }
      return state_.current().ref;
    }
    const int64_t size =
        choose_.Chance(1, 2) ? sizes[dim] - 1 : choose_.Pick(1, sizes[dim] - 1);
    const int64_t first = choose_.Pick(0, sizes[dim] - size);
    if (!Try(StepOf("slice",
                    {dim, std::optional<int64_t>(first),
                     std::optional<int64_t>(first + size), int64_t{1}},
                    target.ref))) {
      return std::nullopt;
    }
    return state_.current().ref;
  }

  // The step will be refused, most of the time: for a number out of range, or
  // for sizes that do not fit.
  void Spoil(Step& step) {
    for (Arg& arg : step.args) {
      if (auto* index = std::get_if<Index<TensorArg>>(&arg)) {
        for (auto& item : *index) {
          auto* tensor = std::get_if<TensorArg>(&item);
          auto* literal =
              tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
          if (literal == nullptr) continue;
          if (literal->dtype == DType::kBool) {
            literal->sizes.assign(literal->sizes.size(), 7);
            literal->values = std::nullopt;
            if (!FitsLiteral(literal->sizes)) literal->sizes = {7};
            return;
          }
          if (!literal->values || literal->values->list.empty()) continue;
          literal->values->list.back() =
              Whole(literal->dtype == DType::kInt8 ? 127 : kFar);
          return;
        }
        if (IsAdvanced(*index)) return;
        index->emplace_back(kFar);
        return;
      }
      auto* tensor = std::get_if<TensorArg>(&arg);
      auto* literal =
          tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
      if (IsWrite(step.op) &&
          (tensor != nullptr ||
           step.op->parameters[0].type == ArgType::kValue)) {
        const DType dtype =
            literal != nullptr ? literal->dtype : state_.OperandOf(step).dtype;
        arg = TensorArg(DrawWritten(choose_, dtype, dtype, {7, 5}));
        return;
      }
    }
    EditOne(choose_, kEdits, step);
  }

  Chooser& choose_;
  State& state_;
  const std::size_t most_;
};

}  // namespace

bool IsWrite(const Op* op) { return op->kind == OpKind::kWrite; }

bool MayCopy(const Op* op) {
  return op->kind == OpKind::kCopy || op->kind == OpKind::kSelfOrCopy ||
         op->kind == OpKind::kEither || op->kind == OpKind::kByIndex;
}

void HitAfter(Chooser& choose, State& state, std::size_t most, History history,
              const TensorRecord& target, Step step) {
  HistoryDraw(choose, state, most).Hit(history, target, std::move(step));
}

}  // namespace viewproof
