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

Record Reported(Record record, const Vector& vector, Standing standing) {
  record.known = standing == Standing::kKnownFailure;
  record.rev = vector.rev;
  return record;
}

void Tally::Add(const Vector& vector, const Record& record, Standing standing) {
  groups.Add(record, standing, &vector);
  OfOp& of_op = by_op[OpOf(record, demanded_)];
  if (standing == Standing::kPassed) {
    ++counts.passed;
    ++of_op.passed;
  } else if (standing == Standing::kNewFailure) {
    ++counts.failed;
    ++of_op.failed;
    ++by_op[std::string(OpOfId(record.id))].in_its_vectors;
    order += record.order;
  } else {
    ++counts.skipped;
    of_op.skipped += standing == Standing::kSkipped;
    of_op.known += standing == Standing::kKnownFailure;
    of_op.not_demanded += standing == Standing::kNotDemanded;
    known += standing == Standing::kKnownFailure;
    not_demanded += standing == Standing::kNotDemanded;
  }
  if (!by_borrowed.empty()) CountBorrowed(vector, record);
  if (standing == Standing::kSkipped) {
    ++skipped[*record.reason];
    return;
  }
  CountLeftOut(vector, record);
  ++executed;
  for (const Step& step : vector.test.chain) executed_ops.insert(step.op->name);
  executed_profiles.insert(record.profile);
}

Tally::OfOp Tally::Total() const {
  return {counts.passed, counts.failed, counts.skipped - known - not_demanded,
          known,         not_demanded,  counts.failed};
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
