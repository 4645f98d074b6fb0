#include "conformance/laws/coverage.h"

#include <algorithm>

#include "conformance/case/error_kind.h"
#include "conformance/case/operands.h"

namespace viewproof {
namespace {

void AddOperand(const Output& operand, Coverage& coverage) {
  ++coverage.ranks[static_cast<int64_t>(operand.sizes.size())];
  const auto holds = [](const Ints& list, int64_t number) {
    return std::find(list.begin(), list.end(), number) != list.end();
  };
  bool expanded = false;
  for (std::size_t d = 0; d < operand.sizes.size(); ++d) {
    expanded |= operand.sizes[d] > 1 && (*operand.strides)[d] == 0;
  }
  coverage.operands["empty"] += holds(operand.sizes, 0);
  coverage.operands["size-1"] += holds(operand.sizes, 1);
  coverage.operands["expanded"] += expanded;
  coverage.operands["offset"] += *operand.offset != 0;
  coverage.operands["non-contiguous"] += !*operand.contiguous;
  coverage.operands["conjugate"] += operand.conj;
  coverage.operands["negative"] += operand.neg;
}

template <typename Counts>
void Sum(const Counts& from, Counts& into) {
  for (const auto& [name, count] : from) into[name] += count;
}

template <typename Counts>
void Print(std::string_view title, const Counts& counts, std::ostream& os) {
  os << title << "\n";
  for (const auto& [name, count] : counts) {
    os << "  " << name << "  " << count << "\n";
  }
}

}  // namespace

void Coverage::Add(const Case& test, const Reply& reply) {
  ++dtypes[Name(test.base.dtype)];
  for (const Output& operand : OperandsOf(test, reply)) {
    AddOperand(operand, *this);
  }
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    Steps& op = ops[test.chain[k].op->name];
    const auto* error = std::get_if<ErrorReply>(&reply.steps[k]);
    ++(error == nullptr ? op.valid : op.invalid);
    ++(error == nullptr ? steps.valid : steps.invalid);
    if (error == nullptr) continue;
    ++errors[error->rule];
    ++kinds[Name(*error->kind)];
  }
}

void Coverage::Add(const Coverage& other) {
  steps += other.steps;
  Sum(other.ops, ops);
  Sum(other.errors, errors);
  Sum(other.kinds, kinds);
  Sum(other.ranks, ranks);
  Sum(other.dtypes, dtypes);
  Sum(other.operands, operands);
}

void Coverage::Steps::operator+=(const Steps& other) {
  valid += other.valid;
  invalid += other.invalid;
}

std::ostream& operator<<(std::ostream& os, const Coverage::Steps& steps) {
  return os << steps.valid << " valid, " << steps.invalid << " invalid";
}

std::ostream& operator<<(std::ostream& os, const Coverage& coverage) {
  os << "steps: " << coverage.steps << "\n";
  Print("ops", coverage.ops, os);
  Print("errors by rule", coverage.errors, os);
  Print("errors by kind", coverage.kinds, os);
  Print("ranks of operands", coverage.ranks, os);
  Print("operands", coverage.operands, os);
  Print("dtypes", coverage.dtypes, os);
  return os;
}

}  // namespace viewproof
