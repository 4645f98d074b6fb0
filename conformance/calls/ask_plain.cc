#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <deque>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/calls/calls.h"
#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/operands.h"

namespace viewproof {
namespace {

using Kind = PlainAnswer::Kind;

// A kernel must give something else for one of so many draws of elements.
constexpr int64_t kDraws = 4;

// A kernel that dies so often, and never answers, is not called again.
constexpr int kMostDeaths = 8;

}  // namespace

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
          const Question& question = questions[next++];
          const auto deaths = deaths_.find({question.kernel, question.form});
          if (deaths != deaths_.end() && deaths->second >= kMostDeaths) {
            continue;
          }
          Asked asked = PartsOf(question);
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
        int& deaths = deaths_[{asked->question.kernel, asked->question.form}];
        if (asked->death.empty()) {
          answer = AnswerOf(PlainTensorsOf(asked->question), asked->whole,
                            asked->reply);
          deaths = INT_MIN;
        } else {
          answer.kind = Kind::kDied;
          answer.message = asked->death;
          ++deaths;
        }
        done(*asked, std::move(answer));
        // Pointers to the other cases stay valid at either end alone.
        while (!out.empty() && out.front().due == 0) out.pop_front();
      },
      manner);
}

void KernelCalls::AskAndKeep(
    const std::vector<Question>& questions, Executor& executor,
    const std::atomic<bool>& stop,
    const std::function<void(const std::string& op)>& tick) {
  Ask(questions, executor, stop, tick,
      [this](const Asked& asked, PlainAnswer answer) {
        answers_.emplace(asked.key, std::move(answer));
      });
}

KernelCalls::Asked KernelCalls::PartsOf(const Question& question) const {
  const CallTensors call = PlainTensorsOf(question);
  Asked asked{question, KeyOf(question), CaseOf(call, nullptr), {}, 0, {}, ""};
  asked.whole.id = fmt::format(
      "{}/plain",
      asked.whole.chain[CallStepOf(asked.whole.chain) - 1].op->name);
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

// Where each step shows, an operand's layout is first asked of views alone.
void KernelCalls::ProbeLayouts(
    Executor& executor, const std::atomic<bool>& stop,
    const std::function<void(const std::string& op)>& tick) {
  if (!hello_.observes_every || !hello_.facets.Contains(Facet::kValues)) return;
  for (std::size_t kernel = 0; kernel < hello_.calls.size(); ++kernel) {
    ForEachPlace(
        hello_.calls[kernel].forms.front(), kernel,
        [&](const Question& question, std::size_t) {
          const std::vector<TensorPlan> plan = PlanOf(question);
          for (const TensorPlan& tensor : plan) {
            for (const auto& layout : LayoutsFor(tensor.dtype, tensor.sizes)) {
              if (!CanMake(layout)) continue;
              probe_.Add(layout, tensor.dtype, tensor.sizes);
            }
          }
          for (const Question& shared : SharedOf(question)) {
            for (std::size_t t = 0; t < shared.drawn_layouts.size(); ++t) {
              if (shared.drawn_layouts[t] == nullptr) continue;
              probe_.Add(*shared.drawn_layouts[t], plan[t].dtype,
                         plan[t].sizes);
            }
          }
        });
  }
  probe_.Ask(executor, stop, [&tick] {
    if (tick) tick("layouts");
  });
}

void KernelCalls::AskPlain(
    Executor& executor, const std::atomic<bool>& stop,
    const std::function<void(const std::string& op)>& tick) {
  ProbeLayouts(executor, stop, tick);
  Chosen chosen;
  std::vector<Question> due;
  std::vector<Question> first;  // One of each kernel, form and dtype.
  for (const CallForm form : {CallForm::kNew, CallForm::kInPlace}) {
    for (std::size_t kernel = 0; kernel < hello_.calls.size(); ++kernel) {
      std::vector<Question>& questions = chosen[{kernel, form}];
      questions = QuestionsOf(form, kernel);
      due.insert(due.end(), questions.begin(), questions.end());
      // Calls into targets get the elements of these.
      const bool gives_to_out =
          form == CallForm::kNew &&
          std::ranges::count(hello_.calls[kernel].forms, CallForm::kOut) > 0;
      ForEachPlace(form, kernel,
                   [&](const Question& question, std::size_t dtype) {
                     const bool is_first = question.sizes == 0 && dtype == 0;
                     if (!hello_.observes_every && !is_first) return;
                     if (question.sizes == 0) first.push_back(question);
                     if (question.sizes == 0 || dtype == 0 || gives_to_out) {
                       due.push_back(question);
                     }
                   });
    }
  }
  AskAndKeep(due, executor, stop, tick);
  AskOfTargets(executor, stop, tick, chosen);
  RefuseWrong(first, executor, stop, tick);
  if (stop) return;
  FindNeverAsked();
  KeepAnswered(std::move(chosen));
}

void KernelCalls::RefuseWrong(Executor& executor,
                              const std::atomic<bool>& stop) {
  std::vector<Question> first;
  for (const CallForm form : {CallForm::kNew, CallForm::kInPlace}) {
    for (std::size_t kernel = 0; kernel < hello_.calls.size(); ++kernel) {
      ForEachPlace(form, kernel, [&](const Question& question, std::size_t) {
        if (question.sizes == 0) first.push_back(question);
      });
    }
  }
  AskAndKeep(first, executor, stop, nullptr);
  RefuseWrong(first, executor, stop, nullptr);
}

void KernelCalls::RefuseWrong(
    const std::vector<Question>& first, Executor& executor,
    const std::atomic<bool>& stop,
    const std::function<void(const std::string& op)>& tick) {
  std::vector<std::pair<Question, PlainAnswer>> again;
  Ask(first, executor, stop, tick, [&](const Asked& asked, PlainAnswer answer) {
    again.emplace_back(asked.question, std::move(answer));
  });
  std::vector<std::size_t> kernels(hello_.calls.size());
  std::iota(kernels.begin(), kernels.end(), 0);
  kernels = ConstantAmong(kernels, 1, executor, stop, tick);
  // Those of which the first sizes say too little are looked at in all.
  std::vector<Question> due;
  for (const CallForm form : {CallForm::kNew, CallForm::kInPlace}) {
    for (std::size_t kernel = 0; kernel < hello_.calls.size(); ++kernel) {
      const bool may_be_constant =
          form == CallForm::kNew && std::ranges::count(kernels, kernel) > 0;
      if (!may_be_constant && HasShown(form, kernel)) continue;
      ForEachPlace(form, kernel,
                   [&](const Question& question, std::size_t dtype) {
                     if (dtype == 0 && PlainOf(question).kind == Kind::kNone) {
                       due.push_back(question);
                     }
                   });
    }
  }
  AskAndKeep(due, executor, stop, tick);
  kernels = ConstantAmong(kernels, kDraws, executor, stop, tick);
  if (!stop) RefuseAmong(again, kernels);
}

// Adds the operands that a plain call changed: what it gives begins with those
// that it writes.
void KernelCalls::AddWritten(const Question& question,
                             const PlainAnswer& answer,
                             std::set<std::size_t>& written) const {
  const DeclaredKernel& kernel = hello_.calls[question.kernel];
  if (question.form == CallForm::kNew && kernel.writes.empty()) return;
  const CallTensors call = PlainTensorsOf(question);
  std::size_t given = 0;
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    if (!WritesOperand(kernel, question.form, k)) continue;
    if (answer.gives[given++] != call.operands[k].seen) written.insert(k);
  }
}

