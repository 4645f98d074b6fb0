#ifndef VIEWPROOF_TOOLS_GOLDEN_FAMILY_H_
#define VIEWPROOF_TOOLS_GOLDEN_FAMILY_H_

#include <toml++/toml.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/golden/spec.h"

namespace viewproof {

// The values that replace {name} in the texts of an entry.
using Placeholders = std::map<std::string, std::string, std::less<>>;

// `text` with every {name} replaced. Braces around anything else stay.
// Throws BadInput naming a placeholder that has no value.
std::string Substitute(std::string_view text, const Placeholders& values);

// One member of a family.
struct Member {
  Placeholders values;
  std::string error_rule;  // The rule that the last step breaks; empty: none.
  std::vector<Member> alone;  // Each of a pair of faults without the other.
};

// The members of the family given by an entry's `for`, `good` and `faults`. An
// entry without them has one member. {outcome} is ok unless they set it. Throws
// BadInput naming the field.
std::vector<Member> MembersOf(const toml::table& entry, const Spec& spec);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_FAMILY_H_
