#include "conformance/calls/calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "conformance/calls/elements.h"
#include "conformance/calls/layout_choices.h"

namespace viewproof {
namespace {

using Kind = PlainAnswer::Kind;

// Where only the last step of a chain shows, a tenth is asked, since a compiled
// call costs a hundred times an eager one: so many calls of a kernel have other
// layouts of all tensors.
std::size_t MostTogether(bool observes_every, CallForm form) {
  if (observes_every) return SIZE_MAX;
  return form == CallForm::kOut ? 2 : 4;
}

constexpr int64_t kMaxSmall = 60;    // Elements: kernels have longer loops.
constexpr int64_t kMaxLarge = 2048;  // Elements.

Scale ScaleOf(int64_t elements) {
  if (elements <= 1) return Scale::kTrivial;
  if (elements <= kMaxSmall) return Scale::kSmall;
  if (elements <= kMaxBase) return Scale::kMedium;
  return elements <= kMaxLarge ? Scale::kLarge : Scale::kHuge;
}

constexpr int64_t kBeforeWrite = 9;  // The draw of a target's elements.

// Returns what a plain call gave beside what it wrote: each has a target of
// `out`.
std::span<const Literal> TargetsOf(const PlainAnswer& plain,
                                   const DeclaredKernel& kernel) {
  const std::span<const Literal> gives = plain.gives;
  return gives.subspan(std::min(kernel.writes.size(), gives.size()));
}

}  // namespace

const PlacedOperand& PlacedOperands::Get(
    const Key& key, const std::function<PlacedOperand()>& make) {
  const auto found = kept_.find(key);
  if (found != kept_.end()) return found->second;
  PlacedOperand made = make();
  if (cells_ > kMostCells) {
    kept_.clear();
    cells_ = 0;
  }
  cells_ += std::ssize(made.storage.values->list);
  return kept_.emplace(key, std::move(made)).first->second;
}

void KernelCalls::Question::MakePlain() {
  layouts.clear();
  drawn_layouts.clear();
  shared.reset();
}

KernelCalls::KernelCalls(const Hello& hello) : hello_(hello) {
  for (const DeclaredKernel& kernel : hello_.calls) {
    sizes_.push_back(viewproof::SizesOf(kernel));
  }
}

const std::vector<OperandLayout>& KernelCalls::LayoutsFor(
    DType dtype, const Ints& sizes) const {
  std::vector<OperandLayout>& layouts = layouts_[{dtype, sizes}];
  if (layouts.empty()) layouts = LayoutsOf(dtype, sizes);
  return layouts;
}

const CallSizes& KernelCalls::SizesOf(const Question& question) const {
  return question.drawn_sizes ? *question.drawn_sizes
                              : sizes_[question.kernel][question.sizes];
}

const OperandLayout& KernelCalls::LayoutOf(const Question& question,
                                           std::size_t tensor, DType dtype,
                                           const Ints& sizes) const {
  const auto& drawn = question.drawn_layouts;
  if (tensor < drawn.size() && drawn[tensor] != nullptr) return *drawn[tensor];
  const std::vector<std::size_t>& layouts = question.layouts;
  return LayoutsFor(dtype,
                    sizes)[tensor < layouts.size() ? layouts[tensor] : 0];
}

CallTensors KernelCalls::TensorsOf(const Question& question) const {
  CallTensors call = ApartOf(question);
  // A plain call has none of the targets of an `out`.
  if (!question.shared || question.shared->second >= call.size()) return call;
  call.shared = question.shared;
  const auto& [sharing, first, second] = *call.shared;
  PutInOneStorage(sharing, call.At(first), call.At(second));
  return call;
}

// Each tensor has a storage of its own.
CallTensors KernelCalls::ApartOf(const Question& question) const {
  const DeclaredKernel& kernel = hello_.calls[question.kernel];
  const CallSizes& sizes = SizesOf(question);
  CallTensors call{kernel, question.form, {}};
  const auto place = [&](DType dtype, const Ints& of, ElementKind kind,
                         int64_t below, int64_t draw) {
    const std::size_t t = call.size();
    const OperandLayout& layout = LayoutOf(question, t, dtype, of);
    const auto make = [&] {
      return PlaceElements(layout, dtype, of,
                           DrawElements(kind, dtype, of, below, draw));
    };
    // Kernels share them, but those of a drawn layout.
    const bool is_usual =
        t >= question.drawn_layouts.size() || !question.drawn_layouts[t];
    return is_usual ? placed_.Get({&layout, kind, below, draw}, make) : make();
  };
  for (const KernelOperand& operand : kernel.operands) {
    const DType dtype = operand.dtype.value_or(question.dtype);
    const Ints of = sizes.Of(operand);
    // Operands of the same sizes hold other elements, and relate in other ways
    // in each draw.
    const auto number = std::ssize(call.operands);
    const int64_t draw = 13 * question.draw * (number + 1) + 2 * number;
    call.operands.push_back(
        place(dtype, of, operand.elements, sizes.Of(operand.below), draw));
  }
  if (question.form != CallForm::kOut) return call;
  const PlainAnswer& plain =
      question.answer != nullptr ? *question.answer : PlainOf(question);
  for (const Literal& target : TargetsOf(plain, kernel)) {
    call.targets.push_back(place(target.dtype, target.sizes,
                                 ElementKind::kNonzero, 0, kBeforeWrite));
  }
  return call;
}

// Returns whether layouts say which elements an operand has: it shows a cell at
// two indices, is another operand, or is read wrongly.
bool KernelCalls::ChangesElements(const Question& question) const {
  if (question.misuse ||
      (question.shared && Overlaps(question.shared->sharing))) {
    return true;
  }
  const std::vector<KernelOperand>& operands =
      hello_.calls[question.kernel].operands;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const DType dtype = operands[k].dtype.value_or(question.dtype);
    const Ints sizes = SizesOf(question).Of(operands[k]);
    if (LayoutOf(question, k, dtype, sizes).repeats()) return true;
  }
  return false;
}

