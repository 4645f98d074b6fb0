#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/shrink.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace generator_test {

constexpr uint64_t kSeed = 20240607;
constexpr uint64_t kChains = 40000;

// Their needs seldom meet within a few steps: a bit, a repeated element and a
// fill or an advanced index; a mask and one element of another dtype that does
// not fit; a size of 0, a -1 and another 0.
constexpr std::array kSeldom = {
    std::string_view("fill_.e1"), std::string_view("setitem.e7"),
    std::string_view("setitem.e9"), std::string_view("unflatten.e6"),
    std::string_view("zero_.e1")};

bool IsSeldom(std::string_view rule) {
  return std::find(kSeldom.begin(), kSeldom.end(), rule) != kSeldom.end();
}

// Says how often cases held what a generator must not leave out.
struct Coverage {
  struct Steps {
    int64_t valid = 0;
    int64_t invalid = 0;
  };

  // Counts every step of a case by what the reference replied to it.
  void Add(const Case& test, const Reply& reply) {
    ++dtypes[test.base.dtype];
    for (const Output& operand : OperandsOf(test, reply)) AddOperand(operand);
    for (std::size_t k = 0; k < test.chain.size(); ++k) {
      Steps& op = ops[test.chain[k].op->name];
      const auto* error = std::get_if<ErrorReply>(&reply.steps[k]);
      ++(error == nullptr ? op.valid : op.invalid);
      ++(error == nullptr ? steps.valid : steps.invalid);
      if (error == nullptr) continue;
      ++errors[error->rule];
      ++kinds[std::string(Name(*error->kind))];
    }
  }

  void AddOperand(const Output& operand) {
    ++ranks[std::ssize(operand.sizes)];
    const auto holds = [&operand](int64_t size) {
      return std::ranges::count(operand.sizes, size) > 0;
    };
    bool expanded = false;
    for (std::size_t d = 0; d < operand.sizes.size(); ++d) {
      expanded |= operand.sizes[d] > 1 && (*operand.strides)[d] == 0;
    }
    operands["empty"] += holds(0);
    operands["size-1"] += holds(1);
    operands["expanded"] += expanded;
    operands["offset"] += *operand.offset != 0;
    operands["non-contiguous"] += !*operand.contiguous;
    operands["conjugate"] += operand.conj;
    operands["negative"] += operand.neg;
  }

  Steps steps;
  std::map<std::string_view, Steps> ops;  // It is keyed by name.
  std::map<std::string, int64_t> errors;  // It is keyed by rule.
  std::map<std::string, int64_t> kinds;   // Counts errors by name.
  std::map<int64_t, int64_t> ranks;       // Counts operands.
  std::map<DType, int64_t> dtypes;        // Counts bases.
  // Counts operands by what they are.
  std::map<std::string_view, int64_t> operands;
};

const Coverage& Counted() {
  static const Coverage coverage = [] {
    Coverage counts;
    const auto reference = MakeReference();
    Reply reply;
    for (uint64_t number = 0; number < kChains; ++number) {
      const Case test = CaseOf(kSeed, number);
      reference->Run(test, reply);
      counts.Add(test, reply);
    }
    return counts;
  }();
  return coverage;
}

// The error rules of SPEC.md, with their kinds.
std::map<std::string, std::string> ErrorRules() {
  std::ifstream spec("reference/SPEC.md");
  const std::regex line(R"(\d+\. (\w+\.e\d+) `(\w+)` .*)");
  std::map<std::string, std::string> rules;
  std::smatch match;
  for (std::string text; std::getline(spec, text);) {
    if (std::regex_match(text, match, line)) rules[match[1]] = match[2];
  }
  return rules;
}

TEST(Generator, GivesTheSameCaseForTheSameSeedAndNumber) {
  for (uint64_t number = 0; number < 100; ++number) {
    EXPECT_EQ(CaseOf(7, number), CaseOf(7, number));
  }
  EXPECT_NE(Text(CaseOf(7, 1)), Text(CaseOf(7, 2)));
  EXPECT_NE(Text(CaseOf(7, 1)), Text(CaseOf(8, 1)));
}

TEST(Generator, StaysWithinTheBoundsOfACase) {
  for (uint64_t number = 0; number < 5000; ++number) {
    const Case test = CaseOf(kSeed, number);
    EXPECT_TRUE(Lawful(test)) << test;
    EXPECT_GE(test.chain.size(), 1u);
    EXPECT_LE(test.chain.size(), 8u);
    EXPECT_LE(test.base.sizes.size(), 4u);
    EXPECT_LE(*Numel(test.base.sizes), kMaxBase) << test;
    for (const Step& step : test.chain) {
      if (step.op->kind != OpKind::kWrite) continue;
      EXPECT_LE(*Numel(test.base.sizes), kMaxWrittenBase) << test;
    }
  }
}

