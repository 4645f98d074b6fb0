#ifndef VIEWPROOF_TOOLS_GOLDEN_UNTESTED_H_
#define VIEWPROOF_TOOLS_GOLDEN_UNTESTED_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "tools/golden/kills.h"

namespace viewproof {

// What drawn cases say of one bug.
struct Sightings {
  uint32_t fired = 0;     // Cases in which its condition held.
  uint32_t found = 0;     // Of these, those that it makes fail.
  bool accepted = false;  // In some of these the call is not refused.
  bool differed = false;  // In some of these something else differs.

  void Add(const Sightings& other);
};

// What the searches so far say of the bugs that are red: untested.tsv.
class UntestedBugs {
 public:
  // Throws BadInput naming the line and the column.
  static UntestedBugs Parse(std::string_view text);

  // Nothing, of a bug that no search has met.
  Sightings At(const Bug& bug) const;
  void Set(const Bug& bug, const Sightings& drawn);
  std::string Text() const;

 private:
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, Sightings> drawn_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_UNTESTED_H_
