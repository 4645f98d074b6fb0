#include "conformance/run/print_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "conformance/case/escape.h"
#include "conformance/case/protocol.h"
#include "conformance/process/connection.h"
#include "conformance/process/deadline.h"
#include "conformance/process/executor.h"
#include "conformance/report/markup.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/print_run.h"
#include "conformance/report/summary.h"

namespace viewproof {

namespace {

constexpr double kProgramSeconds = 30;
constexpr std::size_t kMostShown = 64;

}  // namespace

std::vector<std::vector<std::string>> OwnCode(
    const AdapterCommand& adapter, const std::vector<const Case*>& cases) {
  AdapterCommand command = adapter;
  command.command.push_back("--program");
  std::vector<std::vector<std::string>> codes(cases.size());
  std::size_t k = 0;
  try {
    Connection connection(command);
    std::string request;
    AppendRunRequest(cases, request);
    connection.Send(request);
    LetEnd(connection, kProgramSeconds);
    // A case ends with an empty line.
    while (connection.Next() == Connection::Event::kLine && k < codes.size()) {
      if (connection.line().starts_with('{')) break;  // It has no --program.
      if (!connection.line().empty()) {
        codes[k].emplace_back(connection.line());
      } else if (!codes[k].empty()) {
        ++k;
      }
    }
  } catch (const Infrastructure&) {
    codes.assign(cases.size(), {});
  }
  return codes;
}

std::vector<ShownCode> CodeOf(const std::vector<ShownCode>& all,
                              const std::vector<Group>& groups) {
  std::vector<ShownCode> shown;
  for (const Group& group : groups) {
    const Record& record = group.smallest;
    const auto found =
        std::ranges::find_if(all, [&record](const ShownCode& code) {
          return code.id == record.id && code.dtype == record.dtype;
        });
    if (found != all.end() && shown.size() < kMostShown) {
      shown.push_back(*found);
    }
  }
  return shown;
}

std::vector<ShownCode> CodeOf(const AdapterCommand& adapter,
                              const std::vector<Group>& groups) {
  std::vector<const Case*> cases;
  for (const Group& group : groups) {
    // Code that kills the process would end that of the others.
    const bool dies = group.smallest.differences.empty();
    if (dies || !group.vector || cases.size() == kMostShown) continue;
    cases.push_back(&group.vector->test);
  }
  std::vector<ShownCode> shown;
  if (cases.empty()) return shown;
  const auto codes = OwnCode(adapter, cases);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (codes[k].empty()) continue;
    shown.push_back({cases[k]->id, cases[k]->base.dtype, codes[k]});
  }
  return shown;
}

namespace {

// Says what is not in the few lines of a run: the subject, its ops, why
// failures are known, and what was not asked.
void PrintMore(const Screen& screen, const RunText& text) {
  const Hello& hello = text.hello;
  screen.Print(fmt::format(
      "\n{} {} ({}, {})\n", Escaped(hello.name), Escaped(hello.version),
      hello.language.empty() ? "language unknown" : Escaped(hello.language),
      Escaped(hello.device)));
  PrintNotes(screen, text.conclusion.details);
  if (!hello.left_out.empty()) {
    PrintNotes(screen, {fmt::format("left out of what is asked: {}",
                                    fmt::join(hello.left_out, ", "))});
  }
  screen.Print("\n");
  PrintTable(screen, text.tally);
  PrintKnown(screen, text.known, true);
  if (text.tally.reasons.empty()) return;
  screen.Print("\nnot asked, for what hello declares:\n");
  for (const auto& [reason, count] : text.tally.reasons) {
    PrintNotes(screen, {fmt::format("{} {}: {}", Grouped(count), Name(reason),
                                    MeaningOf(reason))});
  }
}

std::vector<Advice> NextAfter(const RunText& text) {
  std::vector<Advice> next = text.conclusion.next;
  if (text.tally.all.fresh == 0) return next;
  std::ranges::move(
      NextOf(text.report, text.words.empty() ? "" : ShellWords(text.words),
             text.is_gated),
      std::back_inserter(next));
  return next;
}

}  // namespace

RunSummary SummaryOf(const RunText& text) {
  RunSummary summary{.green = text.conclusion.green,
                     .exit_status = text.conclusion.status(),
                     .headline = text.conclusion.headline,
                     .name = text.hello.name,
                     .version = text.hello.version,
                     .device = text.hello.device,
                     .milliseconds = text.milliseconds.value_or(0),
                     .counts = text.tally.all,
                     .notes = text.conclusion.notes,
                     .known = text.known};
  for (const Advice& advice : NextAfter(text)) {
    summary.next.push_back(advice.first);
  }
  const std::vector<Group> groups = text.tally.groups.Sorted();
  for (std::size_t k = 0; k < groups.size(); ++k) {
    summary.causes.push_back(ShownOf(k + 1, groups[k], text.view));
  }
  return summary;
}

std::string WithOption(std::vector<std::string> words,
                       const std::string& option) {
  words.insert(std::ranges::find(words, "--"), option);
  return ShellWords(words);
}

void PrintRun(const Screen& screen, const RunText& text) {
  const Conclusion& conclusion = text.conclusion;
  const std::vector<Group> groups = text.tally.groups.Sorted();
  const PrintedVerdict verdict{
      conclusion.green, TitleOf(conclusion.headline, text.hello),
      CausesText(conclusion.headline, groups), text.milliseconds};
  PrintFirstLine(screen, verdict);
  screen.Print(CountsText(text.tally.all) + "\n");
  PrintNotes(screen, conclusion.notes);
  if (verdict.green) {
    std::map<std::string, int64_t> known;
    for (const auto& [op, cell] : text.tally.by_op) known[op] = cell.known;
    PrintKnownOps(screen, known, std::ssize(text.known));
  }
  if (text.is_verbose) PrintMore(screen, text);
  PrintGroups(screen, groups, text.view);
  const std::vector<Advice> next = NextAfter(text);
  if (!next.empty() || !groups.empty()) screen.Print("\n");
  PrintAdvice(screen, "next", next);
  if (verdict.green && !text.is_verbose && !text.words.empty()) {
    PrintAdvice(screen, "more",
                {{WithOption(text.words, "-v"),
                  "ops, reasons, what was not asked and why"}});
  }
  PrintLastLine(screen, verdict);
}

}  // namespace viewproof
