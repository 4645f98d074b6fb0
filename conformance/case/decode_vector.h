#ifndef VIEWPROOF_CONFORMANCE_CASE_DECODE_VECTOR_H_
#define VIEWPROOF_CONFORMANCE_CASE_DECODE_VECTOR_H_

#include <simdjson.h>

#include <string_view>

#include "conformance/case/case.h"
#include "conformance/case/decode.h"

namespace viewproof {

// A line of golden/. Reuses the memory of `vector`; throws BadInput. Returns
// whether an output has a digest in place of elements.
bool ReadVector(simdjson::ondemand::parser& parser, std::string_view line,
                Elements elements, Vector& vector);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_DECODE_VECTOR_H_
