#ifndef VIEWPROOF_CONFORMANCE_CASE_PROTOCOL_H_
#define VIEWPROOF_CONFORMANCE_CASE_PROTOCOL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"

namespace viewproof {

// Messages of protocol version 1 (PROTOCOL.md); each is one line without its
// '\n'.
std::string HelloRequest();
std::string ByeRequest();
void AppendRunRequest(const std::vector<const Case*>& cases, std::string& out);
// A request as an adapter reads it.
struct Request {
  enum class Kind { kHello, kRun, kBye } kind = Kind::kBye;
  int64_t protocol = 0;  // kHello has it.
  // kRun has each case, or why it cannot be run (its id is known then).
  struct Item {
    Case test;
    std::optional<Unsupported> unsupported;
  };
  std::vector<Item> items;
};

// Throws BadInput when the line is no request at all. `line` is followed by
// kPadding readable bytes (padding.h). Unknown keys beside base and chain are
// ignored; an unknown op, argument or base key makes the item unsupported.
Request ReadRequest(std::string_view line);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_PROTOCOL_H_
