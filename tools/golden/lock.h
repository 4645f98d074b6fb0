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

// golden/ids.lock: every id and revision that ever was and what it meant, so
// that no id changes its meaning in silence. Append-only. A line is
// "ID REV HASH", then " retired" when the id is no more.
class Lock {
 public:
  // Throws BadInput naming the line.
  static Lock Parse(std::string_view text);
  std::string Text() const;

  // Appends what is new among `vectors` (all of golden/) and retires the ids
  // that are gone. What the lock forbids is added to `problems`: a changed case
  // without a higher rev, a lower rev, an id that was retired.
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
