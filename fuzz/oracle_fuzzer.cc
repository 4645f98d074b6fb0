// The reference against libtorch, on cases.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "conformance/subjects/libtorch.h"
#include "fuzz/differ.h"
#include "fuzz/hostile.h"
#include "fuzz/input.h"

namespace viewproof {
namespace {

// Returns whether a list has a number that libtorch takes in none, and refuses
// before it looks at the step: -2^62 is the least.
bool HasUnreadable(const Case& test) {
  return std::ranges::any_of(test.chain, [](const Step& step) {
    return std::ranges::any_of(step.args, [](const Arg& arg) {
      const auto* list = std::get_if<Ints>(&arg);
      return list != nullptr && std::ranges::any_of(*list, [](int64_t number) {
               return number < -(int64_t{1} << 62);
             });
    });
  });
}

Differ MakeDiffer() {
  std::unique_ptr<Subject> libtorch = MakeLibtorch();
  if (libtorch == nullptr) Fail("this build has no libtorch");
  return {std::move(libtorch), Differ::Explain::kLibtorch};
}

}  // namespace
}  // namespace viewproof

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace viewproof;
  static Differ differ = MakeDiffer();
  const std::optional<Case> test = CaseOfInput(Bytes(data, size));
  if (test && !HasUnreadable(*test)) differ.Demand(*test);
  return 0;
}
