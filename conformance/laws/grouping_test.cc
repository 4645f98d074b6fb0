#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/case/padding.h"
#include "conformance/golden_file/golden.h"
#include "conformance/process/in_process.h"
#include "conformance/report/groups.h"
#include "conformance/run/feed.h"
#include "conformance/run/launch.h"
#include "conformance/run/runner.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"

// Bugs of the reference, and what they are grouped into on golden/core.
namespace viewproof {
namespace grouping_test {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;

// A bug in an op, or in every op that it touches.
struct Bug {
  const Mutant& mutant;
  std::string_view op = "*";

  bool IsIn(const Op& of) const {
    return op == "*" ? IsTouched(of, mutant) : op == of.name;
  }
};

const Mutant& Find(std::string_view name) {
  return *std::ranges::find(Mutants(), name, &Mutant::name);
}

class Buggy : public Subject {
 public:
  explicit Buggy(std::vector<Bug> bugs)
      : bugs_(std::move(bugs)),
        subject_(MakeWrapped("buggy", [this](const Call<Tensor>& call) {
          for (const Bug& bug : bugs_) {
            if (bug.mutant.answer != nullptr && bug.IsIn(call.op)) {
              return bug.mutant.answer(call);
            }
          }
          return std::optional(call.Make());
        })) {}

  const Hello& hello() const override { return subject_->hello(); }

  void Run(const Case& test, Reply& reply) override {
    subject_->Run(test, reply);
    for (std::size_t k = 0; k < reply.steps.size(); ++k) {
      auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
      if (outputs == nullptr) continue;
      for (const Bug& bug : bugs_) {
        if (bug.mutant.show == nullptr || !bug.IsIn(*test.chain[k].op)) {
          continue;
        }
        for (Output& output : *outputs) bug.mutant.show(output);
      }
    }
  }

