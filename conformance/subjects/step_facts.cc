#include "conformance/subjects/step_facts.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "conformance/case/fill.h"
#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/subjects/reference.h"
#include "reference/core/checked.h"
#include "reference/core/geometry.h"

namespace viewproof {
namespace {

// A tensor that is looked at has no more.
constexpr int64_t kMaxAddresses = 1 << 12;

Geometry GeometryOf(const Output& shown) {
  return {shown.sizes, shown.strides.value_or(Ints(shown.sizes.size(), 0)),
          shown.offset.value_or(0)};
}

// Collects the facts of one case.
class Collector {
 public:
  Collector(const Case& test, const Reply& reply)
      : test_(test),
        reply_(reply),
        operands_(OperandsOf(test.chain, reply.steps)),
        plain_(WithIndexLiterals(test)) {}

  std::vector<StepFacts> Run() {
    const int64_t base_bytes =
        Numel(FilledSizes(test_.base)).value_or(0) * ItemSize(test_.base.dtype);
    bytes_[0] = base_bytes;
    std::vector<StepFacts> all;
    for (std::size_t k = 0; k < reply_.steps.size(); ++k) {
      if (std::holds_alternative<UnobservedStep>(reply_.steps[k])) {
        all.emplace_back().step = &test_.chain[k];
        continue;
      }
      all.push_back(OfStep(k));
    }
    return all;
  }

 private:
  Output ElementDisplay(OutputRef ref) const {
    const Output* shown = FindOutput(reply_.steps, ref);
    if (shown != nullptr) return *shown;
    Output base = ShownBase(test_.base);
    if (test_.base.coo) {  // Not the values alone.
      base.sizes = test_.base.sizes;
      base.strides = ContiguousStrides(base.sizes);
    }
    return base;
  }

  TensorFacts Facts(Output shown) {
    TensorFacts facts;
    facts.shown = std::move(shown);
    facts.numel = Numel(facts.shown.sizes).value_or(0);
    const int64_t item = ItemSize(facts.shown.dtype.value_or(DType::kUInt8));
    const int64_t storage = facts.shown.storage.value_or(-1);
    // The product of a view may not be an int64; it is not needed either.
    const int64_t bytes = CheckedMultiply(facts.numel, item).value_or(0);
    const auto [found, fresh] = bytes_.try_emplace(storage, bytes);
    facts.storage_numel = storage < 0 ? facts.numel : found->second / item;
    if (facts.numel == 0 || facts.numel > kMaxAddresses) return facts;
    Ints addresses = AddressesOf(GeometryOf(facts.shown));
    std::sort(addresses.begin(), addresses.end());
    facts.end = addresses.back() + 1;
    facts.overlaps = std::adjacent_find(addresses.begin(), addresses.end()) !=
                     addresses.end();
    return facts;
  }

  TensorFacts FactsOfLiteral(const Literal& literal) {
    Output shown;
    shown.dtype = literal.dtype;
    shown.sizes = literal.sizes;
    shown.strides = ContiguousStrides(literal.sizes);
    shown.offset = 0;
    shown.storage = -1;
    return Facts(std::move(shown));
  }

  TensorFacts FactsOfArgument(const TensorArg& tensor) {
    const auto* ref = std::get_if<OutputRef>(&tensor);
    return ref != nullptr ? Facts(ElementDisplay(*ref))
                          : FactsOfLiteral(std::get<Literal>(tensor));
  }

  StepFacts OfStep(std::size_t k) {
    const Step& step = test_.chain[k];
    StepFacts facts;
    facts.step = &step;
    facts.succeeded = Succeeded(k);
    facts.operand = Facts(ElementDisplay(operands_[k]));
    for (const Arg& arg : step.args) {
      if (const auto* tensor = std::get_if<TensorArg>(&arg)) {
        facts.named.push_back(FactsOfArgument(*tensor));
      } else if (const auto* index = std::get_if<Index<TensorArg>>(&arg)) {
        for (const IndexItem<TensorArg>& item : *index) {
          const auto* tensor = std::get_if<TensorArg>(&item);
          if (tensor != nullptr) {
            facts.indexes.push_back(FactsOfArgument(*tensor));
          }
        }
      }
    }
    if (const Index<TensorArg>* index = IndexOf(plain_[k])) {
      for (const IndexItem<TensorArg>& item : *index) {
        const Literal* literal = LiteralOf(item);
        if (literal != nullptr) facts.picks.push_back(*literal);
      }
    }
    if (const auto* outputs =
            std::get_if<std::vector<Output>>(&reply_.steps[k]);
        outputs != nullptr && !Observes(*step.op)) {
      for (const Output& output : *outputs) {
        facts.results.push_back(Facts(output));
      }
    }
    AddHistory(k, facts);
    return facts;
  }

