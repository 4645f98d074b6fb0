#include "conformance/report/groups.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace viewproof {
namespace {

// The difference that the failure is named after; null for a death.
const Difference* Telling(const Record& record, const Failure& failure) {
  for (const Difference& d : record.differences) {
    if (Name(d.kind) == failure.difference && d.op == failure.op &&
        d.step == failure.step) {
      return &d;
    }
  }
  return nullptr;
}

// A kind of error as JSON -> its name.
std::string KindOf(const std::string& json) {
  return json == "null" ? "unmapped" : json.substr(1, json.size() - 2);
}

std::string RelationOf(const Difference& d) {
  if (d.kind == DifferenceKind::kKind) {
    return "kind " + KindOf(d.actual) + " for " + KindOf(d.expected);
  }
  return d.relation == Relation::kNone ? "" : std::string(Name(d.relation));
}

bool IsMisspelt(const Record& record, const Failure& failure) {
  return record.misspelt &&
         failure.difference == Name(DifferenceKind::kErrorForOk);
}

std::string JoinedFacets(const Failure& failure) {
  std::string text;
  for (const Facet facet : failure.facets) {
    text.append(text.empty() ? "" : ",").append(Name(facet));
  }
  return text;
}

// Returns what the records of a group that is `across` ops, or is not, have in
// common.
std::string KeyOf(const Cause& cause, bool across) {
  const Failure& failure = cause.failure;
  std::string key = across ? "*" : failure.op;
  for (const std::string& word :
       {across ? cause.relation : "", failure.difference,
        across ? "" : JoinedFacets(failure)}) {
    if (!word.empty()) key += ' ' + word;
  }
  key.append(" ").append(Name(failure.verdict));
  return cause.order ? key + " order" : key;
}

// Returns how easy a failing record is to read. `vector` is null if it is not
// known.
auto Ease(const Record& record, const Vector* vector) {
  return std::tuple(record.id.find("/drawn-") != std::string::npos,
                    !ReachesOutside(record), record.steps, record.elements,
                    std::string_view(record.id),
                    vector != nullptr && vector->exchanged, Name(record.dtype));
}

auto Ease(const Group& group) {
  return Ease(group.smallest, group.vector ? &*group.vector : nullptr);
}

bool IsBefore(const Group& a, const Group& b) {
  return std::tuple(a.gravity, -a.count, Ease(a), KeyOf(a)) <
         std::tuple(b.gravity, -b.count, Ease(b), KeyOf(b));
}

// The relation of all records of the group; or empty.
std::string CommonRelation(const Group& group) {
  const std::string& first = group.causes.front().relation;
  return std::ranges::all_of(
             group.causes,
             [&first](const Cause& cause) { return cause.relation == first; })
             ? first
             : "";
}

// Returns whether it shows a write that went wrong of another op than the one
// to blame.
bool IsWriteOfAnother(const Difference& d, const Failure& failure) {
  return (d.kind == DifferenceKind::kLostWrite ||
          d.kind == DifferenceKind::kStrayWrite) &&
         d.op != failure.op;
}

// Returns whether a read of the base, which nothing wrote to, differs.
bool ReadsBaseWrongly(const Group& group) {
  return group.failure().op == "base" && group.gravity == Gravity::kValues;
}

}  // namespace

bool ReachesOutside(const Record& record) {
  return std::ranges::any_of(record.differences, &Difference::outside);
}

void Join(const Group& more, Group& group) {
  group.gravity = std::min(group.gravity, more.gravity);
  if (group.count == 0 || Ease(more) < Ease(group)) {
    group.smallest = more.smallest;
    group.vector = more.vector;
  }
  group.count += more.count;
  group.misspelt += more.misspelt;
  group.outside += more.outside;
  group.ids.insert(more.ids.begin(), more.ids.end());
  group.details.insert(more.details.begin(), more.details.end());
  group.after_writes += more.after_writes;
  group.writers.insert(more.writers.begin(), more.writers.end());
  for (const auto& [op, count] : more.by_op) group.by_op[op] += count;
  for (const Cause& cause : more.causes) {
    if (!group.Holds(cause)) group.causes.push_back(cause);
  }
}

