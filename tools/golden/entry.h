#ifndef VIEWPROOF_TOOLS_GOLDEN_ENTRY_H_
#define VIEWPROOF_TOOLS_GOLDEN_ENTRY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "tools/golden/spec.h"

namespace viewproof {

// One fault of a pair without the other.
struct LoneFault {
  std::string rule;  // The rule that the last step must break.
  Case test;
};

// A vector as its author writes it, before any witness was asked.
struct Entry {
  std::string where;   // "core/permute.toml:12: [permute/rotates]", for people.
  std::string family;  // The table's key, with its placeholders.
  std::string why;
  std::vector<std::string> rules;
  std::vector<std::string> flags;
  std::vector<std::string> outcome;  // Predicted per step: ok, true, false or
                                     // an error kind.
  std::string error_rule;         // Predicted for the last step; empty: none.
  std::vector<LoneFault> faults;  // Both faults of a pair.
  int64_t rev = 1;
  Case test;
};

// The word of Entry::outcome for it.
std::string_view WordFor(const Outcome& outcome);

// The entries of one file of cases/, with families expanded; README.md has the
// format. Messages call the file `name`; `spec` gives the phrases and kinds of
// the rules that families name. An entry that cannot be read is left out and
// added to `problems`, one line each, naming file, line, entry and field.
std::vector<Entry> ParseEntries(std::string_view text, const std::string& name,
                                const Spec& spec,
                                std::vector<std::string>& problems);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_ENTRY_H_