  int64_t StorageOf(OutputRef ref) const {
    return ElementDisplay(ref).storage.value_or(-1);
  }

  void AddHistory(std::size_t k, StepFacts& facts) const {
    const OutputRef operand = operands_[k];
    const int64_t storage = StorageOf(operand);
    for (OutputRef ref = operand; ref.step > 0;) {
      ref = operands_[ref.step - 1];
      if (StorageOf(ref) != storage) break;
      ++facts.depth;
    }
    for (std::size_t before = 0; before < k; ++before) {
      const Step& step = test_.chain[before];
      const auto number = static_cast<int64_t>(before) + 1;
      const bool shares = StorageOf(operands_[before]) == storage;
      if (HasWritten(before)) {
        facts.written_since |= shares && number > operand.step;
        facts.written_itself |= operands_[before] == operand;
      }
      const Output* made = FindOutput(reply_.steps, {number, 0});
      facts.has_sibling |= made != nullptr && made->storage == storage &&
                           number != operand.step && number != operand.step - 1;
      if (step.op != facts.step->op) continue;
      const Output then = ElementDisplay(operands_[before]);
      const Output& now = facts.operand.shown;
      facts.same_call_before |=
          then.sizes == now.sizes && then.dtype == now.dtype &&
          (then.strides != now.strides || then.offset != now.offset ||
           step.args != facts.step->args);
    }
    AddHistories(k, facts);
    for (std::size_t after = k + 1; after < reply_.steps.size(); ++after) {
      facts.gaps_read_later |= Observes(*test_.chain[after].op) &&
                               operands_[after] != operand &&
                               StorageOf(operands_[after]) == storage;
    }
  }

  bool Succeeded(std::size_t k) const {
    const Outcome& outcome = reply_.steps[k];
    return !std::holds_alternative<ErrorReply>(outcome) &&
           !std::holds_alternative<UnobservedStep>(outcome);
  }

  bool HasWritten(std::size_t k) const {
    return test_.chain[k].op->kind == OpKind::kWrite && Succeeded(k);
  }

  // Returns whether a step after `first` and before `last` writes to the
  // operand of `last` itself, or to its storage through another tensor.
  bool IsWritten(std::size_t first, std::size_t last, bool itself) const {
    for (std::size_t k = first + 1; k < last; ++k) {
      if (!HasWritten(k)) continue;
      if (itself ? operands_[k] == operands_[last]
                 : operands_[k] != operands_[last] &&
                       StorageOf(operands_[k]) == StorageOf(operands_[last])) {
        return true;
      }
    }
    return false;
  }

  // Adds which tensors that the arguments of `last` name are written by a step
  // after `first`: those of other storages than its operand's, whose writes
  // count elsewhere.
  template <typename Add>
  void AddWrittenArguments(std::size_t first, std::size_t last, Add add) const {
    ForEachRef(test_.chain[last], [&](OutputRef ref, std::string_view field) {
      const int64_t storage = StorageOf(ref);
      if (field == "on" || storage == StorageOf(operands_[last])) return;
      bool written = false;
      for (std::size_t k = first + 1; k < last; ++k) {
        written |= HasWritten(k) && StorageOf(operands_[k]) == storage;
      }
      if (field != "index") return add(History::kSourceWritten, written);
      const DType dtype = ElementDisplay(ref).dtype.value_or(DType::kInt64);
      const bool mask = dtype == DType::kBool || dtype == DType::kUInt8;
      add(mask ? History::kMaskWritten : History::kIndexWritten, written);
    });
  }

  // Returns whether the call before had equal arguments, on a tensor of the
  // same storage, dtype and rank with other sizes. A source that is written out
  // is another tensor each time.
  bool HasOtherSizes(const Step& step, const Output& then,
                     const Output& now) const {
    return then.storage == now.storage && then.dtype == now.dtype &&
           then.sizes != now.sizes && then.sizes.size() == now.sizes.size() &&
           std::ranges::none_of(step.args, [](const Arg& arg) {
             const auto* tensor = std::get_if<TensorArg>(&arg);
             return tensor != nullptr &&
                    std::holds_alternative<Literal>(*tensor);
           });
  }

  // Returns whether a copy that step k makes is read, or copied, after its
  // operand's storage was written.
  bool IsReadLate(std::size_t k) const {
    const OutputRef copy = {static_cast<int64_t>(k) + 1, 0};
    const Output* made = FindOutput(reply_.steps, copy);
    if (made == nullptr || made->storage == StorageOf(operands_[k])) {
      return false;
    }
    bool written = false;
    for (std::size_t after = k + 1; after < reply_.steps.size(); ++after) {
      const Op& op = *test_.chain[after].op;
      written |= HasWritten(after) &&
                 StorageOf(operands_[after]) == StorageOf(operands_[k]);
      if (written && operands_[after] == copy &&
          (Observes(op) || op.kind == OpKind::kCopy)) {
        return true;
      }
    }
    return false;
  }

