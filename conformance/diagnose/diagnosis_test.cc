#include "conformance/diagnose/diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/diagnose/suspects.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/testing.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace diagnosis_test {

// golden/, read once.
const std::vector<Vector>& Suite() {
  static const std::vector<Vector> suite = [] {
    std::vector<Vector> all;
    ForEachVector(OpenGolden("golden"),
                  [&all](Vector& vector) { all.push_back(vector); });
    return all;
  }();
  return suite;
}

void Visit(const std::function<void(Vector&)>& visit) {
  static std::vector<Vector> suite = Suite();
  for (Vector& vector : suite) visit(vector);
}

// A known bug of one op, under a condition.
struct Planted {
  std::size_t bug = 0;
  const Op* op = nullptr;
  std::size_t condition = kAlways;
};

std::string NameOf(const Planted& planted) {
  return fmt::format("{} in {}{}", KnownBugs()[planted.bug]->name,
                     planted.op->name,
                     planted.condition == kAlways
                         ? ""
                         : " if " + Conditions()[planted.condition].name);
}

// What a subject with these bugs shows; where two of them differ from the
// vector, the first one speaks.
Evidence EvidenceOf(const std::vector<Planted>& bugs) {
  Evidence evidence;
  Suspects known;
  Comparator comparator(FullHello(), Facets::All());
  Judgement judgement;
  Reply reply;
  for (const Vector& vector : Suite()) {
    Record record;
    record.id = vector.test.id;
    record.dtype = vector.test.base.dtype;
    const bool has = std::ranges::any_of(vector.test.chain, [&](const Step& s) {
      return std::ranges::any_of(
          bugs, [&](const Planted& p) { return p.op == s.op; });
    });
    if (!has) {
      evidence.Add(record, Facets::All());
      continue;
    }
    for (const StepsOf& of : known.Find(vector.test)) {
      for (const Planted& planted : bugs) {
        if (of.op != planted.op || !of.conditions[planted.condition] ||
            !record.differences.empty() ||
            !Suspects::CanShow(planted.bug, of)) {
          continue;
        }
        known.Run(planted.bug, of, vector.test, reply);
        comparator.Compare(vector, reply, judgement);
        record.differences = judgement.differences;
      }
    }
    if (!record.differences.empty()) record.verdict = Verdict::kFail;
    evidence.Add(record, Facets::All());
  }
  return evidence;
}

Diagnosis DiagnosisOf(const Evidence& evidence) {
  return Diagnose(evidence, FullHello(), Facets::All(), Visit);
}

// Every bug with one op that can have it.
std::vector<Planted> Bugs() {
  std::vector<Planted> bugs;
  for (std::size_t bug = 0; bug < KnownBugs().size(); ++bug) {
    std::vector<const Op*> ops;
    for (const Op& op : Ops()) {
      const Mutant& mutant = *KnownBugs()[bug];
      if (IsTouched(op, mutant) && !IsEquivalent(op, mutant)) {
        ops.push_back(&op);
      }
    }
    if (!ops.empty()) bugs.push_back({bug, ops[bug * 7 % ops.size()]});
  }
  return bugs;
}

bool Full() { return std::getenv("VIEWPROOF_FULL") != nullptr; }

// Whether an explanation is this bug, or one that no vector can tell from it.
bool Names(const Explanation& explanation, const Planted& planted) {
  const bool of_op =
      std::ranges::any_of(explanation.ops, [&](const std::string& kernel) {
        return kernel.substr(0, kernel.find(' ')) == planted.op->name;
      });
  return of_op && explanation.mutant == KnownBugs()[planted.bug]->name;
}

