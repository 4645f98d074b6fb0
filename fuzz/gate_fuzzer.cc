// Hostile bytes as a gate file and, after a line "%lock", its lock. What is
// read survives what a run writes.
#include <string>
#include <string_view>

#include "conformance/gate/gate.h"
#include "conformance/gate/gate_text.h"
#include "conformance/gate/lock.h"
#include "fuzz/hostile.h"

namespace viewproof {
namespace {

constexpr std::string_view kSeparator = "\n%lock\n";
constexpr char kPath[] = "fuzz.gate.toml";

// Writes the lock, and entries at the end of the text; what is then no gate
// file is refused.
void Write(const Gate& gate, const std::string& text) {
  const std::string lock = LockText(gate);
  const Gate again = MustRead([&] { return ParseGate(kPath, text, lock); });
  if (again.cases != gate.cases) Fail("the known failures changed");
  if (again.drawn.size() != gate.drawn.size()) Fail("the drawn cases changed");
  if (LockText(again) != lock) Fail("the lock changed");
  KnownFailure added = {};
  added.op = "added";
  added.reason = "it \"is\" so";
  Accepts([&] {
    const Gate more = ParseGate(kPath, WithEntries(text, {added}), lock);
    if (more.entries.size() != gate.entries.size() + 1) Fail("lost an entry");
  });
}

}  // namespace
}  // namespace viewproof

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace viewproof;
  const std::string_view bytes = Bytes(data, size);
  const std::size_t at = bytes.find(kSeparator);
  const std::string text(bytes.substr(0, at));
  const std::string_view lock = at == std::string_view::npos
                                    ? std::string_view()
                                    : bytes.substr(at + kSeparator.size());
  Accepts([&] { Write(ParseGate(kPath, text, lock), text); });
  return 0;
}
