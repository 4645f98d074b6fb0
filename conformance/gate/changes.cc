#include "conformance/gate/changes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "conformance/gate/gate_fields.h"

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

}  // namespace viewproof
