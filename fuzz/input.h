#ifndef VIEWPROOF_FUZZ_INPUT_H_
#define VIEWPROOF_FUZZ_INPUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/case/case.h"

namespace viewproof {

// The bytes that a fuzzer of cases takes are case text (text.h), without a
// newline at the end or with one. So an input is read by people, pasted into
// `viewproof apply --text`, and made of any case.

// The most elements of a tensor in a case that a fuzzer runs: a second has many
// small cases or a few large ones.
inline constexpr int64_t kMostElements = 1 << 12;

// The case that the bytes mean, without an id; nothing if they are no case text
// or its base has more elements.
std::optional<Case> CaseOfInput(std::string_view bytes);

// The bytes of a case. Its id is not among them.
std::string InputOf(const Case& test);

// The vector that expects of the case what the reference answers, named
// "OP/fuzz-HASH" by its last step and its text. Requires: Lawful(test).
Vector VectorOfCase(const Case& test);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_INPUT_H_
