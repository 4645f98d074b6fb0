#include "conformance/run/feed.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "conformance/judge/exchange.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

bool MatchesOne(const std::vector<std::string>& globs, const std::string& id) {
  return std::any_of(globs.begin(), globs.end(), [&id](const auto& glob) {
    return fnmatch(glob.c_str(), id.c_str(), 0) == 0;
  });
}

}  // namespace

std::string NotRun(const RunPlan& plan, int64_t judged) {
  Feed feed(plan);
  Vector vector;
  bool fits = false;
  int64_t count = 0;
  while (feed.Next(vector, fits)) ++count;
  return fmt::format("{} of {} cases were not run", Grouped(count - judged),
                     Grouped(count));
}

bool Feed::Next(Vector& vector, bool& fits) {
  while (NextOfPlan(vector, fits)) {
    if (++number_ % plan_.shard.of == plan_.shard.number - 1) return true;
  }
  return false;
}

bool Feed::NextOfPlan(Vector& vector, bool& fits) {
  fits = true;
  for (; next_dtype_ < plan_.dtypes.size(); ++next_dtype_) {
    if (!CanExchange(original_, plan_.dtypes[next_dtype_])) continue;
    vector = original_;
    fits = Exchange(vector, plan_.dtypes[next_dtype_++]);
    return true;
  }
  if (!Read(vector)) return false;
  if (!plan_.dtypes.empty()) {
    original_ = vector;
    next_dtype_ = 0;
  }
  return true;
}

bool Feed::Read(Vector& vector) {
  while (true) {
    if (!reader_) {
      if (next_file_ == plan_.files.size()) return false;
      reader_.emplace(plan_.files[next_file_++], ids_);
    }
    if (!reader_->Next(vector)) {
      reader_.reset();
    } else if (IsMeant(vector)) {
      return true;
    }
  }
}

bool Feed::IsMeant(const Vector& vector) const {
  const std::string& id = vector.test.id;
  return (plan_.only.empty() || MatchesOne(plan_.only, id)) &&
         !MatchesOne(plan_.leave_out, id) &&
         (plan_.profiles.empty() ||
          std::find(plan_.profiles.begin(), plan_.profiles.end(),
                    vector.profile) != plan_.profiles.end());
}

}  // namespace viewproof
