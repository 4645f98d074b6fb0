#ifndef VIEWPROOF_CONFORMANCE_JUDGE_WORDS_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_WORDS_H_

#include "conformance/case/words.h"
#include "conformance/judge/difference.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/verdict.h"

// The words of a record, for codecs.
namespace viewproof::json {

template <>
inline constexpr Words<Verdict> kWords<Verdict> = {
    "verdict", FindVerdict, [] { return CommonSchema("verdict"); }};
template <>
inline constexpr Words<SkipReason> kWords<SkipReason> = {
    "reason", FindSkipReason, SchemaOfNames<SkipReason::kLeftOut>};
template <>
inline constexpr Words<DifferenceKind> kWords<DifferenceKind> = {
    "difference", FindDifferenceKind, SchemaOfNames<DifferenceKind::kKind>};
template <>
inline constexpr Words<Relation> kWords<Relation> = {
    "relation", FindRelation,
    SchemaOfNames<Relation::kUnwritten, Relation::kEmpty>};
template <>
inline constexpr Words<WorldName> kWords<WorldName> = {
    "world", FindWorldName, [] { return CommonSchema("world"); }};

// The name of a difference; empty of a death.
struct DifferenceOrNone {
  template <typename Value>
  void Read(Value value, std::string_view field, std::string& into) const {
    Text().Read(value, field, into);
    DifferenceKind known = {};
    if (!into.empty()) Word<DifferenceKind>().Read(value, field, known);
  }
  void Append(std::string_view name, std::string& out) const {
    Text().Append(name, out);
  }
  std::string Schema() const {
    return R"({"anyOf": [{"const": ""}, )" + Word<DifferenceKind>().Schema() +
           "]}";
  }
};

}  // namespace viewproof::json

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_WORDS_H_
