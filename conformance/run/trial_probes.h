#ifndef VIEWPROOF_CONFORMANCE_RUN_TRIAL_PROBES_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRIAL_PROBES_H_

#include <string_view>

#include "conformance/run/trial_talk.h"

namespace viewproof {

// A step that every adapter can be asked.
inline constexpr std::string_view kReadStep = R"({"op":"read"})";

// The name of a dtype of bases that hello declares, a plain one if there is
// one.
std::string_view FirstDType(const Hello& hello);

// Sends an adapter that has answered hello what each rule is about, beyond the
// cases of golden/: unknown words, odd ids, what does not exist, writes, wide
// integers, forms, requests in parts. Compares its answers with one another.
void ProbeRules(Talk& talk);

// How it ends. Leaves no process.
void ProbeEnds(Talk& talk);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRIAL_PROBES_H_