// The same elements, each operand plain; what an `out` gives, its `new` does.
CallTensors KernelCalls::PlainTensorsOf(const Question& question) const {
  Question of = question;
  if (of.form == CallForm::kOut) of.form = CallForm::kNew;
  const bool is_told = ChangesElements(question);
  if (!is_told) of.MakePlain();
  CallTensors call = TensorsOf(of);
  if (!is_told) return call;
  call.shared.reset();
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    PlacedOperand& operand = call.operands[k];
    Literal seen = operand.seen;
    if (question.misuse && question.misuse->first == k) {
      seen = ReadWith(question.misuse->second, operand).value_or(seen);
    }
    operand = PlaceElements(LayoutsFor(seen.dtype, seen.sizes).front(),
                            seen.dtype, seen.sizes, seen.values->list);
  }
  return call;
}

const PlainAnswer& KernelCalls::PlainOf(const Question& question) const {
  static const PlainAnswer none;
  const auto found = answers_.find(KeyOf(question));
  return found == answers_.end() ? none : found->second;
}

std::vector<KernelCalls::TensorPlan> KernelCalls::PlanOf(
    const Question& question) const {
  const DeclaredKernel& kernel = hello_.calls[question.kernel];
  const bool is_out = question.form == CallForm::kOut;
  std::vector<TensorPlan> plan;
  for (std::size_t k = 0; k < kernel.operands.size(); ++k) {
    const KernelOperand& operand = kernel.operands[k];
    TensorPlan& tensor = plan.emplace_back();
    tensor.dtype = operand.dtype.value_or(question.dtype);
    tensor.sizes = SizesOf(question).Of(operand);
    tensor.is_written = WritesOperand(kernel, question.form, k);
    if (tensor.is_written) continue;
    const auto rank = std::ssize(tensor.sizes);
    const auto lettered = std::ssize(operand.sizes);
    for (int64_t d = 0; d < rank; ++d) {
      const int64_t letter = d - (rank - lettered);  // "..." has none.
      const bool is_free = operand.along != 0 && letter >= 0 &&
                           operand.sizes[letter].letter != operand.along;
      if (is_free || MayRepeat(operand.elements)) {
        tensor.may_repeat.push_back(d);
      }
    }
  }
  if (!is_out) return plan;
  const PlainAnswer& plain =
      question.answer != nullptr ? *question.answer : PlainOf(question);
  for (const Literal& target : TargetsOf(plain, kernel)) {
    plan.push_back({target.dtype, target.sizes, {}, true});
  }
  return plan;
}

