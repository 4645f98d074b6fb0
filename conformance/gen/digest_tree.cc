#include "conformance/gen/digest_tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <memory>
#include <mutex>
#include <span>
#include <thread>

#include "conformance/case/bad_input.h"
#include "conformance/case/text.h"
#include "conformance/gen/outline.h"

namespace viewproof {
namespace {

constexpr std::size_t kBuffered = std::size_t{1} << 16;

// XXH3 over a text that comes in pieces.
class Hash {
 public:
  Hash() { XXH3_64bits_reset(state_.get()); }
  void Add(std::string_view text) {
    XXH3_64bits_update(state_.get(), text.data(), text.size());
  }
  uint64_t digest() const { return XXH3_64bits_digest(state_.get()); }

 private:
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_{
      XXH3_createState(), XXH3_freeState};
};

uint64_t DigestOver(std::span<const uint64_t> children) {
  Hash hash;
  for (const uint64_t child : children) {
    XXH64_canonical_t bytes;
    XXH64_canonicalFromHash(&bytes, child);
    hash.Add({reinterpret_cast<const char*>(bytes.digest), sizeof bytes});
  }
  return hash.digest();
}

// The leaves of each branch.
std::vector<std::span<const uint64_t>> Branches(
    std::span<const uint64_t> leaves) {
  std::vector<std::span<const uint64_t>> branches;
  while (!leaves.empty()) {
    const auto size = std::min<std::size_t>(leaves.size(), kLeavesOfBranch);
    branches.push_back(leaves.first(size));
    leaves = leaves.subspan(size);
  }
  return branches;
}

std::string PartText(const Universe::Part& part) {
  const Bounds& bounds = part.bounds;
  std::vector<std::string> more;
  for (const Ints& sizes : bounds.more_bases) {
    more.push_back(fmt::format("[{}]", fmt::join(sizes, ",")));
  }
  std::string text = fmt::format(
      "{{\"steps\":{},\"count\":{},\"bases\":{},\"more_bases\":[{}],"
      "\"max_rank\":{},\"min_size\":{},\"max_size\":{},\n"
      "\"setup\":{},\"setup_length\":{},\"starts\":{},\n\"dims\":[{}],"
      "\"numbers\":[{}],\"sizes\":[{}],"
      "\"inferred\":[{}],\"max_length\":{},\"max_calls\":{},\n\"calls\":{{",
      bounds.steps, part.count, part.bases, fmt::join(more, ","),
      bounds.max_rank, bounds.min_size, bounds.max_size, bounds.setup,
      bounds.setup_length, part.starts.size(), fmt::join(bounds.dims, ","),
      fmt::join(bounds.numbers, ","), fmt::join(bounds.sizes, ","),
      fmt::join(bounds.inferred, ","), bounds.max_length, bounds.max_calls);
  std::string_view comma;
  for (const Calls::Row& row : part.calls.rows()) {
    text += fmt::format("{}\"{}\":{}", comma, row.op->name, row.count);
    comma = ",";
  }
  return text + "}}";
}

// All of the text that does not depend on what the reference answers.
std::string HeaderText(const Universe& universe) {
  std::string parts;
  for (const Universe::Part& part : universe.parts()) {
    parts += parts.empty() ? "" : ",\n";
    parts += PartText(part);
  }
  return fmt::format(
      "{{\"version\":{},\"count\":{},\"cases_of_leaf\":{},\n\"parts\":[\n{}],"
      "\n\"root\":",
      kEnumeratorVersion, universe.count(), universe.cases_of_leaf(), parts);
}

}  // namespace

uint64_t DigestOf(const Universe& universe) {
  Hash hash;
  hash.Add(HeaderText(universe));
  for (const Universe::Part& part : universe.parts()) {
    for (const Start& start : part.starts) {
      const Case chain{"", {.sizes = start.base}, start.steps};
      hash.Add(Text(chain));
      hash.Add("\n");
    }
  }
  return hash.digest();
}

int64_t LeafCount(const Universe& universe, int64_t cases) {
  return (cases + universe.cases_of_leaf() - 1) / universe.cases_of_leaf();
}

int64_t LeafCount(const Universe& universe) {
  return LeafCount(universe, universe.count());
}

uint64_t LeafDigest(const Universe& universe, int64_t leaf) {
  const int64_t from = leaf * universe.cases_of_leaf();
  int64_t left = std::min(universe.cases_of_leaf(), universe.count() - from);
  Cursor cursor(universe, from);
  Outliner outliner;
  Hash hash;
  std::string text;
  while (true) {
    outliner.Append(cursor, text);
    const bool last = --left == 0;
    if (last || text.size() >= kBuffered) {
      hash.Add(text);
      text.clear();
    }
    if (last) return hash.digest();
    cursor.Next();
  }
}

std::vector<uint64_t> LeafDigests(const Universe& universe, int64_t from,
                                  int64_t to, int64_t jobs,
                                  const std::function<void()>& done) {
  std::vector<uint64_t> leaves(to - from);
  std::atomic<int64_t> next = from;
  std::mutex one_at_a_time;
  const auto work = [&] {
    for (int64_t leaf; (leaf = next++) < to;) {
      leaves[leaf - from] = LeafDigest(universe, leaf);
      const std::scoped_lock lock(one_at_a_time);
      if (done) done();
    }
  };
  std::vector<std::jthread> threads;
  for (int64_t job = 0; job < jobs; ++job) threads.emplace_back(work);
  threads.clear();  // Waits for them.
  return leaves;
}

std::string EnumerationText(const Universe& universe,
                            const std::vector<uint64_t>& leaves) {
  std::vector<uint64_t> digests;
  std::string lines;
  for (const auto branch : Branches(leaves)) {
    digests.push_back(DigestOver(branch));
    lines += fmt::format("{}\n{{\"digest\":\"{:016x}\",\"leaves\":[",
                         lines.empty() ? "" : ",", digests.back());
    for (const uint64_t leaf : branch) {
      lines +=
          fmt::format("{}\"{:016x}\"", lines.back() == '[' ? "" : ",", leaf);
    }
    lines += "]}";
  }
  return fmt::format("{}\"{:016x}\",\n\"branches\":[{}]}}\n",
                     HeaderText(universe), DigestOver(digests), lines);
}

std::vector<uint64_t> ReadEnumeration(std::string_view text,
                                      const Universe& universe) {
  constexpr std::string_view kWrittenBy =
      "; it is written by bazel run //tools:golden -- --enumeration";
  constexpr std::string_view kLeaves = "\"leaves\":[";
  if (!text.starts_with(HeaderText(universe))) {
    throw BadInput(fmt::format(
        "enumeration.json: not the universe of these ops and bounds in version "
        "{}{}",
        kEnumeratorVersion, kWrittenBy));
  }
  std::vector<uint64_t> leaves;
  for (std::size_t at = 0; (at = text.find(kLeaves, at)) != text.npos;) {
    at += kLeaves.size();
    while (at < text.size() && text[at] == '"') {
      const char* digits = text.data() + at + 1;
      std::from_chars(digits, text.data() + text.size(), leaves.emplace_back(),
                      16);
      at += 18;  // A digest in its quotes.
      if (at < text.size() && text[at] == ',') ++at;
    }
  }
  if (std::ssize(leaves) != LeafCount(universe) ||
      EnumerationText(universe, leaves) != text) {
    throw BadInput(fmt::format(
        "enumeration.json: its digests are not those of its leaves{}",
        kWrittenBy));
  }
  return leaves;
}

}  // namespace viewproof
