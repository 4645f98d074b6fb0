#include "conformance/report/matrix_row.h"

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/report/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace matrix_row_test {

using testing::HasSubstr;

// A record of each fate: it passes, is known to fail, is skipped, dies.
std::vector<Record> Records() {
  Record passes;
  passes.id = "view/a";
  Record fails = Failing("view/b", "view", DifferenceKind::kOffset);
  fails.known = true;
  Record skipped;
  skipped.id = "t/c";
  skipped.verdict = Verdict::kSkip;
  skipped.reason = SkipReason::kOp;
  Record dies;
  dies.id = "read/d";
  dies.profile = Profile::kLimits;
  dies.verdict = Verdict::kCrash;
  dies.op = "read";
  dies.step = 1;
  dies.detail = "exit 1";
  dies.known = true;
  return {passes, fails, skipped, dies};
}

// A gate file, and the report of a run that meets it.
struct Checked {
  Gate gate;
  ReportHeader header;
  ReportFooter footer;
  std::vector<Record> records = Records();

  Checked() {
    header.gate = "acme";
    header.golden = gate.golden = "sha256:1";
    header.subject = FullHello();
    header.subject.name = "acme";
    header.subject.version = "3.2+cpu";
    header.subject.facets = {Facet::kValues};
    header.subject.rebinds = true;
    header.facets = Facets::All();
    gate.subject = header.subject;
    gate.packages = {"acme==3.2"};
    gate.profiles = header.profiles =
        header.plan.profiles = {Profile::kCore, Profile::kLimits};
    gate.executed = 3;
    gate.cases.resize(3);
    // A borrowed op is at fault.
    gate.cases[2].failure.verdict = Verdict::kSkip;
    footer.counts = {1, 0, 3};
    footer.green = true;
    footer.headline = "GREEN";
  }

  MatrixRow Row() const {
    const std::string path = MakeFolder() + "/r.jsonl";
    ReportWriter writer(path, header);
    for (const Record& record : records) writer.Add(record);
    writer.Finish(footer);
    return RowOfReport(ReadOverview(path), gate);
  }

  // Returns why there is no row.
  std::string Refusal() const {
    try {
      Row();
    } catch (const BadInput& error) {
      return error.what();
    }
    return "nothing";
  }
};

TEST(MatrixRow, CountsWhatTheReportSays) {
  MatrixRow row = Checked().Row();
  EXPECT_TRUE(row.records.starts_with("sha256:"));
  row.records = "sha256:2";
  EXPECT_EQ(TextOf(row), R"({
 "gate": "acme",
 "golden": "sha256:1",
 "records": "sha256:2",
 "name": "acme",
 "version": "3.2+cpu",
 "device": "cpu",
 "kind": "rebind values",
 "green": true,
 "failed": 0,
 "deaths": 1,
 "seconds": null,
 "skipped": {"op": 1},
 "profiles": {
  "core": {"executed": 2, "known": 1, "passed": 1, "planned": 3, "skip op": 1},
  "limits": {"executed": 1, "known": 1, "planned": 1}
 },
 "ops": {
  "read": {"executed": 1, "known": 1},
  "view": {"executed": 2, "known": 1, "passed": 1}
 }
}
)");
  row.seconds = 7;
  row.cpu_seconds = 11;
  EXPECT_THAT(TextOf(row),
              HasSubstr("\n \"seconds\": 7,\n \"cpu_seconds\": 11,"));
  EXPECT_EQ(TextOf(ReadMatrixRow(TextOf(row))), TextOf(row));
}

TEST(MatrixRow, SaysWhatCanBeSeenOfASubject) {
  const auto kind = [](const std::function<void(Hello&)>& change) {
    Checked checked;
    checked.header.subject = FullHello();
    checked.header.subject.name = "acme";
    checked.header.subject.version = "3.2";
    change(checked.header.subject);
    return checked.Row().kind;
  };
  EXPECT_EQ(kind([](Hello&) {}), "full");
  EXPECT_EQ(kind([](Hello& h) { h.rebinds = true; }), "rebind");
  EXPECT_EQ(kind([](Hello& h) {
              h.facets = {};
              h.observes_every = false;
            }),
            "compiled structure");
}

