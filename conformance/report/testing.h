#ifndef VIEWPROOF_CONFORMANCE_REPORT_TESTING_H_
#define VIEWPROOF_CONFORMANCE_REPORT_TESTING_H_

#include <string>
#include <vector>

#include "conformance/judge/record.h"
#include "conformance/report/groups.h"

// Helpers for the tests of groups.
namespace viewproof {

// A record that fails at its first step in one facet, in this way.
inline Record Failing(const std::string& id, const std::string& op,
                      DifferenceKind kind,
                      Relation relation = Relation::kNone) {
  Record record;
  record.id = id;
  record.verdict = Verdict::kFail;
  record.steps = 1;
  record.elements = 4;
  Difference& d = record.differences.emplace_back();
  d.facet =
      kind == DifferenceKind::kErrorForOk || kind == DifferenceKind::kOkForError
          ? Facet::kShape
      : kind == DifferenceKind::kKind   ? Facet::kErrorKind
      : kind == DifferenceKind::kCopied ? Facet::kAlias
      : kind == DifferenceKind::kValues ? Facet::kValues
                                        : Facet::kStrides;
  d.kind = kind;
  d.relation = relation;
  d.field = Name(kind);
  d.step = 1;
  d.op = op;
  d.expected = "1";
  d.actual = "4";
  return record;
}

// The groups of these new failures, if everything is demanded.
inline std::vector<Group> GroupsOf(const std::vector<Record>& records) {
  Groups groups(Facets::All());
  for (const Record& record : records) {
    groups.Add(record, Standing::kNewFailure, nullptr);
  }
  return groups.Sorted();
}

// `count` records of each op.
inline std::vector<Record> Many(const std::vector<std::string>& ops, int count,
                                DifferenceKind kind, Relation relation) {
  std::vector<Record> records;
  for (const std::string& op : ops) {
    for (int k = 0; k < count; ++k) {
      records.push_back(
          Failing(op + "/" + std::to_string(k), op, kind, relation));
    }
  }
  return records;
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_TESTING_H_
