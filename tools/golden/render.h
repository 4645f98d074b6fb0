#ifndef VIEWPROOF_TOOLS_GOLDEN_RENDER_H_
#define VIEWPROOF_TOOLS_GOLDEN_RENDER_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "tools/golden/files.h"
#include "tools/golden/lock.h"

namespace viewproof {

// One file of golden/ by what it holds.
struct VectorFile {
  std::string name;  // PROFILE/FAMILY
  std::vector<Vector> vectors;
};

// The canonical line of a vector, without its end.
std::string LineOf(const Vector& vector);

// What tools:golden writes below golden/: PROFILE/FAMILY.jsonl for every file,
// MANIFEST ("PATH COUNT SHA256" a line) and ids.lock. `oracle` is name and
// version.
Files Render(const std::vector<VectorFile>& files, const std::string& oracle,
             const Lock& lock);

// Whether Render writes a file of this path; of the others below golden/,
// enumeration.json is no matter of vectors and flags.toml is written by people.
bool IsWritten(const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_RENDER_H_
