#ifndef VIEWPROOF_CONFORMANCE_CASE_DECODE_ARGUMENT_H_
#define VIEWPROOF_CONFORMANCE_CASE_DECODE_ARGUMENT_H_

#include <simdjson.h>

#include <string_view>

#include "conformance/case/case.h"
#include "conformance/case/ops.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"

namespace viewproof {

// The values that bases, steps and outputs of golden/ and of requests are made
// of. Each function throws BadInput that names `field`, and NotSupported for a
// dtype that this suite does not know.
DType ReadDType(simdjson::ondemand::value value, std::string_view field);
DType ReadBaseDType(simdjson::ondemand::value value, std::string_view field);
void ReadSizes(simdjson::ondemand::value value, Ints& sizes);
void ReadValues(simdjson::ondemand::value list, Values& values);
OutputRef ReadOutputRef(simdjson::ondemand::value value,
                        std::string_view field);

// The argument of a step for `parameter`. `memory` is reused if it is a list.
Arg ReadArg(simdjson::ondemand::value value, const Parameter& parameter,
            Ints memory);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_DECODE_ARGUMENT_H_