TEST(MatrixRow, IsOfTheGateFileThatIsGiven) {
  EXPECT_EQ(Checked().Refusal(), "nothing");
  const std::vector<std::pair<const char*, std::function<void(Checked&)>>>
      changes = {{"the gate file is of an older golden/",
                  [](Checked& c) { c.gate.golden = "sha256:0"; }},
                 {"it is 3.3, the gate file is of acme==3.2",
                  [](Checked& c) { c.header.subject.version = "3.3"; }},
                 {"name is acne, the gate file's is acme",
                  [](Checked& c) { c.header.subject.name = "acne"; }},
                 {"device is cuda, the gate file's is cpu",
                  [](Checked& c) { c.header.subject.device = "cuda"; }},
                 {"executed 3, the gate file says 4",
                  [](Checked& c) { c.gate.executed = 4; }},
                 {"known 2, the gate file says 3",
                  [](Checked& c) { c.gate.cases.resize(4); }}};
  for (const auto& [why, change] : changes) {
    Checked checked;
    change(checked);
    EXPECT_THAT(checked.Refusal(), HasSubstr(why));
  }
}

TEST(MatrixRow, MayBeRed) {
  Checked checked;
  checked.footer.green = false;
  checked.footer.headline = "RED";
  checked.footer.counts = {1, 1, 2};
  checked.records[1].known = false;
  const MatrixRow row = checked.Row();
  EXPECT_FALSE(row.green);
  EXPECT_EQ(row.failed, 1);
  EXPECT_EQ(SumOf(row.profiles, "other"), 1);
}

TEST(MatrixRow, IsHeldToItsGateFile) {
  const Checked checked;
  const std::string text = TextOf(checked.Row());
  const auto fault = [&](const std::string& old, const std::string& now) {
    std::string changed = text;
    changed.replace(changed.find(old), old.size(), now);
    try {
      CheckRow(ReadMatrixRow(changed), checked.gate);
    } catch (const BadInput& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(fault("3.2", "3.2"), "nothing");
  EXPECT_EQ(fault("3.2+cpu", "3.3"),
            "it is 3.3, the gate file is of acme==3.2");
  EXPECT_EQ(fault("\"known\": 1", "\"known\": 0"),
            "known 1, the gate file says 2");
  EXPECT_EQ(fault("{\"op\": 1}", "{\"op\": 2}"),
            "what is skipped does not add up");
  EXPECT_EQ(fault("\"view\": {\"executed\": 2", "\"view\": {\"executed\": 9"),
            "executed of ops and of profiles differ");
}

TEST(MatrixRow, IsOfAVersionThatItsPackagesPin) {
  const auto refusal = [](const std::string& version,
                          const std::vector<std::string>& packages) {
    Checked checked;
    checked.header.subject.version = version;
    checked.gate.packages = packages;
    return checked.Refusal();
  };
  EXPECT_EQ(refusal("2.13.0+cpu", {"torch==2.13.0"}), "nothing");
  EXPECT_EQ(refusal("2.13.0", {"torch==2.13.0+cpu"}), "nothing");
  EXPECT_EQ(refusal("1.1.1", {"ndarray@1.1.1"}), "nothing");
  EXPECT_EQ(refusal("1.2", {}), "nothing");
  EXPECT_EQ(refusal("1.2", {"numpy<=2"}), "nothing");
  EXPECT_THAT(refusal("2.13.1", {"torch==2.13.0", "numpy<2"}),
              HasSubstr("it is 2.13.1, the gate file is of torch==2.13.0"));
}

TEST(MatrixRow, IsOfAVersionOfTheEnvironmentWhereItsGateFilePinsNone) {
  const std::string libraries = MakeFolder();
  for (const char* name : {"/acme", "/modes"}) {
    std::filesystem::create_directory(libraries + name);
  }
  WriteFile(libraries + "/acme/environment.txt",
            "# acme==9 has a fault\napt: libacme-dev\nacme==3.2  # newest\n");
  Checked checked;
  checked.gate.packages = {};
  const auto refusal = [&](const std::string& path, const char* version) {
    checked.gate.path = libraries + path;
    checked.header.subject.version = version;
    return checked.Refusal();
  };
  const char* pinned = "it is 9, the gate file is of acme==3.2";
  EXPECT_EQ(refusal("/acme/gate.toml", "3.2+cpu"), "nothing");
  EXPECT_THAT(refusal("/acme/cuda.gate.toml", "9"), HasSubstr(pinned));
  EXPECT_EQ(refusal("/modes/acme.gate.toml", "9"), "nothing");
  checked.gate.matrix.library = "acme";
  EXPECT_THAT(refusal("/modes/acme.gate.toml", "9"), HasSubstr(pinned));
}

}  // namespace matrix_row_test
}  // namespace viewproof
