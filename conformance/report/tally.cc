#include "conformance/report/tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/judge/asked_call.h"
#include "conformance/report/screen.h"

namespace viewproof {

void Cell::Add(Standing standing) {
  passed += standing == Standing::kPassed;
  fresh += standing == Standing::kNewFailure;
  known += standing == Standing::kKnownFailure;
  others += standing == Standing::kNotDemanded;
  skipped += standing == Standing::kSkipped;
}

Cell& Cell::operator-=(const Cell& other) {
  passed -= other.passed;
  fresh -= other.fresh;
  known -= other.known;
  others -= other.others;
  skipped -= other.skipped;
  return *this;
}

namespace {

constexpr std::array<std::pair<std::string_view, int64_t Cell::*>, 5> kCounts =
    {{{"passed", &Cell::passed},
      {"new", &Cell::fresh},
      {"known", &Cell::known},
      {"not demanded", &Cell::others},
      {"not asked", &Cell::skipped}}};

}  // namespace

std::string CountsText(const Cell& cell) {
  std::string text;
  for (const auto& [head, count] : kCounts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ",
                        Grouped(cell.*count), head);
  }
  return text;
}

Counts CountsOf(const Cell& cell) {
  return {cell.passed, cell.fresh, cell.all() - cell.passed - cell.fresh};
}

std::vector<std::string> CountHeads() {
  std::vector<std::string> heads;
  for (const auto& [head, count] : kCounts) heads.emplace_back(head);
  return heads;
}

std::vector<std::string> CountRow(const Cell& cell) {
  std::vector<std::string> row;
  for (const auto& [head, count] : kCounts) {
    row.push_back(Grouped(cell.*count));
  }
  return row;
}

std::map<std::string, int64_t> CountsByHead(const Cell& cell) {
  std::map<std::string, int64_t> counts;
  for (const auto& [head, count] : kCounts) {
    counts[std::string(head)] = cell.*count;
  }
  return counts;
}

Cell CellOf(const std::map<std::string, int64_t>& counts) {
  Cell cell;
  for (const auto& [head, count] : kCounts) {
    const auto found = counts.find(std::string(head));
    if (found != counts.end()) cell.*count = found->second;
  }
  return cell;
}

void Census::Count(const Record& record, Standing standing, Facets demanded) {
  all.Add(standing);
  by_profile[record.profile].Add(standing);
  by_op[OpOf(record, demanded)].Add(standing);
  by_vector[std::string(OpOfId(record.id))].Add(standing);
  if (standing == Standing::kSkipped) {
    ++reasons[*record.reason];
    ++reasons_in[record.profile][*record.reason];
  }
  deaths += IsDeath(record.verdict);
}

bool Census::HasRun(Profile profile) const {
  const auto found = by_profile.find(profile);
  return found != by_profile.end() && found->second.executed() > 0;
}

int64_t SizeOf(const Case& test) {
  const int64_t steps = static_cast<int64_t>(test.chain.size());
  return steps * (kMaxBase + 1) +
         Numel(FilledSizes(test.base)).value_or(kMaxBase);
}

Record Reported(Record record, const Vector& vector, Standing standing,
                int64_t entry) {
  record.known = standing == Standing::kKnownFailure;
  record.entry = entry;
  record.rev = vector.rev;
  if (record.verdict != Verdict::kPass && record.verdict != Verdict::kSkip) {
    record.call = AskedCallOf(vector, record.differences);
  }
  return record;
}

void Tally::Add(const Vector& vector, const Record& record, Standing standing) {
  groups.Add(record, standing, &vector);
  Count(record, standing, demanded_);
  order += standing == Standing::kNewFailure && record.order;
  if (!by_borrowed.empty()) CountBorrowed(vector, record);
  if (standing == Standing::kSkipped) return;
  CountLeftOut(vector, record);
  for (const Step& step : vector.test.chain) executed_ops.insert(step.op->name);
}

void Tally::CountBorrowed(const Vector& vector, const Record& record) {
  const bool wrong = record.verdict == Verdict::kSkip && !record.op.empty();
  if (record.verdict == Verdict::kSkip && !wrong) return;
  std::set<std::string_view> ops;
  for (const Step& step : vector.test.chain) ops.insert(step.op->name);
  for (auto& [op, borrowed] : by_borrowed) borrowed.reached += ops.count(op);
  if (!wrong) return;
  borrowed_lines.push_back(
      {record.id, record.dtype,
       Failure{Verdict::kSkip, {}, "", record.op, record.step}});
  BorrowedCount& borrowed = by_borrowed[record.op];
  const int64_t size = SizeOf(vector.test);
  if (borrowed.wrong++ == 0 || size < borrowed.size) {
    borrowed.id = record.id;
    borrowed.size = size;
  }
}

void Tally::CountLeftOut(const Vector& vector, const Record& record) {
  for (std::size_t k = 0; k < withouts_.size(); ++k) {
    if (!Covers(withouts_[k], vector)) continue;
    const std::vector<Facet>& facets = withouts_[k].facets;
    ++left_out[k].cases;
    left_out[k].differ +=
        std::any_of(record.differences.begin(), record.differences.end(),
                    [&](const Difference& d) {
                      return demanded_.Contains(d.facet) &&
                             std::find(facets.begin(), facets.end(), d.facet) !=
                                 facets.end();
                    });
  }
}

}  // namespace viewproof
