#include "tools/golden/check_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "conformance/case/bounds.h"

namespace viewproof {
namespace {

// The elements of all outputs; never more than kMaxCopied + 1 of one.
int64_t ElementsMade(const std::vector<Output>& outputs) {
  int64_t made = 0;
  for (const Output& output : outputs) {
    made += std::min(Numel(output.sizes).value_or(INT64_MAX), kMaxCopied + 1);
  }
  return made;
}

}  // namespace

std::vector<std::string> KernelsProblemsOf(const Vector& vector) {
  const FillKind fill = vector.test.base.fill;
  std::vector<std::string> problems;
  if (vector.profile != Profile::kKernels) {
    if (fill == FillKind::kCycle) {
      problems.emplace_back("base: fill cycle outside of profile kernels");
    }
    return problems;
  }
  if (!IsData(fill)) {
    problems.emplace_back("base: profile kernels needs cycle, values or hex");
  }
  for (std::size_t k = 0; k < vector.expect.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&vector.expect[k]);
    if (std::holds_alternative<ErrorReply>(vector.expect[k])) {
      problems.push_back(fmt::format(
          "expect: step {} is an error, in profile kernels", k + 1));
    } else if (outputs != nullptr && ElementsMade(*outputs) > kMaxCopied) {
      problems.push_back(fmt::format(
          "expect: step {} makes more than {} elements", k + 1, kMaxCopied));
    }
  }
  return problems;
}

}  // namespace viewproof
