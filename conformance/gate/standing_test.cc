#include "conformance/gate/standing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/gate/testing.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace standing_test {

// The record of as_strided/x, which kLock lists.
Record StridesRecord() {
  Record record;
  record.id = "as_strided/x";
  record.verdict = Verdict::kFail;
  Difference& d = record.differences.emplace_back();
  d.facet = Facet::kStrides;
  d.kind = DifferenceKind::kOffset;
  d.step = 2;
  d.op = "as_strided";
  return record;
}

TEST(Standings, TakeAFailureInWaivedFacetsForNotDemanded) {
  Gate gate = ReadGate(Written(std::string(kText), ""));
  Record record = StridesRecord();
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kNewFailure);
  record.waived = {Facet::kStrides};
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kNotDemanded);
  Difference& values = record.differences.emplace_back();
  values.facet = Facet::kValues;
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kNewFailure);
}

TEST(Standings, CountDeathsWhateverIsWaived) {
  const Gate gate = ReadGate(Written(std::string(kText), ""));
  for (const Verdict verdict :
       {Verdict::kCrash, Verdict::kTimeout, Verdict::kProtocolError}) {
    Record record = StridesRecord();
    record.verdict = verdict;
    record.waived = {kFacets.begin(), kFacets.end()};
    EXPECT_EQ(Standings(gate).Peek(record), Standing::kNewFailure);
  }
}

// An answer of as_strided/x at its second step, and the word for it.
struct Answered {
  const char* word;
  Record record;
};

std::vector<Answered> AllAnswers() {
  std::vector<Answered> all;
  const auto add = [&all](const char* word, DifferenceKind kind,
                          const char* field, Outcome outcome) -> Difference& {
    all.push_back({word, StridesRecord()});
    Record& record = all.back().record;
    Difference& d = record.differences.front();
    d.kind = kind;
    d.field = field;
    record.answers = {{2, std::move(outcome), {}}};
    return d;
  };
  using Kind = DifferenceKind;
  const auto error = [](std::optional<ErrorKind> kind) {
    ErrorReply reply;
    reply.kind = kind;
    return reply;
  };
  const std::vector<Output> one(1);
  add("offset", Kind::kOffset, "offset", one);
  add("offset contiguous", Kind::kOffset, "offset", one).also = {"contiguous"};
  add("error", Kind::kOffset, "outcome", error(std::nullopt));
  add("error size", Kind::kOffset, "outcome", error(ErrorKind::kSize));
  add("error rank", Kind::kOffset, "outcome", error(ErrorKind::kRank));
  return all;
}

// As a case that says no answer, and as one that does.
TEST(Standings, TakeAnotherAnswerOfAPinnedCaseForNew) {
  const std::vector<Answered> all = AllAnswers();
  const Gate any = ReadGate(Written(std::string(kText)));
  for (const Answered& pinned : all) {
    Gate gate = any;
    gate.cases.front().answer = pinned.word;
    for (const Answered& answered : all) {
      SCOPED_TRACE(std::string(pinned.word) + ", then " + answered.word);
      EXPECT_EQ(AnswerOf(answered.record, Facets::All()), answered.word);
      EXPECT_EQ(Standings(any).Peek(answered.record), Standing::kKnownFailure);
      EXPECT_EQ(Standings(gate).Peek(answered.record),
                &answered == &all[&pinned - all.data()]
                    ? Standing::kKnownFailure
                    : Standing::kNewFailure);
      EXPECT_EQ(
          Standings(gate).EntryOf(answered.record, Standing::kKnownFailure), 1);
    }
    Record died = pinned.record;
    died.verdict = Verdict::kCrash;
    died.op = "as_strided";
    died.step = 2;
    EXPECT_EQ(Standings(gate).Peek(died), Standing::kNewFailure);
    gate.entries.front().or_dies = true;
    EXPECT_EQ(Standings(gate).Peek(died), Standing::kKnownFailure);
  }
}

TEST(Standings, TakeAnAnswerThatAnOlderReportDoesNotTellForKnown) {
  Gate gate = ReadGate(Written(std::string(kText)));
  gate.cases.front().answer = "offset contiguous";
  const Record record = StridesRecord();
  EXPECT_EQ(AnswerOf(record, Facets::All()), "");
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kKnownFailure);
}

TEST(Standings, TakeAnyDeathForKnownWhereAnEntrySaysDies) {
  const std::string lock =
      "{\"lock\":1}\n{\"op\":\"view\",\"verdict\":\"crash\",\"cases\":1}\n"
      "{\"step\":2,\"dtypes\":[\"float32\"],\"ids\":[\"view/x\"]}\n";
  Record record;
  record.id = "view/x";
  record.op = "view";
  record.step = 1;
  const auto peek = [&](const char* entry, Verdict verdict) {
    const Gate gate =
        ReadGate(Written(Replaced(kText, "verdict = \"crash\"", entry), lock));
    record.verdict = verdict;
    return Standings(gate).Peek(record);
  };
  EXPECT_EQ(peek("verdict = \"crash\"", Verdict::kTimeout),
            Standing::kNewFailure);
  EXPECT_EQ(peek("verdict = \"dies\"", Verdict::kTimeout),
            Standing::kKnownFailure);
  EXPECT_EQ(peek("verdict = \"dies\"", Verdict::kCrash),
            Standing::kKnownFailure);
  EXPECT_EQ(peek("verdict = \"dies\"", Verdict::kPass), Standing::kPassed);
}

