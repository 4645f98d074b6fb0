#include "conformance/run/conclusion_facts.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "conformance/report/summary.h"

namespace viewproof {

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

void TellNoise(const Trouble& trouble, Conclusion& conclusion) {
  if (trouble.noisy_lines == 0) return;
  conclusion.misused = true;
  if (conclusion.green) {
    conclusion.green = false;
    conclusion.headline = "RED: lines on standard output that are no replies";
  }
  conclusion.notes.push_back(NoiseText(trouble));
}

void TellLateDeaths(const Trouble& trouble, Conclusion& conclusion) {
  for (const auto& text : {LateDeathsText(trouble), UntoldText(trouble)}) {
    if (!text.empty()) conclusion.notes.push_back(text);
  }
}

void TellProcesses(const Trouble& trouble, Conclusion& conclusion) {
  if (trouble.starts <= 1) return;
  std::string note =
      fmt::format("processes: {} started", Grouped(trouble.starts));
  if (trouble.deaths > 0) {
    note += fmt::format(", {} died", Grouped(trouble.deaths));
  }
  if (trouble.deadlines > 0) {
    note += fmt::format(", {} missed",
                        trouble.deadlines == 1
                            ? "1 deadline"
                            : Grouped(trouble.deadlines) + " deadlines");
  }
  conclusion.notes.push_back(std::move(note));
}

namespace {

// "2 new findings in 1,000 cases (57 known, 3 of them by a line without
// conditions)".
std::string FindingsText(const Gate* gate, const DrawnRun& drawn) {
  if (drawn.judged == 0) return "nothing was executed";
  const std::string_view fresh = gate == nullptr ? "finding" : "new finding";
  std::string text =
      fmt::format("{} in {}",
                  drawn.findings == 0 ? fmt::format("no {}", fresh)
                                      : Plural(drawn.findings, fresh),
                  Plural(drawn.judged, "case"));
  if (drawn.known > 0) {
    text += fmt::format(" ({} known", Grouped(drawn.known));
    if (drawn.broadly > 0) {
      text += fmt::format(", {} of them by a line without conditions",
                          Grouped(drawn.broadly));
    }
    text += ")";
  }
  return text;
}

}  // namespace

Conclusion ConcludeDrawn(const Gate* gate, const Trouble& trouble,
                         const DrawnRun& drawn) {
  Conclusion conclusion{drawn.findings == 0 && drawn.judged > 0, "", {}};
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
  TellLateDeaths(trouble, conclusion);
  return conclusion;
}

}  // namespace viewproof
