#include "conformance/calls/shared_storage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "conformance/calls/view_steps.h"
#include "conformance/case/bounds.h"

namespace viewproof {
namespace {

constexpr int64_t kBetween = 3;  // So many cells lie between two tensors.

}  // namespace

bool Overlaps(Sharing sharing) {
  return sharing == Sharing::kSame || sharing == Sharing::kTransposed;
}

std::vector<std::size_t> StoragesOf(const std::optional<SharedStorage>& shared,
                                    std::size_t tensors) {
  std::vector<std::size_t> storages;
  std::size_t next = 0;
  for (std::size_t t = 0; t < tensors; ++t) {
    const bool is_second = shared && shared->second == t;
    storages.push_back(is_second ? storages[shared->first] : next++);
  }
  return storages;
}

std::string TextOf(Sharing sharing, std::string_view first,
                   std::string_view second) {
  switch (sharing) {
    case Sharing::kBeside:
      return fmt::format("{}-beside-{}", first, second);
    case Sharing::kInRows:
      return fmt::format("{}-in-rows-with-{}", first, second);
    case Sharing::kInterleaved:
      return fmt::format("{}-interleaved-with-{}", first, second);
    case Sharing::kSame:
      return fmt::format("{}-is-{}", first, second);
    case Sharing::kTransposed:
      return fmt::format("{}-transposed-is-{}", first, second);
  }
  return "";
}

std::optional<std::array<OperandLayout, 2>> LayoutsOf(Sharing sharing,
                                                      DType dtype,
                                                      const Ints& first,
                                                      const Ints& second) {
  const int64_t cells[] = {*Numel(first), *Numel(second)};
  const auto rank = std::ssize(first);
  if (cells[0] == 0 || cells[1] == 0) return std::nullopt;
  std::array<OperandLayout, 2> layouts;
  const auto set = [&](LayoutKind kind, const Ints& storage,
                       std::string_view name, std::vector<Step> views,
                       std::string_view other, std::vector<Step> other_views) {
    layouts[0] = {name, kind, dtype, storage, std::move(views)};
    layouts[1] = {other, kind, dtype, storage, std::move(other_views)};
  };
  Ints storage = first;
  switch (sharing) {
    case Sharing::kBeside: {
      const int64_t start = cells[0] + kBetween;
      set(LayoutKind::kWindow, {start + cells[1]},  //
          "first-part", {Cut(0, 0, cells[0]), StepOf("view", {first})},
          "last-part", {Cut(0, start, cells[1]), StepOf("view", {second})});
      break;
    }
    case Sharing::kInRows:
      if (rank == 0 || std::ssize(second) != rank ||
          !std::equal(first.begin(), first.end() - 1, second.begin())) {
        return std::nullopt;
      }
      storage.back() += second.back();
      set(LayoutKind::kRowGaps, storage,                      //
          "first-columns", {Cut(rank - 1, 0, first.back())},  //
          "last-columns", {Cut(rank - 1, first.back(), second.back())});
      break;
    case Sharing::kInterleaved:
      if (first != second) return std::nullopt;
      storage.push_back(2);
      set(LayoutKind::kGaps, storage,                                   //
          "even-cells", {StepOf("select", {Number(rank), Number(0)})},  //
          "odd-cells", {StepOf("select", {Number(rank), Number(1)})});
      break;
    case Sharing::kSame:
      if (first != second) return std::nullopt;
      set(LayoutKind::kPlain, storage, "plain", {}, "plain", {});
      break;
    case Sharing::kTransposed: {
      if (rank < 2) return std::nullopt;
      Ints transposed = first;
      std::swap(transposed[rank - 2], transposed[rank - 1]);
      if (second != transposed || first[rank - 1] < 2 || first[rank - 2] < 2) {
        return std::nullopt;
      }
      Ints dims(rank);
      std::iota(dims.begin(), dims.end(), 0);
      std::swap(dims[rank - 2], dims[rank - 1]);
      set(LayoutKind::kPermuted, storage, "plain", {}, "transposed",
          {StepOf("permute", {dims})});
      break;
    }
  }
  if (Numel(layouts[0].storage).value_or(kMaxSaid + 1) > kMaxSaid) {
    return std::nullopt;
  }
  return layouts;
}

void PutInOneStorage(Sharing sharing, PlacedOperand& first,
                     PlacedOperand& second) {
  if (Overlaps(sharing)) {
    second.seen.values->list =
        Read(OperandIn(*second.layout, TensorOf(first.storage)));
  } else {
    first.storage = WithElements(first.storage, *second.layout, second.seen);
  }
  second.storage = first.storage;
}

}  // namespace viewproof
