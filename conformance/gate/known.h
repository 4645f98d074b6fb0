#ifndef VIEWPROOF_CONFORMANCE_GATE_KNOWN_H_
#define VIEWPROOF_CONFORMANCE_GATE_KNOWN_H_

#include <string>
#include <string_view>
#include <utility>

#include "conformance/judge/record.h"
#include "reference/core/dtype.h"

namespace viewproof {

// A vector that is known to fail, with one dtype, thus and in no other way. One
// of verdict kSkip has no entry: a borrowed op went wrong in the case, at this
// step.
struct KnownCase {
  std::string id;
  DType dtype = DType::kFloat32;
  Failure failure;
  std::string answer = {};  // AnswerOf it, or empty: any. Of kFail alone.
  bool operator==(const KnownCase&) const = default;
};

// Gate files, locks and updates sort known cases by it.
inline constexpr auto kKeyOf = [](const KnownCase& known) {
  return std::pair(std::string_view(known.id), Name(known.dtype));
};

// A case that a fuzz drew, and that was accepted when it failed thus.
struct DrawnCase {
  Failure failure;    // Its step is 0; its op may be kEveryOp.
  std::string base;   // JSON, as a case of the protocol has it.
  std::string chain;  // The same.
  bool operator==(const DrawnCase&) const = default;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_KNOWN_H_
