// The reference against the model, on cases.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "conformance/subjects/model.h"
#include "fuzz/differ.h"
#include "fuzz/hostile.h"
#include "fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using viewproof::Differ;
  static Differ differ(viewproof::MakeModel(), Differ::Explain::kNothing);
  const std::optional<viewproof::Case> test =
      viewproof::CaseOfInput(viewproof::Bytes(data, size));
  if (test) differ.Demand(*test);
  return 0;
}
