#ifndef VIEWPROOF_TOOLS_GOLDEN_RENDER_H_
#define VIEWPROOF_TOOLS_GOLDEN_RENDER_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "tools/golden/files.h"
#include "tools/golden/lock.h"

namespace viewproof {

// One file of golden/.
struct VectorFile {
  std::string name;  // PROFILE/FAMILY
  std::vector<Vector> vectors;
};

// The canonical line of a vector, without its end; long elements are digests.
std::string CanonicalLine(Vector vector);

// The files that tools:golden writes into golden/: PROFILE/FAMILY.jsonl for
// each of `files`, MANIFEST (a line "PATH COUNT SHA256" per file) and ids.lock.
// `oracle` is its name and version.
Files Render(const std::vector<VectorFile>& files, const std::string& oracle,
             const Lock& lock);

// Returns whether a path of golden/ is that of a file of vectors:
// PROFILE/FAMILY.jsonl.
bool IsVectorFile(const std::string& path);

// Returns whether Render writes this path. Other files of golden/ are
// enumeration.json and deep.jsonl, which --enumeration and --deep write, and
// flags.toml, which people write.
bool IsWritten(const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_RENDER_H_
