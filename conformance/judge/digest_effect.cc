#include "conformance/judge/digest_effect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "conformance/subjects/mutants.h"

namespace viewproof {
namespace {

bool Shows(const Reply& reply, const Difference& difference) {
  const auto step = static_cast<std::size_t>(difference.step);
  const auto output = static_cast<std::size_t>(difference.output);
  if (step > reply.steps.size()) return false;
  const auto* outputs =
      std::get_if<std::vector<Output>>(&reply.steps[step - 1]);
  if (outputs == nullptr || output >= outputs->size()) return false;
  const auto& crc32 = (*outputs)[output].crc32;
  return crc32 && fmt::format("\"{:08x}\"", *crc32) == difference.actual;
}

}  // namespace

std::string EffectOfDigest(const Case& test, const Difference& difference) {
  if (difference.field != "crc32") return {};
  if (difference.step > std::ssize(test.chain)) return {};  // of an added read
  Reply reply;
  for (int64_t step = difference.step; step > 0; --step) {
    const Op& op = *test.chain[step - 1].op;
    for (const Mutant& effect : Effects()) {
      if (!IsTouched(op, effect)) continue;
      MaskedMutant(effect).Run(test, uint32_t{1} << (step - 1), reply);
      if (Shows(reply, difference)) {
        return fmt::format("in {}: {}", op.name, effect.sentence);
      }
    }
  }
  return {};
}

}  // namespace viewproof