TEST(Generator, DrawsWritesOfOpsThatAllWrite) {
  GenOptions options;
  options.ops = {FindOp("copy_"), FindOp("fill_")};
  for (uint64_t number = 0; number < 100; ++number) {
    const Case test = CaseOf(7, number, options);
    EXPECT_TRUE(Lawful(test)) << test;
    EXPECT_LE(*Numel(test.base.sizes), kMaxWrittenBase) << test;
    SeedChooser choose(7, number);
    const Op& last = *FindOp("t");
    EXPECT_EQ(AnyCaseEndingWith(choose, last, options).test().chain.back().op,
              &last);
  }
}

TEST(Generator, EndsLawfullyWithEveryOp) {
  GenOptions options;
  options.edit_last = true;
  for (const Op& op : Ops()) {
    const uint64_t count = op.kind == OpKind::kForget ? 3000 : 100;
    for (uint64_t number = 0; number < count; ++number) {
      SeedChooser choose(kSeed, number);
      const Case test = AnyCaseEndingWith(choose, op, options).test();
      ASSERT_TRUE(Lawful(test)) << test;
    }
  }
}

TEST(Generator, IndexesWithTensorsOfTheCase) {
  const auto reference = MakeReference();
  std::map<std::string_view, int> taken;
  for (uint64_t number = 0; number < 15000; ++number) {
    const Case test = CaseOf(kSeed, number);
    Reply reply;
    for (std::size_t k = 0; k < test.chain.size(); ++k) {
      if (!NamesIndexTensors(test.chain[k])) continue;
      if (reply.steps.empty()) reference->Run(test, reply);
      taken[test.chain[k].op->name] +=
          std::holds_alternative<std::vector<Output>>(reply.steps[k]);
    }
  }
  EXPECT_GE(taken["getitem"], 60);
  EXPECT_GE(taken["setitem"], 10);
}

// view_as_complex.u1 tensor.u1
TEST(Generator, MakesNoTensorThatIsUnspecified) {
  EXPECT_FALSE(Lawful(ParseText("float16[2] | view_as_complex()")));
  const std::string negative =
      " | conj() | imag() | as_strided([2], [1], 0) | view_as_complex()";
  EXPECT_TRUE(Lawful(ParseText("complex64[2]" + negative)));
  EXPECT_FALSE(Lawful(ParseText("complex64[2]" + negative + " | zero_()")));
}

TEST(Generator, WritesCasesThatReadBackFromTheirText) {
  for (uint64_t number = 0; number < 2000; ++number) {
    Case test = CaseOf(kSeed, number);
    test.id.clear();
    EXPECT_EQ(ParseText(Text(test)), test) << test;
  }
}

TEST(GeneratorCounts, EveryOpBothValidAndAsOftenAsItsErrorsAllowInvalid) {
  std::set<std::string> can_fail;
  for (const auto& [rule, kind] : ErrorRules()) {
    if (kind == "overflow" || IsSeldom(rule)) continue;
    can_fail.insert(rule.substr(0, rule.find('.')));
  }
  for (const Op& op : Ops()) {
    const auto found = Counted().ops.find(op.name);
    ASSERT_NE(found, Counted().ops.end()) << op.name;
    EXPECT_GE(found->second.valid, 100) << op.name;
    std::string prefix(op.name);
    std::replace(prefix.begin(), prefix.end(), '.', '_');
    if (can_fail.contains(prefix)) {
      EXPECT_GE(found->second.invalid, 20) << op.name;
    }
  }
}

TEST(GeneratorCounts, AtLeastAQuarterOfTheStepsInvalid) {
  EXPECT_GE(3 * Counted().steps.invalid, Counted().steps.valid);
}

TEST(GeneratorCounts, EveryKindOfErrorThatARuleNames) {
  const auto rules = ErrorRules();
  ASSERT_GT(rules.size(), 80u) << "reference/SPEC.md was not read";
  for (const auto& [rule, kind] : rules) {
    EXPECT_TRUE(Counted().kinds.contains(kind)) << kind;
  }
}

TEST(GeneratorCounts, EveryErrorRuleThatNeedsNoNumberBeyondInt64) {
  for (const auto& [rule, kind] : ErrorRules()) {
    if (kind == "overflow" || IsSeldom(rule)) continue;
    EXPECT_TRUE(Counted().errors.contains(rule)) << rule;
  }
}

TEST(GeneratorCounts, NoErrorRuleThatTheSpecificationLacks) {
  const auto rules = ErrorRules();
  for (const auto& [rule, count] : Counted().errors) {
    EXPECT_TRUE(rules.contains(rule)) << rule;
  }
}

TEST(GeneratorCounts, EveryRankAndEveryUnusualOperand) {
  for (int64_t rank = 0; rank <= 5; ++rank) {
    EXPECT_TRUE(Counted().ranks.contains(rank)) << rank;
  }
  for (const auto& [what, count] : Counted().operands) {
    EXPECT_GE(count, static_cast<int64_t>(kChains / 50)) << what;
  }
}

TEST(GeneratorCounts, EveryDType) {
  EXPECT_EQ(Counted().dtypes.size(), kBaseDTypes.size());
}

}  // namespace generator_test
}  // namespace viewproof
