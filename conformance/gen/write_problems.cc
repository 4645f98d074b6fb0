#include "conformance/gen/write_problems.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "conformance/case/index_facts.h"
#include "conformance/case/operands.h"
#include "conformance/case/write_rules.h"
#include "conformance/gen/write.h"

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
        Add("chain: whether step {} is refused is unspecified (copy_.u1)",
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

}  // namespace viewproof
