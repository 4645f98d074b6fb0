#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/run/asked.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace matrix_page_test {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char kGate[] = R"([adapter]
command = ["acme"]
packages = ["acme==3.2"]

[matrix]
title = "Acme"

[demand]
profiles = ["core", "limits"]
reviewed = true
)";

constexpr char kLock[] =
    R"({"lock":1,"suite":"0.1.0","golden":"GOLDEN","executed":3,)"
    R"("subject":{"name":"acme","device":"cpu","views":true,"ops":["t"],)"
    R"("dtypes":["float32"],"facets":["values"],"copies":[]}})"
    "\n";

constexpr char kRow[] = R"({
 "gate": "acme",
 "golden": "GOLDEN",
 "records": "sha256:1",
 "name": "acme",
 "version": "3.2+cpu",
 "device": "cpu",
 "kind": "rebind values",
 "green": false,
 "failed": 2,
 "deaths": 1,
 "seconds": 7,
 "cpu_seconds": 11,
 "skipped": {"op": 1000},
 "profiles": {
  "core": {"executed": 2, "known": 1, "passed": 1, "planned": 1002, "skip op": 1000},
  "limits": {"executed": 3, "other": 3, "planned": 3}
 },
 "ops": {
  "read": {"executed": 3, "other": 3},
  "view": {"executed": 2, "known": 1, "passed": 1}
 }
}
)";

const Vector kT = VectorOf("float32[4] | t()", "t/a");

class MatrixPage : public testing::Test {
 protected:
  MatrixPage()
      : root_(MakeRoot({kT}, "ours", kGate)),
        golden_(Digest(ReadFile(root_ + "/golden/MANIFEST"))) {
    std::filesystem::create_directories(Path("bugs"));
    Write("gate.toml", kGate);
    Write("gate.lock", kLock);
    std::string gpu = kGate;
    gpu.replace(gpu.find("title = \"Acme\""), 14, "needs = \"a GPU\"");
    Write("gpu.gate.toml", gpu);
    Write("gpu.gate.lock", kLock);
    Write("row.json", kRow);
  }

  std::string Path(const std::string& name) const {
    return root_ + "/conformance/libraries/acme/" + name;
  }

  // A file that names golden/.
  void Write(const std::string& name, std::string text) const {
    const std::size_t at = text.find("GOLDEN");
    if (at != text.npos) text.replace(at, 6, golden_);
    WriteFile(Path(name), text);
  }

  // Returns what is printed, or refused.
  std::string Printed(const std::string& library = "",
                      const std::string& bugs = "",
                      const std::string& root = "") const {
    RunsOptions options;
    options.root = root.empty() ? root_ : root;
    options.rows = true;
    options.library = library;
    options.bugs = bugs;
    std::FILE* out = std::tmpfile();
    std::string text;
    try {
      ShowMatrix(options, out);
      text.resize(static_cast<std::size_t>(std::ftell(out)));
      std::rewind(out);
      EXPECT_EQ(std::fread(text.data(), 1, text.size(), out), text.size());
    } catch (const BadInput& error) {
      text = error.what();
    }
    std::fclose(out);
    return text;
  }

  const std::string root_;
  const std::string golden_;
};

TEST_F(MatrixPage, ShowsTheRowOfEachSubject) {
  EXPECT_THAT(
      Printed(),
      HasSubstr(
          "dtypes.\n\n"
          "| subject | version | core | indexing | dtype | complex | "
          "memory_format | sparse | limits | kernels |\n"
          "|---|---|---|---|---|---|---|---|---|---|\n"
          "| Acme | 3.2+cpu | 2/1,002 (1) | – | – | – | – | – | 3 | – |\n"
          "| acme-gpu | not run: it needs a GPU |  |  |  |  |  |  |  |  |\n"
          "\nHow they came out"));
  EXPECT_THAT(Printed(),
              HasSubstr("|---|---|---|---|---|---|---|\n"
                        "| Acme | rebind values | **2, RED** | 1 | none | `op` "
                        "1,000 | 7 s (11 s of CPU) |\n"));
  EXPECT_THAT(Printed(), testing::Not(HasSubstr("ours")));
}

