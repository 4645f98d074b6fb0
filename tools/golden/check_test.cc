#include "tools/golden/check.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "tools/golden/curate.h"
#include "tools/golden/testing.h"

namespace viewproof {
namespace check_test {

// A few sound vectors, one of which is spoilt.
class UnsoundVector : public testing::Test {
 public:
  UnsoundVector() {
    std::vector<std::string> problems;
    const Witnesses witnesses{MakeReference(), MakeModel(), MakeReference()};
    for (const Entry& entry : ParseEntries(kEntries, "x", spec_, problems)) {
      vectors_.push_back(
          Curate(entry, Profile::kCore, witnesses, spec_).vector);
    }
  }

  Vector& Find(const std::string& id) {
    return *std::ranges::find(vectors_, id,
                              [](const Vector& v) { return v.test.id; });
  }

  Output& FirstOutput(const std::string& id, std::size_t step) {
    return std::get<std::vector<Output>>(Find(id).expect.at(step)).at(0);
  }

  // Returns whether a vector has a problem that holds `words`.
  testing::AssertionResult Finds(const std::string& words) {
    std::string all;
    for (const Vector& vector : vectors_) {
      for (const std::string& problem : ProblemsOf(vector, spec_)) {
        if (problem.find(words) != std::string::npos) {
          return testing::AssertionSuccess();
        }
        all += problem + "\n";
      }
    }
    return testing::AssertionFailure() << "only:\n" << all;
  }

