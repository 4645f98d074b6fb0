// The reference against libtorch, on cases.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "conformance/subjects/libtorch.h"
#include "fuzz/differ.h"
#include "fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using viewproof::Differ;
  static Differ differ(viewproof::MakeLibtorch(), Differ::Explain::kLibtorch);
  const std::optional<viewproof::Case> test =
      viewproof::CaseOfInput({reinterpret_cast<const char*>(data), size});
  if (test) differ.Demand(*test);
  return 0;
}
