#include "conformance/diagnose/layout_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "conformance/case/kernel.h"
#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/judge/record.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

constexpr int64_t kLeastCalls = 3;  // So many fail, and so many pass.
// A kernel that reads elements in a wrong order may yet give the right ones.
constexpr int64_t kFailedForEachPassed = 9;
constexpr std::size_t kMostConditions = 3;

// How far apart the elements of a tensor lie.
struct Spread {
  explicit Spread(const Output& tensor) {
    int64_t outer = INT64_MAX;
    for (std::size_t d = 0; d < tensor.sizes.size(); ++d) {
      elements *= tensor.sizes[d];
      if (tensor.sizes[d] < 2) continue;
      const int64_t stride = (*tensor.strides)[d];
      is_permuted |= stride > outer;
      has_zero |= stride == 0;
      cells += (tensor.sizes[d] - 1) * (stride < 0 ? -stride : stride);
      outer = stride;
    }
  }

  int64_t elements = 1;
  int64_t cells = 1;  // From the first to the last.
  bool is_permuted = false;
  bool has_zero = false;
};

struct LayoutFact {
  std::string_view text;
  bool (*holds)(const Output& tensor, const Spread& spread);
};

// They stand in the order in which a reader looks for a cause.
constexpr std::array kLayoutFacts = {
    LayoutFact{"is permuted",
               [](const Output&, const Spread& s) {
                 return s.elements > 0 && s.is_permuted && !s.has_zero;
               }},
    LayoutFact{"has gaps",
               [](const Output&, const Spread& s) {
                 return s.elements > 0 && s.cells > s.elements;
               }},
    LayoutFact{"has a stride of 0",
               [](const Output&, const Spread& s) {
                 return s.elements > 0 && s.has_zero;
               }},
    LayoutFact{"overlaps itself",
               [](const Output&, const Spread& s) {
                 return s.cells < s.elements && !s.has_zero;
               }},
    LayoutFact{"has the conjugate bit",
               [](const Output& t, const Spread&) { return t.conj; }},
    LayoutFact{"has the negative bit",
               [](const Output& t, const Spread&) { return t.neg; }},
    LayoutFact{"starts after the first element of its storage",
               [](const Output& t, const Spread&) {
                 return t.offset.value_or(0) > 0;
               }},
    LayoutFact{"is not contiguous",
               [](const Output& t, const Spread&) {
                 return !t.contiguous.value_or(true);
               }},
    LayoutFact{"is contiguous",
               [](const Output& t, const Spread&) {
                 return t.contiguous.value_or(true);
               }},
    LayoutFact{"has no elements",
               [](const Output&, const Spread& s) { return s.elements == 0; }},
};

// Everything that holds of the tensors of a call; the simplest comes first.
using Facts = std::set<std::pair<std::size_t, std::string>>;

void AddFacts(std::string_view name, const Output& tensor, Facts& facts) {
  if (!tensor.strides) return;
  const Spread spread(tensor);
  for (std::size_t k = 0; k < kLayoutFacts.size(); ++k) {
    if (!kLayoutFacts[k].holds(tensor, spread)) continue;
    facts.emplace(k, fmt::format("{} {}", name, kLayoutFacts[k].text));
  }
  for (int64_t rank = 1; rank <= std::ssize(tensor.sizes); ++rank) {
    facts.emplace(kLayoutFacts.size() + 1,
                  fmt::format("{} has rank >= {}", name, rank));
  }
}

// The facts of the call of a kernel that a case ends with; none if it has no
// such call.
std::optional<Facts> FactsOf(const Case& test, const Hello& hello) {
  const std::vector<Step>& chain = test.chain;
  const int64_t at = CallStepOf(chain);
  if (at == 0) return std::nullopt;
  const Step* call = &chain[at - 1];
  const DeclaredKernel* kernel = FindKernel(hello.calls, call->op->name);
  if (kernel == nullptr) return std::nullopt;
  // How operands lie is not part of what is expected of a call.
  thread_local const std::unique_ptr<Subject> reference = MakeReference();
  Reply reply;
  reference->Run(test, reply);
  Facts facts;
  std::vector<std::pair<std::string_view, int64_t>> added;  // And its storage.
  const auto add = [&](std::string_view name, OutputRef ref) {
    const Output shown = ShownAt(test, reply.steps, ref);
    AddFacts(name, shown, facts);
    for (const auto& [other, storage] : added) {
      if (storage != shown.storage) continue;
      facts.emplace(kLayoutFacts.size(),
                    fmt::format("{} and {} have one storage", other, name));
    }
    added.emplace_back(name, *shown.storage);
  };
  add(kernel->operands.front().name, call->on.value_or(OutputRef()));
  for (std::size_t k = 0; k < call->op->asked(); ++k) {
    const auto& tensor = std::get<TensorArg>(call->args[k]);
    if (const auto* ref = std::get_if<OutputRef>(&tensor)) {
      add(call->op->parameters[k].name, *ref);
      // Several targets may share a fault.
      const bool is_target = k + 1 >= kernel->operands.size();
      if (is_target && call->op->asked() > kernel->operands.size()) {
        AddFacts("a target", ShownAt(test, reply.steps, *ref), facts);
      }
    }
  }
  return facts;
}

// Calls that failed.
struct FailedCalls {
  std::optional<Facts> common;  // These hold of all of them.
  int64_t count = 0;
  // The misuses that explain each of those that were looked at.
  std::optional<std::set<std::string>> misuses;
  int64_t looked_at = 0;

