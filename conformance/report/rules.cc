#include "conformance/report/rules.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string_view>

namespace viewproof {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The rule that the text begins with, "view.e5" or "narrow.i1"; or empty.
std::string_view RuleAtStart(std::string_view text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  const std::size_t dot = word.find('.');
  if (dot == word.npos || dot == 0 || dot + 2 >= word.size()) return {};
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzHTm_0123456789") !=
      dot) {
    return {};
  }
  const std::string_view kinds = "rdiue";
  if (kinds.find(word[dot + 1]) == kinds.npos) return {};
  for (const char c : word.substr(dot + 2)) {
    if (!IsDigit(c)) return {};
  }
  return word;
}

// The line without the mark of a list, a table or a number.
std::string_view Item(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("| ")) return line.substr(2);
  std::size_t k = 0;
  while (k < line.size() && IsDigit(line[k])) ++k;
  return k > 0 && line.substr(k).starts_with(". ") ? line.substr(k + 2)
                                                   : std::string_view();
}

}  // namespace

std::map<std::string, std::string> RulesOfSpec(const std::string& path) {
  std::map<std::string, std::string> rules;
  std::ifstream file(path);
  std::string line;
  std::string* open = nullptr;  // That an indented line goes on with.
  while (std::getline(file, line)) {
    if (open != nullptr && line.starts_with("  ")) {
      *open += line.substr(line.find_first_not_of(' ') - 1);
      continue;
    }
    open = nullptr;
    const std::string_view item = Item(line);
    const std::string_view rule = RuleAtStart(item);
    if (rule.empty() || rule.size() + 1 >= item.size()) continue;
    std::string_view text = item.substr(rule.size() + 1);
    if (line.starts_with('|')) {
      text.remove_prefix(std::min<std::size_t>(2, text.size()));
      if (text.ends_with(" |")) text.remove_suffix(2);
    }
    open = &rules[std::string(rule)];
    *open = text;
  }
  return rules;
}

}  // namespace viewproof
