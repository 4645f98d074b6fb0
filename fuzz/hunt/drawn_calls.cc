#include "fuzz/hunt/drawn_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "conformance/calls/layout.h"
#include "conformance/calls/view_steps.h"
#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/gen/seed_chooser.h"

namespace viewproof {
namespace {

constexpr int64_t kMostViews = 4;
constexpr int64_t kMostRank = 6;  // A storage has no more dimensions.

// Makes a layout from its end: an operand of these sizes, then what it may be a
// view of, and so on.
class LayoutDrawer {
 public:
  LayoutDrawer(Chooser& choose, DType dtype, const Ints& sizes, bool may_repeat)
      : choose_(choose), may_repeat_(may_repeat) {
    layout_ = {"drawn", LayoutKind::kGaps, dtype, sizes, {}};
  }

  OperandLayout Draw() {
    const int64_t views = choose_.Pick(1, kMostViews);
    for (int64_t k = 0; k < views; ++k) AddBefore();
    if (choose_.Chance(1, 4)) ViewFromARow();
    return std::move(layout_);
  }

 private:
  Ints& storage() { return layout_.storage; }
  int64_t rank() { return std::ssize(storage()); }
  int64_t AnyDim() { return choose_.Pick(0, rank() - 1); }

  void Put(Step view) {
    layout_.views.insert(layout_.views.begin(), std::move(view));
  }
  void AddBefore() {
    switch (choose_.Pick(0, 5)) {
      case 0:
        return Permute();
      case 1:
      case 2:
        return Slice();
      case 3:
        return Select();
      case 4:
        return may_repeat_ ? Expand() : Permute();
      default:
        return TakeBits();
    }
  }

  void Permute() {
    if (rank() < 2) return Slice();
    Ints dims(rank());
    std::iota(dims.begin(), dims.end(), 0);
    for (int64_t d = rank() - 1; d > 0; --d) {
      std::swap(dims[d], dims[choose_.Pick(0, d)]);
    }
    Ints before(rank());
    for (int64_t d = 0; d < rank(); ++d) before[dims[d]] = storage()[d];
    storage() = before;
    Put(StepOf("permute", {dims}));
  }

  void Slice() {
    if (rank() == 0) return Select();
    const int64_t d = AnyDim();
    const int64_t size = storage()[d];
    const int64_t start = choose_.Pick(0, 3);
    const int64_t step = choose_.Pick(1, 3);
    storage()[d] = EndOfCut(start, size, step) + choose_.Pick(0, 2);
    Put(Cut(d, start, size, step));
  }

  void Select() {
    if (rank() >= kMostRank) return Permute();
    const int64_t d = choose_.Pick(0, rank());
    const int64_t size = choose_.Pick(2, 3);
    storage().insert(storage().begin() + d, size);
    Put(StepOf("select", {Number(d), Number(choose_.Pick(0, size - 1))}));
  }

  void Expand() {
    if (rank() == 0) return Select();
    const int64_t d = AnyDim();
    if (storage()[d] < 2) return Slice();
    Ints sizes = storage();
    storage()[d] = 1;
    layout_.kind = LayoutKind::kRepeats;
    Put(StepOf("expand", {std::move(sizes)}));
  }

  // A bit, or a part of complex numbers.
  void TakeBits() {
    if (IsComplex(layout_.dtype)) return Put(StepOf("conj", {}));
    const bool is_float32 = layout_.dtype == DType::kFloat32;
    if (!is_float32 && layout_.dtype != DType::kFloat64) return Permute();
    layout_.dtype = is_float32 ? DType::kComplex64 : DType::kComplex128;
    Put(StepOf("imag", {}));
    if (choose_.Chance(1, 2)) Put(StepOf("conj", {}));
  }

  // The storage is a part of a row.
  void ViewFromARow() {
    const auto numel = Numel(storage());
    if (!numel || *numel > kMaxBase) return;
    const int64_t start = choose_.Pick(1, 5);
    Put(StepOf("view", {storage()}));
    storage() = {*numel + start + 1};
    Put(Cut(0, start, *numel));
  }

