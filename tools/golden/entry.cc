#include "tools/golden/entry.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "conformance/case/bad_input.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/text.h"
#include "tools/golden/family.h"

namespace viewproof {
namespace {

constexpr std::array<std::string_view, 9> kFields = {
    "why", "rules", "flags", "case", "outcome", "rev", "for", "good", "faults"};

[[noreturn]] void Refuse(std::string_view field, std::string_view why) {
  throw BadInput(fmt::format("field \"{}\": {}", field, why));
}

// The value of a field; null if it is absent. In a family a field may be a
// table of alternatives: then the one whose key is the value of a placeholder.
const toml::node* FieldOf(const toml::table& entry, std::string_view field,
                          const Placeholders& values) {
  const toml::node* node = entry.get(field);
  const toml::table* table = node == nullptr ? nullptr : node->as_table();
  if (table == nullptr) return node;
  const toml::node* chosen = nullptr;
  for (const auto& [name, value] : values) {
    const toml::node* found = table->get(value);
    if (found != nullptr && chosen != nullptr && found != chosen) {
      Refuse(field, "two alternatives apply");
    }
    if (found != nullptr) chosen = found;
  }
  if (chosen == nullptr) Refuse(field, "no alternative applies");
  return chosen;
}

std::string StringOf(const toml::node* node, std::string_view field,
                     const Placeholders& values) {
  const toml::value<std::string>* text =
      node == nullptr ? nullptr : node->as_string();
  if (text == nullptr) Refuse(field, "expected a string");
  try {
    return Substitute(text->get(), values);
  } catch (const BadInput& e) {
    Refuse(field, e.what());
  }
}

// A list of strings; absent: empty.
std::vector<std::string> StringsOf(const toml::table& entry,
                                   std::string_view field,
                                   const Placeholders& values) {
  std::vector<std::string> list;
  const toml::node* node = FieldOf(entry, field, values);
  if (node == nullptr) return list;
  const toml::array* array = node->as_array();
  if (array == nullptr) Refuse(field, "expected a list of strings");
  for (const toml::node& element : *array) {
    list.push_back(StringOf(&element, field, values));
  }
  return list;
}

std::vector<std::string> Sorted(std::vector<std::string> list,
                                std::string_view field) {
  std::sort(list.begin(), list.end());
  const auto twice = std::adjacent_find(list.begin(), list.end());
  if (twice != list.end()) Refuse(field, fmt::format("{} twice", *twice));
  return list;
}

// Returns what the author predicts, per step: "ok" if there is no prediction; a
// single word predicts the last step.
std::vector<std::string> OutcomeOf(const toml::table& entry,
                                   const Member& member, std::size_t steps,
                                   const Spec& spec) {
  std::vector<std::string> outcome(steps, "ok");
  const toml::node* node = FieldOf(entry, "outcome", member.values);
  if (node != nullptr && node->is_array()) {
    outcome = StringsOf(entry, "outcome", member.values);
    if (outcome.size() != steps) {
      Refuse("outcome",
             fmt::format("{} words for {} steps", outcome.size(), steps));
    }
  } else if (node != nullptr) {
    outcome.back() = StringOf(node, "outcome", member.values);
  }
  if (!member.error_rule.empty()) {
    outcome.back() = Name(*spec.find(member.error_rule)->second.kind);
  }
  for (const std::string& word : outcome) {
    if (word != "ok" && word != "true" && word != "false" &&
        !FindErrorKind(word)) {
      Refuse("outcome", fmt::format("\"{}\" is not an outcome", word));
    }
  }
  return outcome;
}

Case CaseOf(const toml::table& entry, const Placeholders& values) {
  const std::string text =
      StringOf(FieldOf(entry, "case", values), "case", values);
  try {
    Case test = ParseText(text);
    if (test.chain.empty()) throw BadInput("no step");
    return test;
  } catch (const BadInput& e) {
    Refuse("case", fmt::format("{} in {}", e.what(), text));
  }
}

Entry EntryOf(const std::string& key, const toml::table& table,
              const Member& member, const Spec& spec) {
  Entry entry;
  entry.family = key;
  entry.why =
      StringOf(FieldOf(table, "why", member.values), "why", member.values);
  entry.rules = Sorted(StringsOf(table, "rules", member.values), "rules");
  entry.flags = Sorted(StringsOf(table, "flags", member.values), "flags");
  entry.test = CaseOf(table, member.values);
  entry.test.id = Substitute(key, member.values);
  entry.outcome = OutcomeOf(table, member, entry.test.chain.size(), spec);
  entry.error_rule = member.error_rule;
  for (const Member& alone : member.alone) {
    entry.faults.push_back({alone.error_rule, CaseOf(table, alone.values)});
  }
  if (const toml::node* rev = table.get("rev")) {
    entry.rev = rev->value_or(int64_t{0});
    if (entry.rev < 1) Refuse("rev", "expected an integer >= 1");
  }
  return entry;
}

void AppendEntries(const std::string& key, const toml::node& node,
                   const Spec& spec, std::vector<Entry>& entries) {
  const toml::table* table = node.as_table();
  if (table == nullptr) throw BadInput("expected a [\"op/slug\"] table");
  for (const auto& [field, value] : *table) {
    if (std::find(kFields.begin(), kFields.end(), field.str()) ==
        kFields.end()) {
      Refuse(field.str(), "unknown field");
    }
  }
  for (const Member& member : MembersOf(*table, spec)) {
    entries.push_back(EntryOf(key, *table, member, spec));
  }
}

}  // namespace

std::string_view WordFor(const Outcome& outcome) {
  if (const auto* error = std::get_if<ErrorReply>(&outcome)) {
    return Name(error->kind.value());
  }
  const bool* result = std::get_if<bool>(&outcome);
  return result == nullptr ? "ok" : *result ? "true" : "false";
}

std::vector<Entry> ParseEntries(std::string_view text, const std::string& name,
                                const Spec& spec,
                                std::vector<std::string>& problems) {
  std::vector<Entry> entries;
  toml::table file;
  try {
    file = toml::parse(text);
  } catch (const toml::parse_error& e) {
    problems.push_back(
        fmt::format("{}:{}: {}", name, e.source().begin.line, e.description()));
  }
  for (const auto& [key, node] : file) {
    const auto line = node.source().begin.line;
    const std::size_t first = entries.size();
    try {
      AppendEntries(std::string(key.str()), node, spec, entries);
    } catch (const BadInput& e) {
      problems.push_back(
          fmt::format("{}:{}: [{}] {}", name, line, key.str(), e.what()));
    }
    for (std::size_t k = first; k < entries.size(); ++k) {
      entries[k].where =
          fmt::format("{}:{}: [{}]", name, line, entries[k].test.id);
    }
  }
  return entries;
}

}  // namespace viewproof
