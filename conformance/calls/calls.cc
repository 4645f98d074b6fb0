#include "conformance/calls/calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>

#include "conformance/calls/elements.h"
#include "conformance/case/bad_input.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace {

using Kind = PlainAnswer::Kind;

// A kernel must give something else for one of so many draws of elements.
constexpr int64_t kDraws = 4;

// The layouts of several tensors together, of those that each may have.
class LayoutChoices {
 public:
  LayoutChoices(const std::vector<std::vector<std::size_t>>& may_have,
                std::size_t salt)
      : may_have_(may_have), salt_(salt) {}

  // Each tensor in each other layout alone, the others plain; of the `brief`
  // first ones, two orders alone.
  void AddAlone(std::size_t brief) {
    for (std::size_t t = 0; t < may_have_.size(); ++t) {
      const std::size_t others = may_have_[t].size() - 1;
      const std::size_t most =
          t < brief ? std::min<std::size_t>(others, 2) : others;
      for (std::size_t l = 1; l <= most; ++l) AddAt(t, l);
    }
  }

  // The same in one other layout.
  void AddOneAlone() {
    for (std::size_t t = 0; t < may_have_.size(); ++t) {
      const std::size_t others = may_have_[t].size() - 1;
      if (others > 0) AddAt(t, 1 + (salt_ * 3 + t) % others);
    }
  }

  // All tensors in other layouts at once.
  void AddJoint(std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      std::vector<std::size_t> layouts;
      for (std::size_t t = 0; t < may_have_.size(); ++t) {
        const std::size_t others = may_have_[t].size() - 1;
        layouts.push_back(
            others == 0 ? 0
                        : may_have_[t][1 + (k * 3 + t * 5 + salt_) % others]);
      }
      Add(std::move(layouts));
    }
  }

  void Add(std::vector<std::size_t> layouts) {
    if (std::ranges::count(made_, layouts) == 0) {
      made_.push_back(std::move(layouts));
    }
  }

  const std::vector<std::vector<std::size_t>>& made() const { return made_; }

 private:
  void AddAt(std::size_t tensor, std::size_t layout) {
    std::vector<std::size_t> layouts(may_have_.size(), 0);
    layouts[tensor] = may_have_[tensor][layout];
    Add(std::move(layouts));
  }

  const std::vector<std::vector<std::size_t>>& may_have_;
  const std::size_t salt_;
  std::vector<std::vector<std::size_t>> made_;
};

// The elements of a target before it is written.
std::vector<Scalar> BeforeWrite(const Literal& target) {
  return DrawElements(ElementKind::kNonzero, target.dtype, target.sizes, 0, 9);
}

}  // namespace

KernelCalls::KernelCalls(const Hello& hello) : hello_(hello) {
  for (const DeclaredKernel& kernel : hello_.calls) {
    sizes_.push_back(SizesOf(kernel));
  }
}

const std::vector<OperandLayout>& KernelCalls::LayoutsFor(
    DType dtype, const Ints& sizes) const {
  std::vector<OperandLayout>& layouts = layouts_[{dtype, sizes}];
  if (layouts.empty()) layouts = LayoutsOf(dtype, sizes);
  return layouts;
}

CallTensors KernelCalls::TensorsOf(const Question& question) const {
  const DeclaredKernel& kernel = hello_.calls[question.kernel];
  const CallSizes& sizes = sizes_[question.kernel][question.sizes];
  CallTensors call{kernel, question.form, {}};
  const auto layout_of = [&](std::size_t tensor) {
    return tensor < question.layouts.size() ? question.layouts[tensor] : 0;
  };
  const auto place = [&](DType dtype, const Ints& of,
                         const std::vector<Scalar>& elements) {
    const std::size_t tensor = call.operands.size() + call.targets.size();
    return PlaceElements(LayoutsFor(dtype, of)[layout_of(tensor)], dtype, of,
                         elements);
  };
  for (const KernelOperand& operand : kernel.operands) {
    const DType dtype = operand.dtype.value_or(question.dtype);
    const Ints of = sizes.Of(operand);
    // Operands of the same sizes hold other elements, and relate in other ways
    // in each draw.
    const auto number = std::ssize(call.operands);
    const int64_t draw = 13 * question.draw * (number + 1) + 2 * number;
    call.operands.push_back(place(dtype, of,
                                  DrawElements(operand.elements, dtype, of,
                                               sizes.Of(operand.below), draw)));
  }
  if (question.form != CallForm::kOut) return call;
  const PlainAnswer& plain =
      question.answer != nullptr ? *question.answer : PlainOf(question);
  for (std::size_t k = kernel.writes.size(); k < plain.gives.size(); ++k) {
    const Literal& target = plain.gives[k];
    call.targets.push_back(
        place(target.dtype, target.sizes, BeforeWrite(target)));
  }
  return call;
}