  void AddHistories(std::size_t k, StepFacts& facts) const {
    const auto add = [&facts](History history, bool holds) {
      facts.histories |= static_cast<uint32_t>(holds)
                         << static_cast<int>(history);
    };
    const Output& now = facts.operand.shown;
    int times = 0;
    for (std::size_t before = 0; before < k; ++before) {
      const Step& step = test_.chain[before];
      const bool same = operands_[before] == operands_[k];
      add(History::kRefusal,
          same && std::holds_alternative<ErrorReply>(reply_.steps[before]));
      if (step.op != facts.step->op) continue;
      if (!Succeeded(before)) {
        add(History::kOwnRefusal,
            std::holds_alternative<ErrorReply>(reply_.steps[before]) &&
                StorageOf(operands_[before]) == StorageOf(operands_[k]) &&
                KernelOf(step) == KernelOf(*facts.step));
        continue;
      }
      const Output then = ElementDisplay(operands_[before]);
      const bool alike = then.sizes == now.sizes && then.dtype == now.dtype &&
                         then.strides == now.strides &&
                         then.offset == now.offset;
      if (step.args != facts.step->args) {
        add(History::kOtherArgument, alike);
      } else if (same) {
        ++times;
        add(History::kAgain, true);
        add(History::kOwnWrite, IsWritten(before, k, true));
        add(History::kOtherWrite, IsWritten(before, k, false));
        AddWrittenArguments(before, k, add);
      } else {
        add(History::kOtherSizes, HasOtherSizes(step, then, now));
        add(History::kOtherStorage, alike && then.storage != now.storage);
      }
      add(History::kSecondList, same && step.op->returns_list());
    }
    const auto maker_of = [&](std::size_t step) -> std::optional<std::size_t> {
      const int64_t maker = operands_[step].step;
      if (maker == 0 || test_.chain[maker - 1].op != facts.step->op) {
        return std::nullopt;
      }
      return maker - 1;
    };
    const auto maker = maker_of(k);
    add(History::kThird, times >= 2 || (maker && maker_of(*maker)));
    add(History::kReadLate, IsReadLate(k));
  }

  const Case& test_;
  const Reply& reply_;
  const std::vector<OutputRef> operands_;
  const std::vector<Step> plain_;     // Whose indexes name no tensors.
  std::map<int64_t, int64_t> bytes_;  // Each storage has so many.
};

}  // namespace

std::string_view Name(History history) {
  switch (history) {
    case History::kAgain:
      return "called again";
    case History::kOwnWrite:
      return "called again after a write to its operand";
    case History::kOtherWrite:
      return "called again after a write through another view";
    case History::kRefusal:
      return "called after a refusal";
    case History::kOtherStorage:
      return "called again on another storage";
    case History::kOtherArgument:
      return "called again with other arguments";
    case History::kReadLate:
      return "its copy is read after a write to the operand";
    case History::kThird:
      return "called twice before";
    case History::kSecondList:
      return "called again for a list of outputs";
    case History::kSourceWritten:
      return "called again after a write to its source";
    case History::kIndexWritten:
      return "called again after a write to an index tensor";
    case History::kMaskWritten:
      return "called again after a write to its mask";
    case History::kOtherSizes:
      return "called again on other sizes";
    case History::kOwnRefusal:
      return "called after it was refused";
  }
  return {};
}

std::vector<StepFacts> FactsOf(const Case& test, const Reply& reply) {
  return Collector(test, reply).Run();
}

std::string KernelOf(const Step& step) {
  std::string name(step.op->name);
  const Index<TensorArg>* index = IndexOf(step);
  if (index == nullptr) return name;
  int64_t masks = 0;
  int64_t tensors = 0;
  for (const IndexItem<TensorArg>& item : *index) {
    masks += std::holds_alternative<bool>(item);
    if (!std::holds_alternative<TensorArg>(item)) continue;
    const Literal* literal = LiteralOf(item);
    const bool mask = literal != nullptr && literal->dtype == DType::kBool;
    ++(mask ? masks : tensors);
  }
  if (!IsAdvanced(*index)) return name + " basic";
  if (masks == 0) return name + " tensors";
  return name + (masks == 1 && tensors == 0 ? " mask" : " mixed");
}

const Op& OpOfKernel(std::string_view kernel) {
  return *FindOp(kernel.substr(0, kernel.find(' ')));
}

std::vector<std::string> KernelsOf(const Op& op) {
  const std::string name(op.name);
  const bool indexes =
      std::any_of(op.parameters.begin(), op.parameters.end(),
                  [](const Parameter& p) { return p.type == ArgType::kIndex; });
  if (!indexes) return {name};
  return {name + " basic", name + " tensors", name + " mask", name + " mixed"};
}

}  // namespace viewproof
