#include "conformance/run/trial_cases.h"

#include <map>
#include <string_view>
#include <utility>
#include <variant>

#include "conformance/golden_file/golden.h"
#include "conformance/judge/plan.h"

namespace viewproof {
namespace {

constexpr int kGood = 2;  // Vectors of an op that succeed,
constexpr int kBad = 1;   // and that end in an error.

// Whether a person takes it in at a glance.
bool IsPlain(const Case& test) {
  constexpr std::size_t kSteps = 3;
  constexpr std::size_t kRank = 4;
  return test.chain.size() <= kSteps && test.base.fill == FillKind::kIota &&
         test.base.sizes.size() <= kRank;
}

}  // namespace

std::vector<TrialCase> TrialCases(const std::string& root, const Hello& hello) {
  Planner planner(hello);
  std::map<std::pair<std::string, bool>, int> taken;
  std::vector<TrialCase> cases;
  ForEachVector(OpenGolden(root + "/golden"), [&](Vector& vector) {
    if (!IsPlain(vector.test)) return;
    const bool fails = std::holds_alternative<ErrorReply>(vector.expect.back());
    const std::string& id = vector.test.id;
    const auto key = std::pair(id.substr(0, id.find('/')), fails);
    if (taken[key] == (fails ? kBad : kGood)) return;
    TrialCase asked;
    asked.vector = vector;
    if (planner.Plan(asked.vector, asked.worlds)) return;
    ++taken[key];
    cases.push_back(std::move(asked));
  });
  return cases;
}

}  // namespace viewproof