// The same elements, each operand plain; what an `out` gives, its `new` does.
CallTensors KernelCalls::PlainTensorsOf(const Question& question) const {
  Question of = question;
  if (of.form == CallForm::kOut) of.form = CallForm::kNew;
  CallTensors call = TensorsOf(of);
  for (PlacedOperand& operand : call.operands) {
    const Literal& seen = operand.seen;
    operand = PlaceElements(LayoutsFor(seen.dtype, seen.sizes).front(),
                            seen.dtype, seen.sizes, seen.values->list);
  }
  return call;
}

const PlainAnswer& KernelCalls::PlainOf(const Question& question) const {
  static const PlainAnswer none;
  const auto found =
      answers_.find(Text(CaseOf(PlainTensorsOf(question), nullptr)));
  return found == answers_.end() ? none : found->second;
}

std::vector<std::vector<std::size_t>> KernelCalls::MayHave(
    const Question& question) const {
  const DeclaredKernel& kernel = hello_.calls[question.kernel];
  const CallTensors call = TensorsOf(question);
  std::vector<std::vector<std::size_t>> may_have;
  const auto add = [&](const Literal& seen, bool may_repeat) {
    const std::vector<OperandLayout>& layouts =
        LayoutsFor(seen.dtype, seen.sizes);
    std::vector<std::size_t>& of = may_have.emplace_back();
    for (std::size_t k = 0; k < layouts.size(); ++k) {
      const bool is_known =
          std::ranges::all_of(
              layouts[k].views,
              [this](const Step& s) { return hello_.Knows(s.op->name); }) &&
          hello_.Has(layouts[k].dtype) &&
          std::ssize(layouts[k].storage) <= hello_.max_rank;
      if (is_known && (may_repeat || !layouts[k].repeats)) of.push_back(k);
    }
  };
  for (std::size_t k = 0; k < kernel.operands.size(); ++k) {
    const KernelOperand& operand = kernel.operands[k];
    const bool is_written = (k == 0 && question.form == CallForm::kInPlace) ||
                            std::ranges::count(kernel.writes, operand.name) > 0;
    // The answer of an `out` is known for the elements of plain tensors alone.
    add(call.operands[k].seen, question.form != CallForm::kOut && !is_written &&
                                   MayRepeat(operand.elements));
  }
  for (const PlacedOperand& target : call.targets) add(target.seen, false);
  return may_have;
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
    const bool has_dtypes =
        std::ranges::all_of(declared.operands, [&](const auto& operand) {
          return hello_.Has(operand.dtype.value_or(dtype));
        });
    if (!has_dtypes) continue;
    for (std::size_t s = 0; s < sizes_[kernel].size(); ++s) {
      const bool fits = std::ranges::all_of(
          declared.operands, [&](const KernelOperand& operand) {
            return std::ssize(sizes_[kernel][s].Of(operand)) <= hello_.max_rank;
          });
      if (fits) visit({kernel, form, dtype, s}, number);
    }
    ++number;
  }
}

std::vector<KernelCalls::Question> KernelCalls::QuestionsOf(
    CallForm form, std::size_t kernel) const {
  std::vector<Question> questions;
  ForEachPlace(form, kernel, [&](Question question, std::size_t dtype) {
    const bool is_out = form == CallForm::kOut;
    const std::size_t s = question.sizes;
    if (dtype > 0 && s > (is_out ? 0 : dtype == 1 ? 3 : 1)) return;
    if (is_out && PlainOf(question).kind != Kind::kGave) return;
    const auto may_have = MayHave(question);
    LayoutChoices combinations(may_have, s * 7 + dtype * 3 + kernel);
    if (dtype == 0 && s == 0) {
      combinations.Add(std::vector<std::size_t>(may_have.size(), 0));
      combinations.AddAlone(is_out ? hello_.calls[kernel].operands.size() : 0);
    } else if (!is_out && (dtype == 0 || (dtype == 1 && s == 0))) {
      combinations.AddOneAlone();
    }
    if (may_have.size() > 1) {
      combinations.AddJoint(dtype == 0 && s == 0 ? 6 : 1);
    } else if (combinations.made().empty()) {
      combinations.AddJoint(2);
    }
    for (const std::vector<std::size_t>& layouts : combinations.made()) {
      question.layouts = layouts;
      questions.push_back(question);
    }
  });
  return questions;
}

