#ifndef VIEWPROOF_REFERENCE_CORE_REQUIRE_H_
#define VIEWPROOF_REFERENCE_CORE_REQUIRE_H_

namespace viewproof {

// Prints what was expected and where, and aborts.
[[noreturn]] void FailRequirement(const char* expected, const char* file,
                                  int line);

// Aborts if `holds` is false, in every build mode: a bug of ours, never a
// mistake of the caller (which is an Error). `expected` says what should hold;
// the line is that of the caller.
inline void Require(bool holds, const char* expected,
                    const char* file = __builtin_FILE(),
                    int line = __builtin_LINE()) {
  if (!holds) FailRequirement(expected, file, line);
}

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_REQUIRE_H_
