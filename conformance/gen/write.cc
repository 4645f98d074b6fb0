#include "conformance/gen/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/case/write_rules.h"
#include "conformance/subjects/reference.h"
#include "reference/index/basic.h"
#include "reference/index/selection.h"

namespace viewproof {

namespace {

using Outputs = std::vector<Output>;

// Collects the problems of the writes of one case.
class Checker {
 public:
  Checker(const Case& test, const std::vector<Outcome>& steps)
      : test_(test), steps_(steps), operands_(OperandsOf(test.chain, steps)) {}

  // Checks that no write leaves a value unspecified (write.u1). `plain`: the
  // chain without tensors in its indexes.
  void CheckWrites(const std::vector<Step>& plain) {
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      const Step& step = plain[k];
      if (step.op->kind == OpKind::kWrite && !RefusalIsSpecified(k)) {
        Add("chain: whether step {} is refused is unspecified (copy_.u1, "
            "copy_.u3)",
            k + 1);
      }
      const bool wrote = step.op->kind == OpKind::kWrite &&
                         std::holds_alternative<Outputs>(steps_[k]);
      if (!wrote) continue;
      ForEachRef(test_.chain[k], [&](OutputRef ref, std::string_view field) {
        if (field == "index") CheckIndexTensor(step, operands_[k], ref);
      });
      if (ReadsTarget(*step.op) &&
          HoldsAnElementTwice(Find(operands_[k]).first)) {
        Add("chain: step {} leaves a value unspecified (add_.u2)", k + 1);
      }
      const TensorArg* source = SourceOf(step);
      if (source != nullptr && !IsSpecified(step, operands_[k], *source)) {
        Add("chain: step {} leaves a value unspecified (write.u1)", k + 1);
      }
      if (Bits(operands_[k]) != std::pair(false, false) &&
          PutsBackTwice(step, Find(operands_[k]).first)) {
        Add("chain: step {} leaves a value unspecified (setitem.u2)", k + 1);
      }
    }
  }

  // Checks that the write changes nothing of a tensor that it indexes with, and
  // that it is specified whether it is accepted.
  void CheckIndexTensor(const Step& write, OutputRef target_ref,
                        OutputRef ref) {
    const auto target = Find(target_ref);
    const auto index = Find(ref);
    if (target.second != index.second || index.first.rank() == 0) return;
    if (target.first == index.first) {
      Add("chain: {} is indexed with itself (setitem.u1)", write.op->name);
    } else if (DTypeOf(target_ref) != DTypeOf(ref) ||
               !WritesNothingOf(write, target.first, index.first)) {
      Add("chain: {} writes what it indexes with (write.u1)", write.op->name);
    }
  }

  bool RefusalIsSpecified(std::size_t k) const {
    if (std::holds_alternative<UnobservedStep>(steps_[k])) return true;
    bool specified = true;
    ForEachRef(test_.chain[k], [&](OutputRef ref, std::string_view field) {
      if (field == "on" || field == "index") return;
      specified &= Find(ref).second != Find(operands_[k]).second ||
                   LooksForOverlap(DTypeOf(operands_[k]), DTypeOf(ref));
      specified &= TakesSigns(DTypeOf(operands_[k]), Bits(operands_[k]).second,
                              Bits(ref).second);
    });
    return specified;
  }

  bool IsSpecified(const Step& write, OutputRef target_ref,
                   const TensorArg& source) const {
    const auto target = Find(target_ref);
    if (const auto* literal = std::get_if<Literal>(&source)) {
      const Geometry geometry{literal->sizes,
                              *ContiguousStrides(literal->sizes), 0};
      return WriteIsSpecified(
          write, target.first, geometry,
          {.storage = false,
           .bits = Bits(target_ref) == std::pair(false, false),
           .dtype = DTypeOf(target_ref) == literal->dtype});
    }
    const OutputRef from_ref = std::get<OutputRef>(source);
    const auto from = Find(from_ref);
    const bool recut = DTypeOf(target_ref) != DTypeOf(from_ref);
    if (recut && target.second == from.second) return false;
    return WriteIsSpecified(write, target.first, from.first,
                            {.storage = target.second == from.second,
                             .bits = Bits(target_ref) == Bits(from_ref),
                             .dtype = !recut});
  }

  std::pair<bool, bool> Bits(OutputRef ref) const {
    const Output* output = FindOutput(steps_, ref);
    return output == nullptr ? std::pair(false, false)
                             : std::pair(output->conj, output->neg);
  }

  DType DTypeOf(OutputRef ref) const {
    return viewproof::DTypeOf(test_, steps_, ref);
  }

  // The geometry and storage number of a tensor; unspecified strides are given
  // as row-major.
  std::pair<Geometry, int64_t> Find(OutputRef ref) const {
    const Output* output = FindOutput(steps_, ref);
    const Ints& sizes = output == nullptr ? test_.base.sizes : output->sizes;
    Geometry geometry{sizes, ContiguousStrides(sizes).value_or(Ints()), 0};
    if (output == nullptr) return {std::move(geometry), 0};
    if (output->strides) geometry.strides = *output->strides;
    geometry.offset = output->offset.value_or(0);
    return {std::move(geometry), output->storage.value_or(-1)};
  }

  std::vector<std::string> problems() && { return std::move(problems_); }

 private:
  template <typename... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    problems_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  const Case& test_;
  const std::vector<Outcome>& steps_;
  const std::vector<OutputRef> operands_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> WriteProblems(const Case& test,
                                       const std::vector<Outcome>& steps,
                                       const std::vector<Step>& plain) {
  Checker checker(test, steps);
  checker.CheckWrites(plain);
  return std::move(checker).problems();
}

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
