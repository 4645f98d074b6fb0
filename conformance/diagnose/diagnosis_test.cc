#include "conformance/diagnose/diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "conformance/case/fill.h"
#include "conformance/case/ops.h"
#include "conformance/diagnose/suspects.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/testing.h"
#include "conformance/judge/answers.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/testing.h"

namespace viewproof::diagnosis_test {

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
  for (Vector vector : Suite()) visit(vector);
}

// A known bug of one op, under a condition.
struct Planted {
  std::size_t bug = 0;
  const Op* op = nullptr;
  std::size_t condition = kAlways;
  std::string only = {};  // Evidence::KeyOf() the one case that has it.
};

const bool kFull = std::getenv("VIEWPROOF_FULL") != nullptr;
std::string NameOf(const Planted& planted) {
  return fmt::format("{} in {}{}", KnownBugs()[planted.bug]->name,
                     planted.op->name,
                     planted.condition == kAlways
                         ? ""
                         : " if " + Conditions()[planted.condition].name);
}

Record RecordOf(const Vector& vector,
                const std::vector<Difference>& differences = {},
                const Reply& reply = {}) {
  Record record;
  record.id = vector.test.id;
  record.dtype = vector.test.base.dtype;
  record.differences = differences;
  record.answers = AnswersAt(reply, differences);
  if (!differences.empty()) record.verdict = Verdict::kFail;
  return record;
}

void Add(const Record& record, Evidence& evidence) {
  evidence.Add(record, Facets::All(),
               record.differences.empty() ? "" : record.differences.front().op);
}

// Returns what a subject with these bugs shows, and nothing wrong where they do
// not say what; of two that differ from the vector, the one that shows first
// speaks.
Evidence EvidenceOf(const std::vector<Planted>& bugs,
                    const Hello& hello = FullHello(),
                    const std::function<void(Record&)>& change = nullptr) {
  Evidence evidence;
  Suspects known;
  Comparator comparator(hello, Facets::All());
  Judgement judgement;
  Reply reply;
  for (const Vector& vector : Suite()) {
    Record record = RecordOf(vector);
    const bool has = std::ranges::any_of(vector.test.chain, [&](const Step& s) {
      return std::ranges::any_of(
          bugs, [&](const Planted& p) { return p.op == s.op; });
    });
    if (!has) {
      Add(record, evidence);
      continue;
    }
    const std::string key =
        Evidence::KeyOf(vector.test.id, vector.test.base.dtype);
    for (const StepsOf& of : known.Find(vector.test)) {
      for (const Planted& planted : bugs) {
        if (of.op != planted.op || !of.conditions[planted.condition] ||
            (!planted.only.empty() && planted.only != key) ||
            !Suspects::CanShow(planted.bug, of) ||
            !known.Run(planted.bug, of, vector.test, reply)) {
          continue;
        }
        comparator.Compare(vector, reply, judgement);
        const auto& differences = judgement.differences;
        if (differences.empty() ||
            (!record.differences.empty() &&
             record.differences[0].step <= differences[0].step)) {
          continue;
        }
        record = RecordOf(vector, differences, reply);
      }
    }
    if (!record.differences.empty() && change) change(record);
    Add(record, evidence);
  }
  return evidence;
}

// Failures are of one cause if they are of one op.
std::vector<Explanation> DiagnosisOf(const Evidence& evidence,
                                     const Hello& hello = FullHello()) {
  std::map<std::string, std::size_t> causes;
  for (const Op& op : Ops()) causes.emplace(op.name, causes.size() + 1);
  return Diagnose(evidence, hello, Facets::All(), Visit, causes);
}

// Every bug with one op that can have it.
std::vector<Planted> Bugs() {
  std::vector<Planted> bugs;
  for (std::size_t bug = 0; bug < KnownBugs().size(); ++bug) {
    std::vector<const Op*> ops;
    for (const Op& op : Ops()) {
      const Mutant& m = *KnownBugs()[bug];
      if (IsTouched(op, m) && !IsEquivalent(op, m)) ops.push_back(&op);
    }
    if (!ops.empty()) bugs.push_back({bug, ops[bug * 7 % ops.size()]});
  }
  return bugs;
}

std::string TextOf(const KnownBug& bug) {
  return fmt::format("{}: {} ({})", fmt::join(bug.ops, ", "), bug.effect,
                     bug.condition);
}

// Returns whether an explanation is this bug, or says that no case tells it
// apart.
bool Names(const Explanation& explanation, const Planted& planted) {
  return std::ranges::any_of(explanation.bugs, [&](const KnownBug& bug) {
    const bool of_op =
        std::ranges::any_of(bug.ops, [&](const std::string& kernel) {
          return kernel.substr(0, kernel.find(' ')) == planted.op->name;
        });
    return of_op && bug.mutant == KnownBugs()[planted.bug]->name;
  });
}