void KernelCalls::Ask(
    const std::vector<Question>& questions, Executor& executor,
    const std::atomic<bool>& stop,
    const std::function<void(const std::string& op)>& tick,
    const std::function<void(const Asked&, PlainAnswer)>& done) const {
  std::deque<Asked> out;
  std::size_t next = 0;
  std::set<std::string> seen;
  Manner manner;
  manner.tick = [&] {
    if (tick) {
      tick(out.empty()
               ? std::string()
               : CallName(hello_.calls[out.front().question.kernel].name,
                          out.front().question.form));
    }
  };
  executor.Run(
      [&]() -> const Case* {
        while (!stop && next < questions.size()) {
          const Question& question = questions[next++];
          Asked asked{question, CaseOf(PlainTensorsOf(question), nullptr), ""};
          asked.key = Text(asked.test);
          if (!seen.insert(asked.key).second) continue;
          asked.test.id = fmt::format(
              "{}/plain",
              asked.test.chain[CallStepOf(asked.test) - 1].op->name);
          out.push_back(std::move(asked));
          return &out.back().test;
        }
        return nullptr;
      },
      [&](const Case& test, Execution execution) {
        const auto asked = std::ranges::find_if(
            out, [&](const Asked& of) { return &of.test == &test; });
        PlainAnswer answer;
        if (execution.kind == Execution::Kind::kReply) {
          answer =
              AnswerOf(PlainTensorsOf(asked->question), test, execution.reply);
        } else {
          answer.kind = Kind::kDied;
          answer.message = execution.detail;
        }
        done(*asked, std::move(answer));
        // Pointers to the other cases stay valid at either end alone.
        asked->key.clear();
        while (!out.empty() && out.front().key.empty()) out.pop_front();
      },
      manner);
}

void KernelCalls::AskPlain(
    Executor& executor, const std::atomic<bool>& stop,
    const std::function<void(const std::string& op)>& tick) {
  std::vector<Question> due;
  std::vector<Question> first;  // One of each kernel, form and dtype.
  for (const CallForm form : {CallForm::kNew, CallForm::kInPlace}) {
    for (std::size_t kernel = 0; kernel < hello_.calls.size(); ++kernel) {
      for (Question& question : QuestionsOf(form, kernel)) {
        due.push_back(std::move(question));
      }
      ForEachPlace(form, kernel, [&](const Question& question, std::size_t) {
        due.push_back(question);  // The elements of an `out` are plain.
        if (question.sizes == 0) first.push_back(question);
      });
    }
  }
  Ask(due, executor, stop, tick,
      [this](const Asked& asked, PlainAnswer answer) {
        answers_.emplace(asked.key, std::move(answer));
      });
  std::vector<std::pair<Question, PlainAnswer>> again;
  Ask(first, executor, stop, tick, [&](const Asked& asked, PlainAnswer answer) {
    again.emplace_back(asked.question, std::move(answer));
  });
  std::vector<std::size_t> kernels(hello_.calls.size());
  std::iota(kernels.begin(), kernels.end(), 0);
  for (const int64_t draws : {int64_t{1}, kDraws}) {
    kernels = ConstantAmong(kernels, draws, executor, stop, tick);
  }
  if (stop) return;
  RefuseWrong(again, kernels);
  KeepAnswered();
}

// Keeps one of a dtype of the plain calls that are refused or die: in another
// layout if it can be.
void KernelCalls::KeepAnswered() {
  refused_ = 0;
  for (std::size_t kernel = 0; kernel < hello_.calls.size(); ++kernel) {
    for (const CallForm form : kCallForms) {
      std::set<DType> kept;
      for (Question& question : QuestionsOf(form, kernel)) {
        const PlainAnswer& answer = PlainOf(question);
        if (answer.kind == Kind::kNone) continue;
        if (answer.kind != Kind::kGave) {
          const bool is_plain = std::ranges::all_of(
              question.layouts, [](std::size_t layout) { return layout == 0; });
          if (answer.kind == Kind::kRefused && is_plain) continue;
          if (!kept.insert(question.dtype).second) {
            ++refused_;
            continue;
          }
        }
        question.answer = &answer;
        questions_.push_back(std::move(question));
      }
    }
  }
}

