// Every key of a gate file in every wrong form is refused by its line and name.
#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate.h"
#include "conformance/run/forms.h"

namespace viewproof {
namespace {

// The gate file is TOML: each key with each value of another kind, unknown,
// and twice. Those that any text or list may be are named.
constexpr char kGateText[] = R"([adapter]
command = ["python3"]
packages = ["x==1"]
start_seconds = 9
restart = "one"
heap_check = true
env = {A = "1"}
[suite]
version = "0.1.0"
golden = "sha256:1"
[subject]
name = "x"
device = "cpu"
views = true
ops = ["t"]
dtypes = ["int8"]
facets = ["values"]
copies = ["t"]
borrowed = ["t"]
writes = "rebind"
ints = 32
after_error = true
wide_int = true
observes = "every"
forms = ["data"]
max_rank = 9
[demand]
profiles = ["core"]
facets = ["values"]
dtypes = ["int8"]
executed = 9
reviewed = false
[[without]]
flag = "Order"
facets = ["values"]
reason = "x"
[[flaky_death]]
signals = ["SIGSEGV"]
at_most = 9
reason = "x"
link = "x"
[[known_failure]]
op = "t"
facets = ["values"]
difference = "offset"
verdict = "fail"
count = 9
reason = "x"
link = "x"
or_dies = true
)";

constexpr char kLawfulKeys[] =
    "[adapter] command: words\n"
    "[adapter] packages: absent none words\n"
    "[adapter] start_seconds: absent seven\n"
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
  std::vector<std::string> lines;
  std::istringstream text(kGateText);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::string table;
  std::string said;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::size_t equals = lines[k].find(" = ");
    if (equals == std::string::npos) {
      table = lines[k];
      continue;
    }
    const std::string key = lines[k].substr(0, equals);
    std::string lawful;
    const auto note = [&](const char* form, const std::string& line) {
      std::string whole;
      for (std::size_t at = 0; at < lines.size(); ++at) {
        whole += (at == k ? line : lines[at]) + "\n";
      }
      try {
        ParseGate("acme.gate.toml", whole, "");
        lawful.append(lawful.empty() ? "" : " ").append(form);
      } catch (const BadInput& error) {
        const std::string what = error.what();
        const bool has_line = what.find(".toml:") != what.npos;
        const bool is_named = what.find(key) != what.npos ||
                              what.find("decimal integer") != what.npos ||
                              what.find("adapter") != what.npos ||
                              what.find("could match") != what.npos;
        EXPECT_TRUE(is_named) << table << key << " " << form << ": " << what;
        EXPECT_TRUE(has_line || key == "command") << what;
        EXPECT_LT(what.size(), 1000u);
      }
    };
    note("absent", "");
    note("twice", lines[k] + "\n" + lines[k]);
    note("unknown", lines[k] + "\nflurb" + key + " = 1");
    for (const WrongForm& form : WrongForms()) {
      if (form.text == "null") continue;
      note(form.name,
           key + " = " +
               (form.text.starts_with('{') ? "{flurb = 7}" : form.text));
    }
    said += table + " " + key + ": " + lawful + "\n";
  }
  EXPECT_EQ(said, kLawfulKeys);
}

}  // namespace
}  // namespace viewproof
