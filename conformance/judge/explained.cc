#include "conformance/judge/explained.h"

#include <algorithm>

#include "conformance/case/largest_number.h"
#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "reference/core/checked.h"

namespace viewproof {
namespace {

using Kind = DifferenceKind;

bool IsWide(const Ints& list) {
  return std::any_of(list.begin(), list.end(), &IsBeyond31Bits);
}

bool IsWide(const IndexItem<TensorArg>& item) {
  const auto* range = std::get_if<Range>(&item);
  return range != nullptr && (IsBeyond31Bits(range->start.value_or(0)) ||
                              IsBeyond31Bits(range->stop.value_or(0)) ||
                              IsBeyond31Bits(range->step.value_or(0)));
}

bool IsWide(const Arg& arg) {
  if (const auto* number = std::get_if<int64_t>(&arg))
    return IsBeyond31Bits(*number);
  if (const auto* tensor = std::get_if<TensorArg>(&arg)) {
    // Its sizes are unknown.
    return std::holds_alternative<OutputRef>(*tensor);
  }
  if (const auto* list = std::get_if<Ints>(&arg)) return IsWide(*list);
  if (const auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
    return IsBeyond31Bits(maybe->value_or(0));
  }
  const auto* index = std::get_if<Index<TensorArg>>(&arg);
  return index != nullptr &&
         std::any_of(index->begin(), index->end(),
                     [](const auto& item) { return IsWide(item); });
}

bool HasWide(const Step& step, const Output& operand, const Outcome&) {
  return IsWide(operand.sizes) || IsWide(*operand.strides) ||
         IsBeyond31Bits(*operand.offset) ||
         std::any_of(step.args.begin(), step.args.end(),
                     [](const Arg& arg) { return IsWide(arg); });
}

bool Always(const Step&, const Output&, const Outcome&) { return true; }

bool RankZero(const Step&, const Output& operand, const Outcome&) {
  return operand.sizes.empty();
}

bool IsOneOf(const Step& step, std::initializer_list<std::string_view> ops) {
  return std::find(ops.begin(), ops.end(), step.op->name) != ops.end();
}

bool WideParts(const Step& step, const Output& operand,
               const Outcome& expected) {
  return IsOneOf(step, {"chunk", "getitem", "setitem", "slice", "split"}) &&
         HasWide(step, operand, expected);
}

// Returns whether the index is one number, and that not 0.
bool OneNumberNotZero(const Step& step, const Output& operand, const Outcome&) {
  const Index<TensorArg>* index = IndexOf(step);
  const auto* number = index == nullptr || index->empty()
                           ? nullptr
                           : std::get_if<int64_t>(&index->front());
  return operand.sizes.empty() && number != nullptr && *number != 0;
}

bool Assigns(const Step& step, const Output&, const Outcome&) {
  return IsOneOf(step, {"setitem"});
}

// Returns whether sizes multiply beyond int64 before a 0 among them.
bool LeadingProductWraps(const Step&, const Output&, const Outcome& expected) {
  const auto* outputs = std::get_if<std::vector<Output>>(&expected);
  if (outputs == nullptr) return false;
  for (const Output& shown : *outputs) {
    std::optional<int64_t> product = 1;
    for (const int64_t size : shown.sizes) {
      product = CheckedMultiply(*product, size);
      if (!product) return true;
    }
  }
  return false;
}

bool Refuses(const std::vector<ErrorRule>& rules, const Outcome& expected) {
  const auto* error = std::get_if<ErrorReply>(&expected);
  if (error == nullptr) return rules.empty();
  const std::optional<ErrorRule> rule = ErrorRule::Find(error->rule);
  return rule && std::find(rules.begin(), rules.end(), *rule) != rules.end();
}

// Returns what needs more than SPEC.md's mark of a rule and a wide number.
std::vector<ExplainedDifference> Particular() {
  return {
      {{"as_strided.e4", "expand.e4", "broadcast_to.e4"},
       {Kind::kOkForError, Kind::kKind},
       Always,
       "a negative size is taken beside a 0, and called an overflow elsewhere",
       {"float32[1] | expand([0,-2])"}},
      {{"expand.e2", "broadcast_to.e2"},
       {Kind::kOkForError, Kind::kKind},
       RankZero,
       "expanding rank 0 takes -1 for a size: it is taken beside a 0, and "
       "called an overflow elsewhere",
       {"float32[] | expand([0,-1])"}},
      {{},
       {Kind::kErrorForOk},
       LeadingProductWraps,
       "sizes that multiply beyond int64 are refused although a 0 follows "
       "(geometry.u1)",
       {"float32[0] | view([4611686018427387904,2,2,0])"}},
      {{},
       {Kind::kErrorForOk, Kind::kCount, Kind::kSizes},
       WideParts,
       "rounding up the number of elements or parts wraps (slice.r1, index.r1, "
       "split.r1, chunk.r1)",
       {"float32[0,0,2] | chunk(9223372036854775807, 2)"}},
      {{"index.e2"},
       {Kind::kKind},
       OneNumberNotZero,
       "a size is read though a rank-0 operand has none",
       {"float32[] | getitem([1])"}},
      {{"index.e9"},
       {},
       Assigns,
       "the elements before the number out of range have been written "
       "(setitem.u3)",
       {"float32[2] | setitem([int64[2]{0,2}], 101) | read()"}},
  };
}

// The rules of which SPEC.md says that PyTorch differs, but for those of
// `rows`.
std::vector<ErrorRule> OtherMarked(
    const std::vector<ExplainedDifference>& rows) {
  std::vector<ErrorRule> others;
  for (const ErrorRow& row : kErrorRows) {
    const ErrorRule rule = *ErrorRule::Find(row.id);
    const bool named = std::any_of(
        rows.begin(), rows.end(), [&](const ExplainedDifference& explained) {
          const auto& rules = explained.rules;
          return std::find(rules.begin(), rules.end(), rule) != rules.end();
        });
    if (rule.differs() && !named) others.push_back(rule);
  }
  return others;
}

}  // namespace

const std::vector<ExplainedDifference>& ExplainedDifferences() {
  static const std::vector<ExplainedDifference> all = [] {
    std::vector<ExplainedDifference> rows = Particular();
    rows.push_back(
        {OtherMarked(rows),
         {Kind::kOkForError, Kind::kKind},
         HasWide,
         "a number wraps: the step is taken, or refused in other words",
         {"float32[0,0,4] | slice(1, 3, 0, 4611686018427387904)",
          "float32[0] | view([4,4611686018427387904,2])",
          "float32[1] bytes | as_strided([1,1], [4611686018427387904,1], 0) | "
          "view.dtype(int8)",
          "float32[0] | view([0,4611686018427387904,4])",
          "float32[0] | view([6,0,4611686018427387904]) | unsqueeze(0)",
          "complex64[0] | as_strided([0,2], [4611686018427387904,1], 0) | "
          "view_as_real()",
          "float32[] | as_strided([1,2,0], [4,2,4], 9223372036854775806) | "
          "split_with_sizes([1,2], -2)"}});
    return rows;
  }();
  return all;
}

ExplainedStep FindExplained(const Case& test,
                            const std::vector<Outcome>& outcomes) {
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  std::optional<Output> base;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const Output* operand = FindOutput(outcomes, operands[k]);
    if (operand == nullptr) {
      if (!base) {
        base = ShownBase({test.base.dtype, test.base.sizes, FillKind::kBytes,
                          test.base.coo});  // It has no elements.
      }
      operand = &*base;
    }
    for (const ExplainedDifference& row : ExplainedDifferences()) {
      if (Refuses(row.rules, outcomes[k]) &&
          row.applies(test.chain[k], *operand, outcomes[k])) {
        return {k + 1, &row};
      }
    }
  }
  return {};
}

bool Explains(const ExplainedDifference& entry, const Case& test,
              const Difference& difference) {
  const auto& kinds = entry.differences;
  return difference.step == std::ssize(test.chain) &&
         std::find(kinds.begin(), kinds.end(), difference.kind) != kinds.end();
}

Cut CutAtExplained(const Case& test, const Reply& reply) {
  const auto [steps, entry] = FindExplained(test, reply.steps);
  Cut cut{test, entry};
  if (entry != nullptr) cut.test.chain.resize(steps);
  return cut;
}

bool IsExplained(const Cut& cut, const Difference& difference) {
  return cut.explained != nullptr &&
         Explains(*cut.explained, cut.test, difference);
}

}  // namespace viewproof
