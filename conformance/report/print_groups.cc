#include "conformance/report/print_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/case/kernel.h"
#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/judge/compare.h"
#include "conformance/report/lines.h"
#include "conformance/report/sides.h"

namespace viewproof {
namespace {

constexpr std::size_t kInFull = 2;  // Groups that are shown with a case.
constexpr std::size_t kShown = 20;
constexpr std::size_t kIndent = 13;  // Columns of a label.
constexpr std::size_t kShownOps = 8;
constexpr std::size_t kLastWords = 3;  // Lines of a traceback.
constexpr std::size_t kMostStderr = 20;
constexpr std::size_t kMostAlike = 3;  // Bugs that no case tells apart.

std::string Label(std::string_view label) {
  return fmt::format("   {:<{}}", label, kIndent - 3);
}

void PrintLines(const Screen& screen, std::string_view label,
                const std::vector<std::string>& lines,
                Colour colour = Colour::kNone, std::size_t further = 0) {
  std::string before = Label(label);
  for (const std::string& line : lines) {
    screen.Print(before + screen.Paint(line, colour) + "\n");
    before.assign(kIndent + further, ' ');
  }
}

void PrintText(const Screen& screen, std::string_view label,
               std::string_view text, Colour colour = Colour::kNone) {
  if (text.empty()) return;
  PrintLines(screen, label, LinesOfText(text, screen.columns() - kIndent),
             colour);
}

void PrintHead(const Screen& screen, std::size_t number, const Group& group) {
  std::vector<std::string> lines = LinesOfText(
      fmt::format("#{} {}", number, HeadOf(group)), screen.columns());
  PutRight(CasesOf(group), screen.columns(), lines);
  for (const std::string& line : lines) {
    screen.Print(screen.Paint(line, Colour::kRed) + "\n");
  }
}

// The rule that the case breaks: that of the error that was due, else the first
// one of the op at fault.
std::string RuleOf(const Group& group) {
  if (!group.vector) return "";
  const Vector& vector = *group.vector;
  const Record& record = group.smallest;
  const int64_t step = record.differences.empty()
                           ? record.step
                           : record.differences.front().step;
  if (step >= 1 && step <= std::ssize(vector.expect)) {
    const auto* error = std::get_if<ErrorReply>(&vector.expect[step - 1]);
    if (error != nullptr && !error->rule.empty()) return error->rule;
  }
  if (group.failure().op.starts_with(kCallPrefix) &&
      !record.differences.empty()) {
    const DifferenceKind kind = record.differences.front().kind;
    if (kind == DifferenceKind::kStrayWrite) return "call.r2";
    if (kind == DifferenceKind::kShared) return "call.r5";
  }
  const std::string of_op = group.failure().op + ".";
  const auto found = std::ranges::find_if(
      vector.rules,
      [&of_op](const std::string& rule) { return rule.starts_with(of_op); });
  if (found != vector.rules.end()) return *found;
  return vector.rules.empty() ? "" : vector.rules.front();
}

// A line of a Python traceback: '  File "a.py", line 3, in f'.
bool IsFrame(std::string_view line) {
  return line.starts_with("  File \"") && line.find(", in ") != line.npos;
}

// Returns what the adapter said last, in a few lines; of a Python traceback its
// last ones, which say what was raised.
std::string LastWords(std::string_view text) {
  std::vector<std::string_view> lines;
  bool has_frame = false;
  for (const std::string_view line : LinesIn(text)) {
    if (!Trimmed(line).empty()) lines.push_back(line);
    has_frame |= IsFrame(line);
  }
  std::string words;
  const std::size_t most = has_frame ? kLastWords : kMostStderr;
  for (const std::string_view line :
       std::span(lines).last(std::min(lines.size(), most))) {
    words.append(line).append("\n");
  }
  return words;
}

// Returns which bug gives a digest that is wrong, if one of the table does.
std::string EqualOf(const Group& group) {
  if (!group.vector) return "";
  for (const Difference& d : group.smallest.differences) {
    const std::string effect = EffectOfDigest(group.vector->test, d);
    if (!effect.empty()) return "the digest of: " + effect;
  }
  return "";
}

// "nothing is written if rank of the target >= 3". The effect of the bug `told`
// is left out.
std::string TextOf(const KnownBug& bug, std::string_view told) {
  std::string text = bug.mutant == told ? "" : bug.effect;
  if (bug.when.empty()) return text.empty() ? "always" : text;
  if (!text.empty()) text += " if ";
  return text + bug.when;
}

// The text of a case, of whose long lists of elements some are shown:
// "{1,2,3,4,5,6,7,8,... 120 elements}".
std::string WithShortLists(std::string_view text) {
  constexpr std::ptrdiff_t kMostElements = 40;
  constexpr std::ptrdiff_t kElements = 8;
  std::string shown;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    const std::size_t close = std::min(text.find('}', open), text.size());
    shown += text.substr(0, open);
    const std::string_view list = text.substr(open, close - open);
    const std::ptrdiff_t elements = std::ranges::count(list, ',') + 1;
    std::size_t end = list.size();
    if (elements > kMostElements) {
      end = 0;
      for (std::ptrdiff_t k = 0; k < kElements; ++k) {
        end = list.find(',', end) + 1;
      }
    }
    shown += list.substr(0, end);
    if (end < list.size()) {
      shown += fmt::format("... {} elements", Grouped(elements));
    }
    text.remove_prefix(close);
    if (!text.empty()) {
      shown += '}';
      text.remove_prefix(1);
    }
  }
  return shown;
}

// Prints the smallest case of a group.
void PrintCase(const Screen& screen, const ShownCause& cause) {
  const std::size_t columns = screen.columns() - kIndent;
  PrintText(screen, "ops", cause.ops);
  PrintLines(screen, "case",
             LinesOfText(WithShortLists(cause.test), columns, " |"));
  PrintText(screen, "expected", cause.expected, Colour::kGreen);
  PrintText(screen, "got", cause.got, Colour::kRed);
  PrintText(screen, "equals", cause.equals);
  if (!cause.stderr_tail.empty()) {
    std::vector<std::string> lines;
    for (const auto line : LinesIn(cause.stderr_tail)) lines.emplace_back(line);
    PrintLines(screen, "stderr", lines);
  }
  std::vector<std::string> when;
  for (const std::string& line : cause.when) {
    std::ranges::copy(LinesOfText(line, columns), std::back_inserter(when));
  }
  PrintLines(screen, "when", when);
  if (!cause.rule.empty()) {
    PrintLines(
        screen, "rule",
        {CutToColumns(std::string(Trimmed(cause.rule + " " + cause.rule_text)),
                      columns)});
  }
  PrintLines(screen, "run", LinesOfCommand(cause.run, columns - 2),
             Colour::kNone, 2);
  PrintText(screen, "code", cause.code, Colour::kDim);
}

// Prints how many groups there are after the first `shown`, and the largest of
// them if it is larger than the shown ones.
void PrintLargest(const Screen& screen, const std::vector<Group>& groups,
                  std::size_t shown) {
  screen.Print(fmt::format("and {} more: --groups all shows a case of each\n",
                           groups.size() - shown));
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

std::vector<std::string> WhenOf(const std::vector<Explanation>& proved,
                                std::size_t number, const Group& group) {
  // The reader was told the effect of this bug already.
  const bool is_told = ToldOf(group).relation == Name(Relation::kUnwritten);
  const std::string_view told = is_told ? "write_lost" : "";
  std::vector<std::string> lines;
  for (const Explanation& explanation : proved) {
    if (explanation.cause != static_cast<int64_t>(number)) continue;
    // The bug whose effect was seen, if it is among those that fit.
    const auto seen =
        std::ranges::find(explanation.bugs, told, &KnownBug::mutant);
    const bool is_seen = seen != explanation.bugs.end();
    const KnownBug& bug = is_seen ? *seen : explanation.bugs.front();
    const bool all = explanation.explained == explanation.of;
    std::string line =
        TextOf(bug, told) + ": " +
        (all ? "all " : Grouped(explanation.explained) + " of ") +
        Grouped(explanation.of);
    if (bug.pass > 0) {
      line += fmt::format("; {}: 0 of {}", bug.otherwise, Grouped(bug.pass));
    }
    lines.push_back(std::move(line));
    if (is_seen) continue;
    for (std::size_t k = 1; k < std::min(explanation.bugs.size(), kMostAlike);
         ++k) {
      lines.push_back("or " + TextOf(explanation.bugs[k], {}) +
                      ", which no case tells from that");
    }
  }
  return lines;
}

ShownCause ShownOf(std::size_t number, const Group& group,
                   const GroupsView& view) {
  const Record& record = group.smallest;
  const Sides sides = SidesOf(group);
  ShownCause cause;
  cause.sentence = HeadOf(group);
  cause.code = CodeOf(ToldOf(group));
  cause.cases = group.count;
  cause.ids = std::ssize(group.ids);
  if (group.across) cause.ops = OpsOf(group);
  cause.id = record.id;
  cause.dtype = Name(record.dtype);
  cause.test = group.vector
                   ? Text(group.vector->test)
                   : fmt::format("{} ({})", record.id, Name(record.dtype));
  cause.expected = sides.expected;
  cause.got = sides.got;
  cause.equals = EqualOf(group);
  cause.stderr_tail = Escaped(LastWords(record.stderr_tail), Newlines::kKept);
  cause.when = WhenOf(view.proved, number, group);
  cause.rule = Escaped(RuleOf(group));
  if (view.rules != nullptr) {
    const auto found = view.rules->find(cause.rule);
    if (found != view.rules->end()) cause.rule_text = found->second;
  }
  cause.run = view.rerun(record);
  return cause;
}

void PrintGroup(const Screen& screen, std::size_t number, const Group& group,
                const GroupsView& view) {
  screen.Print("\n");
  PrintHead(screen, number, group);
  PrintCase(screen, ShownOf(number, group, view));
}

void PrintGroups(const Screen& screen, const std::vector<Group>& groups,
                 const GroupsView& view) {
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
}

}  // namespace viewproof
