#include "conformance/laws/refusal.h"

#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/fill.h"
#include "conformance/case/text.h"
#include "conformance/gen/edit.h"

namespace viewproof {

std::string BreaksRefusal(const Case& test, Subject& subject) {
  Reply all;
  subject.Run(test, all);
  Case without = test;
  std::vector<Outcome> due;
  for (auto k = static_cast<int64_t>(test.chain.size()); k > 0; --k) {
    if (std::holds_alternative<ErrorReply>(all.steps[k - 1])) {
      Case shorter = *WithoutStep(without, k);
      const bool same_fill =
          Names(shorter, DType::kBool) == Names(test, DType::kBool);
      if (same_fill) {
        without = std::move(shorter);
        continue;
      }
    }
    due.insert(due.begin(), all.steps[k - 1]);
  }
  Reply rest;
  subject.Run(without, rest);
  if (rest.steps == due) return {};
  return Text(test) + "\n  does not come out as " + Text(without);
}

}  // namespace viewproof
