#include "fuzz/hunt/sweep.h"

#include <algorithm>
#include <exception>
#include <variant>

#include "conformance/case/ops.h"

namespace viewproof {

SweepResult Sweep::Look(int64_t from, int64_t to,
                        const std::atomic<bool>& stop) {
  SweepResult result;
  result.steps.resize(Ops().size());
  cases_->ForEach(from, to, [&](int64_t number) {
    if (stop) return;
    try {
      AskOne(number, result);
    } catch (const std::exception&) {
      result.others.push_back(number);
    }
  });
  std::ranges::sort(result.others);
  return result;
}

void Sweep::AskOne(int64_t number, SweepResult& result) {
  if (!cases_->Draw(number, vector_)) {
    ++result.not_drawn;
    return;
  }
  subject_.Run(vector_.test, reply_);
  if (Abstains(reply_)) {
    ++result.abstained;
    return;
  }
  if (!comparator_.Agrees(vector_.expect, reply_)) {
    result.others.push_back(number);
    return;
  }
  ++result.judged;
  for (const Step& step : vector_.test.chain) {
    ++result.steps[static_cast<std::size_t>(step.op - Ops().data())];
  }
  for (const Outcome& outcome : vector_.expect) {
    const auto* error = std::get_if<ErrorReply>(&outcome);
    if (error != nullptr && error->kind) ++result.errors[*error->kind];
  }
}

}  // namespace viewproof
