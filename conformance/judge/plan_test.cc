#include "conformance/judge/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/judge/testing.h"

namespace viewproof {
namespace plan_test {

struct Row {
  const char* name;
  std::function<void(Hello&)> change;
  SkipReason reason;
};

std::ostream& operator<<(std::ostream& os, const Row& row) {
  return os << row.name;
}

// A vector that needs everything.
Vector Demanding() {
  Vector vector =
      VectorOf("float32[2,3] | copy_(int64[3]) | transpose(0, 1) | view([6])");
  vector.needs = {true, true, true, true, {}};
  std::ranges::copy_if(kCaseForms, std::back_inserter(vector.needs.forms),
                       MayBeNeeded);
  return vector;
}

void Borrow(Hello& hello, std::vector<std::string> ops) {
  for (const std::string& op : ops) std::erase(hello.ops, op);
  hello.borrowed = std::move(ops);
  std::sort(hello.borrowed.begin(), hello.borrowed.end());
}

std::optional<SkipReason> ReasonToSkip(Vector vector, const Hello& hello) {
  std::vector<World> worlds;
  return Planner(hello).Plan(vector, worlds);
}

class Lacking : public testing::TestWithParam<Row> {};

TEST_P(Lacking, OneAbilityIsTheReasonToSkip) {
  Hello hello = FullHello();
  hello.forms = Demanding().needs.forms;
  EXPECT_FALSE(ReasonToSkip(Demanding(), hello));
  GetParam().change(hello);
  EXPECT_EQ(ReasonToSkip(Demanding(), hello), GetParam().reason);
}

INSTANTIATE_TEST_SUITE_P(
    Abilities, Lacking,
    testing::Values(
        Row{"Op", [](Hello& h) { std::erase(h.ops, "transpose"); },
            SkipReason::kOp},
        Row{"DTypeOfTheBase",
            [](Hello& h) { std::erase(h.dtypes, DType::kFloat32); },
            SkipReason::kDType},
        Row{"DTypeOfALiteral",
            [](Hello& h) { std::erase(h.dtypes, DType::kInt64); },
            SkipReason::kDType},
        Row{"Rank", [](Hello& h) { h.max_rank = 1; }, SkipReason::kRank},
        Row{"WideInt", [](Hello& h) { h.ints = 53; }, SkipReason::kWideInt},
        Row{"Views", [](Hello& h) { h.views = false; }, SkipReason::kViews},
        Row{"Borrowed",
            [](Hello& h) {
              Borrow(h, {"transpose", "copy_", "view"});
            },
            SkipReason::kBorrowed},
        Row{"AfterError", [](Hello& h) { h.after_error = false; },
            SkipReason::kAfterError},
        Row{"ObservesTheLast", [](Hello& h) { h.observes_every = false; },
            SkipReason::kAfterError},
        Row{"ErrorKind", [](Hello& h) { h.facets = Facets(); },
            SkipReason::kErrorKind},
        Row{"Digest", [](Hello& h) { std::erase(h.forms, CaseForm::kDigest); },
            SkipReason::kDigest},
        Row{"Data", [](Hello& h) { std::erase(h.forms, CaseForm::kData); },
            SkipReason::kData},
        Row{"Numbers",
            [](Hello& h) { std::erase(h.forms, CaseForm::kNumbers); },
            SkipReason::kNumbers},
        Row{"IndexTensors",
            [](Hello& h) { std::erase(h.forms, CaseForm::kIndexTensors); },
            SkipReason::kIndexTensors},
        Row{"ManyOutputs",
            [](Hello& h) { std::erase(h.forms, CaseForm::kManyOutputs); },
            SkipReason::kManyOutputs},
        Row{"TheFirstForm", [](Hello& h) { h.forms.clear(); },
            SkipReason::kDigest},
        Row{"FirstOfSeveral",
            [](Hello& h) {
              h.views = false;
              h.ints = 53;
              h.after_error = false;
            },
            SkipReason::kWideInt}),
    [](const auto& info) { return info.param.name; });

TEST(SkipReason, IsTheRankOfALiteralToo) {
  Hello hello = FullHello();
  hello.max_rank = 2;
  const Vector refused = VectorOf("float32[2,3] | copy_(float32[1,2,3,4])");
  EXPECT_EQ(ReasonToSkip(refused, hello), SkipReason::kRank);
  EXPECT_FALSE(
      ReasonToSkip(VectorOf("float32[2,3] | copy_(float32[3])"), hello));
}

TEST(SkipReason, IsAnIndexTensorsNumberOutOfRange) {
  Hello hello = FullHello();
  hello.index_range = false;
  const auto reason = [&hello](const std::string& chain) {
    return ReasonToSkip(VectorOf(chain), hello);
  };
  EXPECT_EQ(reason("float32[2,3] | getitem([int64[1]{2}])"),
            SkipReason::kIndexRange);
  // An error of a step in the middle, and of a write.
  EXPECT_EQ(reason("float32[2,3] | setitem([int64[1]{-3}], 1) | t()"),
            SkipReason::kIndexRange);
  EXPECT_FALSE(reason("float32[2,3] | getitem([int64[1]{-2}])"));
  EXPECT_FALSE(reason("float32[2,3] | getitem([2])"));
}

TEST(SkipReason, OfAFormHasItsName) {
  for (const CaseForm form : kCaseForms) {
    EXPECT_EQ(FindSkipReason(Name(form)).has_value(), MayBeNeeded(form))
        << Name(form);
  }
}

}  // namespace plan_test
}  // namespace viewproof
