#include "tools/cli/explain_rule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/installed.h"
#include "conformance/picture/case_picture.h"
#include "conformance/picture/failure.h"
#include "conformance/picture/text.h"
#include "conformance/report/markup.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

constexpr std::size_t kVectorsOfRule = 3;
constexpr std::size_t kMoreVectorsOfRule = 12;

// A message without its braces: "with sizes SIZES and strides STRIDES".
std::string WithPlaces(std::string text) {
  constexpr std::string_view kName = "abcdefghijklmnopqrstuvwxyz_0123456789";
  for (std::size_t at = 0; (at = text.find('{', at)) != text.npos; ++at) {
    const std::size_t end = text.find_first_not_of(kName, at + 1);
    if (end == text.npos || text[end] != '}' || std::isdigit(text[at + 1]) != 0)
      continue;
    text.erase(end, 1);
    text.erase(at, 1);
    for (std::size_t k = at; k < end - 1; ++k) {
      text[k] = static_cast<char>(std::toupper(text[k]));
    }
  }
  return text;
}

// The chain of a case as a table alone, and why it is refused.
std::string TableOf(const ExplainOptions& options, const Case& test,
                    std::FILE* out) {
  Picture picture = DrawCase(test);
  picture.verdict.clear();
  picture.lesson.clear();
  picture.writes.clear();
  picture.strips.clear();
  picture.tensors.clear();
  picture.sharing.clear();
  const std::optional<Reason> reason = std::exchange(picture.reason, {});
  picture.notes.clear();
  ExplainOptions whole = options;
  whole.more = true;
  std::string text = Drawing(whole, picture, out);
  for (const std::string& said : reason ? reason->lines : Lines()) {
    if (said.starts_with("The rule: ")) continue;  // It stands above.
    for (const std::string& line : BreakLines(said, Screen(out).columns())) {
      text += line + "\n";
    }
  }
  return text;
}

}  // namespace

std::string Drawing(const ExplainOptions& options, const Picture& picture,
                    std::FILE* out) {
  const bool is_whole = options.more || !options.report.empty();
  if (options.plain) return DrawPlain(picture, !is_whole);
  return DrawText(picture, {.columns = Screen(out).columns(),
                            .colour = Screen(out).has_colours(),
                            .length = is_whole        ? PictureLength::kWhole
                                      : options.brief ? PictureLength::kShort
                                                      : PictureLength::kBrief});
}

void PrintRule(const ExplainOptions& options, const std::string& id,
               const SpecRule& rule, GoldenText& golden, std::FILE* out) {
  fmt::print(out, "{}, of {}\n\n", id, rule.heading);
  const std::string paragraph =
      WithPlaces(fmt::format("{}", fmt::join(rule.lines, " ")));
  for (const std::string& line :
       BreakLines(paragraph, Screen(out).columns() - 2)) {
    fmt::print(out, "  {}\n", line);
  }
  const std::vector<Vector> vectors =
      golden.OfRule(id, options.more ? kMoreVectorsOfRule : kVectorsOfRule);
  std::optional<Case> example;
  const bool is_error = id.find(".e") != std::string::npos;
  if (!rule.examples.empty() && (rule.names || !is_error || vectors.empty())) {
    example = ParseText(rule.examples.front());
  } else if (!vectors.empty()) {
    example = vectors.front().test;
  }
  if (example) {
    fmt::print(out, "\nAn example, run by the reference: {}",
               TableOf(options, *example, out));
  }
  if (vectors.empty()) return;
  fmt::print(out, "\nVectors of it\n");
  for (const Vector& vector : vectors) {
    fmt::print(out, "  {}\n", vector.test.id);
    for (const std::string& text : {vector.why, Text(vector.test)}) {
      for (const std::string& line :
           BreakLines(Escaped(text), Screen(out).columns() - 4)) {
        fmt::print(out, "    {}\n", line);
      }
    }
  }
  fmt::print(out, "{} explain {} draws one.\n", ProgramName(),
             ShellWord(vectors.front().test.id));
}

void PrintCall(const std::string& id, const std::string& spec, std::FILE* out) {
  const std::size_t columns = Screen(out).columns();
  const auto print = [&](const std::string& text) {
    for (const std::string& line : BreakLines(text, columns - 2)) {
      fmt::print(out, "  {}\n", line);
    }
  };
  const std::string_view op = OpOfId(id);
  fmt::print(out, "{}\n\n", id);
  print(SentenceOfCall(id));
  const std::string_view form = op.ends_with(".out") ? "call.r4"
                                : op.ends_with('_')  ? "call.r3"
                                                     : "call.r1";
  for (const auto& [rule, sentences] : SentencesOf(spec)) {
    const bool holds = rule == form || rule == "call.r2" || rule == "call.r6" ||
                       (rule == "call.r5" && form == "call.r1");
    if (holds) print(rule + " " + sentences);
  }
  if (op.size() == id.size()) return;
  print(
      fmt::format("A report draws it if it failed: {} explain {} --report "
                  "REPORT",
                  ProgramName(), ShellWord(id)));
}

void PrintSection(const ExplainOptions& options, const std::string& op,
                  const SpecSection& section, std::FILE* out) {
  const std::size_t columns = Screen(out).columns();
  Lines lines;
  const auto add = [&](const std::string& text, std::size_t indent) {
    for (const std::string& line : BreakLines(text, columns - indent)) {
      lines.push_back(std::string(indent, ' ') + line);
    }
  };
  add(section.heading, 0);
  add(section.about, 2);
  lines.emplace_back();
  std::string errors;
  for (const SpecSection::Rule& rule : section.rules) {
    if (options.more) {
      add(rule.id + " " + rule.text, 2);
    } else if (rule.id.find(".e") != std::string::npos) {
      errors += (errors.empty() ? "" : "; ") + rule.brief;
    }
  }
  if (!errors.empty()) add("It refuses " + errors + ".", 2);
  for (const SpecSection::Rule& rule : section.rules) {
    if (!options.more && rule.id.find(".e") == std::string::npos) {
      add(rule.brief, 2);
    }
  }
  Lines example;
  if (!section.examples.empty() && !options.more) {
    const Case test = ParseText(section.examples.front());
    example =
        BreakLines("An example, run by the reference: " + Text(test), columns);
    example.insert(example.begin(), "");
    const Lines table = BriefTable(DrawCase(test), {.columns = columns});
    example.insert(example.end(), table.begin(), table.end());
    CutTo(lines, kBriefLines - std::min(kBriefLines / 2, example.size() + 2),
          columns);
  }
  for (const Lines& part : {lines, example}) {
    for (const std::string& line : part) fmt::print(out, "{}\n", line);
  }
  constexpr std::size_t kMoreExamples = 8;
  for (std::size_t k = 0; options.more && k < section.examples.size(); ++k) {
    if (k == kMoreExamples) break;
    fmt::print(out, "\nAn example, run by the reference: {}",
               TableOf(options, ParseText(section.examples[k]), out));
  }
  if (options.more) return;
  fmt::print(out, "\n(--more: every rule of {} with its id, and examples)\n",
             op);
}

void PrintWord(const std::string& word, const std::string& entry,
               std::FILE* out) {
  for (const std::string& line :
       BreakLines(fmt::format("{}: {}", word, entry), Screen(out).columns())) {
    fmt::print(out, "{}\n", line);
  }
}

}  // namespace viewproof
