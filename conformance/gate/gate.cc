#include "conformance/gate/gate.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/gate/table.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

constexpr int64_t kMaxStartSeconds = 3600;
constexpr int64_t kMaxMemoryMib = int64_t{1} << 30;

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\n") == std::string_view::npos;
}

Facets ToFacets(const std::vector<Facet>& list) {
  Facets facets;
  for (const Facet facet : list) facets.Insert(facet);
  return facets;
}

void ReadAdapter(Table adapter, Gate& gate) {
  adapter.Read("command", gate.command);
  adapter.Read("linked", gate.linked);
  adapter.Read("subject", gate.option_taker);
  adapter.Read("options", gate.options);
  adapter.Read("packages", gate.packages);
  adapter.Read("restart", gate.restart, {"one", "spare"});
  adapter.Read("heap_check", gate.heap_check, "expected true or false");
  if (const toml::table* env = adapter.Sub("env")) {
    for (const auto& [key, value] : *env) {
      const auto text = value.value_exact<std::string>();
      if (!text) adapter.Refuse(value, "env", "expected strings");
      gate.env.emplace(key.str(), *text);
    }
  }
  int64_t seconds = static_cast<int64_t>(gate.start_seconds);
  adapter.Read("start_seconds", seconds, 1, kMaxStartSeconds);
  gate.start_seconds = static_cast<double>(seconds);
  adapter.Read("memory_mib", gate.memory_mib, 1, kMaxMemoryMib);
  adapter.Finish();
}

// "all", or a list of names.
void ReadOps(Table& subject, std::vector<std::string>& ops) {
  const toml::node* node = subject.Find("ops");
  if (node == nullptr || node->value_exact<std::string>() != "all") {
    return subject.Read("ops", ops);
  }
  for (const Op& op : Ops()) ops.emplace_back(op.name);
}

Hello ReadSubject(Table subject) {
  Hello hello;
  subject.Read("name", hello.name);
  subject.Read("device", hello.device);
  subject.Read("views", hello.views, "expected true or false");
  ReadOps(subject, hello.ops);
  subject.Read("dtypes", FindDType, hello.dtypes);
  std::vector<Facet> facets;
  subject.Read("facets", FindFacet, facets);
  hello.facets = ToFacets(facets);
  subject.Read("copies", hello.copies);
  subject.Read("after_error", hello.after_error, "expected true or false");
  subject.Read("index_range", hello.index_range, "expected true or false");
  subject.Read("borrowed", hello.borrowed);
  std::string writes = hello.rebinds ? "rebind" : "in_place";
  subject.Read("writes", writes, {"in_place", "rebind"});
  hello.rebinds = writes == "rebind";
  subject.Read("ints", hello.ints, "expected an integer");
  if (hello.ints != 32 && hello.ints != 53 && hello.ints != 64) {
    subject.Refuse(*subject.Find("ints"), "ints", "expected 32, 53 or 64");
  }
  bool wide_int = true;
  subject.Read("wide_int", wide_int, "expected true or false");
  if (!wide_int) hello.ints = 53;
  std::string observes = hello.observes_every ? "every" : "last";
  subject.Read("observes", observes, {"every", "last"});
  hello.observes_every = observes == "every";
  subject.Read("forms", FindCaseForm, hello.forms);
  subject.Read("max_rank", hello.max_rank, "expected an integer");
  subject.Finish();
  return hello;
}

void ReadDemand(Table demand, Gate& gate) {
  demand.Read("profiles", FindProfile, gate.profiles);
  std::vector<Facet> facets;
  demand.Read("facets", FindFacet, facets);
  if (demand.Find("facets") != nullptr) gate.facets = ToFacets(facets);
  demand.Read("dtypes", FindDType, gate.dtypes);
  gate.dtypes = EachOnce(gate.dtypes);
  gate.profiles = EachOnce(gate.profiles);
  demand.Read("executed", gate.executed, "expected an integer");
  demand.Read("reviewed", gate.reviewed, "expected true or false");
  demand.Finish();
}

