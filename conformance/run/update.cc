#include "conformance/run/update.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate_save.h"
#include "conformance/report/groups.h"
#include "conformance/report/markup.h"
#include "conformance/report/summary.h"
#include "conformance/run/declarations.h"

namespace viewproof {
namespace {

// Why an update must not act; empty if it may.
std::string WhyNotUpdate(const Gate& gate, const Tally& tally,
                         const RunFacts& facts) {
  if (gate.profiles.empty()) return "nothing is demanded";
  if (!facts.whole || !facts.why.empty()) return "not everything was run";
  if (tally.all.executed() == 0) return "nothing was executed";
  return "";
}

// Pins what was run.
void Pin(const Gate& gate, const Hello& hello, const Tally& tally,
         const RunFacts& facts, Gate& wanted, std::vector<std::string>& done) {
  wanted.suite_version = kSuiteVersion;
  if (gate.golden != facts.golden) {
    wanted.golden = facts.golden;
    done.push_back(
        fmt::format("pinned golden/ {} {}", kSuiteVersion, facts.golden));
  }
  if (!std::filesystem::exists(gate.path)) {
    std::erase_if(wanted.profiles,
                  [&tally](Profile profile) { return !tally.HasRun(profile); });
  }
  if (gate.executed != tally.all.executed()) {
    wanted.executed = tally.all.executed();
    done.push_back("pinned " + Plural(wanted.executed, "executed case"));
  }
  if (gate.IsNew()) {
    wanted.facets = gate.Demanded(hello);
    wanted.pins_facets = true;
    done.push_back("pinned the facets that are demanded");
  }
  if (!gate.subject) {
    done.push_back(fmt::format("pinned hello: {} ops, {} dtypes",
                               hello.ops.size(), hello.dtypes.size()));
  } else {
    for (const std::string& change : Changes(*gate.subject, hello)) {
      done.push_back("pinned hello: " + change);
    }
  }
  wanted.subject = hello;
}

}  // namespace

Launch FindToUpdate(const std::string& root, const SubjectName& name,
                    std::unique_ptr<FileLock>& held) {
  SubjectName updated = name;
  updated.is_updated = true;
  Launch launch = FindSubject(root, updated);
  if (launch.new_gate) {
    launch.gate = std::move(launch.new_gate);
    launch.name = launch.gate->path;
    launch.subject = ShellWord(launch.name);
  }
  if (!launch.gate) throw BadInput("--update: name a gate file to write");
  if (held) return launch;
  held = LockGate(launch.gate->path);
  return FindToUpdate(root, name, held);
}

std::vector<std::string> UpdateGate(const Gate& gate, const Hello& hello,
                                    const Tally& tally,
                                    const std::vector<UnmetCase>& unmet,
                                    const RunFacts& facts) {
  const std::string why_not = WhyNotUpdate(gate, tally, facts);
  if (!why_not.empty()) return {"not done: " + why_not};
  std::vector<std::string> done;
  Gate wanted = gate;
  for (const UnmetCase& of : unmet) std::erase(wanted.cases, *of.known);
  if (!unmet.empty()) {
    done.push_back("removed " + Plural(std::ssize(unmet), "known failure"));
  }
  SetBorrowed(tally, wanted, done);
  if (!std::filesystem::exists(gate.path) && !wanted.cases.empty()) {
    done.push_back(fmt::format("listed {} known failures in {} entries",
                               Grouped(std::ssize(wanted.cases)),
                               wanted.entries.size()));
  }
  Pin(gate, hello, tally, facts, wanted, done);
  SaveGate(gate, wanted);
  return done;
}

}  // namespace viewproof
