#include "fuzz/input.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "conformance/case/bad_input.h"
#include "conformance/case/fill.h"
#include "conformance/case/operands.h"
#include "conformance/case/text.h"
#include "conformance/judge/testing.h"

namespace viewproof {
std::optional<Case> CaseOfInput(std::string_view bytes) {
  if (bytes.ends_with('\n')) bytes.remove_suffix(1);
  try {
    Case test = ParseText(bytes);
    if (*Numel(FilledSizes(test.base)) > kMostElements) return std::nullopt;
    return test;
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

std::string InputOf(const Case& test) { return Text(test); }

Vector VectorOfCase(const Case& test) {
  const std::string text = InputOf(test);
  const Op& op = *test.chain.back().op;
  Vector vector =
      VectorOf(text, fmt::format("{}/fuzz-{:016x}", op.name,
                                 XXH3_64bits(text.data(), text.size())));
  vector.profile = IsData(test.base.fill) ? Profile::kKernels : op.profile;
  vector.why = "found by a fuzzer";
  DropUnspecified(vector.test, vector.expect);
  return vector;
}

}  // namespace viewproof
