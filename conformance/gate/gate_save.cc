#include "conformance/gate/gate_save.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate_edit.h"
#include "conformance/gate/gate_fields.h"
#include "conformance/golden_file/file.h"

namespace viewproof {

namespace {

// The words of a list of JSON in which no word has a comma.
std::vector<std::string> WordsOf(std::string_view list) {
  std::vector<std::string> words(1);
  for (const char c : list) {
    if (c == ',') words.emplace_back();
    if (std::string_view("[],\"").find(c) == std::string_view::npos) {
      words.back() += c;
    }
  }
  return words;
}

void CompareLists(std::string_view what, const std::string& pinned,
                  const std::string& now, std::vector<std::string>& changes) {
  const auto lacking = [&](std::vector<std::string> from, const std::string& in,
                           const char* sign) {
    std::erase_if(from, [words = WordsOf(in)](const std::string& word) {
      return word.empty() || std::ranges::find(words, word) != words.end();
    });
    if (from.empty()) return;
    changes.push_back(fmt::format("{}{} {}: {}", sign, from.size(), what,
                                  fmt::join(from, " ")));
  };
  lacking(WordsOf(pinned), now, "-");
  lacking(WordsOf(now), pinned, "+");
}

std::string_view Unquoted(std::string_view json) {
  return json.starts_with('"') ? json.substr(1, json.size() - 2) : json;
}

}  // namespace

std::vector<std::string> Changes(const Hello& pinned, const Hello& hello) {
  std::vector<std::string> changes;
  gate_fields::kPinned.ForEach([&](const auto& field) {
    const std::string was = field.Json(pinned);
    const std::string is = field.Json(hello);
    if (was == is) return;
    if (was.starts_with('[')) {
      CompareLists(field.name, was, is, changes);
    } else {
      changes.push_back(
          fmt::format("{}: {} -> {}", field.name, Unquoted(was), Unquoted(is)));
    }
  });
  return changes;
}

namespace {

void SetPins(const Gate& gate, const Gate& wanted, GateText& text) {
  const auto quoted = [](const std::string& word) { return '"' + word + '"'; };
  if (wanted.suite_version != gate.suite_version) {
    text.Set("suite", "version", quoted(wanted.suite_version));
  }
  if (wanted.golden != gate.golden) {
    text.Set("suite", "golden", quoted(wanted.golden));
  }
  if (wanted.executed != gate.executed) {
    text.Set("demand", "executed", std::to_string(wanted.executed));
  }
  if (wanted.facets && !gate.facets) text.SetFacets(*wanted.facets);
  if (wanted.subject && !gate.subject) text.SetSubject(*wanted.subject);
}

bool SameCause(const KnownFailure& a, const KnownFailure& b) {
  return a.op == b.op && a.facets == b.facets && a.difference == b.difference &&
         a.verdict == b.verdict && a.dies == b.dies;
}

bool Holds(const Gate& gate, const KnownFailure& entry) {
  return std::ranges::any_of(gate.entries, [&](const KnownFailure& other) {
    return SameCause(entry, other);
  });
}

// Adds entries and corrects counts.
void SetEntries(const Gate& gate, const Gate& wanted, GateText& text) {
  for (std::size_t k = 0; k < gate.entries.size(); ++k) {
    const int64_t count = LinesOf(gate.entries[k], wanted.lines);
    if (count != gate.entries[k].count) text.SetCount(k, count);
  }
  for (KnownFailure entry : wanted.entries) {
    entry.count = LinesOf(entry, wanted.lines);
    if (!Holds(gate, entry)) text.AppendEntry(entry);
  }
}

void RemoveEntries(const Gate& gate, const Gate& wanted, GateText& text) {
  for (std::size_t k = gate.entries.size(); k-- > 0;) {
    if (!Holds(wanted, gate.entries[k])) text.RemoveEntry(k);
  }
}

// What a gate says, without places.
Gate Content(Gate gate) {
  std::ranges::sort(gate.lines, {}, [](const KnownLine& line) {
    return std::pair(line.id, Name(line.dtype));
  });
  for (KnownFailure& entry : gate.entries) {
    entry.line = 0;
    entry.count = LinesOf(entry, gate.lines);
  }
  for (Without& without : gate.withouts) without.line = 0;
  return gate;
}

bool SaySame(const Gate& one, const Gate& other) {
  const Gate a = Content(one);
  const Gate b = Content(other);
  if (a.subject && b.subject && !Changes(*a.subject, *b.subject).empty()) {
    return false;
  }
  Gate with_subject_of_a = b;
  if (a.subject && b.subject) with_subject_of_a.subject = a.subject;
  return a == with_subject_of_a;
}

void CheckText(const Gate& wanted, const std::string& text,
               const std::string& known) {
  std::string why = "it would say something else";
  try {
    if (SaySame(ParseGate(wanted.path, text, known), wanted)) return;
  } catch (const BadInput& error) {
    why = error.what();
  }
  throw BadInput(fmt::format(
      "{}: cannot be changed as it is laid out, and stays as it is; give each "
      "table a line of its own, e.g. [demand] ({})",
      wanted.path, why));
}

// The gate as far as its files say it: one that is not there lists no failure.
Gate InFiles(Gate gate) {
  if (std::filesystem::exists(gate.path)) return gate;
  gate.entries.clear();
  gate.lines.clear();
  return gate;
}

}  // namespace

std::unique_ptr<FileLock> LockGate(const std::string& path) {
  if (std::filesystem::exists(path)) return std::make_unique<FileLock>(path);
  const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
  return std::make_unique<FileLock>(folder.empty() ? "." : folder.string());
}

void SaveGate(const Gate& known, const Gate& wanted) {
  const Gate gate = InFiles(known);
  const bool is_there = std::filesystem::exists(gate.path);
  if (is_there && !SaySame(ReadGate(gate.path), gate)) {
    throw BadInput(gate.path +
                   ": was changed since it was read, and stays as it is; run "
                   "the command again");
  }
  const std::string before =
      is_there ? ReadFile(gate.path) : NewGateText(wanted);
  const std::string lines = KnownText(wanted.lines);
  GateText text(before);
  SetPins(gate, wanted, text);
  SetEntries(gate, wanted, text);
  const std::string with_all = text.text();  // It covers old and new lines.
  RemoveEntries(gate, wanted, text);
  CheckText(wanted, text.text(), lines);
  std::vector<std::pair<std::string, std::string>> files;
  if (with_all != before) files.emplace_back(gate.path, with_all);
  if (wanted.lines != gate.lines) {
    files.emplace_back(KnownPath(gate.path), lines);
  }
  if (text.text() != with_all) files.emplace_back(gate.path, text.text());
  WriteTogether(files);
}

}  // namespace viewproof
