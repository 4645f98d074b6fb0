#include "conformance/judge/declared.h"

#include <algorithm>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/largest_number.h"
#include "conformance/case/number.h"
#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"

namespace viewproof {

namespace {

// Returns whether an output shows a fraction, nan, inf or an integer beyond
// 2^53. A -0.0 may be shown as 0.
bool ShowsNumbers(const Outcome& outcome) {
  return AnyOutput(outcome,
                   [](const Output& o) { return !ArePlain(o.values, false); });
}

bool HasManyOutputs(const Outcome& outcome) {
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  return outputs != nullptr && std::ssize(*outputs) > kMaxPlainOutputs;
}

std::vector<CaseForm> FormsOf(const Case& test,
                              const std::vector<Outcome>& expect) {
  std::vector<CaseForm> forms;
  if (std::any_of(expect.begin(), expect.end(), &HasDigest)) {
    forms.push_back(CaseForm::kDigest);
  }
  if (IsData(test.base.fill)) forms.push_back(CaseForm::kData);
  if (NeedsNumbers(test) ||
      std::any_of(expect.begin(), expect.end(), ShowsNumbers)) {
    forms.push_back(CaseForm::kNumbers);
  }
  if (std::any_of(test.chain.begin(), test.chain.end(), &NamesIndexTensors)) {
    forms.push_back(CaseForm::kIndexTensors);
  }
  if (std::ranges::any_of(expect, HasManyOutputs)) {
    forms.push_back(CaseForm::kManyOutputs);
  }
  return forms;
}

}  // namespace

Requires NeedsOf(const Case& test, const std::vector<Outcome>& expect,
                 const std::vector<Outcome>& alternative) {
  const auto error = std::ranges::find_if(expect, [](const Outcome& outcome) {
    return std::holds_alternative<ErrorReply>(outcome);
  });
  return {
      .after_error = error != expect.end() && error + 1 != expect.end(),
      .wide_int = std::max(LargestNumber(test, expect),
                           LargestNumber(test, alternative)) > kMaxExact,
      .forms = FormsOf(test, expect),
  };
}

DeclarationCheck::DeclarationCheck(const Hello& hello)
    : hello_(hello),
      planner_(hello_),
      comparator_(hello_, hello_.facets),
      unseen_(hello.copies) {
  for (const Op& op : Ops()) {
    if (hello.rebinds && op.kind == OpKind::kWrite &&
        std::ranges::binary_search(hello.ops, op.name)) {
      unseen_.emplace_back(op.name);
    }
  }
  std::ranges::sort(unseen_);
}

bool DeclarationCheck::See(const Vector& vector) {
  const auto in_chain = [&vector](const std::string& op) {
    return std::ranges::any_of(vector.test.chain, [&op](const Step& step) {
      return step.op->name == op;
    });
  };
  if (std::ranges::none_of(unseen_, in_chain)) return !unseen_.empty();
  Vector asked = vector;
  std::vector<World> worlds;
  if (planner_.Plan(asked, worlds)) return true;
  std::erase_if(unseen_, [&](const std::string& op) {
    return in_chain(op) && Shows(asked, worlds, op);
  });
  return !unseen_.empty();
}

bool DeclarationCheck::Shows(const Vector& vector,
                             const std::vector<World>& worlds,
                             const std::string& op) {
  Ways liar = WaysOf(hello_);
  std::erase(liar.copies, op);
  if (FindOp(op)->kind == OpKind::kWrite) liar.rebinds = false;
  Course course;
  library_.Run(vector.test, liar, {}, course);
  if (course.reply.too_large) return false;
  Judgement judgement;
  comparator_.Compare(vector, course.reply, judgement, {}, worlds);
  return !judgement.differences.empty();
}

}  // namespace viewproof
