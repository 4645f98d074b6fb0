#ifndef VIEWPROOF_TOOLS_CLI_SCRATCH_H_
#define VIEWPROOF_TOOLS_CLI_SCRATCH_H_

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "conformance/case/bad_input.h"

namespace viewproof {

// A folder that is removed at the end.
class Scratch {
 public:
  Scratch()
      : path_(std::filesystem::temp_directory_path() / "viewproofXXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) {
      throw BadInput(path_ + ": cannot be made");
    }
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_SCRATCH_H_