LayoutsOfTensors KernelCalls::MayHave(
    const std::vector<TensorPlan>& plan) const {
  LayoutsOfTensors may_have;
  for (const TensorPlan& tensor : plan) {
    std::vector<LayoutChoice>& choices = may_have.emplace_back();
    const std::vector<OperandLayout>& layouts =
        LayoutsFor(tensor.dtype, tensor.sizes);
    for (std::size_t k = 0; k < layouts.size(); ++k) {
      const OperandLayout& layout = layouts[k];
      if (CanMake(layout) && !probe_.IsWrong(layout, tensor.sizes) &&
          std::ranges::includes(tensor.may_repeat, layout.repeated)) {
        choices.push_back({k, &layout});
      }
    }
    if (choices.empty()) choices.push_back({0, &layouts.front()});
  }
  return may_have;
}

// Returns whether the library has what makes the layout.
bool KernelCalls::CanMake(const OperandLayout& layout) const {
  return std::ranges::all_of(
             layout.views,
             [this](const Step& s) { return hello_.Knows(s.op->name); }) &&
         hello_.Has(layout.dtype) &&
         std::ssize(layout.storage) <= hello_.max_rank;
}

int64_t KernelCalls::MostElements(const std::vector<TensorPlan>& plan) {
  int64_t most = 0;
  for (const TensorPlan& tensor : plan) {
    most = std::max(most, *Numel(tensor.sizes));
  }
  return most;
}

// Returns whether an operand has more elements than bases usually have.
bool KernelCalls::IsLarge(const Question& question) const {
  return MostElements(PlanOf(question)) > kMaxBase;
}

std::vector<SharedStorage> KernelCalls::WaysToShare(
    const std::vector<TensorPlan>& plan) {
  std::vector<SharedStorage> ways;
  for (std::size_t second = 1; second < plan.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      if (plan[first].dtype != plan[second].dtype) continue;
      for (const Sharing sharing : kSharings) {
        ways.push_back({sharing, first, second});
      }
    }
  }
  return ways;
}

// Returns whether two tensors of a call can have the same elements: they are
// only read, and hold elements of one kind.
bool KernelCalls::CanOverlap(const Question& question,
                             const std::vector<TensorPlan>& plan,
                             const SharedStorage& way) const {
  const auto& [sharing, first, second] = way;
  if (plan[first].is_written || plan[second].is_written) return false;
  const std::vector<KernelOperand>& operands =
      hello_.calls[question.kernel].operands;
  const ElementKind kind = operands[first].elements;
  return kind == operands[second].elements && !IsBelow(kind) &&
         (kind != ElementKind::kSorted || sharing == Sharing::kSame);
}

std::optional<KernelCalls::Question> KernelCalls::InOneStorage(
    const Question& question, const std::vector<TensorPlan>& plan,
    const SharedStorage& way) const {
  const auto& [sharing, first, second] = way;
  Question shared = question;
  shared.layouts.clear();
  shared.drawn_layouts.assign(plan.size(), nullptr);
  shared.shared = way;
  if (Overlaps(sharing) && !CanOverlap(question, plan, way)) {
    return std::nullopt;
  }
  const auto layouts = viewproof::LayoutsOf(
      sharing, plan[first].dtype, plan[first].sizes, plan[second].sizes);
  if (!layouts) return std::nullopt;
  for (const auto& [tensor, layout] :
       {std::pair(first, (*layouts)[0]), std::pair(second, (*layouts)[1])}) {
    if (!CanMake(layout) || probe_.IsWrong(layout, plan[tensor].sizes)) {
      return std::nullopt;
    }
    shared.drawn_layouts[tensor] =
        std::make_shared<const OperandLayout>(layout);
  }
  return shared;
}

std::vector<KernelCalls::Question> KernelCalls::SharedOf(
    const Question& question) const {
  const std::vector<TensorPlan> plan = PlanOf(question);
  std::vector<Question> questions;
  for (const SharedStorage& way : WaysToShare(plan)) {
    auto shared = InOneStorage(question, plan, way);
    if (shared) questions.push_back(*std::move(shared));
  }
  return questions;
}

