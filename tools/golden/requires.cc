#include "tools/golden/requires.h"

#include <cstddef>
#include <memory>

#include "conformance/gen/edit.h"
#include "conformance/judge/declared.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

bool IsError(const Outcome& outcome) {
  return std::holds_alternative<ErrorReply>(outcome);
}

bool Failed(const Outcome& outcome) {
  return IsError(outcome) || std::holds_alternative<UnobservedStep>(outcome);
}

// Returns whether one edit of the case makes step `k` succeed, without making
// an earlier step fail.
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
  Requires needs = NeedsOf(test, expect, alternative);
  needs.views = NeedsViews(test, expect);
  needs.error_kind = !IsOneEditFromSuccess(test, expect);
  return needs;
}

}  // namespace viewproof
