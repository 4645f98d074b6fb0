#ifndef VIEWPROOF_CONFORMANCE_GOLDEN_FILE_INSTALLED_H_
#define VIEWPROOF_CONFORMANCE_GOLDEN_FILE_INSTALLED_H_

#include <string>

namespace viewproof {

// The suite of a release: share/viewproof beside the folder that this program
// lies in, if it has golden/MANIFEST; else empty.
const std::string& InstalledRoot();

// The folder that this program lies in.
std::string ProgramFolder();

// Returns how users call this program: "viewproof" of a release, and otherwise
// "tools/viewproof", which builds it.
const char* ProgramName();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GOLDEN_FILE_INSTALLED_H_
