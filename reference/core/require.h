#ifndef VIEWPROOF_REFERENCE_CORE_REQUIRE_H_
#define VIEWPROOF_REFERENCE_CORE_REQUIRE_H_

#include <source_location>

namespace viewproof {

// Prints what was expected and where, and aborts.
[[noreturn]] void FailRequirement(const char* expected,
                                  std::source_location where);

// Aborts if `holds` is false, in every build mode: a bug of ours, never a
// mistake of the caller (which is an Error). `expected` says what should hold.
inline void Require(
    bool holds, const char* expected,
    std::source_location where = std::source_location::current()) {
  if (!holds) FailRequirement(expected, where);
}

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_REQUIRE_H_
