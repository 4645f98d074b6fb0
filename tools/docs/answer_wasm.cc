// Answer (answer.h) as WebAssembly exports it: numbers are put where Buffer()
// is, Ask() answers there, and RuleName(row) is the id of a rule, ended by 0.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "reference/core/error_rule.h"
#include "reference/core/require.h"
#include "tools/docs/answer.h"

// In the place of reference/core/require.cc, which prints.
void viewproof::FailRequirement(const char*, const char*, int) {
  __builtin_trap();
}

namespace {

std::array<int64_t, 4096> buffer;
std::array<char, 64> name;

}  // namespace

extern "C" {

// Debian's division of __int128 was compiled with checks of the stack.
uintptr_t __stack_chk_guard = 0x5a17;
void __stack_chk_fail() { __builtin_trap(); }

[[clang::export_name("Buffer")]] int64_t* Buffer() { return buffer.data(); }

[[clang::export_name("Ask")]] int32_t Ask(int32_t count) {
  std::vector<int64_t> answer;
  viewproof::Answer(std::span(buffer).first(count), answer);
  std::copy(answer.begin(), answer.end(), buffer.begin());
  return static_cast<int32_t>(answer.size());
}

[[clang::export_name("RuleName")]] const char* RuleName(int32_t row) {
  const std::string_view id = viewproof::kErrorRows[row].id;
  name = {};
  std::copy(id.begin(), id.end(), name.begin());
  return name.data();
}
}
