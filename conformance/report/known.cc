#include "conformance/report/known.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/describe.h"
#include "conformance/case/escape.h"
#include "conformance/report/lines.h"
#include "conformance/report/screen.h"
#include "conformance/report/sentence.h"

namespace viewproof {
namespace {

constexpr std::size_t kShownEntries = 5;
constexpr std::size_t kCountColumns = 9;

using NumberedReason = std::pair<int64_t, KnownReason>;

constexpr auto kReasons = json::List{json::Describe<NumberedReason>(
    json::Needed("entry", &NumberedReason::first),
    json::Needed("count", &NumberedReason::second, &KnownReason::count),
    json::Needed("what", &NumberedReason::second, &KnownReason::what),
    json::Needed("reason", &NumberedReason::second, &KnownReason::reason),
    json::Optional("link", &NumberedReason::second, &KnownReason::link),
    json::Optional("since", &NumberedReason::second, &KnownReason::since))};

}  // namespace

KnownReason ReasonOf(const KnownFailure& entry, int64_t count) {
  const Failure failure{entry.dies ? Verdict::kCrash : entry.verdict,
                        entry.facets, entry.difference, entry.op};
  return {SentenceOf(Told{.failure = failure}), entry.reason, entry.link, count,
          entry.since};
}

void CountKnown(const Gate* gate, int64_t entry, KnownReasons& known) {
  if (entry == 0) return;
  const auto [found, is_new] = known.try_emplace(entry);
  KnownReason& reason = found->second;
  if (is_new) {
    reason = ReasonOf(gate->entries[static_cast<std::size_t>(entry - 1)], 0);
  }
  ++reason.count;
}

std::string TextOf(const KnownReason& known) {
  return known.link.empty() ? known.reason
                            : fmt::format("{} ({})", known.reason, known.link);
}

void KnownReasonsCodec::Read(json::od::value value, std::string_view field,
                             KnownReasons& into) const {
  std::vector<NumberedReason> list;
  kReasons.Read(value, field, list);
  for (NumberedReason& known : list) {
    if (!into.insert(std::move(known)).second) {
      json::Refuse("entry", fmt::format("{} is there twice", known.first));
    }
  }
}

void KnownReasonsCodec::Append(const KnownReasons& known,
                               std::string& out) const {
  kReasons.Append(std::vector<NumberedReason>(known.begin(), known.end()), out);
}

std::string KnownReasonsCodec::Schema() const { return kReasons.Schema(); }

std::vector<const KnownReason*> ByCount(const KnownReasons& known) {
  std::vector<const KnownReason*> entries;
  for (const auto& [entry, reason] : known) entries.push_back(&reason);
  std::ranges::stable_sort(entries, std::ranges::greater(),
                           &KnownReason::count);
  return entries;
}

namespace {

void PrintEntry(const Screen& screen, const KnownReason& known) {
  std::string head =
      fmt::format("{:>{}}  ", Grouped(known.count), kCountColumns);
  for (const std::string& line :
       LinesOfText(Escaped(known.what + ": " + known.reason),
                   screen.columns() - head.size())) {
    screen.Print(head + line + "\n");
    head.assign(kCountColumns + 2, ' ');
  }
  if (!known.link.empty()) screen.Print(head + Escaped(known.link) + "\n");
}

}  // namespace

void PrintKnown(const Screen& screen, const KnownReasons& known, bool all) {
  if (known.empty()) return;
  const std::vector<const KnownReason*> entries = ByCount(known);
  int64_t left = 0;
  for (const KnownReason* reason : entries) left += reason->count;
  screen.Print(fmt::format("\nknown failures, by the gate file: {} in {}\n",
                           Grouped(left),
                           Plural(std::ssize(entries), "entry", "entries")));
  const std::size_t shown =
      all ? entries.size() : std::min(entries.size(), kShownEntries);
  for (std::size_t k = 0; k < shown; ++k) {
    PrintEntry(screen, *entries[k]);
    left -= entries[k]->count;
  }
  if (shown < entries.size()) {
    screen.Print(fmt::format("{:>{}}  in {} more: --groups all shows them\n",
                             Grouped(left), kCountColumns,
                             entries.size() - shown));
  }
}

}  // namespace viewproof
