#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/lock.h"
#include "conformance/golden_file/file.h"
#include "conformance/report/print_run.h"
#include "conformance/run/testing.h"

namespace viewproof {
namespace gate_scenarios_test {

using testing::HasSubstr;

// A change of a gate that is green with two known failures, narrow/a and
// select/a, and its effect.
struct Scenario {
  const char* name;
  // Replaced in the gate file; without a text to look for: all of it.
  std::vector<std::pair<std::string, std::string>> gate;
  // Changes the lines of the lock: pins; narrow, its case; select, its case.
  void (*lock)(std::vector<std::string>& lines);
  const char* said;  // The headline, or with `refused` the complaint.
  enum { kRuns, kRefused } check = kRuns;
  enum { kKept, kMended, kChanged } update = kKept;  // The files after it.
};

void PrintTo(const Scenario& scenario, std::ostream* os) {
  *os << scenario.name;
}

class GateScenarios : public Checks,
                      public testing::WithParamInterface<Scenario> {
 protected:
  struct Files {
    std::string gate, lock;
    bool operator==(const Files&) const = default;
  };

  Files Read() const {
    return {ReadFile(GatePath()), ReadFile(LockPath(GatePath()))};
  }

  void MakeGreenGate() {
    MakeRootWith(WithWrongOffsets());
    options_.report = report_;
    Update();
    AcceptGroup(0, "offsets are wrong");
    options_.report.clear();
    ASSERT_EQ(Run().status, kGreen);
  }

  void Change(const Scenario& scenario) {
    for (const auto& [what, with] : scenario.gate) {
      if (what.empty()) {
        WriteFile(GatePath(), with);
      } else {
        EditGate(what, with);
      }
    }
    if (scenario.lock == nullptr) return;
    std::vector<std::string> lines = LinesOfFile(LockPath(GatePath()));
    scenario.lock(lines);
    std::string text;
    for (const std::string& line : lines) text += line;
    WriteFile(LockPath(GatePath()), text);
  }
};

TEST_P(GateScenarios, EndAsTheyShould) {
  const Scenario& scenario = GetParam();
  MakeGreenGate();
  Change(scenario);
  const Files changed = Read();
  if (scenario.check == Scenario::kRefused) {
    for (const bool update : {false, true}) {
      try {
        update ? Update() : Run();
        ADD_FAILURE() << "it is read";
      } catch (const BadInput& error) {
        EXPECT_THAT(error.what(), HasSubstr(scenario.said));
      }
      EXPECT_EQ(Read(), changed);
    }
    return;
  }
  const Result result = Run();
  const bool green = std::string(scenario.said).starts_with("GREEN");
  EXPECT_EQ(result.status, green ? kGreen : kRed);
  Hello hello;
  hello.name = "reference";
  hello.version = "0.1.0";
  std::string text = result.text.substr(0, 200);
  std::ranges::replace(text, '\n', ' ');  // A long one is broken.
  EXPECT_THAT(text, testing::StartsWith(TitleOf(scenario.said, hello)));
  EXPECT_EQ(Read(), changed) << "only --update writes";
  const Result updated = Update();
  EXPECT_EQ(updated.status == kGreen,
            green || scenario.update == Scenario::kMended)
      << updated.text;
  EXPECT_EQ(Read() == changed, scenario.update == Scenario::kKept)
      << Read().gate;
  for (const KnownFailure& entry : ReadGate(GatePath()).entries) {
    EXPECT_EQ(entry.reason, "offsets are wrong");
  }
}

const std::string kCount = CountOfOps();

constexpr auto kRefused = Scenario::kRefused;
constexpr auto kRuns = Scenario::kRuns;
constexpr auto kMended = Scenario::kMended;
constexpr auto kChanged = Scenario::kChanged;

using Lines = std::vector<std::string>;

void Replace(std::string& text, std::string_view what, std::string_view with) {
  const std::size_t at = text.find(what);
  ASSERT_NE(at, std::string::npos) << what;
  text.replace(at, what.size(), with);
}

// One more case of narrow at the end.
void AddCase(Lines& lines, std::string_view id, std::string_view dtype) {
  Replace(lines[1], "\"cases\":1", "\"cases\":2");
  std::string more = lines[2];
  Replace(more, "narrow/a", id);
  Replace(more, "float32", dtype);
  lines.insert(lines.begin() + 3, more);
}

INSTANTIATE_TEST_SUITE_P(
    Pins, GateScenarios,
    testing::Values(
        Scenario{"Untouched", {}, nullptr, "GREEN: nothing new"},
        Scenario{"ExecutedUp",
                 {},
                 [](Lines& lines) {
                   Replace(lines[0], "\"executed\":", "\"executed\":1");
                 },
                 "RED: ran ",
                 kRuns,
                 kMended},
        Scenario{"ExecutedNegative",
                 {},
                 [](Lines& lines) {
                   Replace(lines[0], "\"executed\":", "\"executed\":-");
                 },
                 "gate.lock:1: field \"executed\": negative",
                 kRefused},
        Scenario{"NotExecuted",
                 {},
                 [](Lines& lines) {
                   Replace(lines[0], "\"executed\":" + kCount + ",", "");
                 },
                 "NOT GATED: the gate file is not complete",
                 kRuns,
                 kMended},
        Scenario{
            "GoldenOther",
            {},
            [](Lines& lines) { Replace(lines[0], "\"sha256:", "\"sha256:0"); },
            "SUITE CHANGED",
            kRuns,
            kMended},
        Scenario{"GoldenEmpty",
                 {},
                 [](Lines& lines) {
                   Replace(lines[0], "\"golden\":\"sha256:", "\"suite\":\"");
                   Replace(lines[0], "\"suite\":\"0.1.0\",", "");
                 },
                 "NOT GATED",
                 kRuns,
                 kMended},
        Scenario{"HelloLostAnOp",
                 {},
                 [](Lines& lines) {
                   Replace(lines[0], "\"ops\":[", "\"ops\":[\"no_such\",");
                 },
                 "RED: hello changed (-1 ops: no_such)",
                 kRuns,
                 kMended},
        Scenario{"HelloLostTheOpsOfKnownFailures",
                 {},
                 [](Lines& lines) {
                   Replace(lines[0], "\"views\":true", "\"views\":false");
                   AddCase(lines, "zzz/gone", "float32");
                 },
                 "RED: hello changed",
                 kRuns,
                 kMended},
        Scenario{"NoPins",
                 {},
                 [](Lines& lines) { lines[0] = "{\"lock\":1}\n"; },
                 "NOT GATED: the gate file is not complete",
                 kRuns,
                 kMended},
        Scenario{"UnknownTable",
                 {{"[demand]", "[suite_]\n[demand]"}},
                 nullptr,
                 "key \"suite_\": unknown key",
                 kRefused}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Demand, GateScenarios,
    testing::Values(
        Scenario{"NoProfile",
                 {{"profiles = [\"core\"]", "profiles = []"}},
                 nullptr,
                 "RED: nothing is demanded"},
        Scenario{"ProfileDropped",
                 {{"profiles = [\"core\"]", "profiles = [\"dtype\"]"}},
                 nullptr,
                 "RED: 2 known failures are of profile core, which is no "
                 "longer demanded"},
        Scenario{"FacetDropped",
                 {{"[demand]", "[demand]\nfacets = [\"values\"]"}},
                 nullptr,
                 "RED: 2 known failures are in facets that are no longer "
                 "demanded",
                 kRuns,
                 kMended},
        Scenario{"DTypeDropped",
                 {},
                 [](Lines& lines) { AddCase(lines, "narrow/a", "int8"); },
                 "RED: 1 known failure is of dtype int8, which is no longer "
                 "run",
                 kRuns,
                 kMended},
        Scenario{"UnknownProfile",
                 {{"profiles = [\"core\"]", "profiles = [\"coar\"]"}},
                 nullptr,
                 "unknown profile \"coar\"",
                 kRefused},
        Scenario{"UnknownKey",
                 {{"[demand]", "[demand]\nrevued = true"}},
                 nullptr,
                 "key \"demand.revued\": unknown key",
                 kRefused}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    KnownCases, GateScenarios,
    testing::Values(
        Scenario{"OfAVectorThatIsGone",
                 {},
                 [](Lines& lines) { AddCase(lines, "zzz/gone", "float32"); },
                 "RED: 1 known failure is of a case that golden/ does not "
                 "have",
                 kRuns,
                 kMended},
        Scenario{"OfACaseThatPasses",
                 {},
                 [](Lines& lines) { AddCase(lines, "view/a", "float32"); },
                 "RED (better): 1 known failure passes now",
                 kRuns,
                 kMended},
        Scenario{"Deleted",
                 {},
                 [](Lines& lines) {
                   lines.erase(lines.begin() + 1, lines.begin() + 3);
                 },
                 "RED: 1 new failure"},
        Scenario{"AllDeleted",
                 {},
                 [](Lines& lines) { lines.resize(1); },
                 "RED: 2 new failures"},
        Scenario{
            "OfAnotherStep",
            {},
            [](Lines& lines) { Replace(lines[2], "\"step\":1", "\"step\":2"); },
            "RED: 1 new failure"},
        Scenario{"Twice",
                 {},
                 [](Lines& lines) { AddCase(lines, "narrow/a", "float32"); },
                 "gate.lock: lists narrow/a of float32 twice",
                 kRefused},
        Scenario{"InAnotherOrder",
                 {},
                 [](Lines& lines) {
                   std::swap(lines[1], lines[3]);
                   std::swap(lines[2], lines[4]);
                 },
                 "GREEN: nothing new",
                 kRuns,
                 kChanged},
        Scenario{"Cut",
                 {},
                 [](Lines& lines) { lines[2].resize(20); },
                 "gate.lock:3: ",
                 kRefused},
        Scenario{"Garbage",
                 {},
                 [](Lines& lines) { lines[0] = "<<<<<<< ours\n"; },
                 "gate.lock:1: field",
                 kRefused},
        Scenario{"OfAnIdThatNeedsQuoting",
                 {},
                 [](Lines& lines) {
                   Replace(lines[2], "narrow/a", "narrow/\\u001b[2J");
                 },
                 "gate.lock:3: field \"ids\": ",
                 kRefused},
        Scenario{"WithoutAnEntry",
                 {},
                 [](Lines& lines) {
                   Replace(lines[1], "\"op\":\"narrow\"", "\"op\":\"t\"");
                 },
                 "RED: 1 new failure",
                 kRuns,
                 kChanged},
        Scenario{"WrongCount",
                 {},
                 [](Lines& lines) {
                   Replace(lines[1], "\"cases\":1", "\"cases\":7");
                 },
                 "so many ids and dtypes do not follow",
                 kRefused}),
    [](const auto& info) { return info.param.name; });

const std::string kEntry = "[[known_failure]]\nop = \"narrow\"";

INSTANTIATE_TEST_SUITE_P(
    Entries, GateScenarios,
    testing::Values(
        Scenario{"ForEveryOp",
                 {{"op = \"narrow\"", "op = \"*\""}},
                 nullptr,
                 "RED: 1 new failure",
                 kRuns,
                 kChanged},
        Scenario{"ForSomeDrawnCases",
                 {{kEntry, kEntry + "\nwhen = [\"size_1\"]"}},
                 nullptr,
                 "GREEN: nothing new"},
        Scenario{"ForAnotherAnswer",
                 {{kEntry, kEntry + "\nanswer = \"sizes\""}},
                 nullptr,
                 "RED: 1 new failure",
                 kRuns,
                 kChanged},
        Scenario{"OfVersion01",
                 {{kEntry, kEntry + "\ncount = 1"}},
                 nullptr,
                 "upgrade ",
                 kRefused},
        Scenario{"Twice",
                 {{kEntry,
                   "[[known_failure]]\nop = \"select\"\n"
                   "facets = [\"strides\"]\ndifference = \"offset\"\n"
                   "reason = \"again\"\n" +
                       kEntry}},
                 nullptr,
                 "could match one failure",
                 kRefused},
        Scenario{"NoReason",
                 {{"reason = \"offsets are wrong\"", "reason = \"\""}},
                 nullptr,
                 "key \"known_failure.reason\": missing",
                 kRefused},
        Scenario{"UnknownVerdict",
                 {{"verdict = \"fail\"", "verdict = \"maybe\""}},
                 nullptr,
                 "unknown verdict \"maybe\"",
                 kRefused},
        Scenario{"Unreviewed",
                 {{"[demand]", "[demand]\nreviewed = true"}},
                 nullptr,
                 "GREEN: nothing new"},
        Scenario{"BrokenToml",
                 {{"[demand]", "[demand"}},
                 nullptr,
                 "acme.gate.toml:",
                 kRefused},
        Scenario{"EmptyFile",
                 {{"", ""}},
                 nullptr,
                 "key \"adapter\": expected one of command, linked, subject",
                 kRefused}),
    [](const auto& info) { return info.param.name; });

}  // namespace gate_scenarios_test
}  // namespace viewproof
