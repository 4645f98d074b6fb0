#include "conformance/report/print_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/installed.h"
#include "conformance/judge/compare.h"
#include "conformance/report/markup.h"

namespace viewproof {
namespace {

constexpr std::size_t kInFull = 3;  // Groups that are shown with a case.
constexpr std::size_t kShown = 20;
constexpr std::size_t kColumns = 80;
constexpr std::size_t kIndent = 12;     // Columns of a label.
constexpr std::size_t kShownJson = 53;  // Expected and actual show no more.
constexpr std::size_t kShownOps = 8;
constexpr std::size_t kMostText = 4000;
constexpr std::size_t kLastWords = 3;  // Lines of a traceback.

std::string Label(std::string_view label) {
  return fmt::format("  {:<9} ", label);
}

// No longer than a label may be.
std::string_view LabelOf(Facet facet) {
  return facet == Facet::kErrorKind ? "kind" : Name(facet);
}

// Breaks `text` at blanks into lines of kColumns, the first of which begins at
// column `at`, the others at kIndent.
std::string Wrapped(std::string_view text, std::size_t at) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!lines.empty() && at + 1 + word.size() > kColumns) {
      lines += '\n' + std::string(kIndent, ' ');
      at = kIndent;
    } else if (!lines.empty()) {
      lines += ' ';
      ++at;
    }
    lines += word;
    at += word.size();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void PrintProse(const Screen& screen, std::string_view label,
                std::string_view text, Colour colour = Colour::kNone) {
  if (text.empty()) return;
  screen.Print(Label(label) + screen.Paint(Wrapped(text, kIndent), colour) +
               "\n");
}

void PrintHead(const Screen& screen, std::size_t number, const Group& group) {
  const std::string label = fmt::format("#{} ", number);
  screen.Print(
      screen.Paint(label, Colour::kBold) +
      screen.Paint(Wrapped(HeadOf(group) + ": " + CasesOf(group), label.size()),
                   Colour::kRed) +
      "\n");
}

std::string RulesOf(const Vector& vector, int64_t step) {
  if (step >= 1 && step <= static_cast<int64_t>(vector.expect.size())) {
    const auto* error = std::get_if<ErrorReply>(&vector.expect[step - 1]);
    if (error != nullptr && !error->rule.empty()) return error->rule;
  }
  return Escaped(fmt::format("{}", fmt::join(vector.rules, " ")));
}

void PrintStep(const Screen& screen, const Vector& vector, int64_t step) {
  if (step < 1 || step > static_cast<int64_t>(vector.test.chain.size())) return;
  std::string text;
  AppendText(vector.test.chain[step - 1], text);
  screen.Print(Label(fmt::format("step {}", step)) + text + "\n");
}

// Takes the message out of an error as JSON; empty if it has none.
std::string TakeMessage(std::string& json) {
  constexpr std::string_view kEnd = "}}";
  constexpr std::string_view kMessage = "\"message\":";
  const std::size_t at = json.find(kMessage);
  if (!json.starts_with("{\"error\":") || at == std::string::npos) return "";
  const std::size_t begin = at + kMessage.size();
  const std::string message =
      json.substr(begin, json.size() - begin - kEnd.size());
  const bool first = json[at - 1] == '{';
  json.replace(first ? at : at - 1, std::string::npos, kEnd);
  return message;
}

// The message is JSON.
void PrintMessage(const Screen& screen, const std::string& message) {
  if (message.empty()) return;
  PrintProse(screen, "message", Clipped(Escaped(message), kMostText),
             Colour::kRed);
}

void PrintDifference(const Screen& screen, const Difference& d) {
  std::string given = d.actual;
  const std::string message = TakeMessage(given);
  const auto [expected, actual] = Excerpts(d.expected, given, kShownJson);
  std::string what(Name(d.kind));
  if (d.field != Name(d.kind) && d.field != "outcome") what += " in " + d.field;
  if (d.output > 0) what += fmt::format(" of output {}", d.output);
  what += ", op " + d.op;
  if (!d.via.empty() && d.via != d.op) what += " via " + d.via;
  PrintProse(screen, LabelOf(d.facet), what);
  if (d.kind == DifferenceKind::kUnsupported && d.actual.starts_with('"')) {
    PrintMessage(screen, d.actual);
    return;
  }
  screen.Print(fmt::format("{:{}}expected {}\n", "", kIndent,
                           screen.Paint(Escaped(expected), Colour::kGreen)));
  screen.Print(fmt::format("{:{}}actual   {}\n", "", kIndent,
                           screen.Paint(Escaped(actual), Colour::kRed)));
  PrintMessage(screen, message);
}

// Returns whether the facets differ by the same fact.
bool IsRepeated(const Difference& d, const Difference& before) {
  return d.kind == before.kind && d.step == before.step &&
         d.output == before.output && d.op == before.op &&
         d.expected == before.expected && d.actual == before.actual;
}

// A line of a Python traceback: '  File "a.py", line 3, in f'.
bool IsFrame(std::string_view line) {
  return line.starts_with("  File \"") && line.find(", in ") != line.npos;
}

// Returns what the adapter said last; of a Python traceback its last lines,
// which say what was raised.
std::string LastWords(std::string_view text) {
  std::vector<std::string_view> lines;
  bool has_frame = false;
  for (const std::string_view line : LinesIn(text)) {
    if (!Trimmed(line).empty()) lines.push_back(line);
    has_frame |= IsFrame(line);
  }
  std::string words;
  if (!has_frame || lines.size() <= kLastWords) {
    words = text;
    if (!words.ends_with('\n')) words += '\n';
    return words;
  }
  for (const std::string_view line : std::span(lines).last(kLastWords)) {
    words.append(line).append("\n");
  }
  return words;
}

void PrintDeath(const Screen& screen, const Record& record) {
  PrintProse(screen, Name(record.verdict),
             Clipped(Escaped(record.detail), kMostText), Colour::kRed);
  if (record.stderr_tail.empty()) return;
  screen.Print(Label("stderr") + "\n" +
               Escaped(LastWords(record.stderr_tail), Newlines::kKept));
}

// Prints what the vector says of the case, and of the step that fails.
void PrintVector(const Screen& screen, const Vector& vector, int64_t step) {
  PrintProse(screen, "why", Escaped(vector.why));
  PrintProse(screen, "rule", RulesOf(vector, step));
  screen.Print(Label("case") + Text(vector.test) + "\n");
  PrintStep(screen, vector, step);
}

// Prints which bug gives a digest that is wrong, if one of the table does.
void PrintDigest(const Screen& screen, const Group& group,
                 const Difference& d) {
  if (!group.vector) return;
  const std::string effect = EffectOfDigest(group.vector->test, d);
  if (!effect.empty()) PrintProse(screen, "equals", "the digest of: " + effect);
}

// Prints the differences of the smallest case, whose step `shown` is shown
// already.
void PrintDifferences(const Screen& screen, const Group& group, int64_t shown) {
  const Difference* before = nullptr;
  for (const Difference& d : group.smallest.differences) {
    if (d.step != shown && group.vector) {
      PrintStep(screen, *group.vector, d.step);
    }
    shown = d.step;
    if (before != nullptr && IsRepeated(d, *before)) {
      PrintProse(screen, LabelOf(d.facet), "the same");
    } else {
      PrintDifference(screen, d);
      PrintDigest(screen, group, d);
    }
    before = &d;
  }
}

void PrintSmallest(const Screen& screen, const Group& group,
                   const GroupsView& view) {
  const Record& record = group.smallest;
  PrintProse(screen, group.count == 1 ? "id" : "smallest",
             fmt::format("{} ({})", record.id, Name(record.dtype)));
  const int64_t step = record.verdict == Verdict::kFail
                           ? record.differences.front().step
                           : record.step;
  if (group.vector) {
    PrintVector(screen, *group.vector, step);
  } else {
    PrintProse(screen, "case", "not shown: a report does not hold its vector");
  }
  if (!record.op.empty()) PrintDeath(screen, record);
  PrintDifferences(screen, group, step);
  if (!record.message.empty()) {
    std::string message;
    AppendQuoted(record.message, message);
    PrintMessage(screen, message);
  }
  screen.Print(Label("rerun") + screen.Paint(view.rerun(record), Colour::kDim) +
               "\n");
}

// "12 new failures, 3 causes, the gravest first".
std::string TitleOf(const std::vector<Group>& groups) {
  int64_t failures = 0;
  for (const Group& group : groups) failures += group.count;
  return fmt::format("{} new failure{}, {} cause{}", Grouped(failures),
                     failures == 1 ? "" : "s", groups.size(),
                     groups.size() == 1 ? "" : "s, the gravest first");
}

// Prints how many groups there are after the first `shown`, and the largest of
// them if it is larger than the shown ones.
void PrintLargest(const Screen& screen, const std::vector<Group>& groups,
                  std::size_t shown) {
  screen.Print(fmt::format("and {} more\n", groups.size() - shown));
  const auto largest = std::ranges::max_element(groups, {}, &Group::count);
  const auto at = static_cast<std::size_t>(largest - groups.begin());
  if (at >= shown) PrintHead(screen, at + 1, *largest);
}

}  // namespace

