// Prints what Answer says of every tensor of some bounds and every target, as a
// line a tensor: its sizes and strides, how many targets, and a digest of all
// answers. answers.mjs prints the same of answer.wasm.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <vector>

#include "tools/docs/answer.h"

namespace viewproof {
namespace {

using Numbers = std::vector<int64_t>;

// Every list of `length` of these numbers.
std::vector<Numbers> Lists(std::size_t length, const Numbers& numbers) {
  std::vector<Numbers> lists = {{}};
  for (std::size_t k = 0; k < length; ++k) {
    std::vector<Numbers> longer;
    for (const Numbers& list : lists) {
      for (const int64_t number : numbers) {
        longer.push_back(list);
        longer.back().push_back(number);
      }
    }
    lists = std::move(longer);
  }
  return lists;
}

std::vector<Numbers> Targets() {
  std::vector<Numbers> targets;
  for (std::size_t rank = 0; rank <= 3; ++rank) {
    for (Numbers& target : Lists(rank, {-2, -1, 0, 1, 2, 3, 4, 6})) {
      targets.push_back(std::move(target));
    }
  }
  return targets;
}

class Digest {
 public:
  void Add(int64_t number) {
    value_ = (value_ ^ static_cast<uint64_t>(number)) * 0x100000001b3;
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325;
};

void PrintTensor(const Numbers& sizes, const Numbers& strides, int64_t offset,
                 const std::vector<Numbers>& targets) {
  Digest digest;
  for (const Numbers& target : targets) {
    Numbers asked = {static_cast<int64_t>(sizes.size())};
    asked.insert(asked.end(), sizes.begin(), sizes.end());
    asked.insert(asked.end(), strides.begin(), strides.end());
    asked.push_back(offset);
    asked.push_back(static_cast<int64_t>(target.size()));
    asked.insert(asked.end(), target.begin(), target.end());
    Numbers answer;
    Answer(asked, answer);
    for (const int64_t number : answer) digest.Add(number);
  }
  fmt::print("[{}] [{}] {} {} {:x}\n", fmt::join(sizes, ","),
             fmt::join(strides, ","), offset, targets.size(), digest.value());
}

void PrintAll() {
  const std::vector<Numbers> targets = Targets();
  for (std::size_t rank = 0; rank <= 3; ++rank) {
    const bool few = rank == 3;
    for (const Numbers& sizes :
         Lists(rank, few ? Numbers{1, 2, 3} : Numbers{0, 1, 2, 3})) {
      for (const Numbers& strides :
           Lists(rank, few ? Numbers{0, 1, 2, 6} : Numbers{0, 1, 2, 3, 6})) {
        PrintTensor(sizes, strides, static_cast<int64_t>(rank) % 2, targets);
      }
    }
  }
  // At the limits of int64, where a size_t of 32 bits would show.
  constexpr int64_t kMost = INT64_MAX;
  const std::vector<Numbers> wide = {{2}, {-1}, {kMost}, {1, kMost}, {2, -1}};
  for (const Numbers& sizes : Lists(2, {0, 1, 2, int64_t{1} << 32, kMost})) {
    for (const Numbers& strides : Lists(2, {0, 1, int64_t{1} << 32, kMost})) {
      PrintTensor(sizes, strides, 1, wide);
    }
  }
}

}  // namespace
}  // namespace viewproof

int main() { viewproof::PrintAll(); }
