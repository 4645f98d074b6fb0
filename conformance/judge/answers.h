#ifndef VIEWPROOF_CONFORMANCE_JUDGE_ANSWERS_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_ANSWERS_H_

#include <simdjson.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/difference.h"

namespace viewproof {

// The steps that differences name: the ones that show them and the ones that
// are to blame; 0 is the base.
std::set<int64_t> StepsNamed(const std::vector<Difference>& differences);

// Returns what a subject answered at each of these. A step that it did not
// answer, such as one after its death, is not among them.
std::vector<StepAnswer> AnswersAt(const Reply& reply,
                                  const std::vector<Difference>& differences);

// The answer at this step; null if it is not told.
const StepAnswer* FindAnswer(const std::vector<StepAnswer>& answers,
                             int64_t step);

// Writes them as a record has them: [{"step": 2, "outcome": {...}}, ...].
struct AnswersCodec {
  void Read(simdjson::ondemand::value value, std::string_view field,
            std::vector<StepAnswer>& into) const;
  void Append(const std::vector<StepAnswer>& answers, std::string& out) const;
  std::string Schema() const;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_ANSWERS_H_
