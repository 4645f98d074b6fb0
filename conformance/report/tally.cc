#include "conformance/report/tally.h"

#include <algorithm>
#include <optional>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"

namespace viewproof {
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
  Borrowed& borrowed = by_borrowed[record.op];
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
