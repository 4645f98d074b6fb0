#ifndef VIEWPROOF_TOOLS_GOLDEN_FAMILY_H_
#define VIEWPROOF_TOOLS_GOLDEN_FAMILY_H_

#include <toml++/toml.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/golden/spec.h"

namespace viewproof {

// What stands in place of {name} in the texts of an entry.
using Placeholders = std::map<std::string, std::string, std::less<>>;

// `text` with every {name} replaced; braces around anything but a name stay.
// Throws BadInput naming a placeholder that has no value.
std::string Substitute(std::string_view text, const Placeholders& values);

// One member of a family.
struct Member {
  Placeholders values;
  std::string error_rule;  // The rule that the last step breaks; empty: none.
  std::vector<Member> alone;  // Of a pair of faults: each without the other.
};

// The members of the family that an entry's `for`, `good` and `faults` span; an
// entry without them is its own only member. {outcome} is ok unless they say
// otherwise. Throws BadInput naming the field.
std::vector<Member> MembersOf(const toml::table& entry, const Spec& spec);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_FAMILY_H_