TEST(Diagnosis, NamesEveryBugFirst) {
  const std::vector<Planted> bugs = Bugs();
  const std::size_t every = Full() ? 1 : 9;
  constexpr double kMost = 60;  // Times the yardstick, for one diagnosis.
  double yardstick = CpuSecondsOfGolden();
  int64_t asked = 0;
  double slowest = 0;
  for (std::size_t k = 0; k < bugs.size(); k += every) {
    const Evidence evidence = EvidenceOf({bugs[k]});
    if (evidence.failures() == 0) continue;
    const double begin = CpuSeconds();
    const Diagnosis diagnosis = DiagnosisOf(evidence);
    slowest = std::max(slowest, CpuSeconds() - begin);
    ++asked;
    const auto& found = diagnosis.explanations;
    ASSERT_FALSE(found.empty())
        << NameOf(bugs[k]) << ": " << evidence.failures();
    // A twin explains every failure too.
    EXPECT_TRUE(Names(found[0], bugs[k]) ||
                found[0].explained == diagnosis.failures)
        << NameOf(bugs[k]) << ": " << diagnosis.Lines()[0];
  }
  yardstick = std::max(yardstick, CpuSecondsOfGolden());
  fmt::print("{} bugs, the slowest diagnosis {:.2f} s of CPU, golden/ {:.3f}\n",
             asked, slowest, yardstick);
  EXPECT_LT(slowest, kMost * yardstick);
  EXPECT_GT(asked, 10);
}

TEST(Diagnosis, NamesTheConditionOfABug) {
  const auto number = [](std::string_view name) {
    return static_cast<std::size_t>(
        std::ranges::find(Conditions(), name, &Condition::name) -
        Conditions().begin());
  };
  const auto bug = [](std::string_view name) {
    return static_cast<std::size_t>(
        std::ranges::find_if(KnownBugs(),
                             [&](const Mutant* m) { return m->name == name; }) -
        KnownBugs().begin());
  };
  const Planted planted{bug("copy_of_zeros"), FindOp("contiguous"),
                        number("operand: rank >= 3")};
  const Diagnosis diagnosis = DiagnosisOf(EvidenceOf({planted}));
  ASSERT_EQ(diagnosis.explanations.size(), 1U);
  EXPECT_EQ(diagnosis.Lines()[0],
            fmt::format("{0} of {0} failures: contiguous: a copy holds zeros "
                        "(operand: rank >= 3)",
                        diagnosis.failures));
}

TEST(Diagnosis, ClaimsNoBugThatExplainsLessThanOneFailureIn50) {
  // One that shows in few cases.
  Evidence evidence;
  for (const Planted& planted : Bugs()) {
    evidence = EvidenceOf({planted});
    if (evidence.failures() >= 6 && evidence.failures() <= 60) break;
  }
  const Diagnosis alone = DiagnosisOf(evidence);
  ASSERT_FALSE(alone.explanations.empty());
  const int64_t explained = alone.explanations[0].explained;
  Difference strange;
  strange.step = 1;
  strange.kind = DifferenceKind::kSizes;
  strange.field = "sizes";
  strange.actual = "[7777]";
  for (const Vector& vector : Suite()) {
    if (evidence.failures() > 52 * explained) break;
    const std::string key =
        Evidence::KeyOf(vector.test.id, vector.test.base.dtype);
    if (vector.test.chain.empty() || evidence.failed().contains(key)) continue;
    Record record;
    record.id = vector.test.id;
    record.dtype = vector.test.base.dtype;
    record.verdict = Verdict::kFail;
    record.differences = {strange};
    record.differences[0].op = vector.test.chain[0].op->name;
    evidence.Add(record, Facets::All());
  }
  const Diagnosis diagnosis = DiagnosisOf(evidence);
  ASSERT_GT(diagnosis.failures, 50 * explained);
  EXPECT_TRUE(diagnosis.explanations.empty());
  EXPECT_EQ(diagnosis.most, explained);
}

