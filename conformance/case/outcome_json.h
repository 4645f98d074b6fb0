#ifndef VIEWPROOF_CONFORMANCE_CASE_OUTCOME_JSON_H_
#define VIEWPROOF_CONFORMANCE_CASE_OUTCOME_JSON_H_

#include <simdjson.h>

#include <string>
#include <string_view>

#include "conformance/case/case.h"

namespace viewproof {

// Golden files are held to the format. Replies may show absurd numbers: they
// become kNotAnInteger or NaN, which equal nothing.
enum class Strictness { kGolden, kReply };

// The codec of the outcome of one step. Reads over an old one. A reply has no
// rules.
struct OutcomeCodec {
  Strictness how = Strictness::kGolden;

  void Read(simdjson::ondemand::value value, std::string_view field,
            Outcome& into) const;
  void Append(const Outcome& outcome, std::string& out) const;
  std::string Schema() const;
};

// Definitions of the schemas of golden/ and of replies.
std::string OutputSchema(Strictness how);
std::string OutcomeSchema(Strictness how);
std::string UnsupportedSchema();

// A reply to `test`: {id, steps} or {id, unsupported}. Reads over an old one;
// throws BadInput.
void ReadReply(simdjson::ondemand::parser& parser, std::string_view line,
               const Case& test, Reply& reply);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_OUTCOME_JSON_H_
