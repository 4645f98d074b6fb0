#include "conformance/report/summary.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "conformance/case/text.h"

namespace viewproof {
namespace {

constexpr std::size_t kShownJson = 72;  // Characters of expected and actual.
constexpr std::size_t kShownGroups = 20;

std::string_view Escape(Colour colour) {
  switch (colour) {
    case Colour::kRed:
      return "\033[31m";
    case Colour::kGreen:
      return "\033[32m";
    case Colour::kYellow:
      return "\033[33m";
    case Colour::kBold:
      return "\033[1m";
    case Colour::kDim:
      return "\033[2m";
    case Colour::kNone:
      return "";
  }
  return "";
}

// A count in a column; 0 is a dash.
std::string Cell(int64_t count) {
  return fmt::format("{:>9}", count == 0 ? "-" : Grouped(count));
}

std::string TextOf(const Step& step) {
  std::string text;
  AppendText(step, text);
  return text;
}

std::string RulesOf(const Vector& vector, int64_t step) {
  if (step >= 1 && step <= static_cast<int64_t>(vector.expect.size())) {
    const auto* error = std::get_if<ErrorReply>(&vector.expect[step - 1]);
    if (error != nullptr && !error->rule.empty()) return error->rule;
  }
  return fmt::format("{}", fmt::join(vector.rules, " "));
}

std::string Label(std::string_view label) {
  return fmt::format("  {:<9} ", label);
}

void PrintStep(const Screen& screen, const Vector& vector, int64_t step) {
  if (step < 1 || step > static_cast<int64_t>(vector.test.chain.size())) return;
  screen.Print(fmt::format("{}{}\n", Label(fmt::format("step {}", step)),
                           TextOf(vector.test.chain[step - 1])));
}

void PrintDifference(const Screen& screen, const Difference& d) {
  const auto [expected, actual] = Excerpts(d.expected, d.actual);
  std::string what = fmt::format("{}", Name(d.kind));
  if (d.field != Name(d.kind) && d.field != "outcome") what += " in " + d.field;
  if (d.output > 0) what += fmt::format(" of output {}", d.output);
  what += ", op " + d.op;
  if (!d.via.empty() && d.via != d.op) what += " via " + d.via;
  screen.Print(Label(Name(d.facet)) + what + "\n");
  screen.Print(fmt::format("{:12}expected {}\n", "",
                           screen.Paint(expected, Colour::kGreen)));
  screen.Print(fmt::format("{:12}actual   {}\n", "",
                           screen.Paint(actual, Colour::kRed)));
}

void PrintDeath(const Screen& screen, const Vector& vector,
                const Record& record) {
  PrintStep(screen, vector, record.step);
  screen.Print(Label(Name(record.verdict)) +
               screen.Paint(record.detail, Colour::kRed) + "\n");
  if (record.stderr_tail.empty()) return;
  screen.Print(Label("stderr") + "\n" + record.stderr_tail);
  if (record.stderr_tail.back() != '\n') screen.Print("\n");
}

}  // namespace

Screen::Screen(std::FILE* out)
    : out_(out),
      colours_(isatty(fileno(out)) != 0 && std::getenv("NO_COLOR") == nullptr) {
}

void Screen::Print(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), out_);
}

std::string Screen::Paint(std::string_view text, Colour colour) const {
  if (!colours_ || colour == Colour::kNone) return std::string(text);
  return fmt::format("{}{}\033[0m", Escape(colour), text);
}

std::string Grouped(int64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<int64_t>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

std::pair<std::string, std::string> Excerpts(const std::string& expected,
                                             const std::string& actual) {
  const std::size_t shorter = std::min(expected.size(), actual.size());
  const auto differ = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.begin() + shorter,
                    actual.begin())
          .first -
      expected.begin());
  const std::size_t begin = differ > kShownJson / 2 ? differ - 20 : 0;
  const auto cut = [begin](const std::string& text) {
    std::string part = text.substr(std::min(begin, text.size()), kShownJson);
    if (begin > 0) part.insert(0, "...");
    if (begin + kShownJson < text.size()) part += "...";
    return part;
  };
  return {cut(expected), cut(actual)};
}

