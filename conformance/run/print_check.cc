#include "conformance/run/print_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
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

// The line without what turned out otherwise. Noise is no code.
std::string Settled(std::string_view line) {
  return IsUtf8(line) ? std::string(line.substr(line.rfind('\r') + 1)) : "";
}

// The code that one process prints.
std::vector<std::vector<std::string>> Printed(
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
        codes[k].push_back(Settled(connection.line()));
      } else if (!codes[k].empty()) {
        ++k;
      }
    }
    const std::string_view rest = connection.rest();
    if (k < codes.size() && !rest.empty() && !rest.starts_with('{')) {
      codes[k].push_back(Settled(rest));
    }
  } catch (const Infrastructure&) {
    codes.assign(cases.size(), {});
  }
  return codes;
}

}  // namespace

std::vector<std::vector<std::string>> OwnCode(
    const AdapterCommand& adapter, const std::vector<AskedCode>& asked) {
  using Clock = std::chrono::steady_clock;
  std::vector<std::vector<std::string>> codes(asked.size());
  std::vector<const Case*> cases;
  std::vector<std::size_t> places;
  // Cases that hang may take long.
  const auto end =
      Clock::now() + std::chrono::duration<double>(kProgramSeconds);
  for (std::size_t k = 0; k < asked.size(); ++k) {
    if (!asked[k].dies) {
      cases.push_back(asked[k].test);
      places.push_back(k);
    } else if (Clock::now() < end) {
      codes[k] = Printed(adapter, {asked[k].test}).front();
    }
  }
  if (cases.empty()) return codes;
  auto printed = Printed(adapter, cases);
  for (std::size_t k = 0; k < places.size(); ++k) {
    codes[places[k]] = std::move(printed[k]);
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
  std::vector<AskedCode> asked;
  for (const Group& group : groups) {
    if (!group.vector || asked.size() == kMostShown) continue;
    asked.push_back(
        {&group.vector->test, group.smallest.verdict != Verdict::kFail});
  }
  const auto codes = OwnCode(adapter, asked);
  std::vector<ShownCode> shown;
  for (std::size_t k = 0; k < asked.size(); ++k) {
    if (codes[k].empty()) continue;
    const Case& test = *asked[k].test;
    shown.push_back({test.id, test.base.dtype, codes[k]});
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

// The command that shows more of the same run, and writes no files.
std::string MoreOf(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 6> kFiles = {
      "--report", "--html", "--json", "--junit", "--markdown", "--groups-file"};
  constexpr std::array<std::string_view, 2> kOfFiles = {"--resume", "--update"};
  const auto dashes = std::ranges::find(words, "--");
  std::vector<std::string> more;
  for (auto word = words.begin(); word != dashes; ++word) {
    const bool is_file =
        std::ranges::count(kFiles, word->substr(0, word->find('='))) > 0;
    if (is_file && word->find('=') == word->npos) ++word;
    if (is_file || std::ranges::count(kOfFiles, *word) > 0) continue;
    more.push_back(*word);
  }
  more.emplace_back("-v");
  more.insert(more.end(), dashes, words.end());
  return ShellWords(more);
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

void PrintRun(const Screen& screen, const RunText& text) {
  const Conclusion& conclusion = text.conclusion;
  const std::vector<Group> groups = text.tally.groups.Sorted();
  const PrintedVerdict verdict{conclusion.green,
                               TitleOf(conclusion.headline, text.hello),
                               CausesText(conclusion.headline, groups),
                               text.milliseconds, CountsText(text.tally.all)};
  PrintFirstLines(screen, verdict);
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
                {{MoreOf(text.words), "ops, reasons, what was not asked"}});
  }
  PrintLastLine(screen, verdict);
}

}  // namespace viewproof
