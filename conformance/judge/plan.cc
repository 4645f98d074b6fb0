#include "conformance/judge/plan.h"

#include <algorithm>
#include <variant>

#include "conformance/case/index_facts.h"
#include "conformance/case/named.h"

namespace viewproof {
namespace {

bool HasOp(const Hello& hello, const Op& op) {
  return std::binary_search(hello.ops.begin(), hello.ops.end(), op.name);
}

bool HasDType(const Hello& hello, DType dtype) {
  return std::find(hello.dtypes.begin(), hello.dtypes.end(), dtype) !=
         hello.dtypes.end();
}

bool HasDTypes(const Hello& hello, const Step& step) {
  bool has = true;
  ForEachLiteral(step,
                 [&](const Literal& l) { has &= HasDType(hello, l.dtype); });
  for (const Arg& arg : step.args) {
    const auto* named = std::get_if<DType>(&arg);
    has &= named == nullptr || HasDType(hello, *named);
  }
  return has;
}

bool HasDTypes(const Hello& hello, const Outcome& outcome) {
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  return outputs == nullptr ||
         std::all_of(outputs->begin(), outputs->end(),
                     [&hello](const Output& output) {
                       return !output.dtype || HasDType(hello, *output.dtype);
                     });
}

bool FitsRank(const Outcome& outcome, int64_t max_rank) {
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  return outputs == nullptr ||
         std::all_of(outputs->begin(), outputs->end(),
                     [max_rank](const Output& output) {
                       return static_cast<int64_t>(output.sizes.size()) <=
                              max_rank;
                     });
}

bool FitsRank(const Vector& vector, int64_t max_rank) {
  return static_cast<int64_t>(vector.test.base.sizes.size()) <= max_rank &&
         std::all_of(vector.expect.begin(), vector.expect.end(),
                     [max_rank](const Outcome& outcome) {
                       return FitsRank(outcome, max_rank);
                     });
}

SkipReason ReasonOf(CaseForm form) {
  switch (form) {
    case CaseForm::kDigest:
      return SkipReason::kDigest;
    case CaseForm::kData:
      return SkipReason::kData;
    case CaseForm::kNumbers:
      return SkipReason::kNumbers;
    case CaseForm::kIndexTensors:
      return SkipReason::kIndexTensors;
  }
  return {};
}

// Whether a step of the chain always copies by the subject's own declaration.
bool HasDeclaredCopy(const Vector& vector, const Hello& hello) {
  return std::any_of(vector.test.chain.begin(), vector.test.chain.end(),
                     [&hello](const Step& step) {
                       return std::find(hello.copies.begin(),
                                        hello.copies.end(),
                                        step.op->name) != hello.copies.end();
                     });
}

}  // namespace

std::string_view Name(SkipReason reason) {
  switch (reason) {
    case SkipReason::kOp:
      return "op";
    case SkipReason::kDType:
      return "dtype";
    case SkipReason::kRank:
      return "rank";
    case SkipReason::kWideInt:
      return "wide_int";
    case SkipReason::kViews:
      return "views";
    case SkipReason::kAfterError:
      return "after_error";
    case SkipReason::kErrorKind:
      return "error_kind";
    case SkipReason::kDigest:
      return Name(CaseForm::kDigest);
    case SkipReason::kData:
      return Name(CaseForm::kData);
    case SkipReason::kNumbers:
      return Name(CaseForm::kNumbers);
    case SkipReason::kIndexTensors:
      return Name(CaseForm::kIndexTensors);
  }
  return {};
}

std::optional<SkipReason> FindSkipReason(std::string_view name) {
  return FindNamed(name, SkipReason::kIndexTensors);
}

std::optional<SkipReason> ReasonToSkip(const Vector& vector,
                                       const Hello& hello) {
  const std::vector<Step>& chain = vector.test.chain;
  const Requires& needs = vector.needs;
  const auto has_op = [&](const Step& s) { return HasOp(hello, *s.op); };
  const auto has_dtypes = [&](const auto& s) { return HasDTypes(hello, s); };
  if (!std::all_of(chain.begin(), chain.end(), has_op)) return SkipReason::kOp;
  if (!HasDType(hello, vector.test.base.dtype) ||
      !std::all_of(chain.begin(), chain.end(), has_dtypes) ||
      !std::all_of(vector.expect.begin(), vector.expect.end(), has_dtypes)) {
    return SkipReason::kDType;
  }
  if (!FitsRank(vector, hello.max_rank)) return SkipReason::kRank;
  if (needs.wide_int && !hello.wide_int) return SkipReason::kWideInt;
  if (needs.views && (!hello.views || HasDeclaredCopy(vector, hello))) {
    return SkipReason::kViews;
  }
  if (needs.after_error && !(hello.after_error && hello.observes_every)) {
    return SkipReason::kAfterError;
  }
  if (needs.error_kind && !hello.facets.Contains(Facet::kErrorKind)) {
    return SkipReason::kErrorKind;
  }
  for (const CaseForm form : needs.forms) {
    if (std::ranges::find(hello.forms, form) == hello.forms.end()) {
      return ReasonOf(form);
    }
  }
  return std::nullopt;
}

}  // namespace viewproof
