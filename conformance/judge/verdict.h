#ifndef VIEWPROOF_CONFORMANCE_JUDGE_VERDICT_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_VERDICT_H_

#include <optional>
#include <string_view>

namespace viewproof {

// The result of one case on one subject. Closed.
enum class Verdict { kPass, kFail, kCrash, kTimeout, kProtocolError, kSkip };

std::string_view Name(Verdict verdict);
std::optional<Verdict> FindVerdict(std::string_view name);

// Returns whether it is a crash or a time-out.
bool IsDeath(Verdict verdict);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_VERDICT_H_