 private:
  const std::vector<Bug> bugs_;
  const std::unique_ptr<Subject> subject_;
};

Runner::Plan PlanOf(Facets demanded) {
  RunPlan plan;
  for (const auto& file : OpenGolden(FindRoot() + "/golden").files) {
    if (file.path.find("/core/") != std::string::npos) {
      plan.files.push_back(file.path);
    }
  }
  return {[plan] { return std::make_unique<Feed>(plan); }, demanded, {}};
}

Record FromReport(const Record& record) {
  std::string line;
  AppendJson(record, line);
  return ReadRecord(PaddedText(line).view());
}

// The groups of a run; those of its report must be the same.
std::vector<Group> GroupsOf(std::vector<Bug> bugs, Facets demanded) {
  Buggy subject(std::move(bugs));
  const auto executor = MakeInProcess(subject);
  Groups groups(demanded);
  Groups from_report(demanded);
  const auto standing = [&](const Record& record) {
    if (record.verdict == Verdict::kSkip) return Standing::kSkipped;
    return Reduce(record, demanded) ? Standing::kNewFailure : Standing::kPassed;
  };
  const std::atomic<bool> stop = false;
  RunHooks hooks;
  hooks.is_new_failure = [&](const Record& record) {
    return standing(record) == Standing::kNewFailure;
  };
  hooks.visit = [&](const Vector& vector, const Record& record) {
    groups.Add(record, standing(record), &vector);
    from_report.Add(FromReport(record), standing(record), nullptr);
  };
  Runner(PlanOf(demanded), *executor).Run(hooks, stop);
  std::vector<Group> sorted = groups.Sorted();
  const std::vector<Group> read = from_report.Sorted();
  EXPECT_EQ(sorted.size(), read.size());
  for (std::size_t k = 0; k < std::min(sorted.size(), read.size()); ++k) {
    EXPECT_EQ(KeyOf(sorted[k]), KeyOf(read[k]));
    EXPECT_EQ(sorted[k].smallest.id, read[k].smallest.id);
    EXPECT_EQ(sorted[k].causes, read[k].causes);
    EXPECT_TRUE(sorted[k].vector.has_value());
  }
  return sorted;
}

std::vector<std::string> KeysOf(std::vector<Bug> bugs,
                                Facets demanded = Facets::All()) {
  std::vector<std::string> keys;
  for (const Group& group : GroupsOf(std::move(bugs), demanded)) {
    keys.push_back(KeyOf(group));
  }
  return keys;
}

void ShowStridesInBytes(Output& output) {
  for (int64_t& stride : *output.strides) stride *= ItemSize(*output.dtype);
}

void ShowOffsetInBytes(Output& output) {
  *output.offset *= ItemSize(*output.dtype);
}

void ShowNoOffset(Output& output) { output.offset = 0; }

void ShowColumnMajor(Output& output) {
  const Ints reversed(output.sizes.rbegin(), output.sizes.rend());
  output.strides = ContiguousStrides(reversed).value();
  std::ranges::reverse(*output.strides);
}

constexpr Mutant kStridesShownInBytes = {
    "strides_shown_in_bytes", "*",     Touches::kTensors,
    "strides count bytes",    nullptr, &ShowStridesInBytes};
constexpr Mutant kOffsetShownInBytes = {
    "offset_shown_in_bytes", "*",     Touches::kTensors,
    "offsets count bytes",   nullptr, &ShowOffsetInBytes};
constexpr Mutant kNoOffsetShown = {"no_offset_shown", "*",
                                   Touches::kTensors, "offsets are 0",
                                   nullptr,           &ShowNoOffset};
constexpr Mutant kColumnMajor = {
    "column_major",    "*",
    Touches::kTensors, "strides are those of Fortran",
    nullptr,           &ShowColumnMajor};

TEST(Grouping, MakesAMutantOfAllOpsOneGroup) {
  const Facets strides = {Facet::kStrides};
  EXPECT_THAT(KeysOf({{kStridesShownInBytes}}, strides),
              ElementsAre("* times_itemsize strides fail"));
  EXPECT_THAT(KeysOf({{kOffsetShownInBytes}}, strides),
              ElementsAre("* times_itemsize offset fail"));
  // In a copy of a slice without elements, as_strided finds none.
  EXPECT_THAT(
      KeysOf({{Find("copied")}}, {Facet::kAlias}),
      testing::UnorderedElementsAre("* row_major copied fail",
                                    "as_strided error_for_ok shape fail"));
}

TEST(Grouping, KeepsMutantsOfTwoOpsApart) {
  EXPECT_THAT(KeysOf({{Find("offset_dropped"), "select"},
                      {Find("offset_dropped"), "narrow"}},
                     {Facet::kStrides}),
              testing::UnorderedElementsAre("select offset strides fail",
                                            "narrow offset strides fail"));
  EXPECT_THAT(KeysOf({{kStridesShownInBytes, "select"},
                      {kStridesShownInBytes, "narrow"}},
                     {Facet::kStrides}),
              testing::UnorderedElementsAre("select strides strides fail",
                                            "narrow strides strides fail"));
}

TEST(Grouping, KnowsEveryRelation) {
  EXPECT_THAT(KeysOf({{Find("empty_strides")}}),
              Contains("* empty strides fail"));
  EXPECT_THAT(KeysOf({{Find("size_one_strides")}}),
              Contains("* size_1 strides fail"));
  EXPECT_THAT(KeysOf({{Find("strides_row_major")}}, {Facet::kStrides}),
              Contains("* row_major strides fail"));
  EXPECT_THAT(KeysOf({{kColumnMajor}}, {Facet::kStrides}),
              Contains("* column_major strides fail"));
  const std::vector<std::string> kinds = KeysOf({{Find("another_kind")}});
  EXPECT_THAT(kinds, Each(EndsWith("kind fail")));
  EXPECT_THAT(kinds, Contains(testing::StartsWith("* kind ")));
}

TEST(Grouping, PutsLostWritesBeforeStrides) {
  const std::vector<Group> groups =
      GroupsOf({{Find("write_lost")}, {kNoOffsetShown, "narrow"}},
               {Facet::kValues, Facet::kStrides});
  ASSERT_FALSE(groups.empty());
  EXPECT_EQ(groups.front().gravity, Gravity::kWrites);
  EXPECT_EQ(KeyOf(groups.back()), "narrow offset strides fail");
  for (const Group& group : groups) {
    if (group.gravity != Gravity::kWrites) continue;
    EXPECT_EQ(FindOp(group.failure().op)->kind, OpKind::kWrite);
    EXPECT_EQ(group.failure().difference, "lost_write");
  }
}

TEST(Grouping, PutsWhatReachesOutsideBeforeLostWrites) {
  const std::vector<Group> groups =
      GroupsOf({{Find("write_lost")}, {kOffsetShownInBytes, "narrow"}},
               {Facet::kValues, Facet::kStrides});
  ASSERT_FALSE(groups.empty());
  EXPECT_EQ(groups.front().gravity, Gravity::kBounds);
  EXPECT_EQ(KeyOf(groups.front()), "narrow offset strides fail");
}

}  // namespace grouping_test
}  // namespace viewproof
