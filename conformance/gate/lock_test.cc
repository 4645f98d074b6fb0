#include "conformance/gate/lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate_save.h"
#include "conformance/gate/testing.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace lock_test {

using testing::HasSubstr;

constexpr char kEmpty[] = "{\"lock\":1}\n";

Gate Parsed(const std::string& lock) {
  return ParseGate("acme.gate.toml", std::string(kText), lock);
}

std::string Refusal(const std::string& lock) {
  try {
    Parsed(lock);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

KnownCase Known(const char* id, DType dtype, int64_t step, const char* answer) {
  const Failure failure = {
      Verdict::kFail, {Facet::kStrides}, "offset", "as_strided", step};
  return {id, dtype, failure, answer};
}

TEST(Lock, WritesCasesOfOneStepAndAnswerInOneLine) {
  Gate gate = Parsed(kEmpty);
  gate.cases = {Known("as_strided/a", DType::kInt8, 2, "offset"),
                Known("as_strided/a", DType::kFloat32, 2, "offset"),
                Known("as_strided/b", DType::kInt8, 2, "offset"),
                Known("as_strided/b", DType::kFloat32, 2, "offset"),
                Known("as_strided/c", DType::kInt8, 2, "error"),
                Known("as_strided/d", DType::kInt8, 1, "")};
  const std::string lock = LockText(gate);
  EXPECT_THAT(lock, HasSubstr(R"("verdict":"fail","cases":6})"
                              "\n"
                              R"({"step":1,"dtypes":["int8"],)"
                              R"("ids":["as_strided/d"]})"
                              "\n"));
  EXPECT_THAT(lock, HasSubstr(R"({"step":2,"answer":"offset",)"
                              R"("dtypes":["float32","int8"],)"
                              R"("ids":["as_strided/a","as_strided/b"]})"
                              "\n"));
  const Gate again = Parsed(lock);
  EXPECT_EQ(LockText(again), lock);
  ASSERT_EQ(again.cases.size(), 6u);
  EXPECT_EQ(again.cases.front(),
            Known("as_strided/a", DType::kFloat32, 2, "offset"));
}

TEST(Lock, RefusesWhatIsDamagedAndSaysItsLine) {
  const std::string lock(kLock);
  EXPECT_EQ(Refusal(lock), "");
  const auto refusal = [](const char* what, const std::string& with) {
    return Refusal(Replaced(kLock, what, with));
  };
  EXPECT_THAT(refusal("\"lock\":1", "\"lock\":2"),
              HasSubstr("acme.gate.lock:1: field \"lock\""));
  EXPECT_THAT(refusal(kEmpty, ""), HasSubstr("acme.gate.lock:1: "));
  EXPECT_THAT(refusal("\"cases\":1", "\"cases\":2"),
              HasSubstr("so many ids and dtypes do not follow"));
  EXPECT_THAT(refusal(",\"cases\":1", ""),
              HasSubstr("so many ids and dtypes do not follow"));
  EXPECT_THAT(refusal("as_strided/x", "as_strided/\\n"),
              HasSubstr("acme.gate.lock:3: field \"ids\""));
  const std::string twice = Replaced(kLock, "\"cases\":1", "\"cases\":2");
  EXPECT_THAT(Refusal(Replaced(twice, "[\"as_strided/x\"]",
                               "[\"as_strided/x\",\"as_strided/x\"]")),
              HasSubstr("lists as_strided/x of float32 twice"));
  for (const char* answer : {R"("")", R"("a\"b")", R"("Offset")", "1"}) {
    EXPECT_THAT(
        refusal("\"step\":2", std::string("\"step\":2,\"answer\":") + answer),
        HasSubstr("acme.gate.lock:3: field \"answer\""));
  }
  EXPECT_THAT(
      Refusal(kEmpty + std::string(R"({"op":"view","verdict":"crash",)"
                                   R"("cases":1})"
                                   "\n"
                                   R"({"step":1,"answer":"error",)"
                                   R"("dtypes":["int8"],"ids":["view/x"]})")),
      HasSubstr("belongs to verdict \"fail\""));
  EXPECT_THAT(Refusal(lock + R"({"op":"view","verdict":"crash","drawn":1})"
                             "\n"
                             R"({"base":{"dtype":"int8","sizes":[2]},)"
                             R"("chain":[{"op":"vieww"}]})"),
              HasSubstr("acme.gate.lock:5: "));
}

TEST(Lock, LeavesOutCasesWhoseEntryIsGone) {
  const Gate gate =
      Parsed(Replaced(kLock, "\"op\":\"as_strided\"", "\"op\":\"expand\""));
  EXPECT_TRUE(gate.cases.empty());
  ASSERT_EQ(gate.orphans.size(), 1u);
  EXPECT_EQ(gate.orphans[0].op, "expand");
  EXPECT_EQ(LockText(gate), kEmpty);
}

TEST(Lock, KeepsWhatABorrowedOpGetsWrong) {
  Gate gate = Parsed(kEmpty);
  KnownCase known = Known("as_strided/a", DType::kInt8, 2, "");
  known.failure = {Verdict::kSkip, {}, "", "slice", 2};
  gate.cases = {known};
  const Gate again = Parsed(LockText(gate));
  EXPECT_EQ(again.cases, gate.cases);
  EXPECT_TRUE(again.orphans.empty());
}

TEST(Lock, PinsEachDeclarationOfAnotherWay) {
  const std::pair<const char*, void (*)(Hello&)> rows[] = {
      {R"("copies":["expand"])", [](Hello& h) { h.copies = {"expand"}; }},
      {R"("borrowed":["slice"])", [](Hello& h) { h.borrowed = {"slice"}; }},
      {R"("writes":"rebind")", [](Hello& h) { h.rebinds = true; }},
      {R"("ints":32)", [](Hello& h) { h.ints = 32; }},
      {R"("max_rank":8)", [](Hello& h) { h.max_rank = 8; }},
      {R"("ops":["t"])", [](Hello& h) { h.ops = {"t"}; }},
      {R"("forms":["data"])", [](Hello& h) { h.forms = {CaseForm::kData}; }},
      {R"("observes":"last")", [](Hello& h) { h.observes_every = false; }}};
  for (const auto& [text, declare] : rows) {
    Gate gate = Parsed(kEmpty);
    gate.subject = FullHello();
    declare(*gate.subject);
    const std::string lock = LockText(gate);
    EXPECT_THAT(lock, HasSubstr(text));
    const Gate again = Parsed(lock);
    ASSERT_TRUE(again.subject);
    EXPECT_TRUE(Changes(*again.subject, *gate.subject).empty()) << text;
    EXPECT_FALSE(Changes(*again.subject, FullHello()).empty()) << text;
  }
}

TEST(Lock, SaysFacetsOnlyWhereTheGateFileDoesNot) {
  const std::string lock = "{\"lock\":1,\"facets\":[\"alias\"]}\n";
  Gate gate = Parsed(lock);
  EXPECT_EQ(gate.facets, (Facets{Facet::kValues, Facet::kStrides}));
  EXPECT_EQ(LockText(gate), kEmpty);
  gate = ParseGate("acme.gate.toml",
                   Replaced(kText, "facets = [\"values\", \"strides\"]\n", ""),
                   lock);
  EXPECT_EQ(gate.facets, Facets{Facet::kAlias});
  EXPECT_EQ(LockText(gate), lock);
}

TEST(LockPath, LiesBesideTheGateFile) {
  EXPECT_EQ(LockPath("a/acme.gate.toml"), "a/acme.gate.lock");
  EXPECT_EQ(LockPath("a/gate.toml"), "a/gate.lock");
}

}  // namespace lock_test
}  // namespace viewproof
