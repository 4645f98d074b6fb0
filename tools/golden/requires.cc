#include "tools/golden/requires.h"

#include <algorithm>
#include <cstddef>
#include <memory>

#include "conformance/case/bounds.h"
#include "conformance/case/index_facts.h"
#include "conformance/case/largest_number.h"
#include "conformance/case/number.h"
#include "conformance/case/operands.h"
#include "conformance/gen/edit.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

bool IsError(const Outcome& outcome) {
  return std::holds_alternative<ErrorReply>(outcome);
}

bool Failed(const Outcome& outcome) {
  return IsError(outcome) || std::holds_alternative<Unobserved>(outcome);
}

bool HasDigest(const Outcome& outcome) {
  return AnyOutput(outcome,
                   [](const Output& o) { return o.crc32.has_value(); });
}

// Whether one edit of the case makes step `k` succeed, without making an
// earlier step fail.
bool HasSucceedingNeighbour(const Case& test,
                            const std::vector<Outcome>& expect, std::size_t k,
                            Subject& reference) {
  Case prefix = test;
  prefix.chain.resize(k + 1);
  Reply reply;
  return AnyNeighbour(prefix, [&](const Case& neighbour) {
    reference.Run(neighbour, reply);
    const std::size_t steps = neighbour.chain.size();
    if (reply.steps.size() != steps || Failed(reply.steps.back())) {
      return false;
    }
    const std::size_t left_out = k + 1 - steps;
    for (std::size_t j = 0; j + 1 < steps && left_out == 0; ++j) {
      if (Failed(reply.steps[j]) && !Failed(expect[j])) return false;
    }
    return true;
  });
}

// Whether an output shows a fraction, nan, inf or an integer beyond 2^53.
bool ShowsNumbers(const Outcome& outcome) {
  return AnyOutput(outcome,
                   [](const Output& o) { return !ArePlain(o.values); });
}

std::vector<CaseForm> FormsOf(const Case& test,
                              const std::vector<Outcome>& expect) {
  std::vector<CaseForm> forms;
  if (std::any_of(expect.begin(), expect.end(), HasDigest)) {
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

bool IsOneEditFromSuccess(const Case& test,
                          const std::vector<Outcome>& expect) {
  const std::unique_ptr<Subject> reference = MakeReference();
  for (std::size_t k = 0; k < expect.size(); ++k) {
    if (IsError(expect[k]) &&
        !HasSucceedingNeighbour(test, expect, k, *reference)) {
      return false;
    }
  }
  return true;
}

Requires RequirementsOf(const Case& test, const std::vector<Outcome>& expect,
                        const std::vector<Outcome>& alternative) {
  const auto error = std::find_if(expect.begin(), expect.end(), IsError);
  return {
      .after_error = error != expect.end() && error + 1 != expect.end(),
      .error_kind = !IsOneEditFromSuccess(test, expect),
      .views = NeedsViews(test, expect),
      .wide_int = std::max(LargestNumber(test, expect),
                           LargestNumber(test, alternative)) > kMaxExact,
      .forms = FormsOf(test, expect),
  };
}

}  // namespace viewproof