std::vector<std::size_t> KernelCalls::ConstantAmong(
    const std::vector<std::size_t>& kernels, int64_t draws, Executor& executor,
    const std::atomic<bool>& stop,
    const std::function<void(const std::string& op)>& tick) const {
  std::vector<Question> questions;
  for (const std::size_t kernel : kernels) {
    ForEachPlace(
        CallForm::kNew, kernel, [&](Question question, std::size_t dtype) {
          if (dtype != 0 || (draws == 1 && question.sizes != 0)) return;
          for (question.draw = 1; question.draw <= draws; ++question.draw) {
            questions.push_back(question);
          }
        });
  }
  std::set<std::size_t> constant;
  for (const Question& question : questions) constant.insert(question.kernel);
  Ask(questions, executor, stop, tick,
      [&](const Asked& asked, PlainAnswer answer) {
        Question before = asked.question;
        before.draw = 0;
        const bool matters =
            answer.kind == Kind::kGave && answer.gives != PlainOf(before).gives;
        if (matters) constant.erase(before.kernel);
      });
  return {constant.begin(), constant.end()};
}

void KernelCalls::RefuseWrong(
    const std::vector<std::pair<Question, PlainAnswer>>& again,
    const std::vector<std::size_t>& constant) const {
  using Form = std::pair<std::size_t, CallForm>;
  struct Shown {
    bool executed = false;
    bool died = false;
    bool is_constant = false;  // It gives the same for other elements;
    bool writes = false;       // it changes its target.
    std::string message;
  };
  std::map<Form, Shown> shown;
  const auto refuse = [this](const Form& form, const std::string& why) {
    throw BadInput(fmt::format("calls: kernel \"{}\", form \"{}\": {}",
                               hello_.calls[form.first].name, Name(form.second),
                               why));
  };
  for (std::size_t kernel = 0; kernel < hello_.calls.size(); ++kernel) {
    for (const CallForm form : {CallForm::kNew, CallForm::kInPlace}) {
      ForEachPlace(form, kernel, [&](const Question& question, std::size_t) {
        const PlainAnswer& answer = PlainOf(question);
        Shown& of = shown[{kernel, form}];
        of.executed |= answer.kind == Kind::kGave;
        of.died |= answer.kind == Kind::kDied;
        if (of.message.empty()) of.message = answer.message;
        if (form == CallForm::kInPlace && answer.kind == Kind::kGave) {
          of.writes |= answer.gives.front() !=
                       PlainTensorsOf(question).operands.front().seen;
        }
      });
    }
  }
  for (const auto& [question, answer] : again) {
    const PlainAnswer& before = PlainOf(question);
    if (before.kind == Kind::kGave && answer.kind == Kind::kGave &&
        before.gives != answer.gives) {
      refuse({question.kernel, question.form},
             fmt::format("is not deterministic: two calls on plain {} tensors "
                         "differ",
                         Name(question.dtype)));
    }
  }
  for (const std::size_t kernel : constant) {
    shown[{kernel, CallForm::kNew}].is_constant = true;
  }
  for (const auto& [form, of] : shown) {
    if (!of.executed && !of.died) {
      refuse(form, of.message.empty()
                       ? "gives nothing that a case can show"
                       : "refuses every plain call: " + of.message);
    }
    if (!of.executed) continue;
    if (of.is_constant) {
      refuse(form, "gives the same, whatever its operands hold");
    }
    if (form.second == CallForm::kInPlace && !of.writes) {
      refuse(form, "leaves its target as it was");
    }
  }
}

std::string KernelCalls::IdOf(std::size_t k) const {
  const Question& question = questions_[k];
  const DeclaredKernel& kernel = hello_.calls[question.kernel];
  const CallTensors call = TensorsOf(question);
  std::string layouts;
  const auto add = [&](std::string_view name, const PlacedOperand& placed) {
    if (placed.layout->name == "plain") return;
    layouts += fmt::format("{}{}-{}", layouts.empty() ? "" : "-", name,
                           placed.layout->name);
  };
  for (std::size_t o = 0; o < call.operands.size(); ++o) {
    add(kernel.operands[o].name, call.operands[o]);
  }
  for (std::size_t t = 0; t < call.targets.size(); ++t) {
    add(call.targets.size() == 1 ? "o" : "o" + std::to_string(t + 1),
        call.targets[t]);
  }
  std::string id =
      fmt::format("{}/{}-of-{}", CallName(kernel.name, question.form),
                  layouts.empty() ? "plain" : layouts,
                  sizes_[question.kernel][question.sizes].name);
  if (kernel.operands.front().dtype && !kernel.dtypes.empty()) {
    id.append("-").append(Name(question.dtype));
  }
  return id;
}

DType KernelCalls::DTypeOf(std::size_t k) const {
  return TensorsOf(questions_[k]).operands.front().storage.dtype;
}

Vector KernelCalls::MakeVector(std::size_t k) const {
  const Question& question = questions_[k];
  Vector vector = VectorOf(TensorsOf(question), *question.answer);
  vector.test.id = IdOf(k);
  return vector;
}

}  // namespace viewproof
