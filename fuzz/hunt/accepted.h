#ifndef VIEWPROOF_FUZZ_HUNT_ACCEPTED_H_
#define VIEWPROOF_FUZZ_HUNT_ACCEPTED_H_

#include <cstdio>
#include <string>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/run/accept.h"
#include "fuzz/hunt/examine.h"

namespace viewproof {

// A finding that a person has accepted: how it fails, why, and its case. A line
// of NAME.findings.jsonl beside NAME.gate.toml:
//   {"op":..,"difference":..,"verdict":..,"facets":[..],"when":[..],
//    "reason":..,"link":..,"base":{..},"chain":[..]}
// It covers every failure like it whose blamed step has the features `when`.
// A person may widen it: "op":"*" is every op, and "after":["fill_",..] are ops
// of which one must stand before the step that is blamed.
struct AcceptedFinding {
  KnownFailure entry;  // Its line is that of the file.
  FeatureSet when;
  std::vector<const Op*> after;
  Vector vector;  // The case; the rest of it is empty.
};

// "acme.gate.toml" -> "acme.findings.jsonl".
std::string FindingsPath(const std::string& gate_path);

// Of no file: none. Throws BadInput naming file, line and field.
std::vector<AcceptedFinding> ReadAccepted(const std::string& path);

// The JSON Schema of a line of it.
std::string AcceptedSchema();

// What a hunt knows by them. They are kept.
std::vector<KnownFeatures> FeaturesOf(
    const std::vector<AcceptedFinding>& accepted);

// `accept` of a fuzz report: adds new findings, one or all, to the lines beside
// the gate file, and prints what it did. Throws BadInput: for a number that the
// report does not have, for a report of another gate file, for a reason that
// FaultOfReason refuses. Then nothing is changed.
void AcceptFindings(const std::string& root, const AcceptOptions& options,
                    std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_ACCEPTED_H_
