#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_SUBJECT_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_SUBJECT_H_

#include <string_view>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

namespace viewproof {

// An implementation under test, linked into this program.
class Subject {
 public:
  virtual ~Subject() = default;

  virtual const Hello& hello() const = 0;

  // Answers one case: one outcome per step. Requires: no step is too large
  // (TooLarge); `reply` may hold anything and is overwritten.
  virtual void Run(const Case& test, Reply& reply) = 0;
};

// The detail of `unsupported` if a subject has the op, but cannot tell what it
// makes of this operand.
inline constexpr std::string_view kAbstains = "abstains";

inline bool Abstains(const Reply& reply) {
  return reply.unsupported && reply.unsupported->detail == kAbstains;
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_SUBJECT_H_
