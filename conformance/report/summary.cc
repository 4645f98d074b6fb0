#include "conformance/report/summary.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace viewproof {
namespace {

// A count in a column; 0 is a dash.
std::string CountCell(int64_t count) {
  return fmt::format("{:>9}", count == 0 ? "-" : Grouped(count));
}

}  // namespace

std::pair<std::string, std::string> Excerpts(const std::string& expected,
                                             const std::string& actual,
                                             std::size_t shown) {
  const std::size_t shorter = std::min(expected.size(), actual.size());
  const auto differ = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.begin() + shorter,
                    actual.begin())
          .first -
      expected.begin());
  const std::size_t begin = differ > shown / 2 ? differ - 20 : 0;
  const auto cut = [begin, shown](const std::string& text) {
    std::string part = text.substr(std::min(begin, text.size()), shown);
    if (begin > 0) part.insert(0, "...");
    if (begin + shown < text.size()) part += "...";
    return part;
  };
  return {cut(expected), cut(actual)};
}

void PrintTable(const Screen& screen, const Tally& tally) {
  std::size_t width = 12;
  const auto shown = [&tally](const std::string& op) {
    return tally.by_borrowed.contains(op) ? "(" + op + ")" : op;
  };
  for (const auto& [op, counts] : tally.by_op) {
    width = std::max(width, shown(op).size());
  }
  // A column that no op has is left out.
  const auto more = [&tally](std::string known, std::string not_demanded) {
    if (tally.all.known == 0) known.clear();
    if (tally.all.others == 0) not_demanded.clear();
    return known + not_demanded;
  };
  const auto in_vectors_of = [&tally](const std::string& op) {
    const auto found = tally.by_vector.find(op);
    return found == tally.by_vector.end() ? 0 : found->second.fresh;
  };
  // The vectors of an op have other ops in them, which may be at fault.
  const bool elsewhere = std::ranges::any_of(tally.by_op, [&](const auto& row) {
    return row.second.fresh != in_vectors_of(row.first);
  });
  const auto last = [elsewhere](std::string text) {
    return elsewhere ? text : "";
  };
  screen.Print(screen.Paint(
      fmt::format("{:<{}}{:>9}{:>9}{:>9}{}{}\n",
                  tally.all.fresh == 0 ? "op" : "op at fault", width, "passed",
                  "failed", "skipped", more("    known", "    not demanded"),
                  last("    failed in its vectors")),
      Colour::kBold));
  const auto row = [&](const std::string& op, const Cell& cell,
                       int64_t in_vectors) {
    const Colour failed = cell.fresh == 0 ? Colour::kNone : Colour::kRed;
    screen.Print(fmt::format(
        "{:<{}}{}{}{}{}{}\n", op, width, CountCell(cell.passed),
        screen.Paint(CountCell(cell.fresh), failed), CountCell(cell.skipped),
        more(CountCell(cell.known), "       " + CountCell(cell.others)),
        last(fmt::format("{:16}{}", "", CountCell(in_vectors)))));
  };
  Cell others = tally.all;
  int64_t in_other_vectors = tally.all.fresh;
  for (const auto& [op, cell] : tally.by_op) {
    if (cell.fresh == 0 && tally.all.fresh != 0) continue;
    row(shown(op), cell, in_vectors_of(op));
    others -= cell;
    in_other_vectors -= in_vectors_of(op);
  }
  if (others.all() + in_other_vectors > 0) {
    row("others", others, in_other_vectors);
  }
  row("total", tally.all, tally.all.fresh);
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
