#include "fuzz/hunt/deep_cases.h"

#include <algorithm>
#include <utility>

#include "conformance/golden_file/file.h"

namespace viewproof {

DeepCases::DeepCases(const Hello& hello, const std::string& root,
                     std::vector<Profile> profiles, const Shard& shard)
    : order_(Universe::Pinned(), ReadDeep(ReadFile(root + "/golden/deep.jsonl"),
                                          Universe::Pinned())),
      profiles_(std::move(profiles)),
      shard_(shard),
      expectation_(hello),
      planner_(hello) {}

bool DeepCases::IsMeant(int64_t number) const {
  if (number % shard_.of != shard_.number - 1) return false;
  if (profiles_.empty()) return true;
  const Profile profile = order_.At(number).chain.back().op->profile;
  return std::ranges::find(profiles_, profile) != profiles_.end();
}

bool DeepCases::Draw(int64_t number, Vector& vector) {
  vector.test = order_.At(number);
  const std::size_t steps = vector.test.chain.size();
  return expectation_.Fill(vector) && vector.test.chain.size() == steps &&
         planner_.Runs(vector);
}

}  // namespace viewproof
