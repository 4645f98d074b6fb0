#ifndef VIEWPROOF_CONFORMANCE_CASE_DECODE_VECTOR_H_
#define VIEWPROOF_CONFORMANCE_CASE_DECODE_VECTOR_H_

#include <simdjson.h>

#include <string_view>

#include "conformance/case/case.h"

namespace viewproof {

// A line of golden/. Reuses the memory of `vector`; throws BadInput.
void ReadVector(simdjson::ondemand::parser& parser, std::string_view line,
                Vector& vector);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_DECODE_VECTOR_H_
