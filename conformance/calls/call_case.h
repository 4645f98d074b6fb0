#ifndef VIEWPROOF_CONFORMANCE_CALLS_CALL_CASE_H_
#define VIEWPROOF_CONFORMANCE_CALLS_CALL_CASE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "conformance/calls/layout.h"
#include "conformance/calls/shared_storage.h"
#include "conformance/case/case.h"
#include "conformance/case/kernel.h"

namespace viewproof {

// The answer of a library to a call on plain tensors.
struct PlainAnswer {
  enum class Kind { kNone, kGave, kRefused, kDied };
  Kind kind = Kind::kNone;  // kNone: nothing that a case can show.
  // The elements of each operand that it wrote, then its outputs (kGave).
  std::vector<Literal> gives;
  std::string message;       // It has one if it refused or died.
  bool is_misspelt = false;  // As ErrorReply::misspelt.
};

// A call with the tensors that it gets.
struct CallTensors {
  const DeclaredKernel& kernel;
  CallForm form;
  std::vector<PlacedOperand> operands;
  std::vector<PlacedOperand> targets = {};  // The form kOut has them.
  std::optional<SharedStorage> shared = {};

  std::size_t size() const { return operands.size() + targets.size(); }
  PlacedOperand& At(std::size_t tensor) {
    return tensor < operands.size() ? operands[tensor]
                                    : targets[tensor - operands.size()];
  }
};

// The case of a call: its tensors, the call, and a read of each storage. If no
// answer is given, nobody knows what comes out.
Case CaseOf(const CallTensors& call, const PlainAnswer* answer);

// Shortens the case of a call for a library of whose chains only the last step
// shows: it ends with the call if `read` is 0, else with the read of that
// storage alone, counted from 1.
void EndWith(int64_t read, Case& test);

// Reads the answer to the case of a call on plain tensors.
PlainAnswer AnswerOf(const CallTensors& call, const Case& test,
                     const Reply& reply);

// The vector of a call whose plain answer is known, which ends with `read` if
// that is given (EndWith). Without its id.
Vector VectorOf(const CallTensors& call, const PlainAnswer& answer,
                std::optional<int64_t> read);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_CALL_CASE_H_