Cause CauseOf(const Record& record, Facets demanded) {
  Cause cause{Reduce(record, demanded).value(), "", record.order};
  if (const Difference* d = Telling(record, cause.failure)) {
    cause.relation = RelationOf(*d);
  }
  cause.failure.step = 0;
  return cause;
}

std::string KeyOf(const Cause& cause) {
  return KeyOf(cause, true) + '\n' + KeyOf(cause, false);
}

bool Group::Holds(const Cause& cause) const {
  return std::ranges::find(causes, cause) != causes.end();
}

std::string KeyOf(const Group& group) {
  return KeyOf(group.causes.front(), group.across);
}

std::vector<std::string> KeysOf(const std::vector<Group>& groups) {
  std::vector<std::string> keys;
  for (const Group& group : groups) keys.push_back(KeyOf(group));
  return keys;
}

Told ToldOf(const Group& group) {
  return {.failure = group.failure(),
          .relation = CommonRelation(group),
          .ops = group.across ? group.by_op.size() : 1,
          .count = group.count,
          .outside = group.outside,
          .misspelt = group.misspelt,
          .order = group.gravity == Gravity::kOrder,
          .writers = group.after_writes == group.count
                         ? group.writers
                         : std::set<std::string>(),
          .details = group.details};
}

Told ToldOf(const Record& record, const Difference& difference) {
  Told told;
  told.failure = {.facets = {difference.facet},
                  .difference = std::string(Name(difference.kind)),
                  .op = difference.op};
  told.relation = RelationOf(difference);
  told.outside = difference.outside;
  told.misspelt = IsMisspelt(record, told.failure);
  const std::string detail = DetailOf(record, difference);
  if (!detail.empty()) told.details = {detail};
  return told;
}

namespace {

void Add(const Record& record, const Cause& cause, Group& group) {
  ++group.count;
  ++group.by_op[cause.failure.op];
  group.misspelt += IsMisspelt(record, cause.failure);
  group.outside += ReachesOutside(record);
  group.ids.insert(record.id);
  for (const Difference& d : record.differences) {
    if (!IsWriteOfAnother(d, cause.failure)) continue;
    ++group.after_writes;
    group.writers.insert(d.op);
  }
  std::string detail = DetailOf(record, cause.failure);
  if (!detail.empty() && group.details.size() <= kMostDetails) {
    group.details.insert(std::move(detail));
  }
}

}  // namespace

Group GroupOf(const Record& record, Facets demanded) {
  Group group;
  group.causes = {CauseOf(record, demanded)};
  group.gravity = GravityOf(record, demanded);
  group.smallest = record;
  Add(record, group.causes.front(), group);
  return group;
}

void Groups::Add(const Record& record, Standing standing,
                 const Vector* vector) {
  if (standing == Standing::kSkipped) return;
  const std::string_view op = OpOfId(record.id);
  auto found = by_op_.find(op);
  if (found == by_op_.end()) found = by_op_.emplace(op, Runs{}).first;
  ++found->second.executed;
  found->second.misspelt += record.misspelt;
  if (standing != Standing::kNewFailure) return;
  const Cause cause = CauseOf(record, demanded_);
  Group& group = by_cause_[KeyOf(cause)];
  group.gravity = std::min(group.gravity, GravityOf(record, demanded_));
  if (group.count == 0 || Ease(record, vector) < Ease(group)) {
    group.smallest = record;
    group.vector.reset();
    if (vector != nullptr) group.vector = *vector;
  }
  group.causes = {cause};
  viewproof::Add(record, cause, group);
}

