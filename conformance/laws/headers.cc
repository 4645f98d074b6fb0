#include "conformance/laws/headers.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/laws/elements.h"

namespace viewproof {
namespace {

bool LiesInside(const Output& shown, int64_t storage_bytes) {
  const int64_t end = storage_bytes / ItemSize(*shown.dtype);
  bool inside = true;
  ForEachElement(GeometryOf(shown), [&](int64_t address, int64_t) {
    inside &= 0 <= address && address < end;
  });
  return inside;
}

bool HasHeader(const Output& shown, const TensorRecord& known) {
  return (known.free_layout || GeometryOf(shown) == known.geometry) &&
         shown.storage == known.storage && shown.conj == known.conj &&
         shown.neg == known.neg;
}

}  // namespace

std::string BreaksHeaders(const State& state, Subject& subject) {
  if (state.test().base.coo) return {};
  Case test = state.test();
  const std::size_t steps = test.chain.size();
  for (const TensorRecord& known : state.tensors()) {
    test.chain.push_back({.op = FindOp("detach"), .args = {}, .on = known.ref});
  }
  Reply reply;
  subject.Run(test, reply);
  for (std::size_t k = 0; k < state.tensors().size(); ++k) {
    const TensorRecord& known = state.tensors()[k];
    const Output& shown =
        std::get<std::vector<Output>>(reply.steps[steps + k]).front();
    if (HasHeader(shown, known) && LiesInside(shown, known.storage_bytes)) {
      continue;
    }
    return fmt::format("{}\n  @{}.{} has another header, or leaves its storage",
                       Text(test), known.ref.step, known.ref.output);
  }
  return {};
}

}  // namespace viewproof
