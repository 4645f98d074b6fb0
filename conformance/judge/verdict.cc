#include "conformance/judge/verdict.h"

#include "conformance/case/named.h"

namespace viewproof {

std::string_view Name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kFail:
      return "fail";
    case Verdict::kCrash:
      return "crash";
    case Verdict::kTimeout:
      return "timeout";
    case Verdict::kProtocolError:
      return "protocol_error";
    case Verdict::kSkip:
      return "skip";
  }
  return {};
}

bool IsDeath(Verdict verdict) {
  return verdict == Verdict::kCrash || verdict == Verdict::kTimeout;
}

std::optional<Verdict> FindVerdict(std::string_view name) {
  return FindNamed(name, Verdict::kSkip);
}

}  // namespace viewproof