 protected:
  const Spec spec_ = ParseSpec(kSpec);
  std::vector<Vector> vectors_;
};

TEST_F(UnsoundVector, IsNoneOfThese) {
  for (const Vector& vector : vectors_) {
    EXPECT_EQ(ProblemsOf(vector, spec_), std::vector<std::string>());
  }
}

TEST_F(UnsoundVector, BelongsToLimitsBecauseOfItsNumbers) {
  Find("t/is-not-viewable").profile = Profile::kLimits;
  EXPECT_TRUE(Finds("limits begins at 2^31"));
}

TEST_F(UnsoundVector, IsFound) {
  using U = UnsoundVector;
  constexpr char kT[] = "t/is-not-viewable";
  constexpr char kCopy[] = "copy_/of-a-literal";
  constexpr char kReshape[] = "reshape/of-a-transpose";
  constexpr char kSelect[] = "select/past-the-end";
  const struct {
    const char* problem;
    std::function<void(U&)> tamper;
  } rows[] = {
      {"id: not op/slug", [&](U& u) { u.Find(kT).test.id = "t/Is"; }},
      {"id: permute does not occur",
       [&](U& u) { u.Find(kT).test.id = "permute/other"; }},
      {"why: 5 characters", [&](U& u) { u.Find(kT).why = "short"; }},
      {"why: 141 characters",
       [&](U& u) { u.Find(kT).why = std::string(141, 'x'); }},
      {"rules: none", [&](U& u) { u.Find(kCopy).rules.clear(); }},
      {"rules: t.r9 is not in SPEC.md",
       [&](U& u) { u.Find(kCopy).rules = {"t.r9"}; }},
      {"rules: copy_.r2 does not come after t.r1",
       [&](U& u) {
         u.Find(kCopy).rules = {"t.r1", "copy_.r2"};
       }},
      {"flags: Order does not come after Strides",
       [&](U& u) {
         u.Find(kT).flags = {"Strides", "Order"};
       }},
      {"flags: WideInt is not so",
       [&](U& u) { u.Find(kT).flags.emplace_back("WideInt"); }},
      {"flags: WideInt is missing",
       [&](U& u) {
         u.Find(kT).test.chain[1].args = {Ints{65536, 65536}};
       }},
      {"rules: without view.e5", [&](U& u) { u.Find(kT).rules = {"t.r1"}; }},
      {"view.e5 is of kind not_viewable",
       [&](U& u) {
         std::get<ErrorReply>(u.Find(kT).expect[1]).kind = ErrorKind::kSize;
       }},
      {"is no error of SPEC.md",
       [&](U& u) { std::get<ErrorReply>(u.Find(kT).expect[1]).rule = "t.r1"; }},
      {"base: no tensor of at most 127",
       [&](U& u) {
         u.Find(kT).test.base.sizes = {2, 64};
       }},
      {"base: no tensor of at most 100",
       [&](U& u) { u.Find(kCopy).test.base.sizes = {101}; }},
      {"base: rank 17 exceeds 16",
       [&](U& u) { u.Find(kT).test.base.sizes = Ints(17, 1); }},
      {"copy_ writes 7, which a base may hold already",
       [&](U& u) {
         auto& arg = std::get<TensorArg>(u.Find(kCopy).test.chain[0].args[0]);
         std::get<Literal>(arg).values->list[0] = {7};
       }},
      {"strides is absent and no cited u rule says why",
       [&](U& u) { u.FirstOutput(kT, 0).strides.reset(); }},
      {"contiguous is absent",
       [&](U& u) { u.FirstOutput(kT, 0).contiguous.reset(); }},
      {"expected values", [&](U& u) { u.FirstOutput(kT, 0).values.reset(); }},
      {"5 values for 6 elements",
       [&](U& u) { u.FirstOutput(kT, 0).values->list.pop_back(); }},
      {"rank 17 exceeds 16",
       [&](U& u) {
         Output& output = u.FirstOutput(kT, 0);
         output.strides = output.sizes = Ints(17, 1);
       }},
      {"more than 262144 elements of new storage",
       [&](U& u) {
         Output& output = u.FirstOutput(kT, 0);
         output.strides = output.sizes = Ints{262145};
         output.storage = 1;
         output.values.reset();
       }},
      {"base: fill cycle outside of profile kernels",
       [&](U& u) { u.Find(kT).test.base.fill = FillKind::kCycle; }},
      {"base: profile kernels needs cycle, values or hex",
       [&](U& u) { u.Find(kT).profile = Profile::kKernels; }},
      {"expect: step 2 is an error, in profile kernels",
       [&](U& u) { u.Find(kT).profile = Profile::kKernels; }},
      {"expect: step 1 makes more than 262144 elements",
       [&](U& u) {
         u.Find(kT).profile = Profile::kKernels;
         u.Find(kT).test.base.fill = FillKind::kCycle;
         u.FirstOutput(kT, 0).sizes = {512, 513};
       }},
      {"expect: step 1: expected values",
       [&](U& u) { u.FirstOutput(kT, 0).crc32 = 7; }},
      {"requires: the forms are not those that the case needs",
       [&](U& u) { u.Find(kT).needs.forms = {CaseForm::kNumbers}; }},
      {"step 2: field \"on\": names [1,5], which does not exist",
       [&](U& u) {
         u.Find(kT).test.chain[1].on = OutputRef{1, 5};
       }},
      {"requires: views is missing",
       [&](U& u) { u.Find(kT).needs.views = false; }},
      {"requires: wide_int is not so",
       [&](U& u) { u.Find(kT).needs.wide_int = true; }},
      {"requires: error_kind is not so",
       [&](U& u) { u.Find(kSelect).needs.error_kind = true; }},
      {"requires: error_kind is missing",
       [&](U& u) {
         u.Find(kSelect).test.chain[0].args = {int64_t{40}, int64_t{40}};
       }},
      {"or: not what comes out where the free step copies",
       [&](U& u) { u.Find(kReshape).alternative.clear(); }},
  };
  for (const auto& row : rows) {
    const std::vector<Vector> sound = vectors_;
    row.tamper(*this);
    EXPECT_TRUE(Finds(row.problem)) << row.problem;
    vectors_ = sound;
  }
}

TEST_F(UnsoundVector, AcceptsAnAbsentFieldThatACitedRuleLeavesOpen) {
  FirstOutput("t/is-not-viewable", 0).strides.reset();
  Find("t/is-not-viewable").rules = {"copy_.u1", "t.r1", "view.e5"};
  EXPECT_FALSE(Finds("strides is absent"));
}

TEST_F(UnsoundVector, FindsAWriteThatLeavesAValueUnspecified) {
  Vector& vector = Find("copy_/of-a-literal");
  Output shown;
  shown.dtype = DType::kFloat32;
  shown.sizes = {2};
  shown.strides = Ints{0};
  shown.offset = shown.storage = 0;
  shown.contiguous = false;
  shown.values = Values{Form::kNumber, {{1}, {1}}};
  vector.test.chain.insert(vector.test.chain.begin(),
                           Step{FindOp("as_strided"),
                                {Ints{2}, Ints{0}, std::optional<int64_t>(0)},
                                std::nullopt});
  vector.expect.insert(vector.expect.begin(), std::vector<Output>{shown});
  EXPECT_TRUE(Finds("step 2 leaves a value unspecified (write.u1)"));
}

}  // namespace check_test
}  // namespace viewproof
