#include "fuzz/hunt/deep_cases.h"

#include <algorithm>
#include <utility>

#include "conformance/golden_file/file.h"

namespace viewproof {

DeepCases::DeepCases(const Hello& hello, SubjectRole role,
                     const std::string& root, std::vector<Profile> profiles,
                     const Shard& shard)
    : order_(Universe::Pinned(), ReadDeep(ReadFile(root + "/golden/deep.jsonl"),
                                          Universe::Pinned())),
      role_(role),
      profiles_(std::move(profiles)),
      shard_(shard),
      expectation_(hello, role),
      planner_(hello) {}

bool DeepCases::IsMeant(int64_t number) const {
  if (number % shard_.of != shard_.number - 1) return false;
  if (profiles_.empty()) return true;
  Case test;
  order_.At(number, test);
  const Profile profile = test.chain.back().op->profile;
  return std::ranges::find(profiles_, profile) != profiles_.end();
}

// By their numbers in the universe: neighbours there are much alike, so that
// what they are made of and what answers them lies in the processor's caches.
void DeepCases::ForEach(int64_t from, int64_t to,
                        const std::function<void(int64_t)>& visit) {
  std::vector<std::pair<int64_t, int64_t>> numbers;
  for (int64_t place = from; place < to; ++place) {
    if (IsMeant(place)) numbers.emplace_back(order_.NumberAt(place), place);
  }
  std::ranges::sort(numbers);
  for (const auto& [number, place] : numbers) {
    found_ = {place, number};
    visit(place);
  }
}

bool DeepCases::Draw(int64_t number, Vector& vector) {
  if (found_.first != number) found_ = {number, order_.NumberAt(number)};
  Universe::Pinned().At(found_.second, vector.test);
  if (role_ != SubjectRole::kLibrary) return expectation_.Fill(vector);
  const std::size_t steps = vector.test.chain.size();
  return expectation_.Fill(vector) && vector.test.chain.size() == steps &&
         planner_.Runs(vector);
}

std::string DeepCases::NameOf(int64_t number) const {
  return "deep-" + std::to_string(number);
}

}  // namespace viewproof
