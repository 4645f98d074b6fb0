#include "conformance/golden_file/flags.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <filesystem>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"

namespace viewproof {

std::map<std::string, std::string, std::less<>> BugsOfFlags(
    const std::string& path) {
  std::map<std::string, std::string, std::less<>> bugs;
  if (!std::filesystem::exists(path)) return bugs;
  try {
    for (const auto& [flag, table] : toml::parse(ReadFile(path), path)) {
      bugs[std::string(flag.str())] =
          table.at_path("bug").value_or(std::string());
    }
  } catch (const toml::parse_error& error) {
    throw BadInput(fmt::format("{}:{}: is no TOML: {}", path,
                               error.source().begin.line, error.description()));
  }
  return bugs;
}

}  // namespace viewproof
