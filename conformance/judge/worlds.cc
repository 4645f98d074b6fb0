#include "conformance/judge/worlds.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <tuple>

#include "conformance/case/bad_input.h"
#include "conformance/case/index_facts.h"
#include "conformance/case/operands.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

Reply RunCopying(const Case& test, const Copies& copies) {
  Reply reply;
  MakeReference(copies)->Run(test, reply);
  return reply;
}

const std::vector<Output>* OutputsOf(const Outcome& outcome) {
  return std::get_if<std::vector<Output>>(&outcome);
}

bool SameSeen(const Output& a, const Output& b) {
  return a.dtype == b.dtype && a.sizes == b.sizes && a.values == b.values &&
         a.bytes == b.bytes && a.crc32 == b.crc32;
}

// Whether both are equal apart from strides, offsets and storages.
bool SameSeen(const Outcome& a, const Outcome& b) {
  if (a.index() != b.index()) return false;
  if (const auto* error = std::get_if<ErrorReply>(&a)) {
    return error->kind == std::get<ErrorReply>(b).kind;
  }
  const std::vector<Output>* outputs = OutputsOf(a);
  if (outputs == nullptr) return a == b;
  const std::vector<Output>& others = *OutputsOf(b);
  if (outputs->size() != others.size()) return false;
  for (std::size_t k = 0; k < outputs->size(); ++k) {
    if (!SameSeen((*outputs)[k], others[k])) return false;
  }
  return true;
}

}  // namespace

std::vector<int64_t> FreeViews(const std::vector<Step>& chain,
                               const std::vector<Outcome>& outcomes) {
  const std::vector<OutputRef> operands = OperandsOf(chain, outcomes);
  std::vector<int64_t> steps;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    if (chain[k].op->kind != OpKind::kEither) continue;
    const auto number = static_cast<int64_t>(k) + 1;
    const Output* result = FindOutput(outcomes, {number, 0});
    const Output* operand = FindOutput(outcomes, operands[k]);
    const std::optional<int64_t> storage =
        operand == nullptr ? std::optional<int64_t>(0) : operand->storage;
    if (result != nullptr && result->storage == storage) {
      steps.push_back(number);
    }
  }
  return steps;
}

std::vector<Outcome> OtherWorld(const Case& test,
                                const std::vector<Outcome>& expect) {
  const std::vector<int64_t> choices = FreeViews(test.chain, expect);
  if (choices.empty()) return {};
  const auto copies = [&](int64_t step, const Op&) {
    return step == choices.front();
  };
  Reply other = RunCopying(test, copies);
  if (choices.size() > 1 || !FreeViews(test.chain, other.steps).empty()) {
    throw BadInput("more than one step may view or copy");
  }
  if (other.too_large) throw BadInput("too large if a step copies");
  DropUnspecified(test, other.steps);
  for (Outcome& outcome : other.steps) {
    auto* error = std::get_if<ErrorReply>(&outcome);
    if (error != nullptr) error->number.reset();  // No vector says it.
  }
  return other.steps;
}

std::vector<Outcome> OtherWorld(const Vector& vector) {
  const auto& [test, flags, expect] =
      std::tie(vector.test, vector.flags, vector.expect);
  if (std::find(flags.begin(), flags.end(), kSharesWhenViewable) ==
      flags.end()) {
    return OtherWorld(test, expect);
  }
  if (FreeViews(test.chain, expect).size() != 1) {
    throw BadInput("SharesWhenViewable asks for one step that may copy");
  }
  return {};
}

bool NeedsViews(const Case& test, const std::vector<Outcome>& expect) {
  const Reply reply = RunCopying(test, [&](int64_t step, const Op&) {
    const OpKind kind = KindOf(WithShownLiterals(test, expect, step - 1));
    return kind == OpKind::kView || kind == OpKind::kEither;
  });
  if (reply.steps.size() != expect.size()) return true;
  for (std::size_t k = 0; k < expect.size(); ++k) {
    if (!SameSeen(reply.steps[k], expect[k])) return true;
  }
  return false;
}

}  // namespace viewproof
