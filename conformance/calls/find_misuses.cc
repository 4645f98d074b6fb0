#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include "conformance/calls/calls.h"
#include "conformance/case/text.h"
#include "conformance/judge/answers.h"
#include "conformance/judge/compare.h"

namespace viewproof {
namespace {

using Kind = PlainAnswer::Kind;
using OutputList = std::vector<Output>;

// Returns whether the outcome has the elements that were answered, of which the
// first kMostTold may be all that is known.
bool HasElements(const Outcome& outcome, const Outcome& answered,
                 double distance) {
  const auto* expect = std::get_if<OutputList>(&outcome);
  const auto* got = std::get_if<OutputList>(&answered);
  if (expect == nullptr || got == nullptr) {
    return std::holds_alternative<ErrorReply>(outcome) &&
           std::holds_alternative<ErrorReply>(answered);
  }
  return std::ranges::equal(
      *expect, *got, [distance](const Output& e, const Output& g) {
        if (e.sizes != g.sizes || !e.values || !g.values) return false;
        Values values = *e.values;
        if (g.values->list.size() == kMostTold) {
          values.list.resize(std::min(values.list.size(), kMostTold));
        }
        return AreNear(values, *g.values, distance);
      });
}

// Returns whether the record is of a subject that answers `outcomes`, as far as
// it tells: it names the first step that is not `right`, and some that follow.
bool IsAnswered(const std::vector<Outcome>& outcomes, const Vector& right,
                const Record& record) {
  if (record.answers.empty()) return false;
  const int64_t first = record.answers.front().step;
  const int64_t last = record.answers.back().step;
  const int64_t call = CallStepOf(right.test.chain);
  if (first < call || last > std::ssize(outcomes)) return false;
  for (int64_t step = call; step <= last; ++step) {
    const StepAnswer* answer = FindAnswer(record.answers, step);
    if (answer == nullptr && step > first) continue;
    const Outcome& shown =
        answer != nullptr ? answer->outcome : right.expect[step - 1];
    if (!HasElements(outcomes[step - 1], shown, right.distance.value_or(0))) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string KernelCalls::KeyOf(const Question& question) const {
  if (question.drawn_sizes || ChangesElements(question)) {
    return Text(CaseOf(PlainTensorsOf(question), nullptr));
  }
  return fmt::format("{} {} {} {} {}", question.kernel,
                     question.form == CallForm::kInPlace, Name(question.dtype),
                     question.sizes, question.draw);
}

const KernelCalls::Question* KernelCalls::Find(const Record& record) const {
  const std::string_view op = OpOfId(record.id);
  for (const Question& question : questions_) {
    const std::string& kernel = hello_.calls[question.kernel].name;
    if (CallName(kernel, question.form) != op) continue;
    if (DTypeOf(question) == record.dtype && IdOf(question) == record.id) {
      return &question;
    }
  }
  return nullptr;
}

void KernelCalls::AddSuspicions(std::size_t record, const Question& question,
                                std::vector<Suspicion>& suspicions) const {
  const CallTensors call = TensorsOf(question);
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    for (const Misuse misuse :
         {Misuse::kReadAsContiguous, Misuse::kReadWithStride1,
          Misuse::kReadFromStart, Misuse::kReadWithoutBits}) {
      if (!ReadWith(misuse, call.operands[k])) continue;
      suspicions.push_back(
          {record, SentenceOf(misuse, call.kernel.operands[k].name), question});
      suspicions.back().question.misuse = {k, misuse};
    }
  }
}

bool KernelCalls::Explains(const Question& question, const PlainAnswer& answer,
                           const Record& record) const {
  const CallTensors call = TensorsOf(question);
  const Vector right = VectorOf(call, *question.answer, question.read);
  if (answer.kind == Kind::kDied || answer.kind == Kind::kNone) return false;
  if (answer.kind == Kind::kRefused) {
    return record.answers.size() == 1 &&
           record.answers[0].step == CallStepOf(right.test.chain) &&
           std::holds_alternative<ErrorReply>(record.answers[0].outcome);
  }
  const bool fits = std::ranges::equal(
      answer.gives, question.answer->gives,
      [&](const Literal& a, const Literal& b) {
        return a.dtype == b.dtype &&
               (a.sizes == b.sizes || question.form == CallForm::kNew);
      });
  return fits && IsAnswered(VectorOf(call, answer, question.read).expect, right,
                            record);
}

// The sentence of each target, or operand that is written, of which the record
// shows that it was written as if it were contiguous.
std::set<std::string> KernelCalls::WrittenWrongly(const Question& question,
                                                  const Record& record) const {
  if (question.read) return {};  // One storage alone shows.
  std::set<std::string> found;
  const CallTensors call = TensorsOf(question);
  const Vector right = VectorOf(call, *question.answer, std::nullopt);
  const std::vector<std::size_t> storages =
      StoragesOf(call.shared, call.size());
  std::size_t given = 0;
  const auto look = [&](std::size_t tensor, const PlacedOperand& placed,
                        const std::string& name) {
    const std::optional<Literal> storage =
        WrittenAsContiguous(placed, question.answer->gives[given++]);
    if (!storage) return;
    std::vector<Outcome> outcomes = right.expect;
    auto* read = std::get_if<OutputList>(
        &outcomes[CallStepOf(right.test.chain) + storages[tensor]]);
    if (read == nullptr || read->size() != 1) return;
    read->front().values = storage->values;
    if (IsAnswered(outcomes, right, record)) {
      found.insert(SentenceOf(Misuse::kWrittenAsContiguous, name));
    }
  };
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    if (WritesOperand(call.kernel, call.form, k)) {
      look(k, call.operands[k], call.kernel.operands[k].name);
    }
  }
  const std::vector<std::string> names = TargetNames(call.targets.size());
  for (std::size_t t = 0; t < call.targets.size(); ++t) {
    look(call.operands.size() + t, call.targets[t], names[t]);
  }
  return found;
}

std::vector<std::set<std::string>> KernelCalls::FindMisuses(
    const std::vector<Record>& failed, Executor& executor,
    const std::atomic<bool>& stop,
    const std::function<void(const std::string& op)>& tick) const {
  std::vector<std::set<std::string>> found(failed.size());
  std::vector<Suspicion> suspicions;
  for (std::size_t k = 0; k < failed.size(); ++k) {
    const Question* question = Find(failed[k]);
    if (question == nullptr || question->answer->kind != Kind::kGave) continue;
    AddSuspicions(k, *question, suspicions);
    found[k] = WrittenWrongly(*question, failed[k]);
  }
  std::vector<Question> questions;
  for (const Suspicion& suspicion : suspicions) {
    questions.push_back(suspicion.question);
  }
  std::map<std::string, PlainAnswer> answers;
  Ask(questions, executor, stop, tick,
      [&](const Asked& asked, PlainAnswer answer) {
        answers.emplace(asked.key, std::move(answer));
      });
  for (const Suspicion& suspicion : suspicions) {
    const auto answer = answers.find(KeyOf(suspicion.question));
    if (answer != answers.end() && Explains(suspicion.question, answer->second,
                                            failed[suspicion.record])) {
      found[suspicion.record].insert(suspicion.sentence);
    }
  }
  return found;
}

}  // namespace viewproof
