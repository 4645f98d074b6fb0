#include "conformance/case/write_rules.h"

#include <algorithm>
#include <variant>

#include "conformance/case/fill.h"
#include "conformance/case/ops.h"

namespace viewproof {
const int64_t* NumberWritten(const Step& step, std::size_t k) {
  const ArgType type = step.op->parameters[k].type;
  const bool writes = type == ArgType::kNumber || type == ArgType::kValue;
  return writes ? std::get_if<int64_t>(&step.args[k]) : nullptr;
}

bool AcceptsEveryBytePattern(DType dtype) {
  return dtype != DType::kBool && dtype != DType::kFloat16;
}

bool MayWrite(const Case& test, DType target) {
  return std::none_of(kDTypes.begin(), kDTypes.end(), [&](DType dtype) {
    return dtype != target && !AcceptsEveryBytePattern(dtype) &&
           Names(test, dtype);
  });
}

}  // namespace viewproof