TEST(Diagnosis, NamesBothOfTwoBugs) {
  const std::vector<Planted> bugs = Bugs();
  const std::size_t pairs = Full() ? 40 : 3;
  std::size_t asked = 0;
  for (std::size_t k = 0; asked < pairs && k < bugs.size(); ++k) {
    const Planted& one = bugs[k];
    const Planted& two = bugs[(k * 31 + bugs.size() / 2) % bugs.size()];
    if (one.op == two.op) continue;
    const int64_t ones = EvidenceOf({one}).failures();
    const int64_t twos = EvidenceOf({two}).failures();
    if (ones < 6 || twos < 6) continue;
    ++asked;
    const Diagnosis diagnosis = DiagnosisOf(EvidenceOf({one, two}));
    int64_t explained = 0;
    for (const Explanation& e : diagnosis.explanations) {
      explained += e.explained;
    }
    const auto names = [&](const Planted& planted) {
      return std::ranges::any_of(
          diagnosis.explanations,
          [&](const Explanation& e) { return Names(e, planted); });
    };
    // Twins of the two explain as much.
    EXPECT_TRUE((names(one) && names(two)) ||
                explained * 10 >= diagnosis.failures * 9)
        << NameOf(one) << " and " << NameOf(two) << ": "
        << fmt::format("{}", fmt::join(diagnosis.Lines(), "; "));
  }
  EXPECT_EQ(asked, pairs);
}

// A bug that is none of ours: what it makes of an output.
struct Foreign {
  std::string_view op;
  void (*change)(Output& output);
};

TEST(Diagnosis, ClaimsNothingOfABugThatItDoesNotKnow) {
  const std::vector<Foreign> bugs = {
      {"select", [](Output& o) { o.offset = o.offset.value_or(0) + 11; }},
      {"permute",
       [](Output& o) {
         if (o.strides && !o.strides->empty()) o.strides->front() += 13;
       }},
      {"unfold", [](Output& o) { o.sizes.push_back(17); }},
      {"narrow", [](Output& o) { o.storage = 9; }},
      {"expand",
       [](Output& o) {
         if (o.strides && o.strides->size() > 1) (*o.strides)[1] = 29;
       }},
      {"diagonal", [](Output& o) { o.offset = 1000; }},
      {"t", [](Output& o) { o.dtype = DType::kInt16; }},
      {"squeeze",
       [](Output& o) {
         if (o.sizes.size() > 1) o.sizes.assign(1, 77);
       }},
      {"unsqueeze", [](Output& o) { o.sizes.insert(o.sizes.begin(), 5); }},
      {"movedim",
       [](Output& o) {
         if (o.sizes.size() > 2) o.sizes[1] += 19;
       }},
      {"flatten", [](Output& o) { o.offset = 4321; }},
      {"slice", [](Output& o) { o.strides = Ints(o.sizes.size(), 37); }},
  };
  for (const Foreign& bug : bugs) {
    Evidence evidence;
    Comparator comparator(FullHello(), Facets::All());
    Judgement judgement;
    for (const Vector& vector : Suite()) {
      Reply reply = ReplyOf(vector);
      for (std::size_t k = 0; k < reply.steps.size(); ++k) {
        auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
        if (outputs == nullptr || vector.test.chain[k].op->name != bug.op) {
          continue;
        }
        for (Output& output : *outputs) bug.change(output);
      }
      comparator.Compare(vector, reply, judgement);
      Record record;
      record.id = vector.test.id;
      record.dtype = vector.test.base.dtype;
      record.differences = judgement.differences;
      if (!record.differences.empty()) record.verdict = Verdict::kFail;
      evidence.Add(record, Facets::All());
    }
    ASSERT_GT(evidence.failures(), 5) << bug.op;
    const Diagnosis diagnosis = DiagnosisOf(evidence);
    EXPECT_TRUE(diagnosis.explanations.empty())
        << bug.op << ": " << diagnosis.Lines()[0];
    EXPECT_TRUE(diagnosis.Lines()[0].starts_with("no known bug explains"));
  }
}

TEST(Diagnosis, SaysNothingOfARunWithoutFailures) {
  EXPECT_TRUE(DiagnosisOf(Evidence()).Lines().empty());
}

}  // namespace diagnosis_test
}  // namespace viewproof