// Returns whether a plain call of the form was answered, and changed each
// operand that it writes.
bool KernelCalls::HasShown(CallForm form, std::size_t kernel) const {
  const DeclaredKernel& declared = hello_.calls[kernel];
  std::set<std::size_t> missing;
  for (std::size_t k = 0; k < declared.operands.size(); ++k) {
    if (WritesOperand(declared, form, k)) missing.insert(k);
  }
  bool is_answered = false;
  ForEachPlace(form, kernel, [&](const Question& question, std::size_t) {
    const PlainAnswer& answer = PlainOf(question);
    if ((is_answered && missing.empty()) || answer.kind != Kind::kGave) return;
    is_answered = true;
    std::set<std::size_t> written;
    AddWritten(question, answer, written);
    for (const std::size_t k : written) missing.erase(k);
  });
  return is_answered && missing.empty();
}

void KernelCalls::FindNeverAsked() {
  for (std::size_t k = 0; k < hello_.calls.size(); ++k) {
    const DeclaredKernel& kernel = hello_.calls[k];
    for (const CallForm form : kernel.forms) {
      bool has_place = false;
      ForEachPlace(form, k,
                   [&](const Question&, std::size_t) { has_place = true; });
      if (has_place) continue;
      const bool needs_new = kernel.operands.size() > 1 && !hello_.Knows("new");
      const std::string why =
          needs_new ? "the adapter lacks the op `new`, which makes operands"
                    : fmt::format(
                          "no operands of its dtypes and sizes are "
                          "declared and of at most {} elements",
                          kMaxSaid);
      never_asked_[why].push_back(CallName(kernel.name, form));
    }
  }
}

