#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/text.h"
#include "conformance/gen/enumerate.h"
#include "conformance/subjects/mutant_equivalents.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace equivalents_test {

// Every call of every core op on what every such call makes of a small base.
Universe TwoSteps() {
  return Universe({Bounds{.steps = 2,
                          .max_rank = 2,
                          .max_size = 2,
                          .dims = {-1, 0, 1},
                          .numbers = {-1, 0, 1, 2},
                          .sizes = {0, 1, 2},
                          .inferred = {-1, 0, 1, 2},
                          .max_length = 2,
                          .max_calls = 60}});
}

constexpr int64_t kEvery = 29;  // One case of so many is run.

const Mutant* FindMutant(std::string_view name) {
  const auto found =
      std::find_if(Mutants().begin(), Mutants().end(),
                   [name](const Mutant& m) { return m.name == name; });
  return found == Mutants().end() ? nullptr : &*found;
}

// The mutants of each op that are called equivalent.
std::map<const Op*, std::vector<std::unique_ptr<Subject>>> Equivalent() {
  std::map<const Op*, std::vector<std::unique_ptr<Subject>>> subjects;
  for (const Equivalents& row : AllEquivalents()) {
    if (row.seen_by != SeenBy::kNobody) continue;
    for (const std::string_view name : row.ops) {
      for (const std::string_view mutant : row.mutants) {
        subjects[FindOp(name)].push_back(
            MakeMutant(*FindMutant(mutant), *FindOp(name)));
      }
    }
  }
  return subjects;
}

// An error's kind alone counts.
void DropTexts(Reply& reply) {
  for (Outcome& outcome : reply.steps) {
    if (auto* error = std::get_if<ErrorReply>(&outcome)) {
      *error = {.kind = error->kind, .rule = {}, .message = {}};
    }
  }
}

TEST(Equivalents, AreRowsOfMutantsAndOpsThatThereAre) {
  for (const Equivalents& row : AllEquivalents()) {
    EXPECT_NE(row.reason, "");
    for (const std::string_view op : row.ops) {
      if (op == "*") continue;
      ASSERT_NE(FindOp(op), nullptr) << op;
      EXPECT_FALSE(FindOp(op)->is_alias()) << op << " has those of its target";
      for (const std::string_view mutant : row.mutants) {
        ASSERT_NE(FindMutant(mutant), nullptr) << mutant;
        EXPECT_TRUE(IsTouched(*FindOp(op), *FindMutant(mutant)))
            << op << " " << mutant;
      }
    }
  }
}

TEST(Equivalents, AnswerEnumeratedCasesAsTheReferenceDoes) {
  const Universe universe = TwoSteps();
  const auto reference = MakeReference();
  const auto equivalent = Equivalent();
  std::map<const Op*, int64_t> cases;
  Reply due;
  Reply reply;
  for (int64_t k = 0; (k + 1) * kEvery <= universe.count(); ++k) {
    const Case test = universe.At(OneOfEvery(kEvery, k));
    const Op* op = test.chain.back().op;
    const auto found = equivalent.find(op);
    if (found == equivalent.end()) continue;
    reference->Run(test, due);
    DropTexts(due);
    ++cases[op];
    for (const auto& mutant : found->second) {
      mutant->Run(test, reply);
      DropTexts(reply);
      ASSERT_EQ(reply, due) << mutant->hello().name << " on " << Text(test);
    }
  }
  for (const auto& [op, mutants] : equivalent) {
    const bool enumerated = op->profile == Profile::kCore;
    EXPECT_EQ(cases[op] >= 50, enumerated) << op->name;
  }
}

}  // namespace equivalents_test
}  // namespace viewproof
