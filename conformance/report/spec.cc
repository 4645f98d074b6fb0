#include "conformance/report/spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

// The line without what stands before its id: "- ", "| " or "12. ".
std::string_view AfterMark(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("| ")) return line.substr(2);
  const std::size_t digits = line.find_first_not_of("0123456789");
  if (digits != 0 && digits != std::string_view::npos &&
      line.substr(digits).starts_with(". ")) {
    return line.substr(digits + 2);
  }
  return {};
}

// The id that the line is about: a name, a dot, one of "rdeiu", a number.
std::string_view IdAt(std::string_view line) {
  const std::string_view text = AfterMark(line);
  const std::string_view id = text.substr(0, text.find(' '));
  const std::size_t dot = id.find('.');
  if (dot == std::string_view::npos || dot + 2 >= id.size()) return {};
  if (std::string_view("rdeiu").find(id[dot + 1]) == std::string_view::npos) {
    return {};
  }
  const auto is_digit = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  };
  return std::all_of(id.begin() + static_cast<std::ptrdiff_t>(dot) + 2,
                     id.end(), is_digit)
             ? id
             : std::string_view();
}

std::string_view HeadingOf(std::string_view line) {
  const std::size_t marks = line.find_first_not_of('#');
  if (marks == 0 || marks == std::string_view::npos) return {};
  return line.substr(line.find_first_not_of(' ', marks));
}

// The cases of a section's examples; those whose result names `id` first.
std::vector<std::string> ExamplesIn(const std::vector<std::string_view>& lines,
                                    std::size_t begin, std::string_view id,
                                    bool& any_names) {
  std::vector<std::string> first;
  std::vector<std::string> others;
  bool inside = false;
  for (std::size_t k = begin; k < lines.size(); ++k) {
    if (!HeadingOf(lines[k]).empty()) break;
    if (lines[k].starts_with("```")) {
      inside = !inside && lines[k].starts_with("```text");
      continue;
    }
    const bool is_case = inside &&
                         lines[k].find('[') != std::string_view::npos &&
                         !lines[k].starts_with("->");
    if (!is_case) continue;
    const bool names =
        k + 1 < lines.size() &&
        lines[k + 1].substr(0, lines[k + 1].find_last_not_of(' ') + 1) ==
            "-> " + std::string(id);
    (names ? first : others).emplace_back(lines[k]);
  }
  any_names = !first.empty();
  first.insert(first.end(), others.begin(), others.end());
  return first;
}

// The paragraph of the rule that begins in line `k`, with its id.
std::vector<std::string> ParagraphAt(const std::vector<std::string_view>& lines,
                                     std::size_t k) {
  std::vector<std::string> paragraph = {std::string(AfterMark(lines[k]))};
  if (lines[k].starts_with("| ")) {
    std::string& row = paragraph.front();
    row.replace(row.find(" | "), 3, ": ");
    row.erase(row.find_last_not_of(" |") + 1);
    return paragraph;
  }
  for (std::size_t n = k + 1; n < lines.size(); ++n) {
    const std::size_t text = lines[n].find_first_not_of(' ');
    if (text == 0 || text == std::string_view::npos) break;
    paragraph.emplace_back(lines[n].substr(text));
  }
  return paragraph;
}

// The same as one line without the id.
std::string SentencesAt(const std::vector<std::string_view>& lines,
                        std::size_t k) {
  const std::string text =
      fmt::format("{}", fmt::join(ParagraphAt(lines, k), " "));
  return std::string(Trimmed(text.substr(text.find_first_of(" :", 0) + 1)));
}

}  // namespace

