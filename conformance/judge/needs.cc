#include "conformance/judge/needs.h"

#include <algorithm>

#include "conformance/case/bounds.h"
#include "conformance/case/index_facts.h"
#include "conformance/case/largest_number.h"
#include "conformance/case/number.h"
#include "conformance/case/operands.h"

namespace viewproof {
namespace {

// Whether an output shows a fraction, nan, inf or an integer beyond 2^53. A
// -0.0 may be shown as 0.
bool ShowsNumbers(const Outcome& outcome) {
  return AnyOutput(outcome,
                   [](const Output& o) { return !ArePlain(o.values, false); });
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

}  // namespace viewproof
