#include "conformance/subjects/pair_levels.h"

#include <algorithm>
#include <bit>
#include <unordered_set>
#include <utility>

#include "conformance/subjects/operand_pair.h"
#include "reference/core/geometry.h"

namespace viewproof {
namespace {

using enum PairFactor;

constexpr int64_t kMostCompared = 1 << 16;  // Elements of a tensor.

constexpr std::array<std::string_view, 4> kStorages = {
    "another storage", "the same storage, apart",
    "the same storage, interleaved", "the very tensor"};
constexpr std::array<std::string_view, 7> kTargetOrders = {
    "target row-major",     "target a window",  "target permuted",
    "target channels-last", "target with gaps", "target of stride 0",
    "target of odd size 1"};
constexpr std::array<std::string_view, 7> kOtherOrders = {
    "source row-major",     "source a window",  "source permuted",
    "source channels-last", "source with gaps", "source of stride 0",
    "source of odd size 1"};
constexpr std::array<std::string_view, 5> kBroadcasts = {
    "same sizes", "repeated innermost", "repeated between",
    "repeated outermost", "rank 0 with an offset"};
constexpr std::array<std::string_view, 3> kTargetBitNames = {
    "target without a bit", "target conjugated", "target negated"};
constexpr std::array<std::string_view, 3> kOtherBitNames = {
    "source without a bit", "source conjugated", "source negated"};
constexpr std::array<std::string_view, 5> kTargetStarts = {
    "target begins at 1 byte", "target begins at 2 bytes",
    "target begins at 4 bytes", "target begins at 8 bytes",
    "target begins at 16 bytes"};
constexpr std::array<std::string_view, 5> kOtherStarts = {
    "source begins at 1 byte", "source begins at 2 bytes",
    "source begins at 4 bytes", "source begins at 8 bytes",
    "source begins at 16 bytes"};
constexpr std::array<std::string_view, 5> kRows = {
    "rows below 16 bytes", "rows of 16 bytes", "rows of 17 to 31 bytes",
    "rows of 32 bytes", "rows above 32 bytes"};
constexpr std::array<std::string_view, 3> kSquarenesses = {
    "square", "two sizes alike", "sizes all different"};
constexpr std::array<std::string_view, 5> kElementCounts = {
    "1 element", "2 to 7 elements", "8 to 64 elements", "256 to 999 elements",
    "1000 elements or more"};
constexpr std::array<std::string_view, 5> kItems = {
    "items of 1 byte", "items of 2 bytes", "items of 4 bytes",
    "items of 8 bytes", "items of 16 bytes"};

template <typename Names>
void NameAll(PairFactor factor, const Names& names,
             std::vector<std::pair<PairLevel, std::string_view>>& all) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    all.push_back({{factor, static_cast<uint8_t>(k)}, names[k]});
  }
}

const std::vector<std::pair<PairLevel, std::string_view>>& Named() {
  static const auto named = [] {
    std::vector<std::pair<PairLevel, std::string_view>> all;
    NameAll(kStorage, kStorages, all);
    NameAll(kTargetOrder, kTargetOrders, all);
    NameAll(kOtherOrder, kOtherOrders, all);
    NameAll(kBroadcast, kBroadcasts, all);
    NameAll(PairFactor::kTargetBits, kTargetBitNames, all);
    NameAll(PairFactor::kOtherBits, kOtherBitNames, all);
    NameAll(kTargetStart, kTargetStarts, all);
    NameAll(kOtherStart, kOtherStarts, all);
    NameAll(kRow, kRows, all);
    NameAll(kSquareness, kSquarenesses, all);
    NameAll(kElements, kElementCounts, all);
    NameAll(kItem, kItems, all);
    return all;
  }();
  return named;
}

template <typename Level>
constexpr uint8_t Number(Level level) {
  return static_cast<uint8_t>(level);
}

// Returns whether an element of one has a byte of the other.
bool Share(const PairMember& a, const PairMember& b) {
  std::unordered_set<int64_t> bytes;
  const auto for_each_byte = [](const PairMember& member, const auto& visit) {
    const int64_t item = ItemSize(member.dtype);
    ForEachAddress(member.geometry, [&](int64_t address) {
      for (int64_t k = 0; k < item; ++k) visit(address * item + k);
    });
  };
  for_each_byte(a, [&bytes](int64_t at) { bytes.insert(at); });
  bool shares = false;
  for_each_byte(b, [&](int64_t at) { shares |= bytes.contains(at); });
  return shares;
}

