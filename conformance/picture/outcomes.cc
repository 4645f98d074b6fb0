#include <fmt/format.h>

#include <utility>
#include <variant>

#include "conformance/case/bad_input.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/reason.h"
#include "conformance/subjects/reference.h"
#include "reference/ops/view.h"

namespace viewproof {
namespace {

Output LargeOutput(const Case& test, Geometry geometry) {
  Output output;
  output.dtype = test.base.dtype;
  output.contiguous = IsContiguous(geometry);
  output.sizes = std::move(geometry.sizes);
  output.strides = std::move(geometry.strides);
  output.offset = geometry.offset;
  output.storage = 0;
  return output;
}

// Of a base that no memory holds.
std::vector<Outcome> Calculated(const Case& test) {
  std::vector<Outcome> outcomes;
  Geometry current = {test.base.sizes,
                      ContiguousStrides(test.base.sizes).value(), 0};
  for (const Step& step : test.chain) {
    if (step.op->name == "as_strided") {
      const auto* offset = std::get_if<std::optional<int64_t>>(&step.args[2]);
      current = {std::get<Ints>(step.args[0]), std::get<Ints>(step.args[1]),
                 offset != nullptr ? offset->value_or(0) : 0};
      const auto span = SpanOf(current);
      if (span && (span->last + 1) * ItemSize(test.base.dtype) > INT64_MAX) {
        outcomes.emplace_back(ErrorReply{.kind = ErrorKind::kOverflow,
                                         .rule = "as_strided.e5",
                                         .message = {}});
        break;
      }
    } else if (step.op->name == "view") {
      Result<Geometry> result = View(current, std::get<Ints>(step.args[0]));
      if (!result.ok()) {
        outcomes.emplace_back(
            ErrorReply{.kind = result.error().kind(),
                       .rule = std::string(result.error().rule.id()),
                       .message = {},
                       .number = result.error().number});
        continue;
      }
      current = std::move(result).value();
    } else {
      throw BadInput(fmt::format(
          "{}: a tensor of {} elements is too large to run it; take smaller "
          "sizes, which show the same",
          step.op->name, CountText(CountOf(current.sizes))));
    }
    outcomes.emplace_back(std::vector<Output>{LargeOutput(test, current)});
  }
  return outcomes;
}

}  // namespace

std::vector<Outcome> OutcomesOf(const Case& test) {
  if (!IsSmall(test.base)) return Calculated(test);
  Reply reply;
  MakeReference()->Run(test, reply);
  if (reply.too_large) {
    throw BadInput(fmt::format(
        "step {}, {}: its result is too large to be drawn; take smaller sizes, "
        "which show the same",
        *reply.too_large, test.chain[*reply.too_large - 1].op->name));
  }
  return reply.steps;
}

}  // namespace viewproof