std::string HeadOf(const Group& group) {
  const std::string text = SentenceOf(ToldOf(group));
  return group.adapters ? text + " (likely the adapter's fault)" : text;
}

std::string CasesOf(const Group& group) {
  const std::string cases = Plural(group.count, "case");
  const int64_t ids = std::ssize(group.ids);
  return ids == group.count ? cases : cases + ", " + Plural(ids, "id");
}

std::string OpsOf(const Group& group) {
  std::vector<std::pair<int64_t, std::string_view>> ops;
  for (const auto& [op, count] : group.by_op) ops.emplace_back(-count, op);
  std::ranges::sort(ops);
  std::string text;
  for (std::size_t k = 0; k < std::min(ops.size(), kShownOps); ++k) {
    text += fmt::format("{}{} {}", k == 0 ? "" : ", ", ops[k].second,
                        Grouped(-ops[k].first));
  }
  if (ops.size() <= kShownOps) return text;
  return text + fmt::format(" and {} more", ops.size() - kShownOps);
}

void PrintGroup(const Screen& screen, std::size_t number, const Group& group,
                const GroupsView& view) {
  screen.Print("\n");
  PrintHead(screen, number, group);
  if (group.across) PrintProse(screen, "ops", OpsOf(group));
  PrintSmallest(screen, group, view);
}

void PrintGroups(const Screen& screen, const std::vector<Group>& groups,
                 const GroupsView& view) {
  if (groups.empty()) return;
  screen.Print("\n" + screen.Paint(TitleOf(groups), Colour::kBold) + "\n");
  const std::size_t in_full = view.all ? groups.size() : kInFull;
  const std::size_t shown = view.all ? groups.size() : kShown;
  for (std::size_t k = 0; k < std::min(groups.size(), shown); ++k) {
    if (k < in_full) {
      PrintGroup(screen, k + 1, groups[k], view);
    } else {
      if (k == in_full) screen.Print("\n");
      PrintHead(screen, k + 1, groups[k]);
    }
  }
  if (groups.size() > shown) PrintLargest(screen, groups, shown);
  if (groups.size() > in_full) {
    screen.Print("--groups all shows a case of each cause\n");
  }
  if (!view.report.empty()) {
    screen.Print(
        fmt::format("accept one: {} accept {} --group 1 --reason '...'\n",
                    ProgramName(), ShellWord(view.report)));
  }
}

}  // namespace viewproof
