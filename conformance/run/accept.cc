#include "conformance/run/accept.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/number.h"
#include "conformance/case/strings.h"
#include "conformance/gate/accepted_finding.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/gate_save.h"
#include "conformance/gate/standing.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/judge/exchange.h"
#include "conformance/report/findings.h"
#include "conformance/report/groups.h"
#include "conformance/report/known.h"
#include "conformance/report/report.h"
#include "conformance/report/summary.h"
#include "conformance/run/launch.h"
#include "conformance/run/reasons.h"

namespace viewproof {
namespace {

// The new failures of a report.
struct NewFailures {
  struct Line {
    KnownCase known;
    Cause cause;
  };
  std::vector<Line> lines;
  std::vector<Group> groups;
  std::set<std::string> accepted;  // Keys that groups of known ones may have.
};

// The keys of the groups that may hold the cause.
std::set<std::string> KeysOf(const Cause& cause) {
  Group group;
  group.causes = {cause};
  std::set<std::string> keys = {KeyOf(group)};
  group.across = true;
  keys.insert(KeyOf(group));
  return keys;
}

using VectorsOfCases =
    std::map<std::pair<std::string, DType>, std::optional<Vector>>;

// The vectors of the new failures, each in the dtype in which it failed; those
// that the golden/ of `root` has.
VectorsOfCases VectorsOf(const std::string& root, const std::string& path,
                         const Gate& gate) {
  VectorsOfCases vectors;
  const Standings standings(gate);
  ReadReport(path, [&](const Record& record) {
    if (standings.Peek(record) != Standing::kNewFailure) return;
    vectors[{record.id, record.dtype}];
  });
  ForEachVector(OpenGolden(root + "/golden"), [&](const Vector& vector) {
    for (auto at = vectors.lower_bound({vector.test.id, kDTypes.front()});
         at != vectors.end() && at->first.first == vector.test.id; ++at) {
      at->second = Exchanged(vector, at->first.second);
    }
  });
  return vectors;
}

// `vectors`: those of the cases, as far as they are known.
NewFailures ReadNewFailures(const std::string& path, const Gate& gate,
                            const VectorsOfCases& vectors) {
  NewFailures failures;
  const Standings standings(gate);
  Groups groups(standings.demanded());
  ReadReport(path, [&](const Record& record) {
    const Standing standing = standings.Peek(record);
    const auto found = vectors.find({record.id, record.dtype});
    const bool has_vector = found != vectors.end() && found->second;
    groups.Add(record, standing, has_vector ? &*found->second : nullptr);
    if (standing == Standing::kKnownFailure) {
      failures.accepted.merge(KeysOf(CauseOf(record, standings.demanded())));
    }
    if (standing != Standing::kNewFailure) return;
    failures.lines.push_back(
        {{record.id, record.dtype, *Reduce(record, standings.demanded()),
          AnswerOf(record, standings.demanded())},
         CauseOf(record, standings.demanded())});
  });
  failures.groups = groups.Sorted();
  return failures;
}

// Writes what the subject answered into the known cases that the report met and
// that say of no answer yet.
std::string PinAnswers(const std::string& path, const Gate& gate) {
  Gate wanted = gate;
  const Standings standings(gate);
  int64_t pinned = 0;
  ReadReport(path, [&](const Record& record) {
    if (standings.Peek(record) != Standing::kKnownFailure) return;
    const KnownCase* known = standings.CaseOf(record);
    const std::string answer = AnswerOf(record, standings.demanded());
    if (!known->answer.empty() || answer.empty()) return;
    wanted.cases[static_cast<std::size_t>(known - gate.cases.data())].answer =
        answer;
    ++pinned;
  });
  const int64_t open =
      std::ranges::count_if(wanted.cases, [](const KnownCase& line) {
        return line.failure.verdict == Verdict::kFail && line.answer.empty();
      });
  if (pinned > 0) SaveGate(gate, wanted);
  const auto failures = [](int64_t count) {
    return fmt::format("{} known failure{}", count, count == 1 ? "" : "s");
  };
  return fmt::format(
      "the answer of {} written{}", failures(pinned),
      open == 0 ? std::string()
                : fmt::format("; {} may have any, since the report does not "
                              "tell what was answered there",
                              failures(open)));
}

const std::string& GateNameOf(const AcceptOptions& options,
                              const ReportOrigin& origin) {
  const std::string& name =
      options.gate.empty() ? origin.header.gate : options.gate;
  if (name.empty() && origin.header.range) return origin.header.subject.name;
  if (name.empty()) {
    throw BadInput(options.report +
                   ": was made without a gate file; name one with --gate");
  }
  return name;
}

// The gate to write. Refuses a report of other vectors than its own.
Gate GateOf(const std::string& root, const AcceptOptions& options,
            const ReportOrigin& origin) {
  Gate gate = FindGate(root, GateNameOf(options, origin));
  const std::string golden = gate.golden.empty()
                                 ? DigestOfFile(root + "/golden/MANIFEST")
                                 : gate.golden;
  if (origin.header.golden != golden) {
    throw BadInput(fmt::format(
        "{}: field \"golden\": the report is of {}, the gate file of {}",
        options.report,
        origin.header.golden.empty() ? "other vectors"
                                     : Escaped(origin.header.golden),
        golden));
  }
  return gate;
}

void RefuseText(const std::string& option, const std::string& text) {
  const std::string_view fault = FaultOfReason(text);
  if (!fault.empty()) throw BadInput(fmt::format("{}: {}", option, fault));
}

// Refuses a reason or a link that a gate file cannot hold.
void RefuseTexts(const AcceptOptions& options) {
  RefuseText("--reason", options.reason);
  if (!options.link.empty()) RefuseText("--link", options.link);
}

// Changes a gate, and counts what it changed.
class Acceptance {
 public:
  explicit Acceptance(const Gate& gate) : wanted_(gate) {
    for (std::size_t k = 0; k < wanted_.cases.size(); ++k) {
      by_case_[KeyOf(wanted_.cases[k])] = k;
    }
  }