KnownFailure ReadEntry(Table table, int64_t line, const toml::node& at) {
  KnownFailure entry;
  entry.line = line;
  std::string verdict = "fail";
  table.Read("op", entry.op);
  table.Read("facets", FindFacet, entry.facets);
  table.Read("difference", entry.difference);
  table.Read("verdict", verdict,
             {"fail", "crash", "timeout", "protocol_error", "dies"});
  table.Read("count", entry.count, 0, INT64_MAX);
  table.Read("reason", entry.reason);
  table.Read("link", entry.link);
  table.Read("or_dies", entry.or_dies, "expected true or false");
  table.Finish();
  entry.dies = verdict == "dies";
  entry.verdict = *FindVerdict(entry.dies ? "crash" : verdict);
  if (entry.or_dies && entry.verdict != Verdict::kFail) {
    table.Refuse(at, "or_dies", "is for entries of verdict \"fail\"");
  }
  if (entry.op.empty()) table.Refuse(at, "op", "missing");
  if (!entry.difference.empty() && !FindDifferenceKind(entry.difference)) {
    table.Refuse(at, "difference", "unknown word \"" + entry.difference + "\"");
  }
  if (IsBlank(entry.reason)) table.Refuse(at, "reason", "missing");
  std::sort(entry.facets.begin(), entry.facets.end());
  return entry;
}

Without ReadWithout(Table table, const toml::node& at) {
  Without entry;
  entry.line = static_cast<int64_t>(at.source().begin.line);
  table.Read("flag", entry.flag);
  table.Read("facets", FindFacet, entry.facets);
  table.Read("reason", entry.reason);
  table.Finish();
  if (entry.flag.empty()) table.Refuse(at, "flag", "missing");
  if (IsBlank(entry.reason)) table.Refuse(at, "reason", "missing");
  if (entry.reason == kUnreviewed) {
    table.Refuse(at, "reason", "expected the reason");
  }
  if (table.Find("facets") == nullptr) {
    entry.facets = UsuallyLeftOut(entry.flag);
  } else if (entry.facets.empty()) {
    table.Refuse(at, "facets", "expected a facet, or no list: the usual ones");
  }
  std::sort(entry.facets.begin(), entry.facets.end());
  return entry;
}

void ReadWithouts(Table& root, const std::string& path, Gate& gate) {
  const toml::node* node = root.Find("without");
  if (node == nullptr) return;
  if (!node->is_array_of_tables()) {
    root.Refuse(*node, "without", "expected [[without]]");
  }
  for (const toml::node& element : *node->as_array()) {
    Without entry =
        ReadWithout(Table(path, "without", *element.as_table()), element);
    for (const Without& other : gate.withouts) {
      if (other.flag != entry.flag) continue;
      root.Refuse(
          element, "without.flag",
          fmt::format("{} has an entry in line {}", entry.flag, other.line));
    }
    gate.withouts.push_back(std::move(entry));
  }
}

void ReadFlakyDeaths(Table& root, const std::string& path, Gate& gate) {
  const toml::node* node = root.Find("flaky_death");
  if (node == nullptr) return;
  if (!node->is_array_of_tables()) {
    root.Refuse(*node, "flaky_death", "expected [[flaky_death]]");
  }
  std::set<std::string> seen;
  for (const toml::node& element : *node->as_array()) {
    Table table(path, "flaky_death", *element.as_table());
    FlakyDeath entry;
    table.Read("signals", entry.signals);
    table.Read("at_most", entry.at_most, "expected an integer");
    table.Read("reason", entry.reason);
    table.Read("link", entry.link);
    table.Finish();
    if (entry.signals.empty()) table.Refuse(element, "signals", "missing");
    if (entry.at_most < 1) {
      table.Refuse(element, "at_most", "expected a number above 0");
    }
    if (IsBlank(entry.reason)) table.Refuse(element, "reason", "missing");
    for (const std::string& signal : entry.signals) {
      if (seen.insert(signal).second) continue;
      table.Refuse(element, "signals", signal + " is there twice");
    }
    gate.flaky_deaths.push_back(std::move(entry));
  }
}

bool MayMatchOne(const KnownFailure& a, const KnownFailure& b) {
  if (a.op != b.op) return false;
  if (a.dies && IsDeath(b.verdict)) return true;
  if (b.dies && IsDeath(a.verdict)) return true;
  return a.facets == b.facets && a.difference == b.difference &&
         a.verdict == b.verdict;
}

