#include "conformance/judge/borrowed.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "conformance/judge/blame.h"

namespace viewproof {
namespace {

std::string_view NameOfOp(const Case& test, int64_t step) {
  return step < 1 || step > std::ssize(test.chain)
             ? std::string_view()
             : test.chain[step - 1].op->name;
}

// The own op nearest to `read`, a step: the last write before it, or the makers
// of what it reads and of what that views; "" if all are borrowed.
std::string OwnOpBefore(const Case& test, const std::vector<Outcome>& expect,
                        const std::vector<std::string>& borrowed,
                        int64_t read) {
  for (int64_t step = read - 1; step > 0; --step) {
    const Op& op = *test.chain[step - 1].op;
    if (op.kind != OpKind::kWrite) continue;
    if (!Contains(borrowed, op.name)) return std::string(op.name);
    break;
  }
  OutputRef tensor = OperandOf(test, expect, read);
  for (; tensor.step != 0; tensor = OperandOf(test, expect, tensor.step)) {
    const std::string_view maker = NameOfOp(test, tensor.step);
    if (!Contains(borrowed, maker)) return std::string(maker);
  }
  return "";
}

}  // namespace

std::string BorrowedAtFault(const Case& test,
                            const std::vector<Outcome>& expect,
                            const std::vector<std::string>& borrowed,
                            Facets due, std::vector<Difference>& differences) {
  std::erase_if(differences, [&](const Difference& d) {
    return !due.Contains(d.facet) && Contains(borrowed, NameOfOp(test, d.step));
  });
  Difference* first = nullptr;
  for (Difference& d : differences) {
    if (due.Contains(d.facet) && (!first || d.step < first->step)) first = &d;
  }
  if (first == nullptr) return "";
  const std::string_view op = NameOfOp(test, first->step);
  if (Contains(borrowed, op)) return std::string(op);
  if (!Contains(borrowed, first->op)) return "";
  if (op != "read") return first->op;
  const std::string blamed = first->op;
  first->op = OwnOpBefore(test, expect, borrowed, first->step);
  return first->op.empty() ? blamed : "";
}

}  // namespace viewproof
