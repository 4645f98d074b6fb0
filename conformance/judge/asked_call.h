#ifndef VIEWPROOF_CONFORMANCE_JUDGE_ASKED_CALL_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_ASKED_CALL_H_

#include <simdjson.h>

#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/difference.h"

namespace viewproof {

// The case of a failed call of a kernel, which no file of vectors has: a record
// keeps what its id and the declaration of the kernel do not say.
struct AskedCall {
  Case before;   // The steps that make the tensors, without an id.
  Ints tensors;  // The steps that gave the operands, then the targets.
  Ints reads;    // The steps that gave what is read after the call.
  std::vector<std::string> rules;
  std::vector<StepAnswer> due;  // At the steps from it on that differ.
  bool operator==(const AskedCall&) const = default;
};

// Returns the call that the vector asks, as a record of these differences keeps
// it; AskedCall() of a vector that calls no kernel.
AskedCall AskedCallOf(const Vector& vector,
                      const std::vector<Difference>& differences);

// Reads and writes it as an object of a record.
struct AskedCallCodec {
  void Read(simdjson::ondemand::value value, std::string_view field,
            AskedCall& into) const;
  void Append(const AskedCall& call, std::string& out) const;
  std::string Schema() const;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_ASKED_CALL_H_
