#ifndef VIEWPROOF_CONFORMANCE_CASE_WORDS_H_
#define VIEWPROOF_CONFORMANCE_CASE_WORDS_H_

#include "conformance/case/case.h"
#include "conformance/case/codec.h"
#include "conformance/case/hello.h"
#include "conformance/case/kernel.h"
#include "conformance/case/ops.h"
#include "conformance/case/suggest.h"

// The words of the protocol, for codecs.
namespace viewproof::json {

template <>
inline constexpr Words<DType> kWords<DType> = {
    "dtype", FindDType, [] { return CommonSchema("dtype"); }};
template <>
inline constexpr Words<Facet> kWords<Facet> = {
    "facet", FindFacet, [] { return CommonSchema("facet"); }};
template <>
inline constexpr Words<Profile> kWords<Profile> = {
    "profile", FindProfile, [] { return CommonSchema("profile"); }};
template <>
inline constexpr Words<CaseForm> kWords<CaseForm> = {
    "form", FindCaseForm, [] { return CommonSchema("form"); }};
template <>
inline constexpr Words<CallForm> kWords<CallForm> = {
    "form", FindCallForm, &SchemaOfNames<CallForm::kOut>};

// The name of an op.
struct OpName {
  template <typename Value>
  void Read(Value value, std::string_view field, std::string& into) const {
    into = String(value, field);
    if (FindOp(into) == nullptr) {
      Refuse(field, fmt::format("unknown op \"{}\"{}", Escaped(into),
                                DidYouMeanOp(into)));
    }
  }
  void Append(std::string_view op, std::string& out) const {
    out.append("\"").append(op).append("\"");
  }
  std::string Schema() const {
    return R"({"$ref": "step.schema.json#/$defs/op"})";
  }
};

// A set of facets, as a list without `shape`, which goes without saying.
class FacetSet {
 public:
  template <typename Value>
  void Read(Value value, std::string_view field, Facets& into) const {
    std::vector<Facet> list;
    kList.Read(value, field, list);
    into = {};
    for (const Facet facet : list) into.Insert(facet);
  }
  void Append(Facets facets, std::string& out) const {
    kList.Append(facets.List(), out);
  }
  std::string Schema() const { return kList.Schema(); }

 private:
  static constexpr DistinctList<Word<Facet>> kList = {};
};

template <>
struct CodecOf<Facets> {
  using Codec = FacetSet;
};

}  // namespace viewproof::json

#endif  // VIEWPROOF_CONFORMANCE_CASE_WORDS_H_
