#include "conformance/laws/viewability.h"

#include <cstddef>
#include <cstdlib>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "reference/ops/view.h"

namespace viewproof {
namespace {

constexpr int64_t kMaxOperandRank = 3;
constexpr int64_t kMaxSize = 4;
constexpr int64_t kMaxStride = 6;
constexpr int64_t kOffset = 5;

// Calls `visit` with every list of `length` entries from 0 to `last`.
void ForEachList(int64_t length, int64_t last,
                 const std::function<void(const Ints&)>& visit) {
  const Ints counts(length, last + 1);
  Ints list(length, 0);
  do visit(list);
  while (NextIndex(counts, list));
}

// Visits `head` followed by every list of `rank` sizes that multiply to
// `numel`.
void AppendFactorings(int64_t numel, int64_t rank, Ints head,
                      std::vector<Ints>& shapes) {
  if (rank == 0) {
    if (numel == 1) shapes.push_back(head);
    return;
  }
  for (int64_t size = 1; size <= numel; ++size) {
    if (numel % size != 0) continue;
    head.push_back(size);
    AppendFactorings(numel / size, rank - 1, head, shapes);
    head.pop_back();
  }
}

std::vector<Ints> ShapesOf(int64_t numel) {
  std::vector<Ints> shapes;
  for (int64_t rank = 0; rank <= TargetRank(); ++rank) {
    if (numel > 0) {
      AppendFactorings(numel, rank, {}, shapes);
      continue;
    }
    ForEachList(rank, kMaxSize, [&shapes](const Ints& sizes) {
      if (Numel(sizes) == 0) shapes.push_back(sizes);
    });
  }
  return shapes;
}

ViewAnswer AskReference(const Geometry& operand, const Ints& sizes) {
  Result<Geometry> result = View(operand, sizes);
  if (!result.ok()) return result.error().kind();
  return std::move(result).value();
}

bool IsRefusal(const ViewAnswer& answer) {
  return answer == ViewAnswer(ErrorKind::kNotViewable);
}

// The answer for people.
std::string Say(const ViewAnswer& answer) {
  std::ostringstream os;
  if (const auto* geometry = std::get_if<Geometry>(&answer)) {
    os << *geometry;
  } else if (IsRefusal(answer)) {
    os << "not viewable";
  } else {
    os << "another error";
  }
  return os.str();
}

}  // namespace

int64_t TargetRank() {
  static const int64_t rank = std::getenv("VIEWPROOF_FULL") == nullptr ? 3 : 4;
  return rank;
}

void ForEachGeometry(const std::function<void(const Geometry&)>& visit) {
  for (int64_t rank = 0; rank <= kMaxOperandRank; ++rank) {
    ForEachList(rank, kMaxSize, [&](const Ints& sizes) {
      ForEachList(rank, kMaxStride, [&](const Ints& strides) {
        visit({sizes, strides, kOffset});
      });
    });
  }
}

void ForEachPair(const PairVisitor& visit) {
  std::map<int64_t, std::vector<Ints>> shapes;  // It is keyed by numel.
  ForEachGeometry([&](const Geometry& operand) {
    const int64_t numel = Numel(operand.sizes).value();
    std::vector<Ints>& targets = shapes[numel];
    if (targets.empty()) targets = ShapesOf(numel);
    for (const Ints& target : targets) visit(operand, target);
  });
}

std::ostream& operator<<(std::ostream& os, const PairCounts& counts) {
  return os << counts.all << " pairs, " << counts.with_elements
            << " with elements, " << counts.refused << " not viewable";
}

PairCounts ExpectedPairCounts() {
  return TargetRank() == 3 ? PairCounts{2014240, 496899, 402201}
                           : PairCounts{10774188, 1370948, 1100511};
}

PairComparison CompareOnAllPairs(const ViewWitness& witness) {
  PairComparison found;
  ForEachPair([&](const Geometry& operand, const Ints& sizes) {
    const ViewAnswer expected = AskReference(operand, sizes);
    const ViewAnswer actual = witness(operand, sizes);
    const bool refused = IsRefusal(expected);
    ++found.counts.all;
    found.counts.with_elements += Numel(sizes) != 0;
    found.counts.refused += refused;
    const bool known = refused || std::holds_alternative<Geometry>(expected);
    if ((known && expected == actual) || !found.difference.empty()) return;
    std::ostringstream os;
    os << operand << " seen as " << Geometry{sizes, {}, 0} << ": reference "
       << Say(expected) << ", witness " << Say(actual);
    found.difference = os.str();
  });
  return found;
}

}  // namespace viewproof
