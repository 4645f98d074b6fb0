#ifndef VIEWPROOF_CONFORMANCE_RUN_TRIAL_ASKED_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRIAL_ASKED_H_

#include <string>
#include <string_view>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"

namespace viewproof {

// A case, as JSON and as what it means.
struct AskedCase {
  std::string text;
  Case test;
};

// A case whose base has this dtype, these sizes and the fields after them, such
// as its fill. `chain` is its steps without the brackets.
AskedCase Asked(std::string_view id, std::string_view dtype,
                std::string_view sizes, std::string_view chain);

// Whether hello declares, or borrows, the op of a step that is written as JSON.
bool Declares(const Hello& hello, std::string_view step);

// Whether the adapter does not ask its library this: of a plain case that is no
// fault, since a library may have no tensors of this rank.
bool IsLeftOut(const Reply& reply);

bool Has(const Hello& hello, DType dtype);
bool Has(const Hello& hello, CaseForm form);

// A dtype of bases that hello declares, a plain one if there is one.
DType FirstDType(const Hello& hello);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRIAL_ASKED_H_