// `when` is for what a fuzz draws.
TEST(Standings, TakeAVectorThatIsNotListedForNewWhateverAnEntrySays) {
  const std::string entry =
      "[[known_failure]]\nop = \"as_strided\"\nfacets = [\"strides\"]\n"
      "difference = \"offset\"\nreason = \"x\"\nwhen = []\n";
  const Gate gate = ReadGate(Written(With(entry)));
  Record record = StridesRecord();
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kKnownFailure);
  record.dtype = DType::kInt8;
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kNewFailure);
  record = StridesRecord();
  record.id = "as_strided/y";
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kNewFailure);
  EXPECT_EQ(Standings(ReadGate(Written(With(entry), ""))).Peek(StridesRecord()),
            Standing::kNewFailure);
}

TEST(Standings, TakeADeathForKnownWhereAnEntrySaysOrDies) {
  const std::string text = Replaced(kText, "verdict = \"fail\"",
                                    "verdict = \"fail\"\nor_dies = true");
  Record record = StridesRecord();
  record.verdict = Verdict::kCrash;
  record.op = "as_strided";
  EXPECT_EQ(Standings(ReadGate(Written(std::string(kText)))).Peek(record),
            Standing::kNewFailure);
  const Gate gate = ReadGate(Written(text));
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kKnownFailure);
  EXPECT_EQ(Standings(gate).Peek(StridesRecord()), Standing::kKnownFailure);
}

TEST(Standings, KnowTheCasesAfterASkippedOne) {
  Gate gate = ReadGate(Written(std::string(kText)));
  KnownCase skipped = gate.cases.front();
  skipped.id = "as_strided/a";
  skipped.failure.verdict = Verdict::kSkip;
  gate.cases.insert(gate.cases.begin(), skipped);
  EXPECT_EQ(Standings(gate).Peek(StridesRecord()), Standing::kKnownFailure);
}

TEST(Standings, NeverMeetAKnownCaseThatNamesAWaivedFacet) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  Standings met(gate);
  Record record = StridesRecord();
  EXPECT_EQ(met.Judge(record), Standing::kKnownFailure);
  EXPECT_TRUE(met.unmet().empty());
  Standings unmet(gate);
  record.waived = {Facet::kStrides};
  EXPECT_EQ(unmet.Judge(record), Standing::kNotDemanded);
  ASSERT_EQ(unmet.unmet().size(), 1u);
  EXPECT_EQ(unmet.unmet()[0].why, Unmet::kWaived);
}

struct Unmetness {
  const char* name;
  void (*change)(Gate& gate, Record& record);
  Unmet why;
};

void PrintTo(const Unmetness& row, std::ostream* os) { *os << row.name; }

class WhyUnmet : public testing::TestWithParam<Unmetness> {};

TEST_P(WhyUnmet, IsToldOfACaseThatDidNotFail) {
  Gate gate = ReadGate(Written(std::string(kText)));
  Record record = StridesRecord();
  GetParam().change(gate, record);
  Standings standings(gate);
  standings.Judge(record);
  const std::vector<UnmetCase> unmet = standings.unmet();
  ASSERT_EQ(unmet.size(), 1u);
  EXPECT_EQ(unmet[0].known->id, "as_strided/x");
  EXPECT_EQ(unmet[0].why, GetParam().why);
}

void Passes(Record& record) {
  record.verdict = Verdict::kPass;
  record.differences.clear();
}

INSTANTIATE_TEST_SUITE_P(
    All, WhyUnmet,
    testing::Values(
        Unmetness{"Passes", [](Gate&, Record& record) { Passes(record); },
                  Unmet::kPasses},
        Unmetness{"Facet", [](Gate& gate, Record&) { gate.facets = Facets(); },
                  Unmet::kNoFacet},
        Unmetness{"Skipped",
                  [](Gate&, Record& record) {
                    Passes(record);
                    record.verdict = Verdict::kSkip;
                    record.reason = SkipReason::kOp;
                  },
                  Unmet::kSkipped},
        Unmetness{
            "FailsInAProfileThatIsNotDemanded",
            [](Gate& gate, Record&) { gate.profiles = {Profile::kDType}; },
            Unmet::kNotDemanded},
        Unmetness{"PassesInAProfileThatIsNotDemanded",
                  [](Gate& gate, Record& record) {
                    gate.profiles = {Profile::kDType};
                    Passes(record);
                  },
                  Unmet::kNotDemanded},
        Unmetness{"NotThere",
                  [](Gate&, Record& record) { record.id = "view/y"; },
                  Unmet::kNoCase},
        Unmetness{"OtherDType",
                  [](Gate&, Record& record) { record.dtype = DType::kInt8; },
                  Unmet::kNoCase}),
    [](const auto& info) { return info.param.name; });

TEST(Standings, TellACaseThatWasNotRunFromOneWhoseVectorIsGone) {
  Gate gate = ReadGate(Written(std::string(kText)));
  Vector vector;
  vector.test.id = "as_strided/x";
  Standings standings(gate);
  standings.Note(vector);
  EXPECT_EQ(standings.unmet().at(0).why, Unmet::kNotRun);
  gate.profiles = {Profile::kDType};
  Standings dropped(gate);
  dropped.Note(vector);
  EXPECT_EQ(dropped.unmet().at(0).why, Unmet::kNotDemanded);
  EXPECT_EQ(dropped.unmet().at(0).profile, Profile::kCore);
}

TEST(Gate, DemandsShapeValuesStridesAndAliasWhileItIsNew) {
  Gate gate;
  Hello hello = FullHello();
  const Facets first = {Facet::kValues, Facet::kStrides, Facet::kAlias};
  EXPECT_EQ(gate.Demanded(hello), first);
  hello.facets = Facets{Facet::kValues};
  EXPECT_EQ(gate.Demanded(hello), Facets{Facet::kValues});
  gate.subject = FullHello();
  EXPECT_EQ(gate.Demanded(FullHello()), Facets::All());
}

}  // namespace standing_test
}  // namespace viewproof
