// Every key of a gate file in every wrong form is refused by its line and name.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/run/documents.h"

namespace viewproof {
namespace gate_keys_test {

TEST(GateKeys, AreRefusedInEveryOtherFormByLineAndName) {
  ReadGateText(std::string(GateText()));
  std::set<std::string> paths;
  ForEachChangeOfGate([&](const Changed& changed) {
    const std::string& path = changed.path;
    const std::string key = path.substr(path.rfind(' ') + 1);
    paths.insert(path);
    try {
      ReadGateText(changed.text);
      EXPECT_NE(changed.form, "unknown") << path;
      EXPECT_NE(changed.form, "twice") << path;
    } catch (const BadInput& error) {
      const std::string what = error.what();
      const bool has_line = what.find(".toml:") != what.npos;
      const bool is_named = what.find(key) != what.npos ||
                            what.find("decimal integer") != what.npos ||
                            what.find("adapter") != what.npos ||
                            what.find("could match") != what.npos;
      EXPECT_TRUE(is_named) << path << " " << changed.form << ": " << what;
      EXPECT_TRUE(has_line || key == "command") << what;
      EXPECT_LT(what.size(), 1000u);
    }
  });
  EXPECT_GT(paths.size(), 40u);
}

}  // namespace gate_keys_test
}  // namespace viewproof
