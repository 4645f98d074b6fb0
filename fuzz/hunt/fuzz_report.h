#ifndef VIEWPROOF_FUZZ_HUNT_FUZZ_REPORT_H_
#define VIEWPROOF_FUZZ_HUNT_FUZZ_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/gate/gate.h"
#include "fuzz/hunt/hunt.h"

namespace viewproof {

// What a report says of its run.
struct FuzzRun {
  const Hello& hello;
  std::string name;  // Of the subject, as the user named it; or empty.
  const Gate* gate;  // Null: there is none.
  std::string seed;  // Or "deep".
  const HuntOptions& options;
  const HuntCounts& counts;
  bool cut_short = false;
};

// Writes the report of a run, beside the file and then over it:
// {"fuzz":{...}}, a line {"finding":{...}} for each, {"end":{...}}. It depends
// on the cases and the subject's answers alone. Throws BadInput naming the
// file.
void WriteFuzzReport(const std::string& path, const FuzzRun& run,
                     const std::vector<Finding>& findings);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_FUZZ_REPORT_H_
