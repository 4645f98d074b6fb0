#ifndef VIEWPROOF_FUZZ_HUNT_CORPUS_H_
#define VIEWPROOF_FUZZ_HUNT_CORPUS_H_

#include <memory>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/golden_file/file.h"
#include "fuzz/hunt/examine.h"

namespace viewproof {

// A folder of cases that were found, one a file:
// HASH.json, {"base":...,"chain":[...],"from":{...}}.
class Corpus {
 public:
  // An empty path: none. Throws BadInput naming a file that is damaged, and if
  // another program of ours adds to the folder.
  explicit Corpus(std::string folder);

  // Adds the case of a finding, if it is not there.
  void Save(const Finding& finding) const;

  // The file of the case with that id.
  std::string PathOf(const std::string& id) const;

  // The cases, in order of the files' names; the rest of a vector is empty.
  std::vector<Vector> vectors;

 private:
  const std::string folder_;
  std::unique_ptr<FileLock> held_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_CORPUS_H_
