#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate.h"
#include "conformance/golden_file/file.h"
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
  // Changes the known lines.
  void (*known)(std::vector<std::string>& lines);
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
    std::string gate, known;
    bool operator==(const Files&) const = default;
  };

  Files Read() const {
    return {ReadFile(GatePath()), ReadFile(KnownPath(GatePath()))};
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
    if (scenario.known == nullptr) return;
    std::vector<std::string> lines = LinesOfFile(KnownPath(GatePath()));
    scenario.known(lines);
    std::string text;
    for (const std::string& line : lines) text += line;
    WriteFile(KnownPath(GatePath()), text);
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
  EXPECT_THAT(result.text, HasSubstr(std::string("\n") + scenario.said));
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

// A known line like the first, but of this case.
std::string LineLike(std::string line, std::string_view id,
                     std::string_view dtype) {
  Replace(line, "narrow/a", id);
  Replace(line, "float32", dtype);
  return line;
}

INSTANTIATE_TEST_SUITE_P(
    Pins, GateScenarios,
    testing::Values(
        Scenario{"Untouched", {}, nullptr, "GREEN core"},
        Scenario{"ExecutedUp",
                 {{"executed = " + kCount, "executed = " + CountOfOps(1)}},
                 nullptr,
                 "RED: executed "},
        Scenario{"ExecutedDown",
                 {{"executed = " + kCount, "executed = " + CountOfOps(-1)}},
                 nullptr,
                 "RED: executed "},
        Scenario{"ExecutedOne",
                 {{"executed = " + kCount, "executed = 1"}},
                 nullptr,
                 "RED: executed "},
        Scenario{"ExecutedNegative",
                 {{"executed = " + kCount, "executed = -1"}},
                 nullptr,
                 "RED: executed "},
        Scenario{"ExecutedZero",
                 {{"executed = " + kCount, "executed = 0"}},
                 nullptr,
                 "NOT GATED: the gate file is not complete",
                 kRuns,
                 kMended},
        Scenario{"GoldenOther",
                 {{"golden = \"sha256:", "golden = \"sha256:0"}},
                 nullptr,
                 "SUITE CHANGED"},
        Scenario{"GoldenEmpty",
                 {{"golden = \"", "golden = \"\"  # was "}},
                 nullptr,
                 "NOT GATED",
                 kRuns,
                 kMended},
        Scenario{"HelloLostAnOp",
                 {{"ops = \"all\"", "ops = [\"read\", \"no_such\"]"}},
                 nullptr,
                 "RED: hello changed"},
        Scenario{"HelloLostTheOpsOfKnownFailures",
                 {{"views = true", "views = false"}},
                 [](Lines& lines) {
                   lines.push_back(LineLike(lines[0], "zzz/gone", "float32"));
                 },
                 "RED: hello changed"},
        Scenario{"SubjectEmpty",
                 {{"[subject]", "[subject]\n[suite_]"}},
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
                 {{"facets = [\"values\", \"strides\", \"alias\"]",
                   "facets = [\"values\"]"}},
                 nullptr,
                 "RED: 2 known failures are in facets that are no longer "
                 "demanded; remove with: ",
                 kRuns,
                 kMended},
        Scenario{"DTypeDropped",
                 {},
                 [](Lines& lines) {
                   lines.insert(lines.begin() + 1,
                                LineLike(lines[0], "narrow/a", "int8"));
                 },
                 "RED: 1 known failure is of dtype int8, which is no longer "
                 "run",
                 kRuns,
                 kChanged},
        Scenario{"UnknownProfile",
                 {{"profiles = [\"core\"]", "profiles = [\"coar\"]"}},
                 nullptr,
                 "unknown profile \"coar\"",
                 kRefused},
        Scenario{"UnknownKey",
                 {{"executed = ", "exekuted = 1\nexecuted = "}},
                 nullptr,
                 "key \"demand.exekuted\": unknown key",
                 kRefused}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    KnownLines, GateScenarios,
    testing::Values(
        Scenario{"OfACaseThatIsGone",
                 {},
                 [](Lines& lines) {
                   lines.push_back(LineLike(lines[0], "zzz/gone", "float32"));
                 },
                 "RED: 1 known failure is of a case that golden/ does not "
                 "have",
                 kRuns,
                 kChanged},
        Scenario{"OfACaseThatPasses",
                 {},
                 [](Lines& lines) {
                   lines.push_back(LineLike(lines[0], "view/a", "float32"));
                 },
                 "RED (better): 1 known failure passes now; lock in with: ",
                 kRuns,
                 kMended},
        Scenario{"Deleted",
                 {},
                 [](Lines& lines) { lines.erase(lines.begin()); },
                 "RED: 1 new failure",
                 kRuns,
                 kChanged},
        Scenario{"AllDeleted",
                 {},
                 [](Lines& lines) { lines.clear(); },
                 "RED: 2 new failures",
                 kRuns,
                 kChanged},
        Scenario{
            "OfAnotherStep",
            {},
            [](Lines& lines) { Replace(lines[0], "\"step\":1", "\"step\":2"); },
            "RED: 1 new failure"},
        Scenario{"Twice",
                 {},
                 [](Lines& lines) { lines.push_back(lines[1]); },
                 "known.jsonl:3: not sorted by id and dtype, or listed twice",
                 kRefused},
        Scenario{"Reversed",
                 {},
                 [](Lines& lines) { std::swap(lines[0], lines[1]); },
                 "known.jsonl:2: not sorted",
                 kRefused},
        Scenario{"Cut",
                 {},
                 [](Lines& lines) { lines[1].resize(40); },
                 "known.jsonl:2: field",
                 kRefused},
        Scenario{"Garbage",
                 {},
                 [](Lines& lines) { lines[0] = "<<<<<<< ours\n"; },
                 "known.jsonl:1: field",
                 kRefused},
        Scenario{"OfAnIdThatNeedsQuoting",
                 {},
                 [](Lines& lines) {
                   Replace(lines[0], "narrow/a", "narrow/\\u001b[2J");
                 },
                 "known.jsonl:1: field \"id\": ",
                 kRefused},
        Scenario{"WithoutAnEntry",
                 {},
                 [](Lines& lines) {
                   Replace(lines[0], "\"op\":\"narrow\"", "\"op\":\"t\"");
                 },
                 "known.jsonl:1: no [[known_failure]]",
                 kRefused}),
    [](const auto& info) { return info.param.name; });

const std::string kEntry = "[[known_failure]]\nop = \"narrow\"";

INSTANTIATE_TEST_SUITE_P(
    Entries, GateScenarios,
    testing::Values(
        Scenario{"WrongCount",
                 {{"count = 1", "count = 7"}},
                 nullptr,
                 "RED: the gate file is at fault",
                 kRuns,
                 kMended},
        Scenario{"ForEveryOp",
                 {{"op = \"narrow\"", "op = \"*\""}},
                 nullptr,
                 "known.jsonl:1: no [[known_failure]]",
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
                 {{"executed = ", "reviewed = true\nexecuted = "}},
                 nullptr,
                 "GREEN core"},
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
