#include "conformance/picture/reason.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"
#include "reference/ops/view.h"

namespace viewproof {
namespace {

// The sizes that a step asks for, with -1 filled in; nothing if it asks for
// none, or for another number of elements.
std::optional<Ints> SizesAskedFor(const StepInQuestion& trouble) {
  for (const Arg& arg : trouble.step().args) {
    Ints sizes;
    if (const auto* list = std::get_if<Ints>(&arg)) {
      sizes = *list;
    } else if (const auto* tensor = std::get_if<TensorArg>(&arg)) {
      sizes = SizesOf(trouble, *tensor);
    } else {
      continue;
    }
    const std::optional<int64_t> count = Numel(trouble.operand.sizes);
    if (!count) return std::nullopt;
    const Result<Ints> inferred = InferSizes(sizes, *count,
                                             {.below_minus_one = "view.e1",
                                              .twice = "view.e2",
                                              .ambiguous = "view.e3",
                                              .mismatch = "view.e4"});
    if (!inferred.ok()) return std::nullopt;
    return inferred.value();
  }
  return std::nullopt;
}

std::string NumbersText(const std::vector<Wide>& numbers) {
  std::vector<std::string> words;
  for (const Wide number : numbers) words.push_back(CountText(number));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string JumpText(const NeededJump& jump) {
  const Jump& first = jump.first;
  const Jump& other = *jump.breaks;
  if (first.to == other.from) {
    return fmt::format(
        "elements {} lie at {}: {}, then {}.",
        NumbersText({first.from, first.to, other.to}),
        NumbersText({first.from_cell, first.to_cell, other.to_cell}),
        SignedText(first.length()), SignedText(other.length()));
  }
  const auto one = [](const Jump& j) {
    return fmt::format("elements {} lie at {}: {}", NumbersText({j.from, j.to}),
                       NumbersText({j.from_cell, j.to_cell}),
                       SignedText(j.length()));
  };
  return one(first) + "; but " + one(other) + ".";
}

std::string NumberedText(Wide number) {
  const auto last = static_cast<int>(number % 10);
  const bool is_teen = number / 10 % 10 == 1;
  const char* ending = is_teen || last == 0 || last > 3 ? "th"
                       : last == 1                      ? "st"
                       : last == 2                      ? "nd"
                                                        : "rd";
  return CountText(number) + ending;
}

// The elements before the jump that is another one, and that one.
Series SeriesOf(const Geometry& operand, const Jump& breaks) {
  constexpr Wide kBefore = 4;
  const Wide place = breaks.to - breaks.from;
  Series series;
  series.name = fmt::format("every {} element", NumberedText(place));
  const Wide before = std::min(kBefore, breaks.from / place);
  const Wide first = breaks.from - before * place;
  if (first > 0) {
    series.name += fmt::format(" from element {} on", CountText(first));
  }
  for (Wide k = first; k <= breaks.to; k += place) {
    series.cells.push_back(CellOf(operand, k));
  }
  series.breaks = series.cells.size() - 1;
  return series;
}

void ExplainJumps(const Geometry& operand, const Ints& sizes,
                  const std::string& call, Reason& reason) {
  const std::vector<NeededJump> jumps = NeededJumps(operand, sizes);
  std::vector<std::string> kept;
  std::vector<std::string> lengths;
  for (const NeededJump& jump : jumps) {
    const std::string who =
        sizes.size() == 1
            ? call
            : fmt::format("Dimension {} of {}", jump.dim, ListText(sizes));
    if (jump.breaks) {
      reason.lines.push_back(
          fmt::format("{} needs one constant jump: {} No stride is both.", who,
                      JumpText(jump)));
      if (jump.breaks->to == jump.breaks->from + 1) {
        reason.place = jump.breaks->to;
      } else {
        reason.series.push_back(SeriesOf(operand, *jump.breaks));
      }
    } else {
      kept.push_back(fmt::format("{}", jump.dim));
      lengths.push_back(SignedText(jump.first.length()));
    }
  }
  if (kept.size() == 1) {
    reason.lines.push_back(
        fmt::format("Dimension {} is no problem: its jump is always {}.",
                    kept.front(), lengths.front()));
  } else if (kept.size() > 1) {
    reason.lines.push_back(
        fmt::format("Dimensions {} are no problem: their jumps are always {}.",
                    fmt::join(kept, ", "), fmt::join(lengths, ", ")));
  }
}

// "view([2,3])", "view(2, 3)".
std::string ViewText(const StepInQuestion& trouble, const Ints& sizes) {
  return trouble.wording.is_python() && !sizes.empty()
             ? fmt::format("view({})", fmt::join(sizes, ", "))
             : fmt::format("view({})", ListText(sizes));
}

void ExplainMerge(const StepInQuestion& trouble, Reason& reason) {
  const Geometry operand = trouble.geometry();
  const LargestView merge = LargestViewOf(operand);
  Ints without_ones = operand.sizes;
  std::erase(without_ones, 1);
  const bool merges = merge.sizes.size() < without_ones.size();
  if (merges) {
    reason.merge.push_back(
        fmt::format("The fewest dimensions that need no copy: {}.",
                    ViewText(trouble, merge.sizes)));
  }
  if (merge.borders.empty()) return;
  std::string text =
      (merges ? "No more dimensions" : "No two of its dimensions");
  text +=
      " can become one: the left stride would have to be the right size "
      "times the right stride.";
  for (const Border& border : merge.borders) {
    text += fmt::format(
        " Dimensions {} and {}: it is {}, not {} * {}{}.", border.left,
        border.right, border.stride, operand.sizes[border.right],
        operand.strides[border.right],
        operand.strides[border.right] == 0 ? ""
                                           : " = " + CountText(border.needed));
  }
  reason.merge.push_back(text);
}

bool IsAboutLayout(const StepInQuestion& trouble, const Ints& sizes) {
  const Geometry geometry = trouble.geometry();
  return trouble.operand.strides && IsDrawable(geometry) &&
         CountOf(geometry.sizes) > 0 &&
         CountOf(sizes) == CountOf(geometry.sizes);
}

void ExplainRefusal(const StepInQuestion& trouble, const ErrorReply& error,
                    Reason& reason) {
  reason.title =
      fmt::format("Why {}, step {}, is refused{}{}", trouble.call(),
                  trouble.k + 1, error.rule.empty() ? "" : ": ", error.rule);
  const std::optional<Ints> sizes = SizesAskedFor(trouble);
  const bool is_view = error.rule == "view.e5" || error.rule == "view_as.e2";
  if (is_view && sizes && IsAboutLayout(trouble, *sizes)) {
    ExplainJumps(trouble.geometry(), *sizes, trouble.call(), reason);
    ExplainMerge(trouble, reason);
    AddRepairsOfView(trouble, *sizes, reason);
    return;
  }
  if (error.rule.empty()) return;
  AddCause(trouble, error, reason);
  AddRepairs(trouble, error, reason);
}

}  // namespace

Ints SizesOf(const StepInQuestion& trouble, const TensorArg& tensor) {
  const auto* literal = std::get_if<Literal>(&tensor);
  if (literal != nullptr) return literal->sizes;
  const Output* other =
      FindOutput(trouble.outcomes, std::get<OutputRef>(tensor));
  return other != nullptr ? other->sizes : FilledSizes(trouble.test.base);
}

bool IsSmall(const Case& test) {
  bool is_small = CountOf(FilledSizes(test.base)) <= kMaxCopied;
  for (const Step& step : test.chain) {
    ForEachLiteral(step, [&](const Literal& literal) {
      is_small &= CountOf(literal.sizes) <= kMaxCopied;
    });
  }
  return is_small;
}

std::optional<Reason> ReasonOf(const Case& test,
                               const std::vector<Outcome>& outcomes,
                               const std::optional<PythonNames>& names) {
  const Wording wording(test, outcomes, names);
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  const auto at = [&](std::size_t k) {
    return StepInQuestion{test,
                          outcomes,
                          names,
                          wording,
                          k,
                          operands[k],
                          ShownAt(test, outcomes, operands[k])};
  };
  Reason reason;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    if (const auto* error = std::get_if<ErrorReply>(&outcomes[k])) {
      reason.on = operands[k];
      ExplainRefusal(at(k), *error, reason);
      return reason;
    }
  }
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr || outputs->size() != 1 ||
        test.chain[k].op->kind != OpKind::kEither) {
      continue;
    }
    const StepInQuestion trouble = at(k);
    const Ints& sizes = outputs->front().sizes;
    if (outputs->front().storage == trouble.operand.storage ||
        !IsAboutLayout(trouble, sizes) ||
        ViewStrides(trouble.geometry(), sizes)) {
      continue;
    }
    reason.on = operands[k];
    reason.title =
        fmt::format("Why {}, step {}, makes a copy", trouble.call(), k + 1);
    ExplainJumps(trouble.geometry(), sizes, ViewText(trouble, sizes), reason);
    ExplainMerge(trouble, reason);
    reason.lines.push_back(
        fmt::format("So it copies {} into a new storage.",
                    BytesText(CountOf(sizes) * trouble.item_size())));
    return reason;
  }
  return std::nullopt;
}

}  // namespace viewproof