  const Gate& wanted() const { return wanted_; }
  int64_t replaced() const { return replaced_; }
  bool changed() const { return !added_.empty(); }

  void Add(const KnownCase& line, const GroupReason& reason,
           const std::string& since) {
    const auto [found, is_new] =
        by_case_.emplace(KeyOf(line), wanted_.cases.size());
    if (is_new) {
      wanted_.cases.push_back(line);
    } else {
      wanted_.cases[found->second] = line;
      ++replaced_;
    }
    ++added_[EntryFor(line, reason.reason, reason.link, wanted_, since)];
  }

  // Returns what was done, a line per entry. `old`: so many entries were there
  // before.
  std::vector<std::string> Sentences(std::size_t old) const {
    std::vector<std::string> sentences;
    for (const auto& [k, count] : added_) {
      const KnownFailure& entry = wanted_.entries[k];
      const char* cases = count == 1 ? "case" : "cases";
      sentences.push_back(
          k >= old ? fmt::format("{} {} in a new entry of {}", count, cases,
                                 entry.op)
                   : fmt::format("{} {} join{} the entry of {}, whose reason "
                                 "stays: {}",
                                 count, cases, count == 1 ? "s" : "", entry.op,
                                 Escaped(entry.reason)));
    }
    return sentences;
  }

 private:
  static std::pair<std::string, DType> KeyOf(const KnownCase& line) {
    return {line.id, line.dtype};
  }

