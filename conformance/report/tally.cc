#include "conformance/report/tally.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"

namespace viewproof {
namespace {

// The integers of a JSON number or list, e.g. "[6,1]".
std::vector<int64_t> IntegersOf(std::string_view json) {
  std::vector<int64_t> numbers;
  const char* at = json.data();
  const char* end = at + json.size();
  while (at < end) {
    int64_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error == std::errc()) numbers.push_back(number);
    at = error == std::errc() ? next : at + 1;
  }
  return numbers;
}

// Whether strides or an offset were counted in bytes.
bool IsScaled(const Difference& d, int64_t item_size) {
  if (d.kind != DifferenceKind::kStrides && d.kind != DifferenceKind::kOffset) {
    return false;
  }
  std::vector<int64_t> expected = IntegersOf(d.expected);
  for (int64_t& number : expected) number *= item_size;
  return item_size > 1 && !expected.empty() && expected == IntegersOf(d.actual);
}

std::string KeyOf(const Failure& cause) {
  std::string key = cause.op + ' ' + cause.difference;
  for (const Facet facet : cause.facets) key.append(" ").append(Name(facet));
  return key.append(" ").append(Name(cause.verdict));
}

std::string_view OpOfId(std::string_view id) {
  return id.substr(0, id.find('/'));
}

}  // namespace

int64_t SizeOf(const Case& test) {
  const int64_t steps = static_cast<int64_t>(test.chain.size());
  return steps * (kMaxBase + 1) +
         Numel(FilledSizes(test.base)).value_or(kMaxBase);
}

void Groups::Add(const Record& record, const Failure& failure, int64_t size) {
  Group& group = by_cause_[KeyOf(failure)];
  group.cause = failure;
  ++group.count;
  for (const Difference& d : record.differences) {
    if (Name(d.kind) != failure.difference) continue;
    if (IsScaled(d, ItemSize(record.dtype))) ++group.scaled;
    if (d.kind == DifferenceKind::kKind && d.actual == "null") {
      ++group.unmapped;
    }
    break;
  }
  if (size > group.size ||
      (size == group.size && record.id >= group.smallest)) {
    return;
  }
  group.size = size;
  group.smallest = record.id;
  group.dtype = record.dtype;
}

std::vector<Group> Groups::Sorted() const {
  std::vector<Group> groups;
  for (const auto& [key, group] : by_cause_) groups.push_back(group);
  std::stable_sort(
      groups.begin(), groups.end(),
      [](const Group& a, const Group& b) { return a.count > b.count; });
  return groups;
}

std::string HintOf(const Group& group) {
  const std::string& difference = group.cause.difference;
  if (group.scaled == group.count) {
    return "every " +
           std::string(difference == "offset" ? "offset" : "stride") +
           " is itemsize x the expected: bytes?";
  }
  if (group.unmapped == group.count) {
    return "the error's text is mapped to no kind";
  }
  if (difference == "copied") return "a new tensor instead of a view";
  if (difference == "read_out") {
    return "geometry and storage are right: is a non-contiguous tensor read "
           "out in storage order?";
  }
  if (difference == "lost_write") return "the write reached a copy";
  if (difference == "unsupported") {
    return "the op is declared, but not in this form";
  }
  return "";
}

bool IsLikelyTheAdapters(const Group& group) {
  const std::string& difference = group.cause.difference;
  return group.scaled == group.count || group.unmapped == group.count ||
         difference == "read_out" || difference == "unsupported" ||
         group.cause.verdict == Verdict::kProtocolError;
}

void Tally::Add(const Vector& vector, const Record& record, Standing standing) {
  const std::string_view op = OpOfId(record.id);
  auto found = by_op.find(op);
  if (found == by_op.end()) found = by_op.emplace(op, Counts{}).first;
  Counts& of_op = found->second;
  if (standing == Standing::kPassed) {
    ++counts.passed;
    ++of_op.passed;
  } else if (standing == Standing::kNewFailure) {
    ++counts.failed;
    ++of_op.failed;
    if (examples.size() < kShown) examples.push_back({vector, record});
    if (record.order) {
      ++order;
    } else {
      groups.Add(record, *Reduce(record, demanded_), SizeOf(vector.test));
    }
  } else {
    ++counts.skipped;
    ++of_op.skipped;
    known += standing == Standing::kKnownFailure;
    not_demanded += standing == Standing::kNotDemanded;
  }
  if (standing == Standing::kSkipped) {
    ++skipped[*record.reason];
    return;
  }
  CountLeftOut(vector, record);
  ++executed;
  for (const Step& step : vector.test.chain) executed_ops.insert(step.op->name);
  executed_profiles.insert(record.profile);
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