TEST(Diagnosis, NamesEveryBugFirst) {
  const std::vector<Planted> bugs = Bugs();
  const std::size_t every = kFull ? 1 : 8;
  constexpr double kMost = 60;  // Times the yardstick, for one diagnosis.
  double yardstick = CpuSecondsOfGolden();
  int64_t asked = 0;
  double slowest = 0;
  for (std::size_t k = 0; k < bugs.size(); k += every) {
    const Evidence evidence = EvidenceOf({bugs[k]});
    if (evidence.failures() == 0) continue;
    const double begin = CpuSeconds();
    const std::vector<Explanation> found = DiagnosisOf(evidence);
    slowest = std::max(slowest, CpuSeconds() - begin);
    ++asked;
    if (evidence.failures() < 3) continue;  // Too few to prove anything.
    // A bug of strides needs some that are wrong.
    if (found.empty() && IsOfStrides(*KnownBugs()[bugs[k].bug])) continue;
    ASSERT_FALSE(found.empty())
        << NameOf(bugs[k]) << ": " << evidence.failures();
    EXPECT_TRUE(Names(found[0], bugs[k]))
        << NameOf(bugs[k]) << ": " << TextOf(found[0].bugs[0]);
  }
  yardstick = std::max(yardstick, CpuSecondsOfGolden());
  fmt::print("{} bugs, the slowest diagnosis {:.2f} s of CPU, golden/ {:.3f}\n",
             asked, slowest, yardstick);
  EXPECT_LT(slowest, kMost * yardstick);
  EXPECT_GT(asked, 10);
}

std::vector<KnownBug> Named(const std::vector<Explanation>& proved) {
  std::vector<KnownBug> all;
  for (const Explanation& explanation : proved) {
    all.insert(all.end(), explanation.bugs.begin(), explanation.bugs.end());
  }
  return all;
}

std::size_t BugOf(std::string_view name) {
  return static_cast<std::size_t>(
      std::ranges::find_if(KnownBugs(),
                           [&](const Mutant* m) { return m->name == name; }) -
      KnownBugs().begin());
}

Planted FromRank3(std::string_view bug, std::string_view op) {
  std::size_t condition = 0;
  while (Conditions()[condition].name != "operand: rank >= 3") ++condition;
  return {BugOf(bug), FindOp(op), condition};
}

std::vector<Explanation> OfBugFromRank3(std::string_view bug,
                                        std::string_view op) {
  return DiagnosisOf(EvidenceOf({FromRank3(bug, op)}));
}

TEST(Diagnosis, NamesTheConditionOfABugAndWhatPassesWithoutIt) {
  const std::vector<Explanation> proved =
      OfBugFromRank3("copy_of_zeros", "contiguous");
  ASSERT_EQ(proved.size(), 1U);
  KnownBug bug = proved[0].bugs[0];
  EXPECT_GT(bug.pass, 10);
  bug.pass = 0;
  EXPECT_EQ(bug, (KnownBug{.mutant = "copy_of_zeros",
                           .condition = "operand: rank >= 3",
                           .ops = {"contiguous"},
                           .effect = "a copy holds zeros",
                           .when = "rank of the operand >= 3",
                           .otherwise = "rank 0 to 2"}));
  // No case tells the operand's rank from the result's.
  EXPECT_EQ(proved[0].bugs.at(1).when, "rank of the result >= 3");
  EXPECT_EQ(proved[0].explained, proved[0].of);
  // Two kernels of one op may write before the next look.
  EXPECT_EQ(TextOf(Named(OfBugFromRank3("write_lost", "setitem")).at(0)),
            "setitem: nothing is written (operand: rank >= 3)");
  EXPECT_EQ(  // The order of repeated elements is not told, and right.
      Named(OfBugFromRank3("copy_in_storage_order", "clone")).at(0).mutant,
      "copy_in_storage_order");
}

TEST(Diagnosis, ClaimsNoConditionOfABugThatShowsElsewhere) {
  const Planted planted = FromRank3("copy_of_zeros", "contiguous");
  const Evidence of_rank_3 = EvidenceOf({planted});
  Planted other{planted.bug, planted.op};
  const Evidence of_all = EvidenceOf({other});
  for (const auto& [key, record] : of_all.failed()) {
    if (!of_rank_3.failed().contains(key)) other.only = key;
  }
  ASSERT_NE(other.only, "");
  for (const KnownBug& bug : Named(DiagnosisOf(EvidenceOf({planted, other})))) {
    EXPECT_NE(bug.when, "rank of the operand >= 3") << TextOf(bug);
  }
}

// The same, but that the largest case that fails does something else.
std::vector<Explanation> WithOneExcept(const Planted& planted,
                                       Verdict verdict) {
  const Evidence evidence = EvidenceOf({planted});
  const Vector* largest = nullptr;
  for (const Vector& vector : Suite()) {
    const auto size = [](const Vector& v) {
      return Numel(FilledSizes(v.test.base)).value_or(0);
    };
    if (evidence.failed().contains(
            Evidence::KeyOf(vector.test.id, vector.test.base.dtype)) &&
        (largest == nullptr || size(vector) > size(*largest))) {
      largest = &vector;
    }
  }
  EXPECT_NE(largest, nullptr);
  return DiagnosisOf(EvidenceOf({planted}, FullHello(), [&](Record& record) {
    if (record.id != largest->test.id) return;
    const int64_t step = record.differences.front().step;
    record.differences.clear();
    record.answers.clear();
    record.verdict = verdict;
    record.step = step;
    record.op = planted.op->name;
  }));
}

