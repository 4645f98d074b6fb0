#include "conformance/case/case_form.h"

#include "conformance/case/named.h"

namespace viewproof {

std::string_view Name(CaseForm form) {
  switch (form) {
    case CaseForm::kDigest:
      return "digest";
    case CaseForm::kData:
      return "data";
    case CaseForm::kNumbers:
      return "numbers";
    case CaseForm::kIndexTensors:
      return "index_tensors";
    case CaseForm::kManyOutputs:
      return "many_outputs";
    case CaseForm::kSignedZero:
      return "signed_zero";
  }
  return {};
}

std::optional<CaseForm> FindCaseForm(std::string_view name) {
  return FindNamed(name, kCaseForms.back());
}

}  // namespace viewproof
