#include "conformance/judge/declared.h"

#include <algorithm>
#include <utility>

namespace viewproof {

Declared::Declared(const Hello& hello)
    : hello_(hello),
      planner_(hello_),
      comparator_(hello_, hello_.facets),
      unseen_(hello.copies) {
  for (const Op& op : Ops()) {
    if (hello.rebinds && op.kind == OpKind::kWrite &&
        std::ranges::binary_search(hello.ops, op.name)) {
      unseen_.emplace_back(op.name);
    }
  }
  std::ranges::sort(unseen_);
}

bool Declared::See(const Vector& vector) {
  const auto in_chain = [&vector](const std::string& op) {
    return std::ranges::any_of(vector.test.chain, [&op](const Step& step) {
      return step.op->name == op;
    });
  };
  if (std::ranges::none_of(unseen_, in_chain)) return !unseen_.empty();
  Vector asked = vector;
  std::vector<World> worlds;
  if (planner_.Plan(asked, worlds)) return true;
  std::erase_if(unseen_, [&](const std::string& op) {
    return in_chain(op) && Shows(asked, worlds, op);
  });
  return !unseen_.empty();
}

bool Declared::Shows(const Vector& vector, const std::vector<World>& worlds,
                     const std::string& op) {
  Ways liar = WaysOf(hello_);
  std::erase(liar.copies, op);
  if (FindOp(op)->kind == OpKind::kWrite) liar.rebinds = false;
  Course course;
  library_.Run(vector.test, liar, {}, course);
  if (course.reply.too_large) return false;
  Judgement judgement;
  comparator_.Compare(vector, course.reply, judgement, {}, worlds);
  return !judgement.differences.empty();
}

}  // namespace viewproof
