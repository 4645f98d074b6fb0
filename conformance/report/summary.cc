#include "conformance/report/summary.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace viewproof {
namespace {

// The columns of a count below this head.
std::size_t ColumnsOf(std::string_view head) {
  constexpr std::size_t kLeast = 10;
  return std::max(kLeast, head.size() + 3);
}

}  // namespace

void PrintTable(const Screen& screen, const Tally& tally) {
  std::size_t width = 12;
  const auto shown = [&tally](const std::string& op) {
    return tally.by_borrowed.contains(op) ? "(" + op + ")" : op;
  };
  for (const auto& [op, counts] : tally.by_op) {
    width = std::max(width, shown(op).size());
  }
  std::string heads = fmt::format("{:<{}}", "op", width);
  for (const std::string& head : CountHeads()) {
    heads += fmt::format("{:>{}}", head, ColumnsOf(head));
  }
  screen.Print(screen.Paint(heads, Colour::kBold) + "\n");
  const auto row = [&](const std::string& op, const Cell& cell) {
    std::string line = fmt::format("{:<{}}", op, width);
    const std::vector<std::string> counts = CountRow(cell);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const std::string& count = counts[k] == "0" ? "-" : counts[k];
      line += fmt::format("{:>{}}", count, ColumnsOf(CountHeads()[k]));
    }
    screen.Print(
        screen.Paint(line, cell.fresh == 0 ? Colour::kNone : Colour::kRed) +
        "\n");
  };
  for (const auto& [op, cell] : tally.by_op) row(shown(op), cell);
  row("all", tally.all);
}

std::string SkipsOf(const SkipCounts& skipped) {
  std::string text;
  for (const auto& [reason, count] : skipped) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", Name(reason),
                        Grouped(count));
  }
  return text;
}

std::string_view MeaningOf(SkipReason reason) {
  switch (reason) {
    case SkipReason::kOp:
      return "an op that is neither in `ops` nor in `borrowed`";
    case SkipReason::kDType:
      return "a dtype that is not in `dtypes`, or that cannot hold the values";
    case SkipReason::kRank:
      return "more dimensions than `max_rank`";
    case SkipReason::kWideInt:
      return "an integer beyond `ints` bits";
    case SkipReason::kViews:
      return "view ops that share storage: `views` is false";
    case SkipReason::kAfterError:
      return "a step after an error: `after_error` is false, or `observes` is "
             "\"last\"";
    case SkipReason::kIndexRange:
      return "an index tensor's number out of range: `index_range` is false";
    case SkipReason::kErrorKind:
      return "the facet `error_kind`: nothing else of the case can differ";
    case SkipReason::kDigest:
      return "the form `digest`: contents of many elements, as a CRC-32";
    case SkipReason::kData:
      return "the form `data`: a base whose elements are listed or repeat";
    case SkipReason::kNumbers:
      return "the form `numbers`: fractions, nan, inf, complex, any int64";
    case SkipReason::kIndexTensors:
      return "the form `index_tensors`: an index that names a tensor";
    case SkipReason::kManyOutputs:
      return "the form `many_outputs`: a step with more than 64 outputs";
    case SkipReason::kBorrowed:
      return "own ops: only `borrowed` ones are asked, or one of these is due "
             "to fail, or went wrong";
    case SkipReason::kWrites:
      return "writes in place: with \"rebind\" another step fails";
    case SkipReason::kValues:
      return "the facet `values`: the case ends in `read`";
    case SkipReason::kWorlds:
      return "few lawful ways to come out: with `copies` or `writes` it has "
             "too many, or one that PyTorch leaves open";
    case SkipReason::kLeftOut:
      return "what hello names in `left_out`, as the reply says";
  }
  return {};
}

std::string StrayDeathsText(const std::map<std::string, int64_t>& deaths) {
  int64_t all = 0;
  std::vector<std::string> words;
  for (const auto& [word, count] : deaths) {
    all += count;
    words.push_back(count == 1 ? word : fmt::format("{} {}", word, count));
  }
  if (all == 0) return "";
  return fmt::format("died {} time{}, in no case that repeats it: {}", all,
                     all == 1 ? "" : "s", fmt::join(words, ", "));
}

std::string NoiseText(const Trouble& trouble) {
  if (trouble.noisy_lines == 0) return "";
  return fmt::format("{} on standard output {} no reply, the first: {}",
                     Plural(trouble.noisy_lines, "line"),
                     trouble.noisy_lines == 1 ? "is" : "are", trouble.noise);
}

std::string UntoldText(const Trouble& trouble) {
  return trouble.untold ? "noise and deaths after bye are not told" : "";
}

std::string LateDeathsText(const Trouble& trouble) {
  std::vector<std::string> ended;
  for (const auto& [word, count] : trouble.late_deaths) {
    ended.push_back(Plural(count, "process", "processes") + " ended by " +
                    word);
  }
  if (ended.empty()) return "";
  return fmt::format("{} after bye", fmt::join(ended, ", "));
}

namespace {

constexpr int64_t kLookEvery = 64;  // Cases.
constexpr std::chrono::milliseconds kDrawEvery(100);
constexpr std::chrono::seconds kTellEvery(5);
constexpr int64_t kBar = 30;          // Columns.
constexpr std::size_t kShownId = 40;  // Letters of an id.

}  // namespace

Progress::Progress(int64_t total)
    : total_(total), is_terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::Add(int64_t count) {
  done_ += count;
  if (done_ % kLookEvery < count) Tick({}, 0);
}

void Progress::Tick(std::string_view now, int64_t deaths) {
  const auto since = Clock::now() - told_;
  if (is_terminal_ ? since < kDrawEvery : since < kTellEvery) return;
  told_ = Clock::now();
  Tell(now, deaths);
}

void Progress::Tell(std::string_view now, int64_t deaths) {
  std::string text = Grouped(done_);
  if (total_ > 0) text += " of " + Grouped(total_);
  if (deaths > 0) {
    text += " · " + Plural(deaths, "death");
  }
  if (!now.empty()) text += fmt::format(" · now {}", now.substr(0, kShownId));
  if (!is_terminal_) {
    fmt::print(stderr, "{}\n", text);
  } else if (total_ == 0) {
    fmt::print(stderr, "\r\033[K{}", text);
  } else {
    const int64_t filled = std::min(kBar, kBar * done_ / total_);
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}", "", filled, "",
               kBar - filled, text);
  }
  drawn_ = is_terminal_;
  std::fflush(stderr);
}

}  // namespace viewproof