std::vector<Group> Groups::Sorted() const {
  std::map<std::string, Group> across;
  for (const auto& [key, group] : by_cause_) {
    const Cause& cause = group.causes.front();
    if (cause.relation == Name(Relation::kUnwritten)) continue;
    if (!cause.relation.empty()) Join(group, across[KeyOf(cause, true)]);
  }
  std::erase_if(across, [](const auto& entry) {
    const Group& group = entry.second;
    return group.by_op.size() < kLeastOps || group.count < kLeastRecords;
  });
  for (auto& [key, group] : across) group.across = true;
  std::map<std::string, Group> others;
  for (const auto& [key, group] : by_cause_) {
    const Cause& cause = group.causes.front();
    if (across.contains(KeyOf(cause, true))) continue;
    Join(group, others[KeyOf(cause, false)]);
  }
  std::vector<Group> groups;
  for (auto* some : {&across, &others}) {
    for (auto& [key, group] : *some) groups.push_back(std::move(group));
  }
  for (Group& group : groups) {
    const auto runs = by_op_.find(group.failure().op);
    group.adapters =
        ReadsBaseWrongly(group) ||
        std::ranges::binary_search(borrowed_, group.failure().op) ||
        (group.misspelt == group.count && runs != by_op_.end() &&
         runs->second.misspelt == runs->second.executed);
  }
  std::ranges::sort(groups, IsBefore);
  return groups;
}

namespace {

Gravity GravityOf(const Difference& d) {
  if (d.outside) return Gravity::kBounds;
  if (d.facet == Facet::kExact) return Gravity::kExact;
  switch (d.kind) {
    case DifferenceKind::kLostWrite:
    case DifferenceKind::kStrayWrite:
      return Gravity::kWrites;
    case DifferenceKind::kValues:
    case DifferenceKind::kBytes:
    case DifferenceKind::kDigest:
    case DifferenceKind::kReadOut:
      return Gravity::kValues;
    case DifferenceKind::kOkForError:
    case DifferenceKind::kErrorForOk:
    case DifferenceKind::kCount:
    case DifferenceKind::kDType:
    case DifferenceKind::kSizes:
    case DifferenceKind::kResult:
      return Gravity::kShape;
    case DifferenceKind::kCopied:
    case DifferenceKind::kShared:
      return Gravity::kAlias;
    case DifferenceKind::kStrides:
    case DifferenceKind::kOffset:
    case DifferenceKind::kContiguous:
      return Gravity::kStrides;
    case DifferenceKind::kKind:
      return Gravity::kKind;
    case DifferenceKind::kBits:
      return Gravity::kExact;
    case DifferenceKind::kSelf:
      return Gravity::kIdentity;
    case DifferenceKind::kUnsupported:
      return Gravity::kUnsupported;
  }
  return Gravity::kUnsupported;
}

}  // namespace

std::string_view Name(Gravity gravity) {
  switch (gravity) {
    case Gravity::kDies:
      return "dies";
    case Gravity::kBounds:
      return "out of bounds";
    case Gravity::kWrites:
      return "lost or stray write";
    case Gravity::kValues:
      return "values";
    case Gravity::kShape:
      return "shape";
    case Gravity::kAlias:
      return "alias";
    case Gravity::kStrides:
      return "strides";
    case Gravity::kKind:
      return "kind";
    case Gravity::kExact:
      return "exact";
    case Gravity::kIdentity:
      return "identity";
    case Gravity::kUnsupported:
      return "unsupported";
    case Gravity::kOrder:
      return "order";
  }
  return {};
}

Gravity GravityOf(const Record& record, Facets demanded) {
  if (record.order) return Gravity::kOrder;
  if (record.verdict == Verdict::kCrash ||
      record.verdict == Verdict::kTimeout) {
    return Gravity::kDies;
  }
  Gravity gravest = Gravity::kUnsupported;
  if (record.verdict == Verdict::kProtocolError) return gravest;
  const std::optional<Failure> failure = Reduce(record, demanded);
  for (const Difference& d : record.differences) {
    if (!demanded.Contains(d.facet) || Waives(record, d.facet)) continue;
    if (failure && IsWriteOfAnother(d, *failure) && !d.outside) continue;
    gravest = std::min(gravest, GravityOf(d));
  }
  return gravest;
}

}  // namespace viewproof
