#include "conformance/laws/agree.h"

#include <fmt/format.h>

#include <utility>

#include "conformance/case/operands.h"
#include "conformance/case/text.h"
#include "conformance/gen/window.h"

namespace viewproof {
namespace {

Comparator ComparatorOf(const Hello& first, Hello second) {
  second.facets = first.facets & second.facets;
  return Comparator(second, second.facets);
}

}  // namespace

WitnessPair::WitnessPair(Subject& first, Subject& second)
    : first_subject_(first),
      second_subject_(second),
      comparator_(ComparatorOf(first.hello(), second.hello())) {}

std::vector<Difference> WitnessPair::Compare(const Case& test) {
  first_subject_.Run(test, first_reply_);
  second_subject_.Run(test, second_reply_);
  return Compare(test, first_reply_, second_reply_);
}

std::vector<Difference> WitnessPair::Compare(const Case& test, Reply& first,
                                             const Reply& second) {
  if (Abstains(first) || Abstains(second)) {
    ++abstained_;
    return {};
  }
  DropUnspecified(test, first.steps);
  if (comparator_.Agrees(first.steps, second)) return {};
  vector_.test = test;
  vector_.expect = first.steps;
  comparator_.Compare(vector_, second, judgement_);
  return judgement_.differences;
}

Case WithReads(const State& state) {
  Case test = state.test();
  for (const TensorRecord& known : state.tensors()) {
    if (test.base.coo && known.ref == OutputRef()) continue;
    test.chain.push_back(ReadStep(known.ref));
  }
  return test;
}

std::string Describe(const Case& test, const std::string& first,
                     const std::string& second,
                     const std::vector<Difference>& differences) {
  std::string out = Text(test) + "\n";
  for (const Difference& d : differences) {
    out += fmt::format("  step {} {} {}: {} says {}, {} says {}\n", d.step,
                       d.op, Name(d.kind), first, d.expected, second, d.actual);
  }
  return out;
}

}  // namespace viewproof
