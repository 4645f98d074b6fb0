#ifndef VIEWPROOF_CONFORMANCE_CASE_TEXT_H_
#define VIEWPROOF_CONFORMANCE_CASE_TEXT_H_

#include <ostream>
#include <string>
#include <string_view>

#include "conformance/case/case.h"

namespace viewproof {

// The one-line notation of cases, printed and parsed from the rows of ops.cc:
//
//   float32[3,4] | slice(1, 1, 3, 1) | view([6]) @1.0
//   uint8[2,32] bytes | copy_(uint8[32]{101,102}) | copy_(@1.0) | read() @0.0
//
//   float32[64,65] cycle | t() | contiguous()
//   int64[2]{-1,7} | expand([3,2]) | clone()
//   float32[2] 0x0000c07f00000080 | contiguous()
//
// BASE is DTYPE[SIZES], then how it is filled (case.h): `bytes`, `cycle`,
// {VALUES}, or 0x and its bytes as hex digits in lower case, two a byte;
// without it iota. A step is op(arguments),
// then @step.output if it does not act on the current tensor. Arguments are in
// the order of the row; those at the end that are left out have their defaults.
// They are numbers, [lists], null, @step.output, or a
// literal DTYPE[SIZES]{VALUES}, without {} filled with iota; a complex value is
// re:im. The items of an index can be @step.output and literals too.
void AppendText(const Case& test, std::string& out);
void AppendText(const Step& step, std::string& out);
void AppendText(const Index<TensorArg>& index, std::string& out);
std::string Text(const Case& test);

// The case that a line of this notation means (without an id). Throws BadInput
// naming the column and what was expected there; the bounds are those of JSON
// (decode.h).
Case ParseText(std::string_view text);

std::ostream& operator<<(std::ostream& os, const Case& test);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_TEXT_H_