// Nothing if they have an element in common, and are not the same, or if too
// many would have to be compared.
std::optional<uint8_t> StorageLevel(const PairMember& to,
                                    const PairMember& from) {
  if (to.storage != from.storage || from.storage < 0) {
    return Number(PairStorage::kAnother);
  }
  if (to.geometry == from.geometry && to.dtype == from.dtype &&
      to.conj == from.conj && to.neg == from.neg) {
    return Number(PairStorage::kSame);
  }
  const int64_t a = ItemSize(to.dtype);
  const int64_t b = ItemSize(from.dtype);
  const bool apart = to.end() * a <= from.geometry.offset * b ||
                     from.end() * b <= to.geometry.offset * a;
  if (apart) return Number(PairStorage::kApart);
  if (std::max(to.numel(), from.numel()) > kMostCompared || Share(to, from)) {
    return std::nullopt;
  }
  return Number(PairStorage::kInterleaved);
}

std::optional<uint8_t> OrderLevel(const PairMember& member) {
  const std::optional<MemoryOrder> order = OrderOf(member);
  if (!order) return std::nullopt;
  switch (*order) {
    case MemoryOrder::kRowMajor:
      return Number(PairOrder::kRowMajor);
    case MemoryOrder::kWindow:
      return Number(PairOrder::kWindow);
    case MemoryOrder::kColumnMajor:
    case MemoryOrder::kTransposed:
    case MemoryOrder::kPermuted:
    case MemoryOrder::kPermutedGaps:
      return Number(PairOrder::kPermuted);
    case MemoryOrder::kChannelsLast:
    case MemoryOrder::kChannelsLastGaps:
      return Number(PairOrder::kChannelsLast);
    case MemoryOrder::kGaps:
    case MemoryOrder::kSteps:
      return Number(PairOrder::kGaps);
    case MemoryOrder::kStrideZero:
      return Number(PairOrder::kStrideZero);
    case MemoryOrder::kOddSizeOne:
      return Number(PairOrder::kOddSizeOne);
  }
  return std::nullopt;
}

// The level of a source that is repeated to `sizes`.
std::optional<uint8_t> BroadcastLevel(const Ints& sizes,
                                      const PairMember& from) {
  const Ints& own = from.geometry.sizes;
  if (own.empty() && from.geometry.offset > 0) {
    return Number(PairBroadcast::kScalar);
  }
  if (own.size() > sizes.size()) return std::nullopt;
  const auto missing = std::ssize(sizes) - std::ssize(own);
  bool inner = false;
  bool between = false;
  bool outer = false;
  for (int64_t d = 0; d < std::ssize(sizes); ++d) {
    if (sizes[d] == (d < missing ? 1 : own[d - missing])) continue;
    const bool is_last = d + 1 == std::ssize(sizes);
    (is_last ? inner : d == 0 || d < missing ? outer : between) = true;
  }
  if (inner) return Number(PairBroadcast::kInner);
  if (between) return Number(PairBroadcast::kMiddle);
  return Number(outer ? PairBroadcast::kOuter : PairBroadcast::kNone);
}

uint8_t BitsLevel(const PairMember& member) {
  return Number(member.conj  ? PairBits::kConjugate
                : member.neg ? PairBits::kNegative
                             : PairBits::kNone);
}

uint8_t PowerOf(int64_t number, int most) {
  if (number == 0) return static_cast<uint8_t>(most);
  return static_cast<uint8_t>(
      std::min(std::countr_zero(static_cast<uint64_t>(number)), most));
}

// The greatest power of 2 up to 16 that divides the start in bytes.
uint8_t StartLevel(const PairMember& member) {
  return PowerOf(member.geometry.offset * ItemSize(member.dtype), 4);
}

uint8_t RowLevel(const PairMember& member) {
  const Ints& sizes = member.geometry.sizes;
  const int64_t bytes =
      (sizes.empty() ? 1 : sizes.back()) * ItemSize(member.dtype);
  if (bytes <= 16) return bytes < 16 ? 0 : 1;
  if (bytes < 32) return 2;
  return bytes == 32 ? 3 : 4;
}

uint8_t SquarenessLevel(const Ints& sizes) {
  Ints above;
  for (const int64_t size : sizes) {
    if (size > 1) above.push_back(size);
  }
  std::ranges::sort(above);
  const bool alike = std::ranges::adjacent_find(above) != above.end();
  if (!alike) return 2;
  return above.front() == above.back() ? 0 : 1;
}

