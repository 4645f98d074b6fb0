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
std::string WhyNotUpdate(const Gate& gate, const Hello& hello,
                         const Tally& tally, const RunFacts& facts) {
  if (!facts.whole || !facts.why.empty()) return "not everything was run";
  if (tally.all.executed() == 0) return "nothing was executed";
  if (!gate.golden.empty() && gate.golden != facts.golden) {
    return "golden/ is not the one that the gate file pins";
  }
  if (!gate.subject) return "";
  const std::vector<std::string> changes = Changes(*gate.subject, hello);
  return changes.empty() ? "" : "hello changed (" + changes.front() + ")";
}

// Whether a new failure has the entry's cause: its reason may be needed.
bool ExplainsNew(const KnownFailure& entry, const std::vector<Group>& groups) {
  return std::ranges::any_of(groups, [&entry](const Group& group) {
    return std::ranges::any_of(group.causes, [&entry](const Cause& cause) {
      return Matches(entry, cause.failure);
    });
  });
}

// Fills in what is not pinned yet.
void Pin(const Gate& gate, const Hello& hello, const Tally& tally,
         const RunFacts& facts, Gate& wanted, std::vector<std::string>& done) {
  if (gate.golden.empty()) {
    wanted.suite_version = kSuiteVersion;
    wanted.golden = facts.golden;
    done.push_back("filled in suite.golden = " + facts.golden);
  }
  if (!std::filesystem::exists(gate.path)) {
    std::erase_if(wanted.profiles,
                  [&tally](Profile profile) { return !tally.HasRun(profile); });
  }
  if (gate.executed == 0) {
    wanted.executed = tally.all.executed();
    done.push_back(
        fmt::format("filled in demand.executed = {}", tally.all.executed()));
  }
  if (gate.IsNew()) {
    wanted.facets = gate.Demanded(hello);
    done.push_back("filled in demand.facets");
  }
  if (!gate.subject) {
    wanted.subject = hello;
    done.push_back(fmt::format("filled in [subject]: {} ops, {} dtypes",
                               hello.ops.size(), hello.dtypes.size()));
  }
}

}  // namespace

Launch FindToUpdate(const std::string& root, const SubjectName& name,
                    std::unique_ptr<FileLock>& held) {
  Launch launch = FindSubject(root, name);
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

Update UpdateGate(const Gate& gate, const Hello& hello, const Tally& tally,
                  const std::vector<UnmetLine>& unmet, const RunFacts& facts) {
  const std::string why_not = WhyNotUpdate(gate, hello, tally, facts);
  if (!why_not.empty()) return {{"not done: " + why_not}, unmet};
  Update update;
  Gate wanted = gate;
  const bool is_there = std::filesystem::exists(gate.path);
  for (const UnmetLine& line : unmet) {
    const bool gone = gate.golden.empty() && line.why == Unmet::kNoCase;
    if (MayDrop(line) || gone || !is_there) {
      std::erase(wanted.lines, *line.line);
    } else {
      update.unmet.push_back(line);
    }
  }
  if (const std::size_t count = gate.lines.size() - wanted.lines.size()) {
    update.done.push_back("removed " +
                          Plural(static_cast<int64_t>(count), "known line"));
  }
  SetBorrowed(tally, wanted, update.done);
  const std::vector<Group> groups = tally.groups.Sorted();
  std::erase_if(wanted.entries, [&](const KnownFailure& entry) {
    if (LinesOf(entry, wanted.lines) > 0 || ExplainsNew(entry, groups)) {
      return false;
    }
    update.done.push_back("removed the entry of " + entry.op);
    return true;
  });
  if (!is_there && !wanted.lines.empty()) {
    update.done.push_back(fmt::format("listed {} known failures in {} entries",
                                      Grouped(std::ssize(wanted.lines)),
                                      wanted.entries.size()));
  }
  Pin(gate, hello, tally, facts, wanted, update.done);
  SaveGate(gate, wanted);
  return update;
}

}  // namespace viewproof
