#ifndef VIEWPROOF_CONFORMANCE_GATE_UPGRADE_H_
#define VIEWPROOF_CONFORMANCE_GATE_UPGRADE_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/gate/gate.h"

namespace viewproof {

// Gate files of viewproof 0.1: pins and counts stood in the gate file itself,
// its cases in NAME.known.jsonl, and what fuzz found in NAME.findings.jsonl.

// "acme.gate.toml" -> "acme.known.jsonl" and "acme.findings.jsonl".
std::string OldKnownPath(const std::string& gate_path);
std::string OldFindingsPath(const std::string& gate_path);

// Returns whether files of 0.1 lie beside a gate file, and no lock.
bool HasFilesOf01(const std::string& gate_path);

// Says what an upgrade did.
struct Upgraded {
  std::vector<std::string> kept;  // Files of 0.1, under their new names.
  Gate gate;
};

// Writes a gate file of 0.1 and what lies beside it as a gate file and its
// lock, and keeps the old files as NAME.0.1. What a person wrote in the gate
// file stays to the byte; the accepted findings are entries at its end. Every
// known failure is compared with what it was, and so is every finding, before
// anything is written. Throws BadInput: if the file is not of 0.1, if it cannot
// be read, if a file in the way is another one, if a pin or a count shares its
// line.
Upgraded UpgradeGate(const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_UPGRADE_H_
