#ifndef VIEWPROOF_CONFORMANCE_GATE_TESTING_H_
#define VIEWPROOF_CONFORMANCE_GATE_TESTING_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"

// A gate file and its lock, for tests.
namespace viewproof {

inline constexpr std::string_view kText = R"(# how acme is started
[adapter]
command = ["python3", "acme.py"]
env = {GLOG_v = "4"}
packages = ["acme==3.2"]
start_seconds = 30
restart = "one"

[demand]
profiles = ["core", "indexing"]
facets = ["values", "strides"]
dtypes = ["uint8"]
reviewed = false

[[known_failure]]
op = "as_strided"
facets = ["strides"]
difference = "offset"
verdict = "fail"
reason = "offset is taken in bytes"

# crashes for good
[[known_failure]]
op = "view"
verdict = "crash"
reason = "dies"
)";

inline constexpr std::string_view kLock =
    R"({"lock":1})"
    "\n"
    R"({"op":"as_strided","difference":"offset","facets":["strides"],)"
    R"("verdict":"fail","cases":1})"
    "\n"
    R"({"step":2,"dtypes":["float32"],"ids":["as_strided/x"]})"
    "\n";

// The path of a gate file that says this.
inline std::string Written(const std::string& text,
                           const std::string& lock = std::string(kLock)) {
  const std::string folder = MakeFolder();
  WriteFile(folder + "/acme.gate.toml", text);
  if (!lock.empty()) WriteFile(folder + "/acme.gate.lock", lock);
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