std::optional<SpecRule> FindRule(std::string_view spec, std::string_view id) {
  const std::vector<std::string_view> lines = LinesIn(spec);
  std::size_t heading = 0;
  // Returns where the op's own section begins, if it has one.
  const std::string op(id.substr(0, id.find('.')));
  std::size_t own = lines.size();
  std::optional<SpecRule> rule;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::string_view title = HeadingOf(lines[k]);
    if (!title.empty()) {
      if (!rule) heading = k;
      std::string name(title.substr(0, title.find('(')));
      std::replace(name.begin(), name.end(), '.', '_');
      if (title.find('(') != std::string_view::npos && name == op) own = k;
    }
    if (rule || id.empty() || IdAt(lines[k]) != id) continue;
    rule.emplace();
    rule->heading = std::string(HeadingOf(lines[heading]));
    rule->lines = ParagraphAt(lines, k);
  }
  if (!rule) return rule;
  rule->examples = ExamplesIn(lines, heading + 1, id, rule->names);
  if (rule->examples.empty() && own < lines.size()) {
    rule->examples = ExamplesIn(lines, own + 1, id, rule->names);
  }
  return rule;
}

std::optional<SpecSection> FindSection(std::string_view spec,
                                       std::string_view op) {
  const std::vector<std::string_view> lines = LinesIn(spec);
  std::size_t k = 0;
  const auto is_it = [op](std::string_view title) {
    return title.find('(') != std::string_view::npos &&
           title.substr(0, title.find('(')) == op;
  };
  while (k < lines.size() && !is_it(HeadingOf(lines[k]))) ++k;
  if (k == lines.size()) return std::nullopt;
  SpecSection section;
  section.heading = std::string(HeadingOf(lines[k]));
  for (++k; k < lines.size() && lines[k].empty();) ++k;
  for (std::size_t n = k; n < lines.size() && !lines[n].empty(); ++n) {
    section.about += (n == k ? "" : " ") + std::string(lines[n]);
  }
  bool any_names = false;
  section.examples = ExamplesIn(lines, k, "", any_names);
  for (; k < lines.size() && HeadingOf(lines[k]).empty(); ++k) {
    const std::string_view id = IdAt(lines[k]);
    if (id.empty()) continue;
    SpecSection::Rule rule = {std::string(id), SentencesAt(lines, k), ""};
    rule.brief = rule.text.substr(0, rule.text.find(". "));
    if (rule.text.starts_with('`')) {  // `kind` phrase: condition
      const std::size_t begin = rule.text.find("` ") + 2;
      rule.brief = rule.text.substr(begin);
      rule.brief.resize(
          std::min({rule.brief.find(": "), rule.brief.find("  "),
                    rule.brief.find(" Together "), rule.brief.size()}));
    }
    section.rules.push_back(std::move(rule));
  }
  return section;
}

std::map<std::string, std::string> SentencesOf(std::string_view spec) {
  std::map<std::string, std::string> rules;
  const std::vector<std::string_view> lines = LinesIn(spec);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::string_view id = IdAt(lines[k]);
    if (!id.empty()) rules.emplace(id, SentencesAt(lines, k));
  }
  return rules;
}

std::map<std::string, std::string> RulesOf(const std::string& root) {
  const std::string path = root + "/reference/SPEC.md";
  return std::filesystem::exists(path) ? SentencesOf(ReadFile(path))
                                       : std::map<std::string, std::string>();
}

// Rows of it: "| *facet* | One thing ... |", and of names "| `shape` | ... |".
std::map<std::string, std::string> WordsOf(const std::string& root) {
  std::map<std::string, std::string> words;
  const std::string path = root + "/conformance/GLOSSARY.md";
  if (!std::filesystem::exists(path)) return words;
  const std::string text = ReadFile(path);
  for (const std::string_view line : LinesIn(text)) {
    const std::vector<std::string_view> cells = Split(line, "|");
    if (cells.size() < 4) continue;
    const std::string_view word = Trimmed(cells[1]);
    if (word.size() < 3 || word.front() != word.back() ||
        (word.front() != '*' && word.front() != '`')) {
      continue;
    }
    words.emplace(word.substr(1, word.size() - 2), Trimmed(cells[2]));
  }
  return words;
}

}  // namespace viewproof
