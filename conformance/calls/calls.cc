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

// Where only the last step of a chain shows, a tenth is asked, since a compiled
// call costs a hundred times an eager one: so many layouts in the first sizes
// and dtype, and one for each so many other sizes and dtypes.
constexpr std::size_t kOfLast = 4;
constexpr std::size_t kPlacesForOne = 10;

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
    const bool is_written = WritesOperand(kernel, question.form, k);
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
            const Ints sizes = sizes_[kernel][s].Of(operand);
            // An index cannot name a row where there is none.
            const bool has_numbers = operand.elements != ElementKind::kBelow ||
                                     sizes_[kernel][s].Of(operand.below) > 0 ||
                                     *Numel(sizes) == 0;
            return has_numbers && std::ssize(sizes) <= hello_.max_rank;
          });
      if (fits) visit({kernel, form, dtype, s}, number);
    }
    ++number;
  }
}

std::vector<KernelCalls::Question> KernelCalls::QuestionsOf(
    CallForm form, std::size_t kernel) const {
  std::vector<Question> questions;
  std::size_t number = kernel;  // Counts places.
  ForEachPlace(form, kernel, [&](Question question, std::size_t dtype) {
    const bool is_out = form == CallForm::kOut;
    const std::size_t s = question.sizes;
    if (dtype > 0 && s > (is_out ? 0 : dtype == 1 ? 3 : 1)) return;
    if (is_out && PlainOf(question).kind != Kind::kGave) return;
    const auto may_have = MayHave(question);
    LayoutChoices choices(may_have, s * 7 + dtype * 3 + kernel);
    const bool is_first = dtype == 0 && s == 0;
    if (!hello_.observes_every) {
      if (is_first || ++number % kPlacesForOne == 0) {
        choices.AddJoint(is_first ? kOfLast : 1);
      }
    } else {
      if (is_first) {
        choices.Add(std::vector<std::size_t>(may_have.size(), 0));
        choices.AddAlone(is_out ? hello_.calls[kernel].operands.size() : 0);
      } else if (!is_out && (dtype == 0 || (dtype == 1 && s == 0))) {
        choices.AddOneAlone();
      }
      if (may_have.size() > 1) {
        choices.AddJoint(is_first ? 6 : 1);
      } else if (choices.made().empty()) {
        choices.AddJoint(2);
      }
    }
    for (const std::vector<std::size_t>& layouts : choices.made()) {
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
  std::size_t next_part = 0;  // The last call in `out` has it.
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
        while (!stop) {
          if (!out.empty() && next_part < out.back().parts.size()) {
            return &out.back().parts[next_part++];
          }
          if (next == questions.size()) return nullptr;
          Asked asked = PartsOf(questions[next++]);
          if (!seen.insert(asked.key).second) continue;
          out.push_back(std::move(asked));
          next_part = 0;
        }
        return nullptr;
      },
      [&](const Case& test, Execution execution) {
        const auto is_part = [&test](const Case& part) {
          return &part == &test;
        };
        const auto asked = std::ranges::find_if(out, [&](const Asked& of) {
          return std::ranges::any_of(of.parts, is_part);
        });
        asked->Take(test, std::move(execution));
        if (--asked->due > 0) return;
        PlainAnswer answer;
        if (asked->death.empty()) {
          answer = AnswerOf(PlainTensorsOf(asked->question), asked->whole,
                            asked->reply);
        } else {
          answer.kind = Kind::kDied;
          answer.message = asked->death;
        }
        done(*asked, std::move(answer));
        // Pointers to the other cases stay valid at either end alone.
        while (!out.empty() && out.front().due == 0) out.pop_front();
      },
      manner);
}

KernelCalls::Asked KernelCalls::PartsOf(const Question& question) const {
  const CallTensors call = PlainTensorsOf(question);
  Asked asked{question, "", CaseOf(call, nullptr), {}, 0, {}, ""};
  asked.key = Text(asked.whole);
  asked.whole.id = fmt::format(
      "{}/plain", asked.whole.chain[CallStepOf(asked.whole) - 1].op->name);
  std::vector<int64_t> reads;
  if (!hello_.observes_every) {
    reads.push_back(0);
    for (std::size_t k = 0; k < call.operands.size(); ++k) {
      if (WritesOperand(call.kernel, call.form, k)) {
        reads.push_back(static_cast<int64_t>(k) + 1);
      }
    }
  }
  for (const int64_t read : reads) {
    EndWith(read, asked.parts.emplace_back(asked.whole));
  }
  if (reads.empty()) asked.parts.push_back(asked.whole);
  asked.due = asked.parts.size();
  return asked;
}

void KernelCalls::Asked::Take(const Case& part, Execution execution) {
  if (execution.kind != Execution::Kind::kReply) {
    death = execution.detail;
  } else if (execution.reply.unsupported ||
             (parts.size() == 1 && part == whole)) {
    reply = std::move(execution.reply);
  } else if (execution.reply.steps.size() == part.chain.size()) {
    reply.steps.resize(whole.chain.size());
    const auto shown = std::ranges::find(whole.chain, part.chain.back());
    reply.steps[shown - whole.chain.begin()] =
        std::move(execution.reply.steps.back());
  }
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
      ForEachPlace(
          form, kernel, [&](const Question& question, std::size_t dtype) {
            const bool is_first = question.sizes == 0 && dtype == 0;
            if (!hello_.observes_every && !is_first) return;
            if (question.sizes == 0) first.push_back(question);
            due.push_back(question);  // The elements of an `out` are plain.
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
        AddQuestion(std::move(question));
      }
    }
  }
}

