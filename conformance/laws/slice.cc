#include "conformance/laws/slice.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "conformance/case/bad_input.h"

namespace viewproof {

Slice Slice::OfThisRun(int64_t of) {
  const char* number = std::getenv("VIEWPROOF_SLICE");
  const Slice slice(number == nullptr ? "0" : number, of);
  fmt::print("{}\n", slice.name());
  return slice;
}

Slice::Slice(std::string_view number, int64_t of) : of_(of) {
  if (number == "all") {
    name_ = fmt::format("all {} slices", of);
    return;
  }
  if (number.size() != 1 || number[0] < '0' || number[0] > '9') {
    throw BadInput(fmt::format(
        "VIEWPROOF_SLICE: \"{}\" is neither a digit nor \"all\"", number));
  }
  which_ = (number[0] - '0') % of;
  name_ =
      fmt::format("slice {} of {}: --slice {} repeats it", *which_, of, number);
}

int64_t Slice::CountOf(int64_t items) const {
  return which_ ? (items - *which_ + of_ - 1) / of_ : items;
}

}  // namespace viewproof
