#include "conformance/gen/deep.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "conformance/case/bad_input.h"
#include "conformance/gen/digest_tree.h"
#include "conformance/gen/outline.h"

namespace viewproof {
namespace {

constexpr int64_t kBlock = kCasesOfLeaf;  // Cases that a thread takes.
constexpr std::size_t kMaxRounds = 256;   // A list has no more.
constexpr std::string_view kWrittenBy =
    "; it is written by bazel run //tools:golden -- --deep";

// The cases of one signature.
struct Group {
  int64_t count = 0;
  std::vector<int64_t> first;  // Their numbers, the lowest first.
};

class Groups {
 public:
  void Add(const std::string& signature, int64_t number) {
    Group& group = groups_[signature];
    ++group.count;
    if (group.first.size() < kMaxRounds) group.first.push_back(number);
  }

  void Add(const Groups& other) {
    for (const auto& [signature, more] : other.groups_) {
      Group& group = groups_[signature];
      group.count += more.count;
      const auto middle = std::ssize(group.first);
      group.first.insert(group.first.end(), more.first.begin(),
                         more.first.end());
      std::inplace_merge(group.first.begin(), group.first.begin() + middle,
                         group.first.end());
      if (group.first.size() > kMaxRounds) group.first.resize(kMaxRounds);
    }
  }

  // Every group, the rarest first.
  std::vector<Group> Take() {
    std::vector<Group> groups;
    for (auto& [signature, group] : groups_) groups.push_back(std::move(group));
    std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
      return std::pair(a.count, a.first[0]) < std::pair(b.count, b.first[0]);
    });
    return groups;
  }

 private:
  std::unordered_map<std::string, Group> groups_;
};

void Look(const Universe& universe, int64_t from, int64_t to, Signer& signer,
          Groups& groups) {
  Cursor cursor(universe, from);
  for (int64_t number = from;;) {
    groups.Add(signer.Of(cursor), number);
    if (++number == to) return;
    cursor.Next();
  }
}

Groups GroupsOf(const Universe& universe, int64_t jobs,
                const std::function<void(int64_t)>& done) {
  Groups all;
  std::atomic<int64_t> next = 0;
  std::mutex one_at_a_time;
  const auto work = [&] {
    Groups groups;
    Signer signer;
    for (int64_t from; (from = next.fetch_add(kBlock)) < universe.count();) {
      const int64_t to = std::min(from + kBlock, universe.count());
      Look(universe, from, to, signer, groups);
      const std::scoped_lock lock(one_at_a_time);
      if (done) done(to - from);
    }
    const std::scoped_lock lock(one_at_a_time);
    all.Add(groups);
  };
  std::vector<std::jthread> threads;
  for (int64_t job = 0; job < jobs; ++job) threads.emplace_back(work);
  threads.clear();  // Waits for them.
  return all;
}

int64_t Modulo(int64_t a, int64_t b, int64_t modulus) {
  return static_cast<int64_t>(static_cast<__int128>(a) * b % modulus);
}

// A number prime to `count` whose multiples lie evenly in it: near the golden
// section.
int64_t StrideOf(int64_t count) {
  auto stride = static_cast<int64_t>(static_cast<double>(count) * 0.618034);
  stride = std::max<int64_t>(stride, 1);
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

// The x with a x mod modulus == 1. Requires: they have no common divisor.
int64_t InverseOf(int64_t a, int64_t modulus) {
  int64_t x = 0;
  int64_t next_x = 1;
  int64_t rest = modulus;
  int64_t next_rest = a % modulus;
  while (next_rest != 0) {
    const int64_t times = rest / next_rest;
    x = std::exchange(next_x, x - times * next_x);
    rest = std::exchange(next_rest, rest - times * next_rest);
  }
  return x < 0 ? x + modulus : x;
}

std::string HeadOf(const Universe& universe) {
  return fmt::format(
      "{{\"version\":{},\"universe\":\"{:016x}\",\"count\":{}}}\n",
      kEnumeratorVersion, DigestOf(universe), universe.count());
}

}  // namespace

std::vector<int64_t> DeepList(const Universe& universe, std::size_t most,
                              int64_t jobs,
                              const std::function<void(int64_t)>& done) {
  const std::vector<Group> groups = GroupsOf(universe, jobs, done).Take();
  std::vector<int64_t> numbers;
  for (std::size_t round = 0; round < kMaxRounds; ++round) {
    for (const Group& group : groups) {
      if (numbers.size() == most) return numbers;
      if (round < group.first.size()) numbers.push_back(group.first[round]);
    }
  }
  return numbers;
}

std::string DeepText(const Universe& universe,
                     const std::vector<int64_t>& numbers) {
  std::string text = HeadOf(universe);
  for (const int64_t number : numbers) {
    const std::string line = fmt::format("{}\n", number);
    if (text.size() + line.size() > kMaxDeepBytes) break;
    text += line;
  }
  return text;
}

std::vector<int64_t> ReadDeep(std::string_view text, const Universe& universe) {
  const std::string head = HeadOf(universe);
  if (!text.starts_with(head)) {
    throw BadInput(fmt::format(
        "deep.jsonl:1: not the universe of these ops and bounds, {}{}",
        std::string_view(head).substr(0, head.size() - 1), kWrittenBy));
  }
  std::vector<int64_t> numbers;
  std::unordered_set<int64_t> seen;
  const char* at = text.data() + head.size();
  const char* const end = text.data() + text.size();
  while (at < end) {
    int64_t number = -1;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc() || after == end || *after != '\n' || number < 0 ||
        number >= universe.count() || !seen.insert(number).second) {
      throw BadInput(fmt::format(
          "deep.jsonl:{}: expected the number of a case, below {} and not "
          "listed before{}",
          numbers.size() + 2, universe.count(), kWrittenBy));
    }
    numbers.push_back(number);
    at = after + 1;
  }
  return numbers;
}

DeepOrder::DeepOrder(const Universe& universe, std::vector<int64_t> listed)
    : universe_(universe),
      listed_(std::move(listed)),
      stride_(StrideOf(universe.count())) {
  const int64_t inverse = InverseOf(stride_, count());
  for (const int64_t number : listed_) {
    passed_.push_back(Modulo(number, inverse, count()));
  }
  std::sort(passed_.begin(), passed_.end());
  for (std::size_t k = 0; k < passed_.size(); ++k) {
    passed_[k] -= static_cast<int64_t>(k);
  }
}

int64_t DeepOrder::NumberAt(int64_t place) const {
  if (place < listed()) return listed_[place];
  const int64_t other = place - listed();
  const auto before =
      std::upper_bound(passed_.begin(), passed_.end(), other) - passed_.begin();
  return Modulo(other + before, stride_, count());
}

}  // namespace viewproof
