#include "conformance/gate/upgrade.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>

#include "conformance/case/bad_input.h"
#include "conformance/case/padding.h"
#include "conformance/case/strings.h"
#include "conformance/gate/accepted_finding.h"
#include "conformance/gate/gate_fields.h"
#include "conformance/gate/gate_text.h"
#include "conformance/gate/lock.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kKept = ".0.1";

constexpr auto kKnownLine = json::Describe<KnownCase>(
    json::Needed("id", &KnownCase::id, json::PlainText{false}),
    json::Needed("dtype", &KnownCase::dtype),
    json::Needed("verdict", &KnownCase::failure, &Failure::verdict),
    json::Needed("facets", &KnownCase::failure, &Failure::facets),
    json::Needed("step", &KnownCase::failure, &Failure::step),
    json::Needed("op", &KnownCase::failure, &Failure::op),
    json::Needed("difference", &KnownCase::failure, &Failure::difference),
    json::Optional("answer", &KnownCase::answer));

// The lines of a text, with their ends.
std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

// Empties the lines of what leaves a gate file.
class Remover {
 public:
  explicit Remover(const std::string& text) : lines_(Lines(text)) {}

  // A key and its value.
  void RemoveKey(const toml::node& value) {
    Clear(value.source().begin.line, value.source().end.line);
  }

  // A table with a header, and the blank line after it; or an inline one.
  void RemoveTable(const toml::node& node) {
    const uint32_t first = node.source().begin.line;
    uint32_t last = node.source().end.line;
    if (const toml::table* table = node.as_table()) {
      for (const auto& [key, value] : *table) {
        last = std::max(last, value.source().end.line);
      }
    }
    Clear(first, last);
    if (last < lines_.size() && Trimmed(lines_[last]).empty()) {
      lines_[last].clear();
    }
  }

  std::string Text() const {
    std::string text;
    for (const std::string& line : lines_) text += line;
    return text;
  }

 private:
  void Clear(uint32_t first, uint32_t last) {
    for (uint32_t line = first; line <= last && line <= lines_.size(); ++line) {
      lines_[line - 1].clear();
    }
  }

  std::vector<std::string> lines_;
};

// Calls read(line) for each line of a file, if it is there.
void ForEachLineIn(const std::string& path,
                   const std::function<void(std::string_view)>& read) {
  if (fs::exists(path)) ForEachLine(path, ReadFile(path), read);
}

// A gate file of 0.1 says "all" of the ops where hello names each.
void SpellOutOps(toml::table& subject) {
  if (subject["ops"].value_exact<std::string>() != "all") return;
  toml::array names;
  for (const Op& op : Ops()) names.push_back(std::string(op.name));
  subject.insert_or_assign("ops", std::move(names));
}

// Takes pins and counts out of a gate file's table.
void TakePins(toml::table& root, Gate& gate, Remover& text) {
  const TomlValue at = {&root, &gate.path};
  if (const toml::table* suite = root["suite"].as_table()) {
    gate.suite_version = (*suite)["version"].value_or(std::string());
    gate.golden = (*suite)["golden"].value_or(std::string());
    text.RemoveTable(*suite);
  }
  if (toml::table* subject = root["subject"].as_table()) {
    text.RemoveTable(*subject);
    SpellOutOps(*subject);
    const auto read = [&gate](const TomlValue& value) {
      gate_fields::PinnedHello().Read(value, "subject", gate.subject);
    };
    if (!subject->empty()) {  // An empty one pins nothing.
      toml_value::At(toml_value::Inner(at, "subject", *subject), read);
    }
  }
  root.erase("suite");
  root.erase("subject");
  if (toml::table* demand = root["demand"].as_table()) {
    if (const toml::node* executed = demand->get("executed")) {
      gate.executed = executed->value_or(int64_t{0});
      text.RemoveKey(*executed);
      demand->erase("executed");
    }
  }
  toml::array* entries = root["known_failure"].as_array();
  for (std::size_t k = 0; entries != nullptr && k < entries->size(); ++k) {
    toml::table* entry = entries->get(k)->as_table();
    if (entry == nullptr || entry->get("count") == nullptr) continue;
    text.RemoveKey(*entry->get("count"));
    entry->erase("count");
  }
}

// How a known failure stood: the first entry of its cause has it.
const KnownFailure* EntryOf01(const Gate& gate, const KnownCase& known) {
  const auto found = std::ranges::find_if(gate.entries, [&](const auto& entry) {
    return Matches(entry, known.failure);
  });
  return found == gate.entries.end() ? nullptr : &*found;
}

// An entry as far as it says how a failure stands.
KnownFailure WithoutPlace(KnownFailure entry) {
  entry.line = 0;
  return entry;
}

