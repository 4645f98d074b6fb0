#ifndef VIEWPROOF_CONFORMANCE_CASE_CASE_FORM_H_
#define VIEWPROOF_CONFORMANCE_CASE_CASE_FORM_H_

#include <array>
#include <optional>
#include <string_view>

namespace viewproof {

// Says what a case may be written with that an adapter need not know: hello
// names the forms that it knows, a vector's `requires` those that it needs.
// Closed.
enum class CaseForm {
  kDigest,        // An output shows a crc32.
  kData,          // The base is filled by cycle, values or hex.
  kNumbers,       // A number written or shown is no integer within 2^53.
  kIndexTensors,  // An item of an index names a tensor of the case.
  kManyOutputs,   // A step has more than kMaxPlainOutputs outputs.
  kSignedZero,    // An element that is shown has the sign of its zero. No
                  // vector needs it: else -0.0 equals 0.
};

inline constexpr std::array kCaseForms = {
    CaseForm::kDigest,       CaseForm::kData,        CaseForm::kNumbers,
    CaseForm::kIndexTensors, CaseForm::kManyOutputs, CaseForm::kSignedZero};

constexpr bool MayBeNeeded(CaseForm form) {
  return form != CaseForm::kSignedZero;
}

std::string_view Name(CaseForm form);
std::optional<CaseForm> FindCaseForm(std::string_view name);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_CASE_FORM_H_