void PrintTable(const Screen& screen, const Tally& tally) {
  std::size_t width = 5;
  for (const auto& [op, counts] : tally.by_op) {
    width = std::max(width, op.size());
  }
  screen.Print(screen.Paint(fmt::format("{:<{}}{:>9}{:>9}{:>9}\n", "op", width,
                                        "passed", "failed", "skipped"),
                            Colour::kBold));
  const auto row = [&](const std::string& op, const Counts& counts) {
    const Colour failed = counts.failed == 0 ? Colour::kNone : Colour::kRed;
    screen.Print(fmt::format("{:<{}}{}{}{}\n", op, width, Cell(counts.passed),
                             screen.Paint(Cell(counts.failed), failed),
                             Cell(counts.skipped)));
  };
  for (const auto& [op, counts] : tally.by_op) row(op, counts);
  row("total", tally.counts);
}

void PrintFailure(const Screen& screen, const Vector& vector,
                  const Record& record, const std::string& rerun) {
  const std::string head =
      fmt::format("{} ({})", record.id, Name(record.dtype));
  screen.Print("\n" + screen.Paint("FAILED ", Colour::kRed) +
               screen.Paint(head, Colour::kBold) + "\n");
  const int64_t step = record.differences.empty()
                           ? record.step
                           : record.differences.front().step;
  screen.Print(Label("why") + vector.why + "\n");
  screen.Print(Label("rule") + RulesOf(vector, step) + "\n");
  screen.Print(Label("case") + Text(vector.test) + "\n");
  int64_t shown = 0;
  for (const Difference& d : record.differences) {
    if (d.step != shown) PrintStep(screen, vector, d.step);
    shown = d.step;
    PrintDifference(screen, d);
  }
  if (!record.op.empty()) PrintDeath(screen, vector, record);
  if (record.order) {
    screen.Print(Label("order") +
                 "it passes in another order: an earlier case changes "
                 "what it sees\n");
  }
  screen.Print(Label("rerun") + screen.Paint(rerun, Colour::kDim) + "\n");
}

void PrintGroups(const Screen& screen, const std::vector<Group>& groups,
                 const std::string& report) {
  if (groups.empty()) return;
  screen.Print("\n" + screen.Paint(fmt::format("{} cause{} of new failures\n",
                                               groups.size(),
                                               groups.size() == 1 ? "" : "s"),
                                   Colour::kBold));
  screen.Print(fmt::format("{:>3}  {:<23}{:<14}{:<24}{:>6}  {}\n", "#", "op",
                           "difference", "facets", "cases", "smallest"));
  for (std::size_t k = 0; k < std::min(groups.size(), kShownGroups); ++k) {
    const Group& group = groups[k];
    std::string facets;
    for (const Facet facet : group.cause.facets) {
      facets.append(facets.empty() ? "" : " ").append(Name(facet));
    }
    const std::string_view difference =
        group.cause.difference.empty()
            ? Name(group.cause.verdict)
            : std::string_view(group.cause.difference);
    screen.Print(fmt::format("{:>3}  {:<23}{:<14}{:<24}{:>6}  {} ({})\n", k + 1,
                             group.cause.op, difference, facets,
                             Grouped(group.count), group.smallest,
                             Name(group.dtype)));
    std::string hint = HintOf(group);
    if (IsLikelyTheAdapters(group)) {
      hint +=
          hint.empty() ? "likely the adapter's" : "  (likely the adapter's)";
    }
    if (!hint.empty()) {
      screen.Print("     " + screen.Paint(hint, Colour::kYellow) + "\n");
    }
  }
  if (groups.size() > kShownGroups) {
    screen.Print(
        fmt::format("     and {} more\n", groups.size() - kShownGroups));
  }
  if (report.empty()) return;
  screen.Print(fmt::format(
      "accept one:  tools/viewproof accept {} --group 1 --reason '...'\n",
      report));
}

std::string SkipsOf(const Tally& tally) {
  std::vector<std::pair<int64_t, std::string_view>> reasons;
  for (const auto& [reason, count] : tally.skipped) {
    reasons.emplace_back(-count, Name(reason));
  }
  std::sort(reasons.begin(), reasons.end());
  std::string text;
  for (const auto& [count, reason] : reasons) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", reason,
                        Grouped(-count));
  }
  return text;
}

}  // namespace viewproof
