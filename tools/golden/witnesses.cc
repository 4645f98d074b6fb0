#include "tools/golden/witnesses.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/operands.h"
#include "conformance/case/protocol.h"
#include "conformance/judge/compare.h"

namespace viewproof {
namespace {

// A witness's answer. Throws BadInput when it has none.
std::vector<Outcome> Ask(Subject& witness, const Case& test) {
  Reply reply;
  witness.Run(test, reply);
  const std::string& name = witness.hello().name;
  if (reply.too_large) {
    throw BadInput(fmt::format("step {} is too large", *reply.too_large));
  }
  if (reply.unsupported) {
    throw BadInput(fmt::format("{} cannot run step {}: {}", name,
                               reply.unsupported->step,
                               reply.unsupported->detail));
  }
  for (std::size_t k = 0; k < reply.steps.size(); ++k) {
    const auto* error = std::get_if<ErrorReply>(&reply.steps[k]);
    if (std::holds_alternative<UnobservedStep>(reply.steps[k])) {
      throw BadInput(
          fmt::format("step {} names a tensor that does not exist", k + 1));
    }
    if (error != nullptr && !error->kind) {
      throw BadInput(fmt::format("step {}: {} gives no known kind of error: {}",
                                 k + 1, name, error->message));
    }
  }
  DropUnspecified(test, reply.steps);
  return std::move(reply.steps);
}

// Returns whether `witness` agrees with `expect` in these facets; false if it
// abstains. Throws BadInput if it disagrees.
bool Confirms(Subject& witness, const Case& test,
              const std::vector<Outcome>& expect, std::string_view who,
              Facets facets) {
  Hello hello = witness.hello();
  hello.facets = hello.facets & facets;
  Vector vector;
  vector.test = test;
  vector.expect = expect;
  Reply reply;
  witness.Run(test, reply);
  if (Abstains(reply)) return false;
  Judgement judgement;
  Comparator(hello, facets).Compare(vector, reply, judgement);
  if (judgement.differences.empty()) return true;
  const Difference& d = judgement.differences.front();
  throw BadInput(fmt::format(
      "the witnesses disagree at step {} ({}): {} of output {} is {} for {} "
      "and {} for {}",
      d.step, Name(d.facet), d.field, d.output, d.expected, who, d.actual,
      hello.name));
}

// Gives each error of `expect` the rule that `reference` names.
void TakeRules(const std::vector<Outcome>& reference,
               std::vector<Outcome>& expect) {
  for (std::size_t k = 0; k < expect.size(); ++k) {
    if (auto* error = std::get_if<ErrorReply>(&expect[k])) {
      error->rule = std::get<ErrorReply>(reference[k]).rule;
      error->message.clear();
    }
  }
}

}  // namespace

Testimony Testify(const Witnesses& witnesses, const Case& test,
                  bool oracle_differs) {
  const std::vector<Outcome> reference = Ask(*witnesses.reference, test);
  const Facets vouched = {Facet::kValues, Facet::kStrides, Facet::kAlias};
  Testimony testimony{.expect = reference};
  std::string_view who = "the reference";
  if (!oracle_differs && witnesses.libtorch != nullptr) {
    testimony.expect = Ask(*witnesses.libtorch, test);
    who = "libtorch";
    Confirms(*witnesses.reference, test, testimony.expect, who, Facets::All());
  }
  testimony.model_abstained =
      !Confirms(*witnesses.model, test, testimony.expect, who, vouched);
  if (testimony.model_abstained && oracle_differs) {
    throw BadInput("the model abstains, so nobody vouches for OracleDiffers");
  }
  TakeRules(reference, testimony.expect);
  return testimony;
}

}  // namespace viewproof
