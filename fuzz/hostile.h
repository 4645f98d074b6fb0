#ifndef VIEWPROOF_FUZZ_HOSTILE_H_
#define VIEWPROOF_FUZZ_HOSTILE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"

namespace viewproof {

// For fuzzers of parsers.

inline std::string_view Bytes(const uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Says what is wrong and aborts, so that the input is kept.
[[noreturn]] void Fail(std::string_view what);

// Demands that both are equal; else shows them and aborts.
void Demand(std::string_view what, std::string_view first,
            std::string_view second);

// Returns whether `read` ends without BadInput, which must say something.
bool Accepts(const std::function<void()>& read);

// Reads what was written by us: aborts on BadInput.
template <typename Read>
auto MustRead(Read read) {
  try {
    return read();
  } catch (const BadInput& error) {
    Fail(std::string("what was written is refused: ") + error.what());
  }
}

// A file that has a path and lies in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const;

 private:
  int descriptor_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HOSTILE_H_
