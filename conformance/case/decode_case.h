#ifndef VIEWPROOF_CONFORMANCE_CASE_DECODE_CASE_H_
#define VIEWPROOF_CONFORMANCE_CASE_DECODE_CASE_H_

#include <simdjson.h>

#include <string_view>

#include "conformance/case/case.h"
#include "conformance/case/decode.h"

namespace viewproof {

// The fields of a case; each reuses the memory of `test`. Throws BadInput, or
// NotSupported if the base or the chain says something unknown.
void ReadId(simdjson::ondemand::value value, std::string_view name, Case& test);
void ReadBase(simdjson::ondemand::value value, std::string_view name,
              Case& test);
void ReadChain(simdjson::ondemand::value value, std::string_view name,
               Case& test);

// {id?, base, chain}.
void ReadCase(simdjson::ondemand::parser& parser, std::string_view line,
              UnknownKeys keys, Case& test);

// Throws BadInput if a case that is to be judged has no step.
void DemandSteps(const Case& test);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_DECODE_CASE_H_
