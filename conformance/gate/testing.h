#ifndef VIEWPROOF_CONFORMANCE_GATE_TESTING_H_
#define VIEWPROOF_CONFORMANCE_GATE_TESTING_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"

// A gate file and its known lines, for tests.
namespace viewproof {

inline constexpr std::string_view kText = R"(# how acme is started
[adapter]
command = ["python3", "acme.py"]
env = {GLOG_v = "4"}
packages = ["acme==3.2"]
start_seconds = 30
restart = "one"

[suite]
version = "0.1.0"
golden = ""   # not pinned yet

[demand]
profiles = ["core", "indexing"]
facets = ["values", "strides"]
dtypes = ["uint8"]
executed = 0
reviewed = false

[[known_failure]]
op = "as_strided"
facets = ["strides"]
difference = "offset"
verdict = "fail"
count = 1
reason = "offset is taken in bytes"

# crashes for good
[[known_failure]]
op = "view"
verdict = "crash"
count = 0
reason = "dies"
)";

inline constexpr std::string_view kKnown =
    R"({"id":"as_strided/x","dtype":"float32","verdict":"fail",)"
    R"("facets":["strides"],"step":2,"op":"as_strided","difference":"offset"})"
    "\n";

// The path of a gate file that says this.
inline std::string Written(const std::string& text,
                           const std::string& known = std::string(kKnown)) {
  const std::string folder = MakeFolder();
  WriteFile(folder + "/acme.gate.toml", text);
  WriteFile(folder + "/acme.known.jsonl", known);
  return folder + "/acme.gate.toml";
}

inline std::string Replaced(std::string_view from, const std::string& what,
                            const std::string& with) {
  std::string text(from);
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

// The gate file with one more table at its end.
inline std::string With(const std::string& table) {
  return std::string(kText) + "\n" + table;
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_TESTING_H_
