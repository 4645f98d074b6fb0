#include "conformance/golden_file/installed.h"

#include <sys/auxv.h>

#include <filesystem>
#include <system_error>

namespace viewproof {

namespace fs = std::filesystem;

std::string ProgramFolder() {
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) {
    // There is no /proc, as in a bare chroot.
    const auto* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    if (name == nullptr) return "";
    program = fs::canonical(name, error);
  }
  return error ? std::string() : program.parent_path().string();
}

const std::string& InstalledRoot() {
  static const std::string root = [] {
    const fs::path suite =
        fs::path(ProgramFolder()).parent_path() / "share" / "viewproof";
    std::error_code error;
    return fs::exists(suite / "golden" / "MANIFEST", error) ? suite.string()
                                                            : std::string();
  }();
  return root;
}

const char* ProgramName() {
  return InstalledRoot().empty() ? "tools/viewproof" : "viewproof";
}

}  // namespace viewproof
