#include "conformance/judge/blame.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "conformance/case/fill.h"
#include "conformance/case/operands.h"

namespace viewproof {
namespace {

using Kind = DifferenceKind;
using OutputList = std::vector<Output>;

const Op& OpOf(const Case& test, int64_t step) {
  return *test.chain[step - 1].op;
}

std::string MakerOf(const Case& test, OutputRef tensor) {
  return tensor.step == 0 ? "base" : std::string(OpOf(test, tensor.step).name);
}

// Blames the op of a step; 0: the base.
void BlameStep(const Case& test, int64_t step, Difference& d) {
  d.blamed = step;
  d.op = MakerOf(test, {step, 0});
}

// The last write before `step`; 0 if there is none.
int64_t LastWrite(const Case& test, int64_t step) {
  int64_t write = step - 1;
  while (write > 0 && OpOf(test, write).kind != OpKind::kWrite) --write;
  return write;
}

// Holds what is compared with what.
struct Comparison {
  const Case& test;
  const std::vector<Outcome>& expect;
  const Reply& reply;
  const Ways& ways;
  const Choices& choices;
};

// Returns what the steps show if some writes do nothing.
std::vector<Outcome> OutcomesWithout(const Comparison& compared,
                                     const std::vector<int64_t>& writes) {
  Case lost = compared.test;
  for (const int64_t write : writes) {
    lost.chain[write - 1] = {
        FindOp("read"), {}, OperandOf(compared.test, compared.expect, write)};
  }
  thread_local WorldReference reference;
  Course course;
  reference.Run(lost, compared.ways, compared.choices, course);
  return std::move(course.reply.steps);
}

// Visits the elements that both show, in pairs.
template <typename Visit>
void ForEachElement(const Output& a, const Output& b, Visit visit) {
  if (!a.values || !b.values) return;
  const std::vector<Scalar>& list = a.values->list;
  const std::vector<Scalar>& other = b.values->list;
  for (std::size_t k = 0; k < std::min(list.size(), other.size()); ++k) {
    visit(list[k], other[k]);
  }
}

// Returns what the write writes: its numbers, and what is seen because of it.
std::vector<Scalar> Written(const Case& test,
                            const std::vector<Outcome>& expect, int64_t write,
                            const std::vector<Outcome>& without) {
  std::vector<Scalar> written;
  for (const Arg& arg : test.chain[write - 1].args) {
    if (const auto* number = std::get_if<Scalar>(&arg)) {
      written.push_back(*number);
    } else if (const auto* tensor = std::get_if<TensorArg>(&arg)) {
      if (const auto* literal = std::get_if<Literal>(tensor)) {
        const Values values = ElementsOf(*literal);
        written.insert(written.end(), values.list.begin(), values.list.end());
      }
    }
  }
  for (int64_t s = write; s < static_cast<int64_t>(expect.size()); ++s) {
    const auto* outputs = std::get_if<OutputList>(&expect[s]);
    for (std::size_t o = 0; outputs != nullptr && o < outputs->size(); ++o) {
      const OutputRef ref{s + 1, static_cast<int64_t>(o)};
      const Output* before = FindOutput(without, ref);
      if (before == nullptr) continue;
      ForEachElement((*outputs)[o], *before, [&](Scalar e, Scalar b) {
        if (e != b) written.push_back(e);
      });
    }
  }
  return written;
}

// Returns whether `actual` shows what `without` does, and not what was
// expected.
template <typename T>
bool IsLost(const std::optional<T>& expected, const std::optional<T>& actual,
            const std::optional<T>& without) {
  return actual && actual == without && actual != expected;
}

// Says how a write went wrong.
struct WriteFault {
  Kind kind;
  bool all = false;  // All elements are as before it.
};

// Returns how the writes, of which the last is given too, went wrong, if that
// explains the first element that differs.
std::optional<WriteFault> FaultOfWrites(const Comparison& compared,
                                        const Difference& d,
                                        const std::vector<int64_t>& writes,
                                        int64_t write) {
  const auto& [test, expect, reply, ways, choices] = compared;
  const std::vector<Outcome> without = OutcomesWithout(compared, writes);
  const OutputRef ref{d.step, d.output};
  const Output* e = FindOutput(expect, ref);
  const Output* a = FindOutput(reply.steps, ref);
  const Output* w = FindOutput(without, ref);
  if (e == nullptr || a == nullptr || w == nullptr) return std::nullopt;
  if (IsLost(e->bytes, a->bytes, w->bytes) ||
      IsLost(e->crc32, a->crc32, w->crc32)) {
    return WriteFault{Kind::kLostWrite, true};
  }
  if (!e->values || !a->values || !w->values ||
      e->values->list.size() != a->values->list.size() ||
      e->values->list.size() != w->values->list.size()) {
    return std::nullopt;
  }
  const auto first = std::ranges::mismatch(e->values->list, a->values->list);
  if (first.in1 == e->values->list.end()) return std::nullopt;
  const Scalar before = w->values->list[first.in1 - e->values->list.begin()];
  if (*first.in2 == before) {
    return WriteFault{Kind::kLostWrite, a->values == w->values};
  }
  if (*first.in1 != before) return std::nullopt;
  const auto written = Written(test, expect, write, without);
  return std::ranges::find(written, *first.in2) != written.end()
             ? std::optional(WriteFault{Kind::kStrayWrite})
             : std::nullopt;
}

bool WasSeenToCopy(int64_t step, const std::vector<Difference>& differences) {
  return std::any_of(differences.begin(), differences.end(),
                     [step](const Difference& d) {
                       return d.facet == Facet::kAlias &&
                              d.kind == Kind::kCopied && d.step == step;
                     });
}

// Blames the write, or the op that copied the tensor that was written to.
void BlameWrite(const Case& test, const std::vector<Outcome>& expect,
                const std::vector<Difference>& differences, int64_t write,
                Difference& difference) {
  BlameStep(test, write, difference);
  OutputRef tensor = OperandOf(test, expect, write);
  if (tensor.step == 0) return;
  difference.via = MakerOf(test, tensor);
  for (; tensor.step != 0; tensor = OperandOf(test, expect, tensor.step)) {
    if (!WasSeenToCopy(tensor.step, differences)) continue;
    BlameStep(test, tensor.step, difference);
    difference.via = difference.op;
    return;
  }
}

// The last of several writes by one op that are all lost, if that explains the
// difference; else 0.
int64_t LostWrites(const Comparison& compared, Difference& d) {
  std::map<const Op*, std::vector<int64_t>> by_op;
  for (int64_t write = LastWrite(compared.test, d.step); write > 0;
       write = LastWrite(compared.test, write)) {
    by_op[compared.test.chain[write - 1].op].push_back(write);
  }
  int64_t last = 0;
  for (const auto& [op, writes] : by_op) {
    if (writes.size() < 2 || writes[0] < last) continue;
    const auto fault = FaultOfWrites(compared, d, writes, writes[0]);
    if (!fault || fault->kind != Kind::kLostWrite) continue;
    last = writes[0];
    d.relation = fault->all ? Relation::kUnwritten : Relation::kNone;
  }
  return last;
}

// The last write before the difference that explains it, whose kind this sets;
// 0 if there is none. A write that went astray explains it only if no lost ones
// of another op do.
int64_t FaultyWrite(const Comparison& compared, Difference& d) {
  if (d.facet != Facet::kValues) return 0;
  int64_t faulty = 0;
  for (int64_t write = LastWrite(compared.test, d.step);
       write > 0 && faulty == 0; write = LastWrite(compared.test, write)) {
    const auto fault = FaultOfWrites(compared, d, {write}, write);
    if (!fault) continue;
    d.kind = fault->kind;
    d.relation = fault->all ? Relation::kUnwritten : Relation::kNone;
    faulty = write;
  }
  if (faulty > 0 && d.kind == Kind::kLostWrite) return faulty;
  const int64_t lost = LostWrites(compared, d);
  if (lost == 0) return faulty;
  d.kind = Kind::kLostWrite;
  return lost;
}

}  // namespace

OutputRef OperandOf(const Case& test, const std::vector<Outcome>& outcomes,
                    int64_t step) {
  if (test.chain[step - 1].on) return *test.chain[step - 1].on;
  const int64_t known =
      std::min(step - 1, static_cast<int64_t>(outcomes.size()));
  for (int64_t s = known; s > 0; --s) {
    const auto* outputs = std::get_if<OutputList>(&outcomes[s - 1]);
    if (outputs != nullptr && !outputs->empty() && !Observes(OpOf(test, s))) {
      return {s, 0};
    }
  }
  return {};
}

void Blame(const Case& test, const std::vector<Outcome>& expect,
           const Reply& reply, const Ways& ways, const Choices& choices,
           std::vector<Difference>& differences) {
  const Comparison compared{test, expect, reply, ways, choices};
  for (Difference& d : differences) {
    if (d.step < 1 || d.step > static_cast<int64_t>(test.chain.size())) {
      BlameStep(test, 0, d);
      continue;
    }
    const bool observes = Observes(OpOf(test, d.step));
    int64_t write = FaultyWrite(compared, d);
    if (write == 0 && observes) write = LastWrite(test, d.step);
    const int64_t call = CallStepOf(test.chain);
    if (write > 0) {
      BlameWrite(test, expect, differences, write, d);
    } else if (observes && call > 0 && call < d.step) {
      // The tensors were as they are due: the elements are the kernel's own.
      if (d.facet == Facet::kValues) d.kind = Kind::kStrayWrite;
      BlameStep(test, call, d);
    } else {
      BlameStep(test, observes ? OperandOf(test, expect, d.step).step : d.step,
                d);
    }
  }
}

std::string BlamedForDeath(const Case& test, int64_t step) {
  const auto steps = static_cast<int64_t>(test.chain.size());
  int64_t blamed = step >= 1 && step <= steps ? step : steps;
  while (blamed > 0 && Observes(OpOf(test, blamed))) --blamed;
  return MakerOf(test, {blamed, 0});
}

}  // namespace viewproof