std::optional<uint8_t> ElementsLevel(int64_t numel) {
  if (numel <= 7) return numel == 1 ? 0 : 1;
  if (numel <= 64) return 2;
  if (numel < 256) return std::nullopt;
  return numel < 1000 ? 3 : 4;
}

}  // namespace

std::string_view Name(PairLevel level) {
  const auto found = std::ranges::find(
      Named(), level, &std::pair<PairLevel, std::string_view>::first);
  return found->second;
}

const std::vector<PairLevel>& AllPairLevels() {
  static const std::vector<PairLevel> all = [] {
    std::vector<PairLevel> levels;
    for (const auto& [level, name] : Named()) levels.push_back(level);
    return levels;
  }();
  return all;
}

bool IsAt(const PairLevels& levels, PairLevel level) {
  return levels[static_cast<std::size_t>(level.factor)] == level.level;
}

std::optional<PairLevels> PairLevelsOf(const StepFacts& facts) {
  const std::optional<OperandPair> pair = OperandPairOf(facts);
  if (!pair) return std::nullopt;
  return LevelsOf(*pair);
}

PairLevels LevelsOf(const OperandPair& pair) {
  const PairMember& to = pair.to;
  const PairMember& from = pair.from;
  PairLevels levels;
  const auto at = [&levels](PairFactor factor) -> std::optional<uint8_t>& {
    return levels[static_cast<std::size_t>(factor)];
  };
  at(kStorage) = StorageLevel(to, from);
  at(kTargetOrder) = OrderLevel(to);
  at(kOtherOrder) = OrderLevel(from);
  at(kBroadcast) = BroadcastLevel(pair.repeated, from);
  at(PairFactor::kTargetBits) = BitsLevel(to);
  at(PairFactor::kOtherBits) = BitsLevel(from);
  at(kTargetStart) = StartLevel(to);
  at(kOtherStart) = StartLevel(from);
  at(kRow) = RowLevel(to);
  at(kSquareness) = SquarenessLevel(to.geometry.sizes);
  at(kElements) = ElementsLevel(to.numel());
  at(kItem) = PowerOf(ItemSize(to.dtype), 4);
  return levels;
}

namespace {

// Two levels, whichever comes first.
class Both {
 public:
  Both(PairLevel a, PairLevel b) : a_(a), b_(b) {}

  std::optional<uint8_t> At(PairFactor factor) const {
    if (a_.factor == factor) return a_.level;
    if (b_.factor == factor) return b_.level;
    return std::nullopt;
  }
  template <typename Level>
  bool Is(PairFactor factor, Level level) const {
    return At(factor) == static_cast<uint8_t>(level);
  }
  bool Has(PairFactor factor) const { return At(factor).has_value(); }

