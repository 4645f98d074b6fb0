#include "conformance/case/hello.h"

#include <algorithm>

#include "conformance/case/named.h"

namespace viewproof {

bool Contains(const std::vector<std::string>& sorted, std::string_view name) {
  return std::ranges::binary_search(sorted, name);
}

bool Hello::Has(DType dtype) const {
  return std::ranges::find(dtypes, dtype) != dtypes.end();
}

bool Hello::Has(CaseForm form) const {
  return std::ranges::find(forms, form) != forms.end();
}

bool Hello::Knows(std::string_view op) const {
  if (Contains(ops, op) || Contains(borrowed, op)) return true;
  return FindKernel(calls, op) != nullptr;
}

std::string_view Name(Facet facet) {
  switch (facet) {
    case Facet::kShape:
      return "shape";
    case Facet::kValues:
      return "values";
    case Facet::kStrides:
      return "strides";
    case Facet::kAlias:
      return "alias";
    case Facet::kIdentity:
      return "identity";
    case Facet::kExact:
      return "exact";
    case Facet::kErrorKind:
      return "error_kind";
  }
  return {};
}

std::optional<Facet> FindFacet(std::string_view name) {
  return FindNamed(name, Facet::kErrorKind);
}

std::vector<Facet> Facets::List() const {
  std::vector<Facet> list;
  for (const Facet facet : kFacets) {
    if (facet != Facet::kShape && Contains(facet)) list.push_back(facet);
  }
  return list;
}

}  // namespace viewproof
