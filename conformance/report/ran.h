#ifndef VIEWPROOF_CONFORMANCE_REPORT_RAN_H_
#define VIEWPROOF_CONFORMANCE_REPORT_RAN_H_

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/process/adapter_command.h"

namespace viewproof {

// Says how a run was made: the one part of a report that is another one when
// the same subject is run again, so that whoever compares reports leaves it
// out. It names no user and no folder of theirs. What is not known is empty.
struct Ran {
  std::string started;  // "2026-11-27T01:50:12Z"
  int64_t milliseconds = 0;
  std::string processor;
  std::string command;      // As a shell's command line has it.
  std::string interpreter;  // "Python 3.11.2", of an adapter that has one.
  std::string commit;       // The current folder's, with "-dirty" at the end.
  std::string ci;           // The address of the job that ran it.
  bool operator==(const Ran&) const = default;
};

// Returns what is known when a run starts, of these words of the command line
// and of the environment. `adapter`: how the subject is started; or null.
Ran RanNow(const std::vector<std::string>& words,
           const AdapterCommand* adapter);

// "2026-11-27", of now, in UTC.
std::string Today();

// Reports that are one: since the first started, for as long as all took. What
// they do not agree on is empty.
Ran Together(const std::vector<Ran>& parts);

// "2026-11-27 01:50 UTC", "3.4 s", ...; what is empty is left out.
std::vector<std::string> TextsOf(const Ran& ran);

// Writes it as a footer has it.
struct RanCodec {
  void Read(simdjson::ondemand::value value, std::string_view field,
            Ran& into) const;
  void Append(const Ran& ran, std::string& out) const;
  std::string Schema() const;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_RAN_H_
