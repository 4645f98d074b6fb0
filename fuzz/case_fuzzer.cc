// libFuzzer asks this of a fuzzer of cases beside LLVMFuzzerTestOneInput:
// inputs near another that are again cases, and lawful ones.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/shrink.h"
#include "fuzz/hostile.h"
#include "fuzz/input.h"
#include "fuzz/mutate.h"

namespace viewproof {
namespace {

// The case of the input; any case if it has none.
Case CaseFrom(const uint8_t* data, std::size_t size, Chooser& choose) {
  const std::optional<Case> test = CaseOfInput(Bytes(data, size));
  return test && Followed(*test) ? *test : Mutated({}, choose);
}

// Writes the case if there is room for it. Returns how many bytes it has.
std::size_t WriteTo(const Case& test, uint8_t* data, std::size_t room,
                    std::size_t otherwise) {
  const std::string bytes = InputOf(test);
  if (bytes.size() > room) return otherwise;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}

}  // namespace
}  // namespace viewproof

extern "C" std::size_t LLVMFuzzerCustomMutator(uint8_t* data, std::size_t size,
                                               std::size_t room,
                                               unsigned seed) {
  viewproof::SeedChooser choose(seed, 0);
  const viewproof::Case test = viewproof::CaseFrom(data, size, choose);
  return viewproof::WriteTo(viewproof::Mutated(test, choose), data, room, size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(
    const uint8_t* first, std::size_t first_size, const uint8_t* second,
    std::size_t second_size, uint8_t* out, std::size_t room, unsigned seed) {
  viewproof::SeedChooser choose(seed, 1);
  const viewproof::Case one = viewproof::CaseFrom(first, first_size, choose);
  const viewproof::Case other =
      viewproof::CaseFrom(second, second_size, choose);
  return viewproof::WriteTo(viewproof::Crossed(one, other, choose), out, room,
                            0);
}
