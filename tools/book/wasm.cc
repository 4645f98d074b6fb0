#include "tools/book/wasm.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "conformance/golden_file/file.h"
#include "conformance/report/markup.h"

namespace viewproof {

Wasm FindWasm(const std::string& root) {
  namespace fs = std::filesystem;
  const std::string script = root + "/tools/book/build_wasm";
  const std::string built = root + "/.release/answer.wasm";
  const std::string released = root + "/tools/book/answer.wasm";
  std::string why = "this release has no answer.wasm";
  if (fs::exists(script)) {
    const std::string command =
        fmt::format("{} --if-older {}", ShellWord(script), ShellWord(built));
    if (std::system(command.c_str()) == 0) {
      return {ReadFile(built), "compiled by tools/book/build_wasm"};
    }
    why = "it cannot be compiled here (tools/setup --wasm)";
  }
  for (const std::string& path : {released, built}) {
    if (fs::exists(path)) {
      return {ReadFile(path), fmt::format("that of the release, {}", path)};
    }
  }
  return {"", why + ": the page \"why is my view refused\" answers nothing"};
}

}  // namespace viewproof
