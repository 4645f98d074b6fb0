#include "conformance/laws/operand.h"

#include "conformance/case/fill.h"
#include "conformance/judge/worlds.h"

namespace viewproof {
namespace {

Output ShownBase(const Base& base) {
  Output shown;
  shown.dtype = base.dtype;
  shown.sizes = FilledSizes(base);
  shown.strides = *ContiguousStrides(shown.sizes);
  shown.offset = 0;
  shown.contiguous = true;
  shown.storage = 0;
  if (base.fill == FillKind::kIota) {
    shown.values = ElementsOf({base.dtype, shown.sizes, std::nullopt});
  }
  return shown;
}

}  // namespace

std::vector<Output> OperandsOf(const Case& test, const Reply& reply) {
  std::vector<Output> operands;
  for (const OutputRef& ref : OperandsOf(test.chain, reply.steps)) {
    const Output* shown = FindOutput(reply.steps, ref);
    operands.push_back(shown ? *shown : ShownBase(test.base));
  }
  return operands;
}

}  // namespace viewproof
