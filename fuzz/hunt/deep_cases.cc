#include "fuzz/hunt/deep_cases.h"

#include "conformance/golden_file/file.h"

namespace viewproof {

DeepCases::DeepCases(const Hello& hello, const std::string& root)
    : order_(universe_,
             ReadDeep(ReadFile(root + "/golden/deep.jsonl"), universe_)),
      expectation_(hello),
      planner_(hello) {}

bool DeepCases::Draw(int64_t number, Vector& vector) {
  vector.test = order_.At(number);
  const std::size_t steps = vector.test.chain.size();
  return expectation_.Fill(vector) && vector.test.chain.size() == steps &&
         planner_.Runs(vector);
}

}  // namespace viewproof
