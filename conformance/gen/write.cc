#include "conformance/gen/write.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <unordered_set>

#include "conformance/case/broadcast.h"
#include "conformance/case/index_facts.h"
#include "conformance/subjects/reference.h"
#include "reference/index/basic.h"
#include "reference/index/selection.h"

namespace viewproof {
namespace {

Tensor Spelt(const TensorArg& item) {
  return TensorOf(std::get<Literal>(item));
}

}  // namespace

std::optional<IndexedElements> ElementsAt(const Geometry& operand,
                                          const Index<TensorArg>& index) {
  const Result<Part> part =
      ApplyBasic(operand, WithTensors<Tensor>(index, &Spelt));
  if (!part.ok()) return std::nullopt;
  const Geometry& geometry = part.value().geometry;
  if (part.value().advanced.empty()) {
    return IndexedElements{geometry.sizes, AddressesOf(geometry)};
  }
  const Result<Selection> selection = SelectFrom(part.value());
  if (!selection.ok()) return std::nullopt;
  const Result<Ints> addresses = AddressesOf(selection.value());
  if (!addresses.ok()) return std::nullopt;
  return IndexedElements{selection.value().sizes, addresses.value()};
}

bool WritesNothingOf(const Step& write, const Geometry& target,
                     const Geometry& read) {
  const std::optional<IndexedElements> to = ElementsAt(target, *IndexOf(write));
  if (!to) return true;
  const std::unordered_set<int64_t> written(to->addresses.begin(),
                                            to->addresses.end());
  const Ints addresses = AddressesOf(read);
  return std::none_of(addresses.begin(), addresses.end(),
                      [&](int64_t at) { return written.contains(at); });
}

bool HoldsAnElementTwice(const Geometry& geometry) {
  Ints addresses = AddressesOf(geometry);
  std::sort(addresses.begin(), addresses.end());
  return std::adjacent_find(addresses.begin(), addresses.end()) !=
         addresses.end();
}

bool PicksFromItself(const Step& write, const Geometry& target,
                     const Geometry& source, bool share) {
  const Index<TensorArg>* index = IndexOf(write);
  return index != nullptr && IsAdvanced(*index) && share && target == source;
}

bool PutsBackTwice(const Step& write, const Geometry& target) {
  const Index<TensorArg>* index = IndexOf(write);
  if (index == nullptr || !IsAdvanced(*index)) return false;
  const Result<Part> part =
      ApplyBasic(target, WithTensors<Tensor>(*index, &Spelt));
  if (!part.ok()) return false;
  return HoldsAnElementTwice(part.value().geometry);
}

bool WriteIsSpecified(const Step& write, const Geometry& target,
                      const Geometry& source, const InCommon& common) {
  const Index<TensorArg>* index = IndexOf(write);
  if (PicksFromItself(write, target, source, common.storage)) return false;
  const IndexedElements to =
      index == nullptr ? IndexedElements{target.sizes, AddressesOf(target)}
                       : ElementsAt(target, *index).value_or(IndexedElements());
  if (to.addresses.empty()) return true;
  const Ints from = BroadcastAddresses(source, to.sizes);
  std::unordered_map<int64_t, int64_t> read_for;  // [written] -> read
  for (std::size_t k = 0; k < from.size(); ++k) {
    const auto [place, fresh] = read_for.emplace(to.addresses[k], from[k]);
    if (fresh) continue;
    const bool itself = common.storage && to.addresses[k] == from[k];
    const bool turns = !common.bits && (itself || !common.dtype);
    if (turns || place->second != from[k]) return false;
  }
  const bool read_first = index != nullptr && !IsAdvanced(*index) &&
                          source.sizes.empty();  // setitem.e3
  if (!common.storage || read_first) return true;
  for (const auto& [written, read] : read_for) {
    if (read != written && read_for.contains(read)) return false;
  }
  return true;
}

}  // namespace viewproof
