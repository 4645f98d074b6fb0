#ifndef VIEWPROOF_CONFORMANCE_RUN_SUITE_H_
#define VIEWPROOF_CONFORMANCE_RUN_SUITE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// The files of a run's vectors.
struct Suite {
  std::vector<std::string> files;
  std::string digest;  // Of golden/; empty: they are others.
  int64_t count = 0;   // Of their vectors; 0: not known.
};

// These files, or those of golden/ of these profiles; empty: of all. Throws
// BadInput.
Suite OpenSuite(const std::string& root,
                const std::vector<std::string>& vectors,
                const std::vector<Profile>& profiles);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_SUITE_H_