// Throws BadInput unless each known failure and each finding stands in `now` as
// it stood.
void DemandSame(const Gate& old, const std::vector<AcceptedFinding>& findings,
                const Gate& now) {
  const auto demand = [&](bool same, const std::string& what) {
    if (same) return;
    throw BadInput(fmt::format(
        "{}: {} would stand otherwise, so it stays as it is; give [suite], "
        "[subject], executed and count lines of their own",
        old.path, what));
  };
  demand(old.cases.size() == now.cases.size(), "a known failure");
  for (std::size_t k = 0; k < old.cases.size(); ++k) {
    const KnownCase& known = old.cases[k];
    const KnownFailure* before = EntryOf01(old, known);
    const auto after = FindEntry(now, known.failure, known.answer);
    demand(known == now.cases[k] && (before == nullptr) == !after.has_value() &&
               (before == nullptr ||
                WithoutPlace(*before) == WithoutPlace(now.entries[*after])),
           known.id);
  }
  demand(findings.size() == now.drawn.size(), "a finding");
  for (const auto& [entry, drawn] : findings) {
    demand(HasEntryLike(now.entries, entry) &&
               std::ranges::count(now.drawn, drawn) > 0,
           "the finding of " + entry.op);
  }
  const bool same_pins =
      old.golden == now.golden && old.executed == now.executed &&
      old.suite_version == now.suite_version && old.subject == now.subject &&
      old.facets == now.facets && old.profiles == now.profiles &&
      old.dtypes == now.dtypes && old.reviewed == now.reviewed &&
      old.flaky_deaths == now.flaky_deaths &&
      old.withouts.size() == now.withouts.size();
  demand(same_pins, "what it demands");
}

// Keeps a copy of a file under another name. Throws BadInput if another file
// has it.
std::string Keep(const std::string& path) {
  const std::string kept = path + std::string(kKept);
  const std::string text = ReadFile(path);
  if (fs::exists(kept) && ReadFile(kept) != text) {
    throw BadInput(kept + ": is there, and is another file");
  }
  WriteFile(kept, text);
  return kept;
}

std::string Beside(const std::string& gate_path, std::string_view ending) {
  constexpr std::string_view kEnding = ".gate.toml";
  std::string_view stem = gate_path;
  if (stem.ends_with(kEnding)) stem.remove_suffix(kEnding.size());
  return std::string(stem) + std::string(ending);
}

}  // namespace

std::string OldKnownPath(const std::string& gate_path) {
  return Beside(gate_path, ".known.jsonl");
}

std::string OldFindingsPath(const std::string& gate_path) {
  return Beside(gate_path, ".findings.jsonl");
}

bool gate_fields::IsGate01(const toml::table& root) {
  const toml::array* entries = root["known_failure"].as_array();
  const bool counts = entries != nullptr &&
                      std::ranges::any_of(*entries, [](const toml::node& node) {
                        const toml::table* entry = node.as_table();
                        return entry != nullptr && entry->contains("count");
                      });
  return root.contains("suite") || root.contains("subject") || counts ||
         root["demand"]["executed"];
}

bool HasFilesOf01(const std::string& path) {
  std::error_code unknown;
  return !fs::exists(LockPath(path), unknown) &&
         (fs::exists(OldKnownPath(path), unknown) ||
          fs::exists(OldFindingsPath(path), unknown));
}

Upgraded UpgradeGate(const std::string& path) {
  const std::string text = ReadFile(path);
  toml::table root = ParseToml(path, text);
  if (!gate_fields::IsGate01(root) && !HasFilesOf01(path)) {
    throw BadInput(path + ": is no gate file of viewproof 0.1");
  }
  Remover remover(text);
  Gate pins;
  pins.path = path;
  TakePins(root, pins, remover);
  Gate old = gate_fields::ReadTable(path, root);
  old.suite_version = pins.suite_version;
  old.golden = pins.golden;
  old.executed = pins.executed;
  old.subject = pins.subject;
  ForEachLineIn(OldKnownPath(path), [&old](std::string_view line) {
    kKnownLine.ReadLine(PaddedText(line).view(), old.cases.emplace_back());
  });
  std::vector<AcceptedFinding> findings;
  ForEachLineIn(OldFindingsPath(path), [&findings](std::string_view line) {
    findings.push_back(ReadAcceptedFinding(line));
  });
  std::vector<KnownFailure> added;
  Gate wanted = old;
  for (const auto& [entry, drawn] : findings) {
    if (!HasEntryLike(added, entry)) added.push_back(entry);
    wanted.drawn.push_back(drawn);
  }
  wanted.entries.insert(wanted.entries.end(), added.begin(), added.end());
  const std::string new_text = WithEntries(remover.Text(), added);
  const std::string lock = LockText(wanted);
  Upgraded upgraded = {{}, ParseGate(path, new_text, lock)};
  DemandSame(old, findings, upgraded.gate);
  for (const std::string& file :
       {path, OldKnownPath(path), OldFindingsPath(path)}) {
    if (fs::exists(file)) upgraded.kept.push_back(Keep(file));
  }
  WriteTogether({{path, new_text}, {LockPath(path), lock}});
  fs::remove(OldKnownPath(path));
  fs::remove(OldFindingsPath(path));
  return upgraded;
}

}  // namespace viewproof