// Two calls in these places of each way in which two tensors share a storage;
// where only the last step shows, one of all ways together.
std::vector<KernelCalls::Question> KernelCalls::SharedAmong(
    const std::vector<Question>& places) const {
  const int count = hello_.observes_every ? 2 : 1;
  std::map<SharedStorage, int> times;
  std::vector<Question> chosen;
  std::size_t turn = places.front().kernel;
  for (const std::size_t number : SpreadOrder(places.size())) {
    const Question& place = places[number];
    const Sharing in_turn = kSharings[turn++ % kSharings.size()];
    const std::vector<TensorPlan> plan = PlanOf(place);
    for (const SharedStorage& way : WaysToShare(plan)) {
      if (!hello_.observes_every && way.sharing != in_turn) continue;
      int& found = times[hello_.observes_every ? way : SharedStorage()];
      if (found == count) continue;
      auto shared = InOneStorage(place, plan, way);
      if (!shared) continue;
      chosen.push_back(*std::move(shared));
      ++found;
    }
  }
  return chosen;
}

// Returns whether the library can be asked with operands of these sizes.
bool KernelCalls::Fits(const Question& question) const {
  const DeclaredKernel& kernel = hello_.calls[question.kernel];
  const CallSizes& sizes = SizesOf(question);
  return std::ranges::all_of(
      kernel.operands, [&](const KernelOperand& operand) {
        const Ints of = sizes.Of(operand);
        const std::optional<int64_t> numel = Numel(of);
        if (!numel || *numel > kMaxSaid) return false;
        // An index cannot name a row where there is none.
        const bool has_numbers = !IsBelow(operand.elements) ||
                                 sizes.Of(operand.below) > 0 || *numel == 0;
        return has_numbers && std::ssize(of) <= hello_.max_rank &&
               hello_.Has(operand.dtype.value_or(question.dtype));
      });
}

void KernelCalls::ForEachPlace(
    CallForm form, std::size_t kernel,
    const std::function<void(Question, std::size_t)>& visit) const {
  const DeclaredKernel& declared = hello_.calls[kernel];
  if (std::ranges::count(declared.forms, form) == 0) return;
  if (declared.operands.size() > 1 && !hello_.Knows("new")) return;
  std::vector<DType> dtypes = declared.dtypes;
  if (dtypes.empty()) dtypes = {*declared.operands.front().dtype};
  std::size_t number = 0;
  for (const DType dtype : dtypes) {
    for (std::size_t s = 0; s < sizes_[kernel].size(); ++s) {
      const Question question{kernel, form, dtype, s};
      // Sums of many elements are exact in wide dtypes alone.
      const bool may_be_large =
          number == 0 && (ItemSize(dtype) >= 4 || dtype == DType::kBool);
      if (Fits(question) && (may_be_large || !IsLarge(question))) {
        visit(question, number);
      }
    }
    ++number;
  }
}

std::vector<KernelCalls::Question> KernelCalls::QuestionsOf(
    CallForm form, std::size_t kernel) const {
  std::vector<Question> asked;
  std::vector<CallPlace> places;
  std::optional<std::size_t> empty;  // The first sizes without elements.
  const bool is_out = form == CallForm::kOut;
  ForEachPlace(form, kernel, [&](Question question, std::size_t dtype) {
    if (is_out && PlainOf(question).kind != Kind::kGave) return;
    std::size_t sizes = question.sizes;
    const std::vector<TensorPlan> plan = PlanOf(question);
    const int64_t elements = MostElements(plan);
    if (elements == 0) sizes = *(empty = empty.value_or(sizes));
    CallPlace place = {dtype, sizes, ScaleOf(elements), MayHave(plan)};
    for (const TensorPlan& tensor : plan) {
      place.is_single.push_back(*Numel(tensor.sizes) <= 1);
    }
    places.push_back(std::move(place));
    asked.push_back(std::move(question));
  });
  std::vector<Question> questions;
  std::set<std::pair<std::size_t, ChosenLayouts>> made;
  const auto add = [&](std::size_t place, ChosenLayouts layouts) {
    if (made.emplace(place, layouts).second) {
      questions.push_back(asked[place]);
      questions.back().layouts = std::move(layouts);
    }
  };
  if (places.empty()) return questions;
  if (hello_.observes_every) {
    const LayoutsOfTensors& may_have = places.front().may_have;
    add(0, ChosenLayouts(may_have.size(), 0));
    const std::size_t brief = is_out ? hello_.calls[kernel].operands.size() : 0;
    for (ChosenLayouts& layouts : EachAlone(may_have, brief)) {
      add(0, std::move(layouts));
    }
    for (ChosenLayouts& layouts : AllAlike(may_have)) {
      add(0, std::move(layouts));
    }
    for (ChosenLayouts& layouts : EachTwo(may_have)) {
      add(0, std::move(layouts));
    }
  }
  for (auto& [place, layouts] :
       CoverPairs(places, MostTogether(hello_.observes_every, form))) {
    add(place, std::move(layouts));
  }
  for (Question& question : SharedAmong(asked)) {
    questions.push_back(std::move(question));
  }
  return questions;
}