  Gate wanted_;
  std::map<std::pair<std::string, DType>, std::size_t> by_case_;
  std::map<std::size_t, int64_t> added_;  // Cases, by the entry's number.
  int64_t replaced_ = 0;
};

// The reason of each group; nullopt: it is not to be accepted. Says of a file
// of reasons which are not used.
class ReasonFinder {
 public:
  // `keys`: of the groups, in the order of their numbers.
  ReasonFinder(const AcceptOptions& options,
               const std::vector<std::string>& keys,
               const NewFailures& failures)
      : options_(options) {
    const auto count = static_cast<int64_t>(keys.size());
    if (options.group < 0 || options.group > count) {
      throw BadInput(fmt::format("--group {}: the report has {} group{}",
                                 options.group, count, count == 1 ? "" : "s"));
    }
    if (options.group > 0) {
      key_ = keys[static_cast<std::size_t>(options.group) - 1];
      RefuseUnlessNew(failures);
    }
    if (options.reasons.empty()) {
      RefuseTexts(options);
    } else {
      reasons_ = ReadReasons(options.reasons);
    }
  }

  std::optional<GroupReason> ReasonOf(const Group& group) const {
    if (!key_.empty() && KeyOf(group) != key_) return std::nullopt;
    if (options_.reasons.empty())
      return GroupReason{options_.reason, options_.link};
    const auto found = reasons_.find(KeyOf(group));
    if (found == reasons_.end() || found->second.reason.empty()) {
      return std::nullopt;
    }
    return found->second;
  }

  // The keys with a reason that no group of the report has.
  std::vector<std::string> Unused(const std::vector<Group>& groups) const {
    Reasons left = reasons_;
    for (const Group& group : groups) left.erase(KeyOf(group));
    std::vector<std::string> keys;
    for (const auto& [key, reason] : left) {
      if (!reason.reason.empty()) keys.push_back(key);
    }
    return keys;
  }

 private:
  void RefuseUnlessNew(const NewFailures& failures) const {
    if (std::ranges::any_of(failures.groups, [this](const Group& group) {
          return KeyOf(group) == key_;
        })) {
      return;
    }
    throw BadInput(
        fmt::format("--group {}: {} ({})", options_.group,
                    failures.accepted.contains(key_)
                        ? "the gate file accepts it already"
                        : "the gate file does not demand what fails there",
                    Escaped(key_)));
  }

