#include "conformance/report/sentence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/case/ops.h"
#include "conformance/report/survey.h"
#include "conformance/report/testing.h"

namespace viewproof {
namespace sentence_test {

using Kind = DifferenceKind;

std::vector<Kind> Kinds() {
  std::vector<Kind> kinds;
  for (int k = 0; !Name(Kind{k}).empty(); ++k) kinds.push_back(Kind{k});
  return kinds;
}

std::vector<std::string> Relations() {
  std::vector<std::string> relations = {"", "kind unmapped for size"};
  for (int k = 1; !Name(Relation{k}).empty(); ++k) {
    relations.emplace_back(Name(Relation{k}));
  }
  for (int k = 0; !Name(ErrorKind{k}).empty(); ++k) {
    relations.push_back("kind " + std::string(Name(ErrorKind{k})) +
                        " for rank");
  }
  return relations;
}

// Each set of facets, as a failure has them.
std::vector<std::vector<Facet>> FacetSets() {
  std::vector<std::vector<Facet>> sets;
  for (unsigned bits = 1; bits < 1u << kFacets.size(); ++bits) {
    auto& facets = sets.emplace_back();
    for (std::size_t k = 0; k < kFacets.size(); ++k) {
      if ((bits >> k & 1) != 0) facets.push_back(kFacets[k]);
    }
  }
  return sets;
}

// Words that only the judge knows, and what an underscore joins.
void ExpectPlain(const std::string& sentence, const std::string& op) {
  ASSERT_TRUE(sentence.starts_with(op + " ")) << sentence;
  const std::string clause = sentence.substr(op.size() + 1);
  EXPECT_GT(clause.size(), 3u) << sentence;
  EXPECT_EQ(clause.find('_'), std::string::npos) << sentence;
  for (const char* word : {"itemsize", "facet", "exact", "alias", "readout",
                           "unsupported", "  "}) {
    EXPECT_EQ(clause.find(word), std::string::npos) << sentence;
  }
}

Told Of(const std::string& op, Kind kind, std::vector<Facet> facets = {},
        const std::string& relation = "") {
  return {.failure = {Verdict::kFail, std::move(facets),
                      std::string(Name(kind)), op},
          .relation = relation};
}

TEST(Sentence, IsPlainOfWhateverTheJudgeCanSay) {
  for (const Kind kind : Kinds()) {
    for (const auto& facets : FacetSets()) {
      for (const std::string& relation : Relations()) {
        for (const char* op : {"fill_", "slice"}) {
          Told told = Of(op, kind, facets, relation);
          ExpectPlain(SentenceOf(told), op);
          told.ops = 3;
          ExpectPlain(SentenceOf(told), "each of 3 ops");
        }
      }
    }
  }
  for (const Verdict verdict :
       {Verdict::kCrash, Verdict::kTimeout, Verdict::kProtocolError}) {
    ExpectPlain(SentenceOf({.failure = {verdict, {}, "", "fill_"}}), "fill_");
  }
}

TEST(Sentence, TellsEachKindFromEachOther) {
  std::map<std::string, Kind> said;
  for (const char* op : {"fill_", "slice"}) {
    said.clear();
    for (const Kind kind : Kinds()) {
      const auto [found, is_new] = said.emplace(SentenceOf(Of(op, kind)), kind);
      EXPECT_TRUE(is_new) << found->first;
    }
  }
}

TEST(Sentence, SaysWhatElseDiffers) {
  const auto said = [](std::vector<Facet> facets) {
    return SentenceOf(Of("transpose", Kind::kSizes, std::move(facets)));
  };
  EXPECT_EQ(said({Facet::kShape, Facet::kIdentity}),
            "transpose gives wrong sizes; whether it is a new tensor differs, "
            "too");
  EXPECT_EQ(said({Facet::kShape, Facet::kValues, Facet::kStrides}),
            "transpose gives wrong sizes; elements and strides differ, too");
}

TEST(Sentence, SaysWhoDidWhat) {
  Told told = Of("transpose", Kind::kOkForError, {Facet::kShape});
  told.details = {"no such dimension"};
  EXPECT_EQ(SentenceOf(told),
            "transpose accepts what PyTorch refuses: no such dimension");
  EXPECT_EQ(CodeOf(told), "ok_for_error in shape");
  told.outside = 1;
  EXPECT_EQ(SentenceOf(told),
            "transpose accepts what PyTorch refuses, and reaches outside of "
            "its storage: no such dimension");
  told.details = {"a", "b", "c"};
  told.outside = 0;
  EXPECT_EQ(SentenceOf(told), "transpose accepts what PyTorch refuses");
  EXPECT_EQ(
      SentenceOf(Of("fill_", Kind::kLostWrite, {Facet::kValues}, "unwritten")),
      "fill_ writes nothing: the elements are as before");
  EXPECT_EQ(SentenceOf(Of("fill_", Kind::kLostWrite, {Facet::kValues})),
            "fill_ leaves elements unwritten: they are as before");
  EXPECT_EQ(SentenceOf(Of("fill_", Kind::kValues, {Facet::kValues})),
            "fill_ writes wrong values");
  EXPECT_EQ(SentenceOf(Of("diagonal", Kind::kCopied,
                          {Facet::kStrides, Facet::kAlias}, "row_major")),
            "diagonal copies where a view is due");
  EXPECT_EQ(SentenceOf(Of("transpose", Kind::kStrides,
                          {Facet::kValues, Facet::kStrides})),
            "transpose gives wrong elements and strides");
  told = {.failure = {Verdict::kCrash, {}, "", "select"}};
  told.details = {"signal 6 (SIGABRT)"};
  EXPECT_EQ(SentenceOf(told), "select dies: signal 6 (SIGABRT)");
  EXPECT_EQ(CodeOf(told), "crash");
  told.order = true;
  EXPECT_EQ(SentenceOf(told),
            "select dies: signal 6 (SIGABRT), but only after other cases");
}

TEST(Sentence, KnowsTheMeaningOfEachKindOfError) {
  std::set<std::string_view> meanings;
  int count = 0;
  for (; !Name(ErrorKind{count}).empty(); ++count) {
    const std::string_view meaning = MeaningOf(ErrorKind{count});
    EXPECT_FALSE(meaning.empty());
    EXPECT_EQ(meaning.find('_'), std::string_view::npos);
    meanings.insert(meaning);
  }
  EXPECT_EQ(meanings.size(), static_cast<std::size_t>(count));
}

TEST(Sentence, OfAGroupSaysWhatAllItsRecordsSay) {
  std::vector<Record> records = {Failing("t/a", "t", Kind::kOkForError),
                                 Failing("t/b", "t", Kind::kOkForError)};
  records[0].differences[0].expected =
      R"({"error":{"kind":"rank","rule":"t.e1"}})";
  records[1].differences[0].expected = records[0].differences[0].expected;
  EXPECT_EQ(SentenceOf(ToldOf(GroupsOf(records)[0])),
            "t accepts what PyTorch refuses: too few or too many dimensions");
  records[1].differences[0].expected = R"({"error":{"kind":"size"}})";
  EXPECT_THAT(SentenceOf(ToldOf(GroupsOf(records)[0])),
              testing::HasSubstr(": sizes that do not fit, or too few"));
  EXPECT_EQ(GroupsOf(records)[0].ids.size(), 2u);
}

// A facet that is not demanded of a case differs all the same.
TEST(Sentence, IsSaidOfWhatIsWaived) {
  FailedCase failed;
  failed.record = Failing("slice/a", "slice", Kind::kValues);
  failed.record.waived = {kFacets.begin(), kFacets.end()};
  ExpectPlain(SentenceOf(ToldOf(failed)), "slice");
}

}  // namespace sentence_test
}  // namespace viewproof