 private:
  PairLevel a_;
  PairLevel b_;
};

bool IsRowMajorOrder(std::optional<uint8_t> order) {
  return order == Number(PairOrder::kRowMajor) ||
         order == Number(PairOrder::kWindow);
}

// An order that one element alone does not have.
bool NeedsElements(std::optional<uint8_t> order) {
  return order && !IsRowMajorOrder(order) &&
         order != Number(PairOrder::kOddSizeOne);
}

std::string_view WhyNotOfItems(std::string_view kernel, const Both& both) {
  const auto item = both.At(kItem);
  if (!item) return "";
  const bool by_tensors = kernel.ends_with(" tensors");
  for (const PairFactor start : {kTargetStart, kOtherStart}) {
    if (by_tensors && start == kOtherStart) continue;
    if (const auto at = both.At(start); at && *at < *item) {
      return "an item begins at a multiple of its size";
    }
  }
  for (const PairFactor bits :
       {PairFactor::kTargetBits, PairFactor::kOtherBits}) {
    if (both.Is(bits, PairBits::kConjugate) && *item < 3) {
      return "complex items have 8 or 16 bytes";
    }
    if (both.Is(bits, PairBits::kNegative) && *item != 2 && *item != 3) {
      return "items that are parts of complex ones have 4 or 8 bytes";
    }
  }
  const auto row = both.At(kRow);
  if ((*item == 4 && (row == 0 || row == 2))) {
    return "rows are multiples of an item";
  }
  return "";
}

std::string_view WhyNotOfBits(const Both& both) {
  const auto to = both.At(PairFactor::kTargetBits);
  const auto from = both.At(PairFactor::kOtherBits);
  if (to && from && *to != 0 && *from != 0 && *to != *from) {
    return "no dtype has both bits";
  }
  for (const PairFactor bits :
       {PairFactor::kTargetBits, PairFactor::kOtherBits}) {
    const bool conj = both.Is(bits, PairBits::kConjugate);
    const bool neg = both.Is(bits, PairBits::kNegative);
    for (const PairFactor start : {kTargetStart, kOtherStart}) {
      const auto at = both.At(start);
      if (at && ((conj && *at < 3) || (neg && *at < 2))) {
        return "an item begins at a multiple of its size";
      }
    }
  }
  return "";
}

std::string_view WhyNotOfElements(const Both& both) {
  if (both.Is(kElements, 0)) {
    if (both.At(kSquareness) == 0 || both.At(kSquareness) == 1) {
      return "one element has no sizes to be alike";
    }
    if (both.At(kRow).value_or(0) > 1) {
      return "one element is a row of one item";
    }
    if (NeedsElements(both.At(kTargetOrder))) {
      return "one element lies in one place";
    }
  }
  if (both.Is(kStorage, PairStorage::kInterleaved) &&
      (both.Is(kTargetOrder, PairOrder::kRowMajor) ||
       both.Is(kOtherOrder, PairOrder::kRowMajor))) {
    return "what begins or ends its storage lies between no others";
  }
  if (both.Is(kElements, 1) && both.At(kSquareness) == 1) {
    return "sizes of which two are alike and one is not make 12 elements";
  }
  if (both.Is(kBroadcast, PairBroadcast::kScalar) && both.At(kOtherOrder) &&
      !IsRowMajorOrder(both.At(kOtherOrder))) {
    return "a tensor of rank 0 has one element";
  }
  return "";
}

// Says it of a target and a source.
std::string_view WhyNotOfSources(std::string_view kernel, const Both& both) {
  if (both.Is(kElements, 0)) {
    const auto repeated = both.At(kBroadcast);
    if (NeedsElements(both.At(kOtherOrder)) ||
        both.Is(kStorage, PairStorage::kInterleaved) ||
        (repeated && *repeated >= Number(PairBroadcast::kInner) &&
         *repeated <= Number(PairBroadcast::kOuter))) {
      return "a source has no more elements than its target";
    }
  }
  if (!both.Is(kStorage, PairStorage::kSame)) return "";
  if (kernel != "add_") return "such a write changes nothing";
  if (const auto repeated = both.At(kBroadcast).value_or(0);
      repeated != 0 && repeated != Number(PairBroadcast::kScalar)) {
    return "the very tensor has the same sizes";
  }
  return both.Is(kOtherOrder, PairOrder::kStrideZero)
             ? "a write to a target of stride 0 is refused"
             : "";
}

// Says it of an operand and its index.
std::string_view WhyNotOfIndexes(std::string_view kernel, const Both& both) {
  if (both.At(PairFactor::kOtherBits).value_or(0) != 0) {
    return "an index has no bits";
  }
  if (both.At(kOtherStart).value_or(4) < 3) return "an index has 8-byte items";
  const auto storage = both.At(kStorage);
  const bool gets = kernel == "getitem tensors";
  if (storage == Number(PairStorage::kSame)) {
    if (!gets) return "setitem.u1";
    if (both.Is(kElements, 4))
      return "a case has no index that may pick so many";
  }
  if (gets && both.Is(kBroadcast, PairBroadcast::kScalar)) {
    return "an index of rank 0 is a number, and x[number] is a view";
  }
  if (storage.value_or(0) != 0 &&
      (both.At(kItem).value_or(3) != 3 ||
       both.At(PairFactor::kTargetBits).value_or(0) != 0 ||
       both.At(kTargetStart).value_or(4) < 3)) {
    return "of the dtypes that a case has an index and its operand share int64";
  }
  return "";
}

}  // namespace

std::string_view WhyApart(std::string_view kernel, PairLevel a, PairLevel b) {
  const Both both(a, b);
  for (const std::string_view why :
       {WhyNotOfItems(kernel, both), WhyNotOfBits(both),
        WhyNotOfElements(both)}) {
    if (!why.empty()) return why;
  }
  if (kernel != "getitem tensors" &&
      both.Is(kTargetOrder, PairOrder::kStrideZero)) {
    return "a write to a target of stride 0 is refused";
  }
  return kernel.ends_with(" tensors") ? WhyNotOfIndexes(kernel, both)
                                      : WhyNotOfSources(kernel, both);
}

}  // namespace viewproof
