#ifndef VIEWPROOF_TOOLS_GOLDEN_SPEC_H_
#define VIEWPROOF_TOOLS_GOLDEN_SPEC_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "reference/core/error.h"

namespace viewproof {

// A rule of SPEC.md, whose syntax is that of tools/trace/spec.py.
struct Rule {
  char letter = 0;                // The letter of its id: d, r, e, i or u.
  std::string phrase;             // An e has it: a noun phrase.
  std::optional<ErrorKind> kind;  // An e has it.
};

// The rules of SPEC.md by id, e.g. "permute.e2".
using Spec = std::map<std::string, Rule, std::less<>>;

// Reads the text of SPEC.md. Throws BadInput naming the rule: a second rule of
// one id, an e without kind or phrase.
Spec ParseSpec(std::string_view text);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_SPEC_H_
