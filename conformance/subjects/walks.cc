#include "conformance/subjects/walks.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/subjects/pair_levels.h"

namespace viewproof {
namespace {

constexpr std::array kWays = {WalkBy::kByte,   WalkBy::kHalf,  WalkBy::kWord,
                              WalkBy::kSquare, WalkBy::kInner, WalkBy::kOuter};

std::string_view Words(WalkBy by) {
  switch (by) {
    case WalkBy::kByte:
      return "items of 1 byte";
    case WalkBy::kHalf:
      return "items of 2 bytes";
    case WalkBy::kWord:
      return "items of 4 bytes or more";
    case WalkBy::kSquare:
      return "square";
    case WalkBy::kInner:
      return "repeated innermost";
    case WalkBy::kOuter:
      return "repeated outermost";
  }
  return "";
}

MemoryOrder Walked(MemoryOrder order) {
  return order == MemoryOrder::kWindow ? MemoryOrder::kRowMajor : order;
}

bool Repeats(const Walk& walk) {
  return walk.by == WalkBy::kInner || walk.by == WalkBy::kOuter;
}

// Returns whether one size above 1 is too few for this order.
bool NeedsTwo(MemoryOrder order) {
  return order == MemoryOrder::kColumnMajor ||
         order == MemoryOrder::kTransposed || order == MemoryOrder::kPermuted ||
         order == MemoryOrder::kGaps || order == MemoryOrder::kPermutedGaps;
}

// How many sizes above 1 a tensor of this order has at least. What could have
// one is a matrix, too.
int64_t SizesAboveOne(MemoryOrder order) {
  if (order == MemoryOrder::kOddSizeOne) return 1;
  return order == MemoryOrder::kTransposed || order == MemoryOrder::kPermuted
             ? 3
             : 2;
}

template <typename Level>
bool Is(const PairLevels& levels, PairFactor factor, Level level) {
  return IsAt(levels, {factor, static_cast<uint8_t>(level)});
}

std::optional<WalkBy> WalkByOf(const PairLevels& levels) {
  if (Is(levels, PairFactor::kBroadcast, PairBroadcast::kInner)) {
    return WalkBy::kInner;
  }
  if (Is(levels, PairFactor::kBroadcast, PairBroadcast::kOuter)) {
    return WalkBy::kOuter;
  }
  if (!Is(levels, PairFactor::kBroadcast, PairBroadcast::kNone)) {
    return std::nullopt;
  }
  if (Is(levels, PairFactor::kSquareness, 0)) return WalkBy::kSquare;
  const auto item = levels[static_cast<std::size_t>(PairFactor::kItem)];
  if (item == 0) return WalkBy::kByte;
  return item == 1 ? WalkBy::kHalf : WalkBy::kWord;
}

}  // namespace

std::string Name(const Walk& walk) {
  return fmt::format("from {} to {}, {}", Name(walk.from), Name(walk.to),
                     Words(walk.by));
}

bool HasSizeOne(const Walk& walk) {
  return walk.to == MemoryOrder::kOddSizeOne ||
         (walk.from == MemoryOrder::kOddSizeOne && !Repeats(walk));
}

int64_t LeastRank(const Walk& walk) {
  if (HasRankFour(walk.to) || HasRankFour(walk.from)) return 4;
  const bool lacks_one = Repeats(walk) && NeedsTwo(walk.from);
  const int64_t alike = walk.by == WalkBy::kSquare ? 2 : 1;
  return std::max({SizesAboveOne(walk.to),
                   SizesAboveOne(walk.from) + (lacks_one ? 1 : 0), alike}) +
         (HasSizeOne(walk) ? 1 : 0);
}

const std::vector<Walk>& AllWalks() {
  static const std::vector<Walk> all = [] {
    std::vector<Walk> walks;
    for (std::size_t to = 0; to < kMemoryOrders; ++to) {
      for (std::size_t from = 0; from < kMemoryOrders; ++from) {
        const Walk walk = {static_cast<MemoryOrder>(to),
                           static_cast<MemoryOrder>(from), WalkBy::kByte};
        // A write to a target of stride 0 is refused.
        if (walk.to == MemoryOrder::kStrideZero || walk.to != Walked(walk.to) ||
            walk.from != Walked(walk.from)) {
          continue;
        }
        for (const WalkBy by : kWays) {
          walks.push_back({walk.to, walk.from, by});
        }
      }
    }
    return walks;
  }();
  return all;
}

std::optional<Walk> WalkOf(const StepFacts& facts) {
  if (WalkKernelOf(KernelOf(*facts.step)).empty()) return std::nullopt;
  const std::optional<OperandPair> pair = OperandPairOf(facts);
  if (!pair) return std::nullopt;
  const PairLevels levels = LevelsOf(*pair);
  if (!Is(levels, PairFactor::kStorage, PairStorage::kAnother) ||
      !Is(levels, PairFactor::kTargetBits, PairBits::kNone) ||
      !Is(levels, PairFactor::kOtherBits, PairBits::kNone)) {
    return std::nullopt;
  }
  const std::optional<MemoryOrder> to = OrderOf(pair->to);
  const std::optional<MemoryOrder> from = OrderOf(pair->from);
  const std::optional<WalkBy> by = WalkByOf(levels);
  if (!to || !from || !by) return std::nullopt;
  // Whoever takes one's strides for the other's is right.
  if (pair->to.geometry.strides == pair->from.geometry.strides &&
      HasGaps(*to)) {
    return std::nullopt;
  }
  const Walk walk = {Walked(*to), Walked(*from), *by};
  const Ints& sizes = pair->to.geometry.sizes;
  if (std::ssize(sizes) != LeastRank(walk) ||
      std::ranges::count(sizes, 1) != (HasSizeOne(walk) ? 1 : 0)) {
    return std::nullopt;
  }
  return walk;
}

std::string_view WalkKernelOf(std::string_view kernel) {
  if (kernel == "setitem basic") return kWalkKernels[0];
  const auto found = std::ranges::find(kWalkKernels, kernel);
  return found == kWalkKernels.end() ? "" : *found;
}

}  // namespace viewproof
