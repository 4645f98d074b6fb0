#ifndef VIEWPROOF_TOOLS_GOLDEN_LOCK_H_
#define VIEWPROOF_TOOLS_GOLDEN_LOCK_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// golden/ids.lock: every id and revision that golden/ ever had, with a hash of
// its case, so that no id silently changes its meaning. Append-only. A line is
// "ID REV HASH", with " retired" at its end if the id was removed.
class Lock {
 public:
  // Throws BadInput naming the line.
  static Lock Parse(std::string_view text);
  std::string Text() const;

  // Appends the new ids and revisions of `vectors` (all of golden/) and retires
  // the ids that are missing. Adds to `problems` what the lock forbids: a
  // changed case without a higher rev, a lower rev, an id that was retired.
  void Update(const std::vector<const Vector*>& vectors,
              std::vector<std::string>& problems);

  bool operator==(const Lock&) const = default;

 private:
  struct Line {
    std::string hash;
    bool retired = false;
    bool operator==(const Line&) const = default;
  };
  using Revisions = std::map<int64_t, Line>;

  void Update(const Vector& vector, std::vector<std::string>& problems);

  std::map<std::string, Revisions> ids_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_LOCK_H_
