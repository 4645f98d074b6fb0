#include "conformance/run/conclusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "conformance/case/hello.h"
#include "conformance/case/ops.h"
#include "conformance/gate/gate_save.h"
#include "conformance/gate/lock.h"
#include "conformance/golden_file/installed.h"
#include "conformance/report/summary.h"
#include "conformance/run/declarations.h"

namespace viewproof {

namespace {

// "s", or "" for one.
const char* Ending(std::size_t count) { return count == 1 ? "s" : ""; }

// Counts known cases that did not fail, by why and by what it says of the case:
// "indexing", a profile.
using Unmets = std::map<std::pair<Unmet, std::string>, std::size_t>;

Unmets CountUnmet(const std::vector<UnmetCase>& unmet) {
  Unmets counts;
  for (const UnmetCase& line : unmet) {
    std::string detail;
    if (line.why == Unmet::kNotDemanded) detail = Name(line.profile);
    if (line.why == Unmet::kNotRun) detail = Name(line.known->dtype);
    ++counts[{line.why, detail}];
  }
  return counts;
}

std::string SentenceOf(Unmet why, const std::string& detail,
                       std::size_t count) {
  const std::string lines =
      Plural(static_cast<int64_t>(count), "known failure");
  const char* are = count == 1 ? "is" : "are";
  switch (why) {
    case Unmet::kNoCase:
      return fmt::format("{} {} of a case that golden/ does not have", lines,
                         are);
    case Unmet::kNotRun:
      return fmt::format("{} {} of dtype {}, which is no longer run", lines,
                         are, detail);
    case Unmet::kNotDemanded:
      return fmt::format("{} {} of profile {}, which is no longer demanded",
                         lines, are, detail);
    case Unmet::kSkipped:
      return fmt::format("{} {} of a case that hello does not admit", lines,
                         are);
    case Unmet::kWaived:
      return fmt::format(
          "{} name{} a facet that [[without]] leaves out of its case", lines,
          Ending(count));
    case Unmet::kNoFacet:
      return fmt::format("{} {} in facets that are no longer demanded", lines,
                         are);
    case Unmet::kPasses:
      return fmt::format("{} pass{} now", lines, count == 1 ? "es" : "");
  }
  return "";
}

std::vector<std::string> SentencesOf(const std::vector<UnmetCase>& unmet) {
  std::vector<std::string> sentences;
  for (const auto& [why, count] : CountUnmet(unmet)) {
    sentences.push_back(SentenceOf(why.first, why.second, count));
  }
  return sentences;
}

bool IsComplete(const Gate& gate) {
  return !gate.golden.empty() && gate.executed != 0 && gate.subject;
}

// The conditions on what was executed that the run does not meet.
std::vector<std::string> GapsIn(const Gate& gate, const Hello& hello,
                                const Tally& tally) {
  std::vector<std::string> gaps;
  if (tally.all.executed() != gate.executed) {
    gaps.push_back(fmt::format("ran {} cases, not {}",
                               Grouped(tally.all.executed()),
                               Grouped(gate.executed)));
  }
  for (const Profile profile : gate.profiles) {
    if (!tally.HasRun(profile)) {
      gaps.push_back(
          fmt::format("no case of profile {} was executed", Name(profile)));
    }
  }
  std::vector<std::string> ops;
  const bool asks_calls =
      std::ranges::count(gate.profiles, Profile::kOperands) > 0;
  for (const DeclaredKernel& kernel : hello.calls) {
    for (const CallForm form : kernel.forms) {
      std::string op = CallName(kernel.name, form);
      if (asks_calls && !tally.executed_ops.contains(op)) {
        ops.push_back(std::move(op));
      }
    }
  }
  for (const std::string& op : hello.ops) {
    if (asks_calls && gate.profiles.size() == 1) break;  // They set cases up.
    const Op* known = FindOp(op);
    if (known == nullptr || tally.executed_ops.contains(op)) continue;
    // Every hello declares it; what shows no values is never asked.
    if (Observes(*known) && !hello.facets.Contains(Facet::kValues)) continue;
    ops.push_back(op);
  }
  if (!ops.empty()) {
    gaps.push_back(fmt::format("no case of a declared op was executed: {}",
                               fmt::join(ops, " ")));
  }
  return gaps;
}

// The conditions on the gate file itself that it does not meet.
std::vector<std::string> FaultsOf(const Gate& gate) {
  std::vector<std::string> faults;
  for (const KnownFailure& entry : gate.entries) {
    if (gate.reviewed && entry.reason == kUnreviewed) {
      faults.push_back(fmt::format("{}:{}: the reason is \"unreviewed\"",
                                   gate.path, entry.line));
    }
  }
  return faults;
}

// Tells what each [[without]] left out, a line each. An entry that met no case
// is said of a whole run only.
void TellWithouts(const Gate& gate, const Tally& tally, bool whole,
                  Conclusion& conclusion) {
  for (std::size_t k = 0; k < gate.withouts.size(); ++k) {
    const Without& entry = gate.withouts[k];
    const Tally::WaivedCount& left_out = tally.left_out[k];
    if (left_out.cases == 0) {
      if (!whole) continue;
      conclusion.notes.push_back(
          fmt::format("without {}: no case that was run has this flag ({}:{})",
                      entry.flag, gate.path, entry.line));
      continue;
    }
    std::vector<std::string_view> facets;
    for (const Facet facet : entry.facets) facets.push_back(Name(facet));
    const bool all = facets.size() == kFacets.size();
    conclusion.details.push_back(fmt::format(
        "without {}: {}, {} not demanded ({} there): {}", entry.flag,
        Plural(left_out.cases, "case"),
        all ? "every facet" : fmt::format("{}", fmt::join(facets, " ")),
        left_out.differ == 1 ? "1 differs"
                             : Grouped(left_out.differ) + " differ",
        entry.reason));
  }
}

// Says what stands in one of the two files and not in the other: entries whose
// cases are fixed, and cases whose entry a person has deleted.
std::vector<std::string> Strangers(const Gate& gate) {
  std::vector<std::string> notes;
  for (const std::size_t k : EntriesWithoutCases(gate)) {
    const KnownFailure& entry = gate.entries[k];
    notes.push_back(fmt::format("{}:{}: no case is known of the entry of {}",
                                gate.path, entry.line, entry.op));
  }
  std::map<std::string, int64_t> orphans;
  for (const Failure& failure : gate.orphans) ++orphans[failure.op];
  for (const auto& [op, count] : orphans) {
    notes.push_back(fmt::format(
        "{} of {} in {} {} no entry in {}, and {} not known",
        Plural(count, "case"), op, LockPath(gate.path),
        count == 1 ? "has" : "have", gate.path, count == 1 ? "is" : "are"));
  }
  return notes;
}

Conclusion Red(std::string headline, std::vector<std::string> notes = {},
               std::vector<Advice> next = {}) {
  return {.headline = std::move(headline),
          .notes = std::move(notes),
          .next = std::move(next)};
}

std::string NewFailures(const Tally& tally) {
  return Plural(tally.all.fresh, "new failure");
}

// Says that new failures are of cases that are listed, and why that is no
// comfort.
std::vector<std::string> OtherwiseKnown(const Tally& tally) {
  if (tally.otherwise == 0) return {};
  const bool one = tally.otherwise == 1;
  return {fmt::format(
      "{} of them {} known to fail, but not as the gate file lists {}",
      Grouped(tally.otherwise), one ? "is" : "are", one ? "it" : "them")};
}

// The forms that hello does not name: "digest data".
std::string LackingForms(const Hello& hello) {
  std::vector<std::string_view> names;
  for (const CaseForm form : kCaseForms) {
    if (!hello.Has(form)) names.push_back(Name(form));
  }
  return fmt::format("{}", fmt::join(names, " "));
}

// The stray deaths that no [[flaky_death]] allows; `allowed` gets the others.
std::map<std::string, int64_t> NotAllowed(
    const Gate& gate, std::map<std::string, int64_t> deaths,
    std::map<std::string, int64_t>& allowed) {
  for (const FlakyDeath& entry : gate.flaky_deaths) {
    int64_t count = 0;
    for (const std::string& signal : entry.signals) {
      const auto found = deaths.find(signal);
      if (found != deaths.end()) count += found->second;
    }
    if (count > entry.at_most) continue;
    for (const std::string& signal : entry.signals) {
      if (auto node = deaths.extract(signal)) allowed.insert(std::move(node));
    }
  }
  return deaths;
}

// Red for a stray death that the gate, which may be null, does not allow. Says
// which ones are allowed, or nothing.
std::string TellStrays(const Gate* gate, const Trouble& trouble,
                       Conclusion& conclusion) {
  std::map<std::string, int64_t> allowed;
  const std::map<std::string, int64_t> strays =
      gate == nullptr ? trouble.stray_deaths
                      : NotAllowed(*gate, trouble.stray_deaths, allowed);
  if (std::string stray = StrayDeathsText(strays); !stray.empty()) {
    conclusion.green = false;
    conclusion.notes.push_back(std::move(stray));
  }
  return allowed.empty() ? "" : "allowed: " + StrayDeathsText(allowed);
}

// Red: an adapter must keep its standard output to the protocol.
void TellNoise(const Trouble& trouble, Conclusion& conclusion) {
  if (trouble.noisy_lines == 0) return;
  conclusion.misused = true;
  if (conclusion.green) {
    conclusion.green = false;
    conclusion.headline = "RED: lines on standard output that are no replies";
  }
  conclusion.notes.push_back(NoiseText(trouble));
}

// Never red: the protocol leaves open how a process ends after bye.
void TellLateDeaths(const Trouble& trouble, Conclusion& conclusion) {
  for (const auto& text : {LateDeathsText(trouble), UntoldText(trouble)}) {
    if (!text.empty()) conclusion.notes.push_back(text);
  }
}

// Tells what the run cost: "processes: 7 started, 6 died, 2 deadlines missed".
void TellProcesses(const Trouble& trouble, Conclusion& conclusion) {
  if (trouble.starts <= 1) return;
  std::string note =
      fmt::format("processes: {} started", Grouped(trouble.starts));
  if (trouble.deaths > 0) {
    note += fmt::format(", {} died", Grouped(trouble.deaths));
  }
  if (trouble.deadlines > 0) {
    note += ", " + Plural(trouble.deadlines, "deadline") + " missed";
  }
  conclusion.details.push_back(std::move(note));
}

Conclusion ConcludeUngated(const Gate* gate, const Tally& tally,
                           const RunFacts& facts, const std::string& headline) {
  Conclusion conclusion{.green = tally.all.fresh == 0, .headline = headline};
  std::string allowed = TellStrays(gate, facts.trouble, conclusion);
  if (tally.all.executed() == 0) {
    conclusion.green = false;
    conclusion.notes.emplace_back("nothing was executed");
  }
  if (tally.all.fresh != 0) conclusion.notes.push_back(NewFailures(tally));
  if (!allowed.empty()) conclusion.notes.push_back(std::move(allowed));
  return conclusion;
}

Conclusion RedForUnmet(const std::vector<UnmetCase>& unmet,
                       const std::string& update) {
  std::vector<std::string> sentences = SentencesOf(unmet);
  const bool better =
      sentences.size() == 1 && unmet.front().why == Unmet::kPasses;
  const std::string headline = sentences.front();
  sentences.erase(sentences.begin());
  return Red(fmt::format("RED{}: {}", better ? " (better)" : "", headline),
             sentences, {{update, better ? "locks that in" : "removes them"}});
}

// A facet that hello lacks skips no case, so no count tells it.
void TellFacetsNotShown(const Hello& hello, Conclusion& conclusion) {
  std::vector<std::string_view> facets;
  for (const Facet facet : kFacets) {
    if (!hello.facets.Contains(facet)) facets.push_back(Name(facet));
  }
  if (facets.empty() || !conclusion.green) return;
  conclusion.headline +=
      fmt::format(" · {} not shown", fmt::join(facets, ", "));
}

std::string UpdateOf(const RunFacts& facts) {
  return ProgramName() + (" check " + facts.subject + " --update");
}

// Concludes a run whose gate file is of another suite or of another subject.
std::optional<Conclusion> OfAnother(const Gate& gate, const Hello& hello,
                                    const Tally& tally, const RunFacts& facts) {
  const std::string update = UpdateOf(facts);
  if (!IsComplete(gate)) {
    Conclusion conclusion = ConcludeUngated(
        &gate, tally, facts, "NOT GATED: the gate file is not complete");
    conclusion.green = false;
    conclusion.next = {{update, "completes it"}};
    return conclusion;
  }
  if (gate.golden != facts.golden) {
    return Red("SUITE CHANGED",
               {fmt::format("golden/ is {} {}", kSuiteVersion, facts.golden),
                fmt::format("the gate file says {} {}", gate.suite_version,
                            gate.golden)},
               {{update, "moves the gate on"}});
  }
  std::vector<std::string> changes = Changes(*gate.subject, hello);
  if (!changes.empty()) {
    const std::string headline = "RED: hello changed (" + changes.front() + ")";
    changes.erase(changes.begin());
    return Red(headline, changes, {{update, "if that is meant"}});
  }
  return std::nullopt;
}

Conclusion ConcludeShard(const Gate& gate, const Hello& hello,
                         const Tally& tally, std::vector<UnmetCase> unmet,
                         const RunFacts& facts) {
  if (auto refused = OfAnother(gate, hello, tally, facts)) return *refused;
  std::erase_if(
      unmet, [](const UnmetCase& line) { return line.why != Unmet::kPasses; });
  if (tally.all.fresh == 0 && !unmet.empty()) {
    return RedForUnmet(unmet, UpdateOf(facts));
  }
  return ConcludeUngated(&gate, tally, facts, "PARTIAL, not gated");
}

// Concludes a run without a gate file whose baseline was asked: what fails
// beyond that makes it red.
Conclusion ConcludeByBaseline(const Tally& tally, const RunFacts& facts) {
  const std::string own =
      fmt::format("{} are {}", Grouped(tally.all.known), facts.own);
  const std::string stray = StrayDeathsText(facts.trouble.stray_deaths);
  if (tally.all.fresh != 0) return Red("RED: " + NewFailures(tally), {own});
  if (!stray.empty()) return Red("RED: " + stray, {own});
  if (tally.all.executed() == 0) return Red("RED: nothing was executed");
  return {.green = true,
          .headline = "GREEN, without a gate file: nothing new",
          .notes = {own},
          .next = {{UpdateOf(facts), "gates it from now on"}}};
}

Conclusion ConcludeRun(const Gate* gate, const Hello& hello, const Tally& tally,
                       const std::vector<UnmetCase>& unmet,
                       const RunFacts& facts) {
  if (!facts.why.empty()) {
    Conclusion conclusion =
        ConcludeUngated(gate, tally, facts, "PARTIAL: " + facts.why);
    conclusion.green = false;
    return conclusion;
  }
  if (facts.shard && gate != nullptr) {
    return ConcludeShard(*gate, hello, tally, unmet, facts);
  }
  if (!facts.whole) {
    return ConcludeUngated(gate, tally, facts, "PARTIAL, not gated");
  }
  if (gate == nullptr && !facts.own.empty()) {
    return ConcludeByBaseline(tally, facts);
  }
  if (gate == nullptr) {
    Conclusion conclusion =
        ConcludeUngated(nullptr, tally, facts, "NOT GATED: no gate file");
    if (const std::string lacking = LackingForms(hello); !lacking.empty()) {
      conclusion.notes.push_back("hello lacks the forms " + lacking);
    }
    return conclusion;
  }
  const std::string update = UpdateOf(facts);
  if (auto refused = OfAnother(*gate, hello, tally, facts)) return *refused;
  if (gate->profiles.empty()) {
    return Red("RED: nothing is demanded",
               {gate->path + ": key \"demand.profiles\": name a profile"});
  }
  if (tally.all.executed() == 0 && unmet.empty()) {
    return Red("RED: nothing was executed");
  }
  std::map<std::string, int64_t> allowed;
  const std::string stray =
      StrayDeathsText(NotAllowed(*gate, facts.trouble.stray_deaths, allowed));
  if (tally.all.fresh != 0) {
    std::vector<std::string> notes = OtherwiseKnown(tally);
    if (!stray.empty()) notes.push_back(stray);
    return Red("RED: " + NewFailures(tally), notes);
  }
  if (!stray.empty()) {
    return Red("RED: " + stray,
               {"a stray death often has its cause in an earlier case: "
                "heap_check = true in [adapter] may find it"});
  }
  if (!unmet.empty()) return RedForUnmet(unmet, update);
  const std::vector<std::string> borrowed = ChangesOfBorrowed(*gate, tally);
  if (!borrowed.empty()) {
    return Red("RED: " + borrowed.front(),
               {borrowed.begin() + 1, borrowed.end()},
               {{update, "locks that in"}});
  }
  std::vector<std::string> faults = FaultsOf(*gate);
  if (!faults.empty()) return Red("RED: the gate file is at fault", faults);
  std::vector<std::string> gaps = GapsIn(*gate, hello, tally);
  if (!gaps.empty()) {
    return Red("RED: " + gaps.front(), {gaps.begin() + 1, gaps.end()});
  }
  Conclusion green{.green = true, .headline = "GREEN: nothing new"};
  if (!allowed.empty()) {
    green.notes.push_back("allowed: " + StrayDeathsText(allowed));
  }
  return green;
}

}  // namespace

Conclusion Conclude(const Gate* gate, const Hello& hello, const Tally& tally,
                    const std::vector<UnmetCase>& unmet,
                    const RunFacts& facts) {
  Conclusion conclusion = ConcludeRun(gate, hello, tally, unmet, facts);
  TellFacetsNotShown(hello, conclusion);
  TellNoise(facts.trouble, conclusion);
  if (std::vector<std::string> refused = RefusedBorrowed(tally);
      !refused.empty() && facts.whole && facts.why.empty()) {
    conclusion.green = false;
    conclusion.misused = true;
    conclusion.headline = "RED: " + refused.front();
    conclusion.notes.assign(refused.begin() + 1, refused.end());
  }
  TellLateDeaths(facts.trouble, conclusion);
  TellProcesses(facts.trouble, conclusion);
  if (gate == nullptr) return conclusion;
  TellWithouts(*gate, tally, facts.whole, conclusion);
  if (facts.whole) {
    for (std::string& line : Strangers(*gate)) {
      conclusion.notes.push_back(std::move(line));
    }
  }
  return conclusion;
}

namespace {

// "nothing new in 1,000 cases", "2 new findings in 1,000 cases (57 findings are
// known)".
std::string FindingsText(const Gate* gate, const DrawnRun& drawn) {
  if (drawn.cases.executed() == 0) return "nothing was executed";
  const std::string_view fresh = gate == nullptr ? "finding" : "new finding";
  std::string text = fmt::format(
      "{} in {}",
      drawn.findings == 0 ? "nothing new" : Plural(drawn.findings, fresh),
      Plural(drawn.cases.executed(), "case"));
  if (drawn.known > 0) {
    text += fmt::format(" ({} known)",
                        Plural(drawn.known, "finding is", "findings are"));
  }
  return text;
}

}  // namespace

Conclusion ConcludeDrawn(const Gate* gate, const Trouble& trouble,
                         const DrawnRun& drawn) {
  Conclusion conclusion{.green =
                            drawn.findings == 0 && drawn.cases.executed() > 0};
  const bool all_good = conclusion.green;
  std::string allowed = TellStrays(gate, trouble, conclusion);
  TellNoise(trouble, conclusion);
  const std::string findings = FindingsText(gate, drawn);
  if (!drawn.why.empty()) {
    conclusion.green = false;
    conclusion.headline = fmt::format("PARTIAL: {}; {}", drawn.why, findings);
  } else if (conclusion.green) {
    conclusion.headline = fmt::format(
        "GREEN{}: {}", gate ? "" : ", without a gate file", findings);
  } else if (all_good) {
    conclusion.headline =
        fmt::format("RED: {}; {}", conclusion.notes.front(), findings);
    conclusion.notes.erase(conclusion.notes.begin());
  } else {
    conclusion.headline = "RED: " + findings;
  }
  if (!allowed.empty()) conclusion.notes.push_back(std::move(allowed));
  if (drawn.broadly > 0) {
    conclusion.details.push_back(
        fmt::format("{} known by an entry without conditions",
                    Plural(drawn.broadly, "finding is", "findings are")));
  }
  TellLateDeaths(trouble, conclusion);
  return conclusion;
}

RunSummary SummaryOf(const Conclusion& conclusion, const DrawnRun& drawn,
                     const Hello& hello) {
  return {.green = conclusion.green,
          .exit_status = conclusion.status(),
          .headline = conclusion.headline,
          .name = hello.name,
          .version = hello.version,
          .device = hello.device,
          .is_drawn = true,
          .counts = drawn.cases,
          .findings = {drawn.findings, drawn.known},
          .notes = conclusion.notes};
}

}  // namespace viewproof
