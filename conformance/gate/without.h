#ifndef VIEWPROOF_CONFORMANCE_GATE_WITHOUT_H_
#define VIEWPROOF_CONFORMANCE_GATE_WITHOUT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

namespace viewproof {

// [[without]] of a gate file: the vectors that have `flag` are run and
// recorded, but these facets are not demanded of them. A crash, a time-out and
// a protocol error always count.
struct Without {
  std::string flag;
  std::vector<Facet> facets;  // Sorted; never empty.
  std::string reason;
  int64_t line = 0;  // It stands there in the gate file.
  bool operator==(const Without&) const = default;
};

// The facets that an entry leaves out if it names none: error_kind for
// Precedence (an error stays due), identity for IdentityOfScalars, values for
// SignOfZero; for any other flag all facets.
std::vector<Facet> UsuallyLeftOut(std::string_view flag);

bool Covers(const Without& entry, const Vector& vector);

// The facets that the entries leave out of a vector, sorted.
std::vector<Facet> WaivedOf(const Vector& vector,
                            const std::vector<Without>& entries);

// Refuses an entry whose flag the flags file does not explain; without that
// file, none. Throws BadInput naming `gate`, line and key.
void CheckFlags(const std::string& gate, const std::vector<Without>& entries,
                const std::string& flags_file);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_WITHOUT_H_
