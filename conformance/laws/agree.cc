#include "conformance/laws/agree.h"

#include <fmt/format.h>

#include <utility>

#include "conformance/case/text.h"
#include "conformance/judge/compare.h"

namespace viewproof {
namespace {

bool Abstains(const Reply& reply) {
  return reply.unsupported && reply.unsupported->detail.starts_with("abstains");
}

}  // namespace

Witnesses::Witnesses(Subject& first, Subject& second)
    : first_subject_(first),
      second_subject_(second),
      facets_(first.hello().facets & second.hello().facets) {}

std::vector<Difference> Witnesses::Compare(const Case& test) {
  first_subject_.Run(test, first_reply_);
  second_subject_.Run(test, second_reply_);
  if (Abstains(first_reply_) || Abstains(second_reply_)) {
    ++abstained_;
    return {};
  }
  Vector vector;
  vector.test = test;
  vector.expect = first_reply_.steps;
  DropUnspecified(test.chain, vector.expect);
  Hello hello = second_subject_.hello();
  hello.facets = facets_;
  Judgement judgement;
  Comparator(hello, facets_).Compare(vector, second_reply_, judgement);
  return std::move(judgement.differences);
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