  void Add(const Facts& facts) {
    ++count;
    KeepCommon(facts, common);
  }

  void AddMisuses(const std::set<std::string>& found) {
    ++looked_at;
    KeepCommon(found, misuses);
  }

 private:
  template <typename T>
  static void KeepCommon(const std::set<T>& of,
                         std::optional<std::set<T>>& in) {
    if (!in) in = of;
    std::erase_if(*in, [&](const T& one) { return !of.contains(one); });
  }
};

// Facts that the failed calls of an op have in common.
struct LayoutCondition {
  Facts facts;
  int64_t passed = 0;  // So many calls that passed have it, too.
};

// The calls of one op.
struct CallsOf {
  FailedCalls all;
  std::map<std::size_t, FailedCalls> by_cause;
  std::vector<Facts> passed;

  // One fact, or else two, that hold of all of these calls and of hardly one
  // that passed.
  std::vector<LayoutCondition> ConditionsOf(const FailedCalls& of) const {
    std::vector<LayoutCondition> conditions;
    const auto add = [&](const Facts& facts) {
      const int64_t inside =
          std::ranges::count_if(passed, [&](const Facts& held) {
            return std::ranges::includes(held, facts);
          });
      if (inside * kFailedForEachPassed <= of.count) {
        conditions.push_back({facts, inside});
      }
    };
    const Facts& common = *of.common;
    for (const auto& fact : common) add({fact});
    for (auto first = common.begin();
         first != common.end() && conditions.empty(); ++first) {
      for (auto next = std::next(first); next != common.end(); ++next) {
        add({*first, *next});
      }
    }
    std::ranges::stable_sort(conditions, {}, &LayoutCondition::passed);
    return conditions;
  }
};

std::string TextOf(const LayoutCondition& condition) {
  std::string text;
  for (const auto& [number, fact] : condition.facts) {
    text += (text.empty() ? "" : " and ") + fact;
  }
  if (condition.passed == 0) return text;
  return text + (condition.passed == 1
                     ? std::string(" (1 such call passes)")
                     : fmt::format(" ({} such calls pass)", condition.passed));
}

std::map<std::string, CallsOf> FindCalls(
    const Evidence& evidence, const Hello& hello, const VisitVectors& visit,
    const std::map<std::string, std::size_t>& causes, const Misuses& misuses) {
  std::map<std::string, CallsOf> calls;  // By op: those of which some failed.
  for (const auto& [key, failed] : evidence.failed()) {
    calls.try_emplace(std::string(OpOfId(key)));
  }
  visit([&](Vector& vector) {
    const auto at = calls.find(std::string(OpOfId(vector.test.id)));
    if (at == calls.end()) return;
    CallsOf& of = at->second;
    const std::string key =
        Evidence::KeyOf(vector.test.id, vector.test.base.dtype);
    const auto failed = evidence.failed().find(key);
    const bool has_failed = failed != evidence.failed().end();
    if (!has_failed && !evidence.Passed(key)) return;
    std::optional<Facts> facts = FactsOf(vector.test, hello);
    if (!facts) return;
    if (!has_failed) {
      of.passed.push_back(*std::move(facts));
      return;
    }
    const auto cause = causes.find(failed->second.cause);
    if (cause == causes.end()) return;
    FailedCalls& alike = of.by_cause[cause->second];
    of.all.Add(*facts);
    alike.Add(*facts);
    const auto misused = misuses.find(key);
    if (misused != misuses.end()) alike.AddMisuses(misused->second);
  });
  return calls;
}

}  // namespace

std::vector<Explanation> DiagnoseLayouts(
    const Evidence& evidence, const Hello& hello, const VisitVectors& visit,
    const std::map<std::string, std::size_t>& causes, const Misuses& misuses) {
  std::map<std::size_t, int64_t> failures;  // Each cause has so many.
  for (const auto& [cause, count] : evidence.by_cause()) {
    const auto number = causes.find(cause);
    if (number != causes.end()) failures[number->second] += count;
  }
  std::vector<Explanation> explanations;
  for (const auto& [op, calls] :
       FindCalls(evidence, hello, visit, causes, misuses)) {
    if (std::ssize(calls.passed) < kLeastCalls) continue;
    for (const auto& [cause, failed] : calls.by_cause) {
      // Two causes of an op may be two faces of one fault.
      std::vector<LayoutCondition> conditions;
      for (const FailedCalls* of : {&failed, &calls.all}) {
        if (!conditions.empty() || of->count < kLeastCalls) continue;
        conditions = calls.ConditionsOf(*of);
      }
      conditions.resize(std::min(conditions.size(), kMostConditions));
      Explanation explanation;
      explanation.cause = static_cast<int64_t>(cause);
      explanation.explained = failed.count;
      explanation.of = failures[cause];
      std::string misuse;
      if (failed.misuses && !failed.misuses->empty()) {
        misuse = *failed.misuses->begin();
        explanation.explained = failed.looked_at;
      } else if (conditions.empty()) {
        continue;
      }
      KnownBug bug{.mutant = "layout", .ops = {op}, .effect = misuse};
      if (conditions.empty()) explanation.bugs.push_back(bug);
      for (const LayoutCondition& condition : conditions) {
        bug.when = TextOf(condition);
        bug.otherwise = "else";
        bug.pass = std::ssize(calls.passed) - condition.passed;
        explanation.bugs.push_back(bug);
      }
      explanations.push_back(std::move(explanation));
    }
  }
  return explanations;
}

}  // namespace viewproof