  Chooser& choose_;
  const bool may_repeat_;
  OperandLayout layout_;
};

// Mostly small; at times at the edge of a block.
int64_t AnySize(Chooser& choose) {
  constexpr std::array kEdges = {0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65};
  return choose.Chance(1, 4) ? choose.OneOf(kEdges) : choose.Pick(1, 6);
}

}  // namespace

DrawnCalls::DrawnCalls(const Hello& hello, uint64_t seed,
                       const std::vector<std::string>& ops, Executor& executor,
                       const std::atomic<bool>& stop)
    : calls_(hello), seed_(seed), executor_(executor), stop_(stop) {
  for (std::size_t kernel = 0; kernel < hello.calls.size(); ++kernel) {
    for (const CallForm form : hello.calls[kernel].forms) {
      const std::string op = CallName(hello.calls[kernel].name, form);
      if (ops.empty() || std::ranges::count(ops, op) > 0) {
        forms_.emplace_back(kernel, form);
      }
    }
  }
  if (forms_.empty()) {
    throw BadInput(
        "calls: the adapter declares no such kernels "
        "(PROTOCOL.md, 14)");
  }
  calls_.RefuseWrong(executor, stop);
}

DrawnCalls::Question DrawnCalls::DrawnAt(int64_t number,
                                         Chooser& choose) const {
  Question question;
  std::tie(question.kernel, question.form) = choose.OneOf(forms_);
  const DeclaredKernel& kernel = calls_.hello().calls[question.kernel];
  question.dtype = kernel.dtypes.empty() ? *kernel.operands.front().dtype
                                         : choose.OneOf(kernel.dtypes);
  CallSizes& sizes = question.drawn_sizes.emplace();
  sizes.name = fmt::format("seed-{}-{}", seed_, number);
  const int64_t leading = choose.Pick(0, 3);
  for (int64_t k = 0; k < leading; ++k) {
    sizes.leading.push_back(AnySize(choose));
  }
  for (const KernelOperand& operand : kernel.operands) {
    for (const KernelSize& term : operand.sizes) {
      if (term.letter != 0 && !sizes.letters.contains(term.letter)) {
        sizes.letters[term.letter] = AnySize(choose);
      }
    }
  }
  question.draw = choose.Pick(0, 3);
  return question;
}

// Draws the layout of each tensor from this number on.
void DrawnCalls::DrawLayouts(std::size_t from, Chooser& choose,
                             Question& question) const {
  const auto plan = calls_.PlanOf(question);
  if (from == plan.size()) return;
  question.drawn_layouts.resize(plan.size());
  for (std::size_t t = from; t < plan.size(); ++t) {
    if (!choose.Chance(3, 4)) continue;
    const auto& [dtype, sizes, dims, is_written] = plan[t];
    // Layouts of an `out` are drawn in two turns, and its answer between them.
    const bool may_repeat = question.form != CallForm::kOut && !dims.empty() &&
                            dims.size() == sizes.size();
    auto layout = std::make_shared<OperandLayout>(
        LayoutDrawer(choose, dtype, sizes, may_repeat).Draw());
    if (Numel(layout->storage).value_or(kMaxBase + 1) <= kMaxBase &&
        calls_.CanMake(*layout)) {
      question.drawn_layouts[t] = std::move(layout);
    }
  }
  std::vector<Question> shared = calls_.SharedOf(question);
  std::erase_if(shared, [](const Question& one) {
    return one.form == CallForm::kOut && Overlaps(one.shared->sharing);
  });
  if (shared.empty() || !choose.Chance(1, 4)) return;
  const Question& chosen = choose.OneOf(shared);
  question.shared = chosen.shared;
  for (std::size_t t = 0; t < plan.size(); ++t) {
    const auto& layout = chosen.drawn_layouts[t];
    if (layout != nullptr) question.drawn_layouts[t] = layout;
  }
}

void DrawnCalls::Prepare(int64_t from, int64_t to) {
  std::vector<Question> questions;
  std::vector<std::pair<int64_t, SeedChooser>> of;
  for (int64_t number = from; number < to; ++number) {
    SeedChooser choose(seed_, static_cast<uint64_t>(number));
    Question question = DrawnAt(number, choose);
    const bool fits =
        calls_.Fits(question) &&
        std::ranges::all_of(calls_.PlanOf(question), [](const auto& tensor) {
          return *Numel(tensor.sizes) <= kMaxBase;
        });
    if (!fits) continue;
    DrawLayouts(0, choose, question);
    questions.push_back(std::move(question));
    of.emplace_back(number, choose);
  }
  calls_.Answer(questions, executor_, stop_);
  for (std::size_t k = 0; k < questions.size(); ++k) {
    Question& question = questions[k];
    if (question.answer->kind != PlainAnswer::Kind::kGave) continue;
    // The targets of `out` have the sizes of what was answered.
    DrawLayouts(question.drawn_layouts.size(), of[k].second, question);
    drawn_[of[k].first] = std::move(question);
  }
}

bool DrawnCalls::Draw(int64_t number, Vector& vector) {
  const auto found = drawn_.find(number);
  if (found == drawn_.end()) return false;
  vector = calls_.MakeVector(found->second);
  return true;
}

std::string DrawnCalls::NameOf(int64_t number) const {
  return fmt::format("seed-{}-{}", seed_, number);
}

std::vector<Vector> DrawnCalls::Smaller(int64_t number) {
  const Question& question = drawn_.at(number);
  std::vector<Vector> smaller;
  for (const Question& one : calls_.EachAloneLike(question, executor_, stop_)) {
    smaller.push_back(calls_.MakeVector(one));
  }
  // The layout of one tensor may be enough, or those of all but one.
  for (const bool keeps : {true, false}) {
    for (std::size_t t = 0; t < question.drawn_layouts.size(); ++t) {
      Question fewer = question;
      fewer.shared.reset();
      for (std::size_t u = 0; u < fewer.drawn_layouts.size(); ++u) {
        if ((u == t) != keeps) fewer.drawn_layouts[u] = nullptr;
      }
      std::vector<Question> one = {fewer};
      calls_.Answer(one, executor_, stop_);
      if (one[0].answer->kind != PlainAnswer::Kind::kGave) continue;
      smaller.push_back(calls_.MakeVector(one[0]));
      smaller.back().test.id += fmt::format("-{}", smaller.size());
    }
  }
  return smaller;
}

}  // namespace viewproof
