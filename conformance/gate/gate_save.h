#ifndef VIEWPROOF_CONFORMANCE_GATE_GATE_SAVE_H_
#define VIEWPROOF_CONFORMANCE_GATE_GATE_SAVE_H_

#include <memory>
#include <string>
#include <vector>

#include "conformance/case/protocol.h"
#include "conformance/gate/gate.h"
#include "conformance/golden_file/file.h"

namespace viewproof {

// How hello differs from `pinned`, one sentence each; version, language, batch
// and times are not compared.
std::vector<std::string> Changes(const Hello& pinned, const Hello& hello);

// Writes what is wanted of `gate`: its lock, and, at the end of the gate file,
// the entries that are new. Every byte of the gate file before them stays. Of
// one that is not there yet, NewGateText is what stays.
//
// Both files are written or neither, and whenever the program is killed, what
// is there can be read. Both texts are read back before that: throws BadInput
// if they do not say what is wanted, and if a file cannot be written.
void SaveGate(const Gate& gate, const Gate& wanted);

// Holds a gate file and what stands beside it: in its folder if there is none
// yet. Throws BadInput if another program of ours writes it.
std::unique_ptr<FileLock> LockGate(const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_GATE_SAVE_H_