  const AcceptOptions& options_;
  // The key of the only group; empty: there is no such choice.
  std::string key_;
  Reasons reasons_;
};

// The new findings of a fuzz's report, by their numbers from 1.
std::vector<RangeFinding> NewFindings(const RangeReport& report) {
  std::vector<RangeFinding> findings;
  for (const RangeFinding& finding : report.findings) {
    if (!finding.known) findings.push_back(finding);
  }
  std::ranges::sort(findings, {}, [](const RangeFinding& finding) {
    const auto number = FindNumber<int64_t>(ShownBy(finding, "finding"));
    if (!number) throw BadInput("field \"finding\": expected a number");
    return *number;
  });
  return findings;
}

// Returns what accepting a finding adds to a gate.
AcceptedFinding ToAdd(const RangeFinding& finding,
                      const AcceptOptions& options) {
  std::string line = "{";
  for (const char* key :
       {"op", "difference", "verdict", "facets", "when", "base", "chain"}) {
    line += fmt::format("{}:{},", Quoted(key), ShownBy(finding, key));
  }
  if (!options.link.empty()) line += "\"link\":" + Quoted(options.link) + ",";
  return ReadAcceptedFinding(line + "\"reason\":" + Quoted(options.reason) +
                             "}");
}

void AcceptFindings(const std::string& root, const AcceptOptions& options,
                    std::FILE* out) {
  for (const auto& [option, is_given] :
       {std::pair("--reasons", !options.reasons.empty()),
        {"--groups-file", !options.groups_file.empty()},
        {"--answers", options.answers}}) {
    if (!is_given) continue;
    throw BadInput(fmt::format(
        "{}: of a report of fuzz, accept takes --group or --all", option));
  }
  RefuseTexts(options);
  const RangeReport report = ReadRange(options.report);
  const auto held = LockGate(FindGateFile(root, GateNameOf(options, report)));
  const Gate gate = FindGate(root, GateNameOf(options, report));
  const std::vector<RangeFinding> findings = NewFindings(report);
  const int64_t count = std::ssize(findings);
  if (options.group < 0 || options.group > count) {
    throw BadInput(fmt::format("--group {}: the report has {}", options.group,
                               Plural(count, "new finding")));
  }
  Gate wanted = gate;
  for (int64_t k = 0; k < count; ++k) {
    if (options.group != 0 && options.group != k + 1) continue;
    const RangeFinding& finding = findings[static_cast<std::size_t>(k)];
    const auto say = [out, k](const std::string& what) {
      fmt::print(out, "accept: finding {}: {}\n", k + 1, what);
    };
    if (finding.shown.contains("order")) {
      say("left out: it passes alone, so no entry can explain it");
      continue;
    }
    const auto [entry, drawn] = ToAdd(finding, options);
    const std::string sentence = ReasonOf(entry, 0).what;
    if (HasEntryLike(wanted.entries, entry)) {
      say(sentence + ": is there already");
      continue;
    }
    say(sentence);
    wanted.entries.push_back(entry);
    wanted.drawn.push_back(drawn);
  }
  if (wanted.drawn.size() == gate.drawn.size()) {
    fmt::print(out, "accept: nothing to do for {}\n", gate.path);
    return;
  }
  SaveGate(gate, wanted);
  fmt::print(out, "accept: written to {}\n", gate.path);
}

}  // namespace

void Accept(const std::string& root, const AcceptOptions& options,
            std::FILE* out) {
  if (IsOfKind(options.report, FileKind::kFindings)) {
    return AcceptFindings(root, options, out);
  }
  const ReportOrigin origin = ReadReport(options.report, [](const Record&) {});
  const auto held =
      options.groups_file.empty()
          ? LockGate(FindGateFile(root, GateNameOf(options, origin)))
          : nullptr;
  const Gate gate = GateOf(root, options, origin);
  const auto say = [out](const std::string& sentence) {
    fmt::print(out, "accept: {}\n", sentence);
  };
  if (options.answers) return say(PinAnswers(options.report, gate));
  // Which case of a cause is the smallest depends on vectors; only the file
  // says it.
  const bool writes = !options.groups_file.empty();
  const NewFailures failures = ReadNewFailures(
      options.report, gate,
      writes ? VectorsOf(root, options.report, gate) : VectorsOfCases());
  if (writes) {
    WriteReasons(options.groups_file, failures.groups);
    fmt::print(out, "accept: {} group{} of new failures in {}\n",
               failures.groups.size(), failures.groups.size() == 1 ? "" : "s",
               options.groups_file);
    return;
  }
  const ReasonFinder chosen(options, origin.footer.groups, failures);
  Acceptance acceptance(gate);
  int64_t left = 0;
  for (const Group& group : failures.groups) {
    if (group.gravity == Gravity::kOrder) {
      say(fmt::format("{} left out that pass in another order", group.count));
      continue;
    }
    const auto reason = chosen.ReasonOf(group);
    left += !reason;
    if (!reason) continue;
    for (const auto& [known, cause] : failures.lines) {
      if (group.Holds(cause)) acceptance.Add(known, *reason, options.since);
    }
  }
  for (const std::string& key : chosen.Unused(failures.groups)) {
    say("no new failures of " + Escaped(key));
  }
  if (!acceptance.changed()) return say("nothing to do");
  SaveGate(gate, acceptance.wanted());
  for (const std::string& line : acceptance.Sentences(gate.entries.size())) {
    say(line);
  }
  if (acceptance.replaced() > 0) {
    say(fmt::format("{} of them replaced: known, and failed differently",
                    acceptance.replaced()));
  }
  if (!options.reasons.empty() && left > 0) {
    say(fmt::format("{} group{} without a reason left out", left,
                    left == 1 ? "" : "s"));
  }
}

}  // namespace viewproof