TEST(Diagnosis, IsSilentIfOneCaseContradictsIt) {
  for (const std::string_view op : {"fill_", "zero_"}) {
    const Planted planted{BugOf("write_lost"), FindOp(op), kAlways};
    const std::vector<Explanation> all = DiagnosisOf(EvidenceOf({planted}));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].bugs[0].condition, "");
    for (const Verdict verdict : {Verdict::kPass, Verdict::kCrash}) {
      for (const KnownBug& bug : Named(WithOneExcept(planted, verdict))) {
        EXPECT_NE(bug.condition, "") << TextOf(bug);
      }
    }
  }
}

TEST(Diagnosis, ClaimsNothingOfABugThatExplainsLessThanHalfOfEachCause) {
  // One that shows in few cases.
  Planted few;
  Evidence evidence;
  for (const Planted& planted : Bugs()) {
    few = planted;
    evidence = EvidenceOf({planted});
    if (evidence.failures() >= 6 && evidence.failures() <= 60) break;
  }
  const std::vector<Explanation> alone = DiagnosisOf(evidence);
  ASSERT_FALSE(alone.empty());
  const int64_t explained = alone[0].explained;
  Difference strange;
  strange.step = strange.blamed = 1;
  strange.kind = DifferenceKind::kSizes;
  strange.field = "sizes";
  strange.actual = "[7777]";
  strange.op = few.op->name;
  const int64_t before = evidence.failures();
  for (const Vector& vector : Suite()) {
    if (evidence.failures() > before + 2 * explained) break;
    const std::string key =
        Evidence::KeyOf(vector.test.id, vector.test.base.dtype);
    if (vector.test.chain.empty() || evidence.failed().contains(key)) continue;
    if (std::ranges::count(vector.test.chain, few.op, &Step::op) > 0) continue;
    Add(RecordOf(vector, {strange}, ReplyOf(vector)), evidence);
  }
  EXPECT_TRUE(DiagnosisOf(evidence).empty());
}

TEST(Diagnosis, ClaimsNoBugOfStridesOfASubjectThatShowsNone) {
  Hello hello = FullHello();
  hello.facets = {Facet::kValues, Facet::kAlias, Facet::kErrorKind};
  for (const std::string_view op : {"t", "permute", "unfold", "view"}) {
    for (const std::string_view name :
         {"strides_in_bytes", "strides_row_major"}) {
      const Planted planted{BugOf(name), FindOp(op)};
      const Evidence evidence = EvidenceOf({planted}, hello);
      for (const KnownBug& bug : Named(DiagnosisOf(evidence, hello))) {
        EXPECT_FALSE(IsOfStrides(*KnownBugs()[BugOf(bug.mutant)]))
            << TextOf(bug);
      }
    }
  }
}

TEST(Diagnosis, NamesBothOfTwoBugs) {
  const std::vector<Planted> bugs = Bugs();
  const std::size_t pairs = kFull ? 40 : 3;
  std::size_t asked = 0;
  for (std::size_t k = 0; asked < pairs && k < bugs.size(); ++k) {
    const Planted& one = bugs[k];
    const Planted& two = bugs[(k * 31 + bugs.size() / 2) % bugs.size()];
    if (one.op == two.op) continue;
    const int64_t ones = EvidenceOf({one}).failures();
    const int64_t twos = EvidenceOf({two}).failures();
    if (ones < 6 || twos < 6) continue;
    ++asked;
    const Evidence evidence = EvidenceOf({one, two});
    const std::vector<Explanation> proved = DiagnosisOf(evidence);
    int64_t explained = 0;
    for (const Explanation& e : proved) explained += e.explained;
    const auto names = [&](const Planted& planted) {
      return std::ranges::any_of(
          proved, [&](const Explanation& e) { return Names(e, planted); });
    };
    // Twins of the two explain as much.
    EXPECT_TRUE((names(one) && names(two)) ||
                explained * 10 >= evidence.failures() * 9)
        << NameOf(one) << " and " << NameOf(two) << ": " << proved.size();
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
      Add(RecordOf(vector, judgement.differences, reply), evidence);
    }
    ASSERT_GT(evidence.failures(), 5) << bug.op;
    for (const KnownBug& claimed : Named(DiagnosisOf(evidence))) {
      ADD_FAILURE() << bug.op << ": " << TextOf(claimed);
    }
  }
}

TEST(Diagnosis, SaysNothingOfARunWithoutFailures) {
  EXPECT_TRUE(DiagnosisOf(Evidence()).empty());
}

}  // namespace viewproof::diagnosis_test
