#ifndef VIEWPROOF_CONFORMANCE_REPORT_KNOWN_H_
#define VIEWPROOF_CONFORMANCE_REPORT_KNOWN_H_

#include <simdjson.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "conformance/gate/gate.h"

namespace viewproof {

class Screen;

// Holds what a gate file says of the failures of one [[known_failure]].
struct KnownReason {
  std::string what;  // "flatten does not run, ..."; "view dies".
  std::string reason;
  std::string link;  // Or empty.
  int64_t count = 0;
  std::string since = {};  // The day of its acceptance; or empty.
  bool operator==(const KnownReason&) const = default;
};

// By the number of the entry, from 1, that Record::entry has. Of a report
// before format 3 there are none.
using KnownReasons = std::map<int64_t, KnownReason>;

KnownReason ReasonOf(const KnownFailure& entry, int64_t count);

// Counts one more failure of the entry, unless it is 0: there is none.
void CountKnown(const Gate* gate, int64_t entry, KnownReasons& known);

// The reason, and where it is reported.
std::string TextOf(const KnownReason& known);

// Writes them as a footer has them: [{"entry": 3, "what": ...}, ...].
struct KnownReasonsCodec {
  void Read(simdjson::ondemand::value value, std::string_view field,
            KnownReasons& into) const;
  void Append(const KnownReasons& known, std::string& out) const;
  std::string Schema() const;
};

// Those of the most failures first.
std::vector<const KnownReason*> ByCount(const KnownReasons& known);

// Prints how many failures each entry has, and why; unless `all` those that
// have the most, and how many more there are.
void PrintKnown(const Screen& screen, const KnownReasons& known, bool all);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_KNOWN_H_
