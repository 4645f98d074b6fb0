#ifndef VIEWPROOF_CONFORMANCE_CASE_DECODE_REPLY_H_
#define VIEWPROOF_CONFORMANCE_CASE_DECODE_REPLY_H_

#include <simdjson.h>

#include <string_view>

#include "conformance/case/case.h"

namespace viewproof {

// A reply to `test`: {id, steps} or {id, unsupported}. Reuses the memory of
// `reply`; throws BadInput.
void ReadReply(simdjson::ondemand::parser& parser, std::string_view line,
               const Case& test, Reply& reply);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_DECODE_REPLY_H_