TEST_F(MatrixPage, ShowsWhatIsSaidOfTheBugsOfASubject) {
  WriteFile(root_ + "/bugs.json", "{\"acme\":\"[2](acme/bugs)\"}\n");
  EXPECT_THAT(Printed("", root_ + "/bugs.json"),
              HasSubstr("| 1 | [2](acme/bugs) | `op` 1,000 |"));
}

TEST_F(MatrixPage, SaysWhyThereIsNoRow) {
  Write("row.json", std::string(kRow).replace(std::string(kRow).find("GOLDEN"),
                                              6, "sha256:0"));
  const std::string older = "it is asked other vectors since: no row";
  EXPECT_THAT(Printed(), HasSubstr("| Acme | " + older + " |"));
  EXPECT_THAT(Printed("acme"),
              StartsWith("* `tools/viewproof check acme`: " + older + "\n"));
  std::filesystem::remove(Path("row.json"));
  EXPECT_THAT(Printed(), HasSubstr("| Acme | not run |"));
}

TEST_F(MatrixPage, KeepsARowWhileItIsAskedTheSameVectors) {
  const std::string asked = AskedDigest(root_, ReadGate(Path("gate.toml")));
  Write("row.json",
        std::string(kRow).replace(std::string(kRow).find("\n"), 1,
                                  "\n \"asked\": \"" + asked + "\",\n"));
  // With another golden/, for which nothing was measured again.
  const auto printed = [&](const std::vector<Vector>& vectors) {
    const std::string other = MakeRoot(vectors, "ours", kGate);
    std::filesystem::copy(root_ + "/conformance/libraries",
                          other + "/conformance/libraries",
                          std::filesystem::copy_options::recursive);
    return Printed("", "", other);
  };
  const Vector added = VectorOf("float32[2,3] | flatten(0, 1)", "flatten/b");
  EXPECT_THAT(printed({added, kT}), HasSubstr("| Acme | 3.2+cpu |"));
  const Vector changed = VectorOf("float32[5] | t()", "t/a");
  for (const auto& vectors : {std::vector{changed},
                              {kT, VectorOf("float32[3] | t()", "t/b")},
                              {added}}) {
    EXPECT_THAT(printed(vectors), HasSubstr("| Acme | it is asked other "));
  }
}

TEST_F(MatrixPage, ShowsAllNumbersOfALibrary) {
  WriteFile(
      Path("bugs/documented-ops.txt"),
      "# Acme's list: https://acme.org\nview: view view.dtype\nread:\nt:\n");
  EXPECT_EQ(
      Printed("acme"),
      "* `tools/viewproof check acme`, acme 3.2+cpu, rebind values: 5 of 1,005 "
      "cases asked, 1 passed, 1 known failures, **2 failed**, 1 differ in "
      "what is not demanded, 1 deaths; 7 s (11 s of CPU)\n"
      "* `tools/viewproof check acme-gpu`: not run: it needs a GPU\n"
      "\nAcme's list: https://acme.org\n\n"
      "| view op | asked as | asked | passed | known failures | not "
      "demanded or failed |\n"
      "|---|---|---|---|---|---|\n"
      "| `view` | `view`, `view.dtype` | 2 | 1 | 1 | 0 |\n"
      "| `read` | `read` | 3 | 0 | 0 | 3 |\n"
      "| `t` | `t` | 0 | 0 | 0 | 0 |\n"
      "\nAcme: ops without a known failure:\n`read`.\n"
      "\nAcme: ops with known failures, of the cases asked:\n"
      "`view` 1 of 2.\n"
      "\n| subject | profile | planned | asked | passed | known | not "
      "demanded or failed | not asked, by reason |\n"
      "|---|---|---|---|---|---|---|---|\n"
      "| Acme | core | 1,002 | 2 | 1 | 1 | 0 | `op` 1,000 |\n"
      "| Acme | limits | 3 | 3 | 0 | 0 | 3 | – |\n");
  EXPECT_THAT(Printed("acne"), HasSubstr("there is no subject of acne"));
}

TEST_F(MatrixPage, RefusesARowThatItsGateFileDoesNotBearOut) {
  std::string row = kRow;
  row.replace(row.find("{\"op\": 1000}"), 12, "{\"op\": 2}");
  Write("row.json", row);
  EXPECT_THAT(Printed(),
              HasSubstr("acme/row.json: what is skipped does not add up"));
}

}  // namespace matrix_page_test
}  // namespace viewproof
