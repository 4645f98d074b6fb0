#include "conformance/picture/case_picture.h"

#include "conformance/picture/reason.h"

namespace viewproof {

Picture DrawCase(const Case& test, const std::vector<Outcome>& outcomes,
                 const std::optional<PythonNames>& names) {
  const Wording wording(test, outcomes, names);
  Picture picture =
      DrawChain(test, outcomes, ReasonOf(test, outcomes, names), names);
  picture.verdict = VerdictOf(test, outcomes, wording);
  return picture;
}

Picture DrawCase(const Case& test, const std::optional<PythonNames>& names) {
  return DrawCase(test, OutcomesOf(test), names);
}

}  // namespace viewproof
