#ifndef VIEWPROOF_CONFORMANCE_CALLS_SHARED_STORAGE_H_
#define VIEWPROOF_CONFORMANCE_CALLS_SHARED_STORAGE_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/calls/layout.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Says how two tensors of a call lie in one storage.
enum class Sharing {
  kBeside,       // One lies after the other.
  kInRows,       // Each row of the storage is a row of one, then of the other.
  kInterleaved,  // Their elements take turns.
  kSame,         // They are one tensor;
  kTransposed,   // or one is the other, of which two dimensions are exchanged.
};

inline constexpr std::array kSharings = {Sharing::kBeside, Sharing::kInRows,
                                         Sharing::kInterleaved, Sharing::kSame,
                                         Sharing::kTransposed};

// Returns whether both have the same elements, so that they are only read.
bool Overlaps(Sharing sharing);

// Two tensors of a call, by their numbers, that have one storage.
struct SharedStorage {
  Sharing sharing = Sharing::kBeside;
  std::size_t first = 0;
  std::size_t second = 0;
  auto operator<=>(const SharedStorage&) const = default;
};

// The number of the storage of each of so many tensors, from 0 on.
std::vector<std::size_t> StoragesOf(const std::optional<SharedStorage>& shared,
                                    std::size_t tensors);

// Says it in an id: "x-beside-y".
std::string TextOf(Sharing sharing, std::string_view first,
                   std::string_view second);

// The layouts of two tensors of these sizes, which have elements, in their
// storage; nothing if they cannot lie so.
std::optional<std::array<OperandLayout, 2>> LayoutsOf(Sharing sharing,
                                                      DType dtype,
                                                      const Ints& first,
                                                      const Ints& second);

// Gives both the storage that holds the elements of each or, if they overlap,
// of the first.
void PutInOneStorage(Sharing sharing, PlacedOperand& first,
                     PlacedOperand& second);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_SHARED_STORAGE_H_