std::string KernelCalls::IdOf(std::size_t k) const {
  return IdOf(questions_[k]);
}

std::string KernelCalls::IdOf(const Question& question) const {
  const DeclaredKernel& kernel = hello_.calls[question.kernel];
  const std::vector<TensorPlan> plan = PlanOf(question);
  std::vector<std::string> names;  // In the order of the plan.
  for (const KernelOperand& operand : kernel.operands) {
    names.push_back(operand.name);
  }
  for (std::string& name : TargetNames(plan.size() - names.size())) {
    names.push_back(std::move(name));
  }
  const std::optional<SharedStorage>& shared = question.shared;
  std::string layouts;
  const auto add = [&layouts](const std::string& text) {
    layouts += (layouts.empty() ? "" : "--") + text;
  };
  for (std::size_t t = 0; t < plan.size(); ++t) {
    const auto& [dtype, sizes, may_repeat, is_written] = plan[t];
    const OperandLayout& layout = LayoutOf(question, t, dtype, sizes);
    const bool shares = shared && (shared->first == t || shared->second == t);
    if (shares || layout.name == "plain") continue;
    add(fmt::format("{}-{}", names[t], layout.name));
  }
  if (shared) {
    add(TextOf(shared->sharing, names[shared->first], names[shared->second]));
  }
  std::string id =
      fmt::format("{}/{}-of-{}", CallName(kernel.name, question.form),
                  layouts.empty() ? "plain" : layouts, SizesOf(question).name);
  if (kernel.operands.front().dtype && !kernel.dtypes.empty()) {
    id.append("-").append(Name(question.dtype));
  }
  if (question.read.value_or(0) > 0) {
    const std::vector<std::size_t> storages = StoragesOf(shared, plan.size());
    const auto first = std::ranges::find(storages, *question.read - 1);
    id.append("-read-").append(names[first - storages.begin()]);
  }
  return id;
}

DType KernelCalls::DTypeOf(std::size_t k) const {
  return DTypeOf(questions_[k]);
}

DType KernelCalls::DTypeOf(const Question& question) const {
  const KernelOperand& first = hello_.calls[question.kernel].operands.front();
  return LayoutOf(question, 0, first.dtype.value_or(question.dtype),
                  SizesOf(question).Of(first))
      .dtype;
}

Vector KernelCalls::MakeVector(std::size_t k) const {
  return MakeVector(questions_[k]);
}

Vector KernelCalls::MakeVector(const Question& question) const {
  const CallTensors call = TensorsOf(question);
  Vector vector = VectorOf(call, *question.answer, question.read);
  vector.test.id = IdOf(question);
  return vector;
}

void KernelCalls::Answer(std::vector<Question>& questions, Executor& executor,
                         const std::atomic<bool>& stop) {
  AskAndKeep(questions, executor, stop, nullptr);
  for (Question& question : questions) question.answer = &PlainOf(question);
}

std::vector<KernelCalls::Question> KernelCalls::EachAloneLike(
    const Question& question, Executor& executor,
    const std::atomic<bool>& stop) {
  std::vector<Question> places;
  ForEachPlace(question.form, question.kernel,
               [&](Question place, std::size_t) {
                 if (place.dtype == question.dtype && !IsLarge(place)) {
                   places.push_back(std::move(place));
                 }
               });
  std::ranges::stable_sort(places, {}, [this](const Question& place) {
    int64_t elements = 0;
    for (const auto& tensor : PlanOf(place)) elements += *Numel(tensor.sizes);
    return elements;
  });
  Answer(places, executor, stop);
  std::vector<Question> all;
  for (Question& place : places) {
    for (Question& shared : SharedOf(place)) all.push_back(std::move(shared));
    const LayoutsOfTensors may_have = MayHave(PlanOf(place));
    for (ChosenLayouts& layouts : EachAlone(may_have, 0)) {
      place.layouts = std::move(layouts);
      all.push_back(place);
    }
  }
  Answer(all, executor, stop);
  std::erase_if(all, [this](const Question& one) {
    return one.answer->kind != Kind::kGave || !FitsTargets(one);
  });
  return all;
}

}  // namespace viewproof
