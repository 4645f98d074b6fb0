#ifndef VIEWPROOF_CONFORMANCE_CASE_TESTING_H_
#define VIEWPROOF_CONFORMANCE_CASE_TESTING_H_

#include <string>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/padding.h"

namespace viewproof {

// A case or a vector, from its line of JSON.
template <typename T>
T ReadLine(std::string_view line) {
  T value;
  Decoder().Read(PaddedText(line).view(), value);
  return value;
}

// Returns what the BadInput says that the action throws.
template <typename Action>
std::string Refusal(Action action) {
  try {
    action();
  } catch (const BadInput& e) {
    return e.what();
  }
  return "nothing is refused";
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_TESTING_H_