// Where only the last step shows, there is a case for what the call gives, one
// for each storage that it writes, and one for another storage.
void KernelCalls::AddQuestion(Question question) {
  if (hello_.observes_every) {
    questions_.push_back(std::move(question));
    return;
  }
  std::vector<int64_t> written;
  std::vector<int64_t> kept;
  const CallTensors call = TensorsOf(question);
  for (std::size_t k = 0; k < call.operands.size() + call.targets.size(); ++k) {
    const bool is_written = k >= call.operands.size() ||
                            WritesOperand(call.kernel, question.form, k);
    (is_written ? written : kept).push_back(static_cast<int64_t>(k) + 1);
  }
  std::vector<int64_t> reads;
  const bool gave = question.answer->kind == Kind::kGave;
  if (!gave || question.form == CallForm::kNew) reads.push_back(0);
  if (gave) {
    reads.insert(reads.end(), written.begin(), written.end());
    if (!kept.empty()) {
      reads.push_back(kept[questions_.size() % kept.size()]);
    }
  }
  for (const int64_t read : reads) {
    question.read = read;
    questions_.push_back(question);
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
    const std::vector<std::size_t>& constant) {
  using Form = std::pair<std::size_t, CallForm>;
  struct Shown {
    bool executed = false;
    bool died = false;
    bool is_unshown = false;   // A case does not show what it gives;
    bool is_misspelt = false;  // its expression raises what it refuses with;
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
        of.is_misspelt |= answer.is_misspelt;
        of.is_unshown |= answer.kind == Kind::kNone && hello_.observes_every;
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
      if (of.is_unshown) refuse(form, "gives nothing that a case can show");
      if (of.is_misspelt) {
        refuse(form, "refuses every plain call: " + of.message);
      }
      refusing_.emplace(CallName(hello_.calls[form.first].name, form.second),
                        of.message);
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
  return IdOf(questions_[k], TensorsOf(questions_[k]));
}

std::string KernelCalls::IdOf(const Question& question,
                              const CallTensors& call) const {
  const DeclaredKernel& kernel = call.kernel;
  std::string layouts;
  const auto add = [&](std::string_view name, const PlacedOperand& placed) {
    if (placed.layout->name == "plain") return;
    layouts += fmt::format("{}{}-{}", layouts.empty() ? "" : "-", name,
                           placed.layout->name);
  };
  std::vector<std::string> names;
  for (const PlacedOperand& operand : call.operands) {
    names.push_back(kernel.operands[names.size()].name);
    add(names.back(), operand);
  }
  for (const PlacedOperand& target : call.targets) {
    const std::size_t number = names.size() - call.operands.size();
    names.push_back(TargetNames(call.targets.size())[number]);
    add(names.back(), target);
  }
  std::string id =
      fmt::format("{}/{}-of-{}", CallName(kernel.name, question.form),
                  layouts.empty() ? "plain" : layouts,
                  sizes_[question.kernel][question.sizes].name);
  if (kernel.operands.front().dtype && !kernel.dtypes.empty()) {
    id.append("-").append(Name(question.dtype));
  }
  if (question.read.value_or(0) > 0) {
    id.append("-read-").append(names[*question.read - 1]);
  }
  return id;
}

DType KernelCalls::DTypeOf(std::size_t k) const {
  return TensorsOf(questions_[k]).operands.front().storage.dtype;
}

Vector KernelCalls::MakeVector(std::size_t k) const {
  const Question& question = questions_[k];
  const CallTensors call = TensorsOf(question);
  Vector vector = VectorOf(call, *question.answer, question.read);
  vector.test.id = IdOf(question, call);
  return vector;
}

}  // namespace viewproof
