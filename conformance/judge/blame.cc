#include "conformance/judge/blame.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "conformance/case/fill.h"

namespace viewproof {
namespace {

using Kind = DifferenceKind;
using Outputs = std::vector<Output>;

const Op& OpOf(const Case& test, int64_t step) {
  return *test.chain[step - 1].op;
}

std::string MakerOf(const Case& test, OutputRef tensor) {
  return tensor.step == 0 ? "base" : std::string(OpOf(test, tensor.step).name);
}

// The last write before `step`; 0 if there is none.
int64_t LastWrite(const Case& test, int64_t step) {
  int64_t write = step - 1;
  while (write > 0 && OpOf(test, write).kind != OpKind::kWrite) --write;
  return write;
}

// The values of the tensor before `step`, if the expectation shows them.
std::optional<Values> Held(const Case& test, const std::vector<Outcome>& expect,
                           OutputRef tensor, int64_t step) {
  for (int64_t s = step - 1; s > 0; --s) {
    const auto* outputs = std::get_if<Outputs>(&expect[s - 1]);
    if (outputs == nullptr) continue;
    if (s == tensor.step) return (*outputs)[tensor.output].values;
    if (Observes(OpOf(test, s)) && OperandOf(test, expect, s) == tensor) {
      return outputs->front().values;
    }
  }
  if (tensor.step != 0) return std::nullopt;
  return ElementsOf({test.base.dtype, FilledSizes(test.base), std::nullopt});
}

// The numbers that step `write` writes.
std::vector<Scalar> Written(const Case& test,
                            const std::vector<Outcome>& expect, int64_t write) {
  for (const Arg& arg : test.chain[write - 1].args) {
    if (const auto* number = std::get_if<Scalar>(&arg)) return {*number};
    const auto* tensor = std::get_if<TensorArg>(&arg);
    if (tensor == nullptr) continue;
    if (const auto* literal = std::get_if<Literal>(tensor)) {
      return ElementsOf(*literal).list;
    }
    const auto held = Held(test, expect, std::get<OutputRef>(*tensor), write);
    if (held) return held->list;
  }
  return {};
}

// Whether the first element that differs at the read `step` shows a lost write,
// a stray write or something else.
Kind ClassifyWrite(const Case& test, const std::vector<Outcome>& expect,
                   const Reply& reply, int64_t step, int64_t write) {
  const auto& expected = std::get<Outputs>(expect[step - 1]).front().values;
  const auto& actual = std::get<Outputs>(reply.steps[step - 1]).front().values;
  if (!expected || !actual || expected->list.size() != actual->list.size()) {
    return Kind::kValues;
  }
  const auto [e, a] = std::mismatch(expected->list.begin(),
                                    expected->list.end(), actual->list.begin());
  if (e == expected->list.end()) return Kind::kValues;
  const std::vector<Scalar> written = Written(test, expect, write);
  const auto was_written = [&written](Scalar value) {
    return std::find(written.begin(), written.end(), value) != written.end();
  };
  if (was_written(*a) && !was_written(*e)) return Kind::kStrayWrite;
  const auto held = Held(test, expect, OperandOf(test, expect, step), write);
  const auto k = e - expected->list.begin();
  const bool still_held = held &&
                          held->list.size() > static_cast<std::size_t>(k) &&
                          held->list[k] == *a;
  return was_written(*e) && still_held ? Kind::kLostWrite : Kind::kValues;
}

bool Copies(const std::string& op, int64_t step,
            const std::vector<std::string>& declared,
            const std::vector<Difference>& differences) {
  if (std::find(declared.begin(), declared.end(), op) != declared.end()) {
    return true;
  }
  return std::any_of(differences.begin(), differences.end(),
                     [step](const Difference& d) {
                       return d.facet == Facet::kAlias &&
                              d.kind == Kind::kCopied && d.step == step;
                     });
}

void BlameWrite(const Case& test, const std::vector<Outcome>& expect,
                const Reply& reply, const std::vector<std::string>& copies,
                const std::vector<Difference>& differences, int64_t write,
                Difference& difference) {
  if (difference.facet == Facet::kValues && difference.kind != Kind::kBytes) {
    difference.kind =
        ClassifyWrite(test, expect, reply, difference.step, write);
  }
  difference.op = OpOf(test, write).name;
  OutputRef tensor = OperandOf(test, expect, write);
  if (tensor.step == 0) return;
  difference.via = MakerOf(test, tensor);
  for (; tensor.step != 0; tensor = OperandOf(test, expect, tensor.step)) {
    const std::string maker = MakerOf(test, tensor);
    if (!Copies(maker, tensor.step, copies, differences)) continue;
    difference.op = difference.via = maker;
    return;
  }
}

}  // namespace

OutputRef OperandOf(const Case& test, const std::vector<Outcome>& outcomes,
                    int64_t step) {
  if (test.chain[step - 1].on) return *test.chain[step - 1].on;
  const int64_t known =
      std::min(step - 1, static_cast<int64_t>(outcomes.size()));
  for (int64_t s = known; s > 0; --s) {
    const auto* outputs = std::get_if<Outputs>(&outcomes[s - 1]);
    if (outputs != nullptr && !outputs->empty() && !Observes(OpOf(test, s))) {
      return {s, 0};
    }
  }
  return {};
}

void Blame(const Case& test, const std::vector<Outcome>& expect,
           const Reply& reply, const std::vector<std::string>& copies,
           std::vector<Difference>& differences) {
  for (Difference& d : differences) {
    if (d.step < 1 || d.step > static_cast<int64_t>(test.chain.size())) {
      d.op = "base";
    } else if (!Observes(OpOf(test, d.step))) {
      d.op = OpOf(test, d.step).name;
    } else if (const int64_t write = LastWrite(test, d.step); write > 0) {
      BlameWrite(test, expect, reply, copies, differences, write, d);
    } else {
      d.op = MakerOf(test, OperandOf(test, expect, d.step));
    }
  }
}

std::string BlamedForDeath(const Case& test, int64_t step) {
  const auto steps = static_cast<int64_t>(test.chain.size());
  int64_t blamed = step >= 1 && step <= steps ? step : steps;
  while (blamed > 0 && Observes(OpOf(test, blamed))) --blamed;
  return blamed == 0 ? "base" : std::string(OpOf(test, blamed).name);
}

}  // namespace viewproof
