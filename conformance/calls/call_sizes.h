#ifndef VIEWPROOF_CONFORMANCE_CALLS_CALL_SIZES_H_
#define VIEWPROOF_CONFORMANCE_CALLS_CALL_SIZES_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/case/kernel.h"
#include "reference/core/geometry.h"

namespace viewproof {

// The sizes that the letters and the "..." of a declaration are in one case.
struct CallSizes {
  std::string name;  // "2x3x4" or "k3-n4": no two of a kernel have the same.
  Ints leading;
  std::map<char, int64_t> letters;

  int64_t Of(const KernelSize& term) const {
    return term.letter == 0 ? term.number : letters.at(term.letter);
  }
  Ints Of(const KernelOperand& operand) const;
};

// The sizes in which a kernel is asked; those in which every layout is, first.
// No operand has more than kMaxSaid elements.
std::vector<CallSizes> SizesOf(const DeclaredKernel& kernel);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_CALL_SIZES_H_