// Chooses the calls into targets, and asks for what is written into these where
// layouts change the elements of the operands.
void KernelCalls::AskOfTargets(
    Executor& executor, const std::atomic<bool>& stop,
    const std::function<void(const std::string& op)>& tick, Chosen& chosen) {
  std::vector<Question> due;
  for (std::size_t kernel = 0; kernel < hello_.calls.size(); ++kernel) {
    std::vector<Question>& questions = chosen[{kernel, CallForm::kOut}];
    questions = QuestionsOf(CallForm::kOut, kernel);
    std::ranges::copy_if(
        questions, std::back_inserter(due),
        [this](const Question& of) { return ChangesElements(of); });
  }
  AskAndKeep(due, executor, stop, tick);
}

// Returns whether the targets have the sizes for which layouts were chosen: how
// many elements come out may depend on what the operands hold.
bool KernelCalls::FitsTargets(const Question& question) const {
  if (question.form != CallForm::kOut || !ChangesElements(question)) {
    return true;
  }
  Question plain = question;
  plain.MakePlain();
  return std::ranges::equal(PlainOf(question).gives, PlainOf(plain).gives, {},
                            &Literal::sizes, &Literal::sizes);
}

// Keeps one of a dtype of the plain calls that are refused or die: in another
// layout if it can be.
void KernelCalls::KeepAnswered(Chosen chosen) {
  refused_ = 0;
  for (auto& [place, questions] : chosen) {
    std::set<DType> kept;
    for (Question& question : questions) {
      const PlainAnswer& answer = PlainOf(question);
      if (answer.kind == Kind::kNone) continue;
      if (!FitsTargets(question)) continue;
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

// Where only the last step shows, there is a case for what the call gives, one
// for each storage that it writes, and one for another storage.
void KernelCalls::AddQuestion(Question question) {
  if (hello_.observes_every) {
    questions_.push_back(std::move(question));
    return;
  }
  std::set<std::size_t> written;
  std::set<std::size_t> kept;
  const std::vector<TensorPlan> plan = PlanOf(question);
  const std::vector<std::size_t> storages =
      StoragesOf(question.shared, plan.size());
  for (std::size_t k = 0; k < plan.size(); ++k) {
    (plan[k].is_written ? written : kept).insert(storages[k]);
  }
  for (const std::size_t storage : written) kept.erase(storage);
  std::vector<int64_t> reads;
  const bool gave = question.answer->kind == Kind::kGave;
  if (!gave || question.form == CallForm::kNew) reads.push_back(0);
  if (gave) {
    const auto read = [&reads](std::size_t storage) {
      reads.push_back(static_cast<int64_t>(storage) + 1);
    };
    std::ranges::for_each(written, read);
    if (!kept.empty()) {
      read(*std::next(kept.begin(), questions_.size() % kept.size()));
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

void KernelCalls::RefuseAmong(
    const std::vector<std::pair<Question, PlainAnswer>>& again,
    const std::vector<std::size_t>& constant) {
  using Form = std::pair<std::size_t, CallForm>;
  struct Shown {
    bool executed = false;
    bool died = false;
    bool is_unshown = false;   // A case does not show what it gives;
    bool is_misspelt = false;  // its expression raises what it refuses with;
    bool is_constant = false;  // It gives the same for other elements.
    std::set<std::size_t> written = {};  // The operands that it changes.
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
        const auto asked = answers_.find(KeyOf(question));
        if (asked == answers_.end()) return;
        const PlainAnswer& answer = asked->second;
        Shown& of = shown[{kernel, form}];
        of.executed |= answer.kind == Kind::kGave;
        of.died |= answer.kind == Kind::kDied;
        of.is_misspelt |= answer.is_misspelt;
        of.is_unshown |= answer.kind == Kind::kNone && hello_.observes_every;
        if (of.message.empty()) of.message = answer.message;
        if (answer.kind == Kind::kGave) {
          AddWritten(question, answer, of.written);
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
    const DeclaredKernel& kernel = hello_.calls[form.first];
    for (std::size_t k = 0; k < kernel.operands.size(); ++k) {
      if (!WritesOperand(kernel, form.second, k) || of.written.contains(k)) {
        continue;
      }
      const bool is_target = form.second == CallForm::kInPlace && k == 0;
      // Lists of tensors are written in place alone.
      const bool is_written = std::ranges::any_of(
          kCallForms, [&, number = form.first](CallForm other) {
            const auto found = shown.find({number, other});
            return found != shown.end() && found->second.written.contains(k);
          });
      if (!is_target && is_written) continue;
      refuse(form,
             fmt::format("leaves {} as it was",
                         is_target ? "its target"
                                   : kernel.operands[k].name +
                                         ", which it is declared to write,"));
    }
  }
}

}  // namespace viewproof
