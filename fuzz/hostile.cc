#include "fuzz/hostile.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "conformance/case/escape.h"

namespace viewproof {

void Fail(std::string_view what) {
  std::fprintf(stderr, "fuzzer: %.*s\n", static_cast<int>(what.size()),
               what.data());
  std::abort();
}

void Demand(std::string_view what, std::string_view first,
            std::string_view second) {
  if (first == second) return;
  Fail(std::string(what) + "\n  " + Escaped(first) + "\n  " + Escaped(second));
}

bool Accepts(const std::function<void()>& read) {
  try {
    read();
    return true;
  } catch (const BadInput& error) {
    if (std::string_view(error.what()).empty()) Fail("a refusal without words");
    return false;
  }
}

MemoryFile::MemoryFile(std::string_view bytes)
    : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    if (written <= 0) Fail("cannot write a file in memory");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

MemoryFile::~MemoryFile() { close(descriptor_); }

std::string MemoryFile::path() const {
  return "/proc/self/fd/" + std::to_string(descriptor_);
}

}  // namespace viewproof
