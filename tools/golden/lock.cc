#include "tools/golden/lock.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <iterator>
#include <set>
#include <sstream>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"

namespace viewproof {
namespace {

// XXH3 of the canonical JSON of base and chain.
std::string HashOf(const Case& test) {
  std::string text;
  AppendJson(test.base, text);
  AppendJson(test.chain, text);
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

}  // namespace

Lock Lock::Parse(std::string_view text) {
  Lock lock;
  std::istringstream lines{std::string(text)};
  int64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string id;
    std::string mark;
    int64_t rev = 0;
    Line entry;
    const bool read = static_cast<bool>(words >> id >> rev >> entry.hash);
    entry.retired = static_cast<bool>(words >> mark);
    if (!read || rev < 1 || (entry.retired && mark != "retired") ||
        !lock.ids_[id].emplace(rev, entry).second) {
      throw BadInput(fmt::format(
          "ids.lock:{}: expected a new \"ID REV HASH [retired]\"", number));
    }
  }
  return lock;
}

std::string Lock::Text() const {
  std::string text;
  for (const auto& [id, revisions] : ids_) {
    for (const auto& [rev, line] : revisions) {
      fmt::format_to(std::back_inserter(text), "{} {} {}{}\n", id, rev,
                     line.hash, line.retired ? " retired" : "");
    }
  }
  return text;
}

void Lock::Update(const Vector& vector, std::vector<std::string>& problems) {
  const std::string& id = vector.test.id;
  const std::string hash = HashOf(vector.test);
  Revisions& revisions = ids_[id];
  if (!revisions.empty()) {
    const auto& [rev, line] = *revisions.rbegin();
    if (line.retired) {
      problems.push_back(
          fmt::format("ids.lock: {} was retired; take another id", id));
    } else if (vector.rev < rev) {
      problems.push_back(
          fmt::format("ids.lock: {} has rev {} already", id, rev));
    } else if (vector.rev == rev && line.hash != hash) {
      problems.push_back(fmt::format(
          "ids.lock: {} is another case than it was at rev {}; give it "
          "rev = {}, or another id",
          id, rev, rev + 1));
    }
  }
  revisions.emplace(vector.rev, Line{hash});
}

void Lock::Update(const std::vector<const Vector*>& vectors,
                  std::vector<std::string>& problems) {
  std::set<std::string> alive;
  for (const Vector* vector : vectors) {
    alive.insert(vector->test.id);
    Update(*vector, problems);
  }
  for (auto& [id, revisions] : ids_) {
    if (!alive.contains(id)) revisions.rbegin()->second.retired = true;
  }
}

}  // namespace viewproof
