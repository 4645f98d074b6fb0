#include "conformance/gen/edit_draw.h"

#include <array>
#include <cstdint>
#include <limits>

#include "conformance/gen/edit.h"

namespace viewproof {
namespace {

// None is below -2^62: PyTorch takes no list with such an entry.
constexpr std::array kWide = {int64_t{1} << 31,
                              int64_t{1} << 32,
                              int64_t{1} << 61,
                              int64_t{1} << 62,
                              std::numeric_limits<int64_t>::max() - 1,
                              std::numeric_limits<int64_t>::max(),
                              -(int64_t{1} << 31),
                              -(int64_t{1} << 62)};

// Where a number stands in `arg`; null where there is none.
int64_t* AnyNumber(Chooser& choose, Arg& arg) {
  if (auto* number = std::get_if<int64_t>(&arg)) return number;
  if (auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
    return &maybe->emplace(0);
  }
  if (auto* index = std::get_if<Index<TensorArg>>(&arg)) {
    if (index->empty()) return nullptr;
    IndexItem<TensorArg>& item =
        (*index)[choose.Pick(0, std::ssize(*index) - 1)];
    if (auto* range = std::get_if<Range>(&item)) {
      return &range->start.emplace(0);
    }
    return std::get_if<int64_t>(&item);
  }
  auto* list = std::get_if<Ints>(&arg);
  if (list == nullptr || list->empty()) return nullptr;
  return &(*list)[choose.Pick(0, std::ssize(*list) - 1)];
}

}  // namespace

void EditOne(Chooser& choose, int64_t wide, Step& step) {
  if (step.args.empty()) return;
  Arg& arg = step.args[choose.Pick(0, std::ssize(step.args) - 1)];
  if (choose.Chance(wide, 12)) {
    if (int64_t* number = AnyNumber(choose, arg)) *number = choose.OneOf(kWide);
    return;
  }
  const std::vector<Arg> edits = EditsOf(arg);
  if (!edits.empty()) arg = choose.OneOf(edits);  // None of [...].
}

}  // namespace viewproof