void ReadEntries(Table& root, const std::string& path, Gate& gate) {
  const toml::node* node = root.Find("known_failure");
  if (node == nullptr) return;
  if (!node->is_array_of_tables()) {
    root.Refuse(*node, "known_failure", "expected [[known_failure]]");
  }
  for (const toml::node& element : *node->as_array()) {
    const auto line = static_cast<int64_t>(element.source().begin.line);
    KnownFailure entry = ReadEntry(
        Table(path, "known_failure", *element.as_table()), line, element);
    for (const KnownFailure& other : gate.entries) {
      if (!MayMatchOne(entry, other)) continue;
      throw BadInput(fmt::format(
          "{}:{}: this entry and that of line {} could match one failure", path,
          line, other.line));
    }
    gate.entries.push_back(std::move(entry));
  }
}

}  // namespace

Gate ReadGate(const std::string& path) {
  const std::string known = KnownPath(path);
  std::error_code unknown;  // ReadFile says it of `path`.
  const bool is_there = std::filesystem::exists(known, unknown);
  Gate gate = ParseGate(path, ReadFile(path), is_there ? ReadFile(known) : "");
  int64_t count = 0;
  for (const KnownFailure& entry : gate.entries) count += entry.count;
  if (!is_there && count > 0) {
    throw BadInput(fmt::format(
        "{}: is missing: {} counts {} known failure{}, which it lists", known,
        path, count, count == 1 ? "" : "s"));
  }
  return gate;
}

Gate ParseGate(const std::string& path, const std::string& text,
               std::string_view known) {
  Gate gate;
  gate.path = path;
  const toml::table parsed = ParseToml(path, text);
  Table root(path, "", parsed);
  if (const toml::table* adapter = root.Sub("adapter")) {
    ReadAdapter(Table(path, "adapter", *adapter), gate);
  }
  if (gate.command.empty() + gate.linked.empty() + gate.option_taker.empty() !=
      2) {
    throw BadInput(
        path + ": key \"adapter\": expected one of command, linked, subject");
  }
  if (!gate.options.empty() && gate.option_taker.empty()) {
    throw BadInput(path + ": key \"adapter.options\": expected subject too");
  }
  if (const toml::table* suite = root.Sub("suite")) {
    Table table(path, "suite", *suite);
    table.Read("version", gate.suite_version);
    table.Read("golden", gate.golden);
    table.Finish();
  }
  const toml::table* subject = root.Sub("subject");
  if (subject != nullptr && !subject->empty()) {
    gate.subject = ReadSubject(Table(path, "subject", *subject));
  }
  if (const toml::table* demand = root.Sub("demand")) {
    ReadDemand(Table(path, "demand", *demand), gate);
  }
  ReadWithouts(root, path, gate);
  ReadFlakyDeaths(root, path, gate);
  ReadEntries(root, path, gate);
  root.Finish();
  gate.lines =
      ReadKnownLines(KnownPath(path), known, [&gate](const Failure& failure) {
        return std::ranges::any_of(gate.entries, [&](const auto& entry) {
          return Matches(entry, failure);
        });
      });
  return gate;
}

bool Matches(const KnownFailure& entry, const Failure& failure) {
  if (entry.dies) return entry.op == failure.op && IsDeath(failure.verdict);
  return entry.op == failure.op && entry.facets == failure.facets &&
         entry.difference == failure.difference &&
         entry.verdict == failure.verdict;
}

std::size_t EntryOf(const Failure& failure, const std::string& reason,
                    const std::string& link, Gate& gate) {
  const auto found =
      std::ranges::find_if(gate.entries, [&failure](const KnownFailure& entry) {
        return Matches(entry, failure);
      });
  const auto k = static_cast<std::size_t>(found - gate.entries.begin());
  if (found != gate.entries.end()) return k;
  gate.entries.push_back({.op = failure.op,
                          .facets = failure.facets,
                          .difference = failure.difference,
                          .verdict = failure.verdict,
                          .reason = reason,
                          .link = link});
  return k;
}

std::string_view FaultOfReason(std::string_view reason) {
  if (IsBlank(reason)) return "is empty";
  std::string text(reason);
  std::ranges::replace(text, '\t', ' ');
  return Escaped(text, Newlines::kKept) == text
             ? ""
             : "has control characters, or bytes that are no UTF-8";
}

int64_t LinesOf(const KnownFailure& entry,
                const std::vector<KnownLine>& lines) {
  return std::ranges::count_if(lines, [&entry](const KnownLine& line) {
    return Matches(entry, line.failure);
  });
}

}  // namespace viewproof
