#include "conformance/run/conclusion_facts.h"

#include <fmt/format.h>

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

Conclusion ConcludeDrawn(const Gate* gate, const Trouble& trouble,
                         int64_t judged, int64_t findings) {
  Conclusion conclusion{findings == 0, "", {}};
  if (judged == 0) {
    conclusion.green = false;
    conclusion.notes.emplace_back("nothing was executed");
  }
  std::string allowed = TellStrays(gate, trouble, conclusion);
  TellNoise(trouble, conclusion);
  if (!conclusion.green && !conclusion.notes.empty()) {
    conclusion.headline = "RED: " + conclusion.notes.front();
    conclusion.notes.erase(conclusion.notes.begin());
  }
  if (!allowed.empty()) conclusion.notes.push_back(std::move(allowed));
  TellLateDeaths(trouble, conclusion);
  return conclusion;
}

}  // namespace viewproof
