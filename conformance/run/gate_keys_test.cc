// Every key of a gate file in every wrong form is refused by its line and name.
#include <gtest/gtest.h>

#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/run/documents.h"

namespace viewproof {
namespace gate_keys_test {

// Those that any text or list may be are named.
constexpr char kLawfulKeys[] =
    "[adapter] command: words\n"
    "[adapter] packages: absent none words\n"
    "[adapter] start_seconds: absent seven\n"
    "[adapter] memory_mib: absent seven\n"
    "[adapter] restart: absent\n"
    "[adapter] heap_check: absent true\n"
    "[adapter] env: absent\n"
    "[suite] version: absent digits word blank long\n"
    "[suite] golden: absent digits word blank long\n"
    "[subject] name: absent digits word blank long\n"
    "[subject] device: absent digits word blank long\n"
    "[subject] views: absent true\n"
    "[subject] ops: absent none words\n"
    "[subject] dtypes: absent none\n"
    "[subject] facets: absent none\n"
    "[subject] copies: absent none words\n"
    "[subject] borrowed: absent none words\n"
    "[subject] writes: absent\n"
    "[subject] ints: absent\n"
    "[subject] after_error: absent true\n"
    "[subject] index_range: absent true\n"
    "[subject] wide_int: absent true\n"
    "[subject] observes: absent\n"
    "[subject] forms: absent none\n"
    "[subject] max_rank: absent seven minus\n"
    "[demand] profiles: absent none\n"
    "[demand] facets: absent none\n"
    "[demand] dtypes: absent none\n"
    "[demand] executed: absent seven minus\n"
    "[demand] reviewed: absent true\n"
    "[[without]] flag: digits word long\n"
    "[[without]] facets: absent\n"
    "[[without]] reason: digits word long\n"
    "[[flaky_death]] signals: words\n"
    "[[flaky_death]] at_most: seven\n"
    "[[flaky_death]] reason: digits word long\n"
    "[[flaky_death]] link: absent digits word blank long\n"
    "[[known_failure]] op: digits word long\n"
    "[[known_failure]] facets: absent none\n"
    "[[known_failure]] difference: absent blank\n"
    "[[known_failure]] verdict: absent\n"
    "[[known_failure]] count: absent seven\n"
    "[[known_failure]] reason: digits word long\n"
    "[[known_failure]] link: absent digits word blank long\n"
    "[[known_failure]] or_dies: absent true\n";

TEST(GateKeys, AreRefusedInEveryOtherFormByLineAndName) {
  ReadGateText(std::string(GateText()));
  std::string path;
  std::string said;
  ForEachChangeOfGate([&](const Changed& changed) {
    if (changed.path != path) {
      path = changed.path;
      said += (said.empty() ? "" : "\n") + path + ":";
    }
    const std::string key = path.substr(path.rfind(' ') + 1);
    try {
      ReadGateText(changed.text);
      said += " " + changed.form;
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
  EXPECT_EQ(said + "\n", kLawfulKeys);
}

}  // namespace gate_keys_test
}  // namespace viewproof
