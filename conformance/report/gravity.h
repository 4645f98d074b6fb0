#ifndef VIEWPROOF_CONFORMANCE_REPORT_GRAVITY_H_
#define VIEWPROOF_CONFORMANCE_REPORT_GRAVITY_H_

#include <string_view>

#include "conformance/case/protocol.h"
#include "conformance/judge/record.h"

namespace viewproof {

// How grave a failure is for who uses the library, the gravest first. Closed.
enum class Gravity {
  kDies,         // A crash or a time-out.
  kBounds,       // It answered a tensor that reaches outside of its storage.
  kWrites,       // A write is lost, or reaches other elements.
  kValues,       // Elements hold other values.
  kShape,        // Another outcome: an error, sizes, a dtype, an answer.
  kAlias,        // A copy for a view, or the reverse.
  kStrides,      // Strides, an offset, contiguity.
  kKind,         // Another kind of error.
  kExact,        // Facet exact.
  kIdentity,     // Facet identity.
  kUnsupported,  // No answer: unsupported, or against the protocol.
  kOrder,        // It passes in another order of cases.
};

// "out of bounds".
std::string_view Name(Gravity gravity);

// Of a record that fails in a demanded facet: that of its gravest demanded
// difference. (All of these are of one step.)
Gravity GravityOf(const Record& record, Facets demanded);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_GRAVITY_H_
