// Answers (answer.h) as WebAssembly exports them: the question is put where
// Room() is, Ask() answers it, and Answer() is the answer, ended by 0. An
// instance that traps is done with: what Answer() says then is why.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>

#include "reference/core/require.h"
#include "tools/docs/answer.h"

// In the place of reference/core/require.cc, which prints.
void viewproof::FailRequirement(const char*, const char*, int) {
  __builtin_trap();
}

namespace {

std::string question;
std::string answer;

}  // namespace

extern "C" {

// Debian's libraries were compiled with checks of the stack.
uintptr_t __stack_chk_guard = 0x5a17;
void __stack_chk_fail() { __builtin_trap(); }

// Nothing is caught here: what is thrown ends the instance.
void* __cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
void __cxa_throw(void* thrown, void*, void*) {
  answer = static_cast<std::exception*>(thrown)->what();
  __builtin_trap();
}

[[clang::export_name("Room")]] char* Room(int32_t size) {
  question.resize(static_cast<std::size_t>(size));
  return question.data();
}

[[clang::export_name("Ask")]] void Ask(bool is_fields) {
  answer = is_fields ? viewproof::AnswerToFields(question)
                     : viewproof::AnswerToText(question);
}

[[clang::export_name("Answer")]] const char* Answer() { return answer.c_str(); }
}
