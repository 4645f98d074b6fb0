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
#include "conformance/gate/gate_fields.h"
#include "conformance/gate/gate_text.h"
#include "conformance/gate/lock.h"
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
    constexpr std::size_t kMostNamed = 8;
    const std::size_t count = from.size();
    from.resize(std::min(count, kMostNamed));
    changes.push_back(fmt::format(
        "{}{} {}: {}{}", sign, count, what, fmt::join(from, " "),
        count > kMostNamed ? fmt::format(" and {} more", count - kMostNamed)
                           : ""));
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

// Returns what a gate says, without places.
Gate Content(Gate gate) {
  std::ranges::sort(gate.cases, {}, kKeyOf);
  std::ranges::stable_sort(gate.drawn, {}, [](const DrawnCase& known) {
    return std::pair(known.base, known.chain);
  });
  for (KnownFailure& entry : gate.entries) entry.line = 0;
  gate.orphans.clear();
  gate.has_lock = true;
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

// Throws BadInput unless both texts say what is wanted.
void CheckTexts(const Gate& wanted, const std::string& text,
                const std::string& lock) {
  std::string why = "it would say something else";
  try {
    if (SaySame(ParseGate(wanted.path, text, lock), wanted)) return;
  } catch (const BadInput& error) {
    why = error.what();
  }
  throw BadInput(fmt::format(
      "{}: cannot take another [[known_failure]] as it is laid out, and stays "
      "as it is; give each entry a table of its own ({})",
      wanted.path, why));
}

}  // namespace

std::unique_ptr<FileLock> LockGate(const std::string& path) {
  if (std::filesystem::exists(path)) return std::make_unique<FileLock>(path);
  const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
  return std::make_unique<FileLock>(folder.empty() ? "." : folder.string());
}

void SaveGate(const Gate& known, const Gate& wanted) {
  const std::string& path = known.path;
  const bool is_there = std::filesystem::exists(path);
  if (is_there && !SaySame(ReadGate(path), known)) {
    throw BadInput(path +
                   ": was changed since it was read, and stays as it is; run "
                   "the command again");
  }
  const std::string before = is_there ? ReadFile(path) : NewGateText(wanted);
  const std::size_t old = is_there ? known.entries.size() : 0;
  const std::string text =
      WithEntries(before, {wanted.entries.begin() + static_cast<int64_t>(old),
                           wanted.entries.end()});
  const std::string lock = LockText(wanted);
  CheckTexts(wanted, text, lock);
  std::vector<std::pair<std::string, std::string>> files;
  if (!is_there || text != before) files.emplace_back(path, text);
  files.emplace_back(LockPath(path), lock);
  WriteTogether(files);
}

}  // namespace viewproof
