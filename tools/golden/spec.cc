#include "tools/golden/spec.h"

#include <fmt/format.h>

#include <regex>
#include <sstream>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/case.h"
#include "conformance/case/error_kind.h"

namespace viewproof {
namespace {

// The kind and the phrase of an error, from what follows its id.
Rule ReadError(const std::string& id, const std::string& text) {
  static const std::regex kError(R"(`([a-z_]+)` ([^:`]+)(?:: .*)?)");
  std::smatch match;
  if (std::regex_match(text, match, kError)) {
    const auto kind = FindErrorKind(match[1].str());
    if (kind) return {'e', match[2], kind};
  }
  throw BadInput(fmt::format("{}: an error needs a `kind` and a phrase", id));
}

}  // namespace

Spec ParseSpec(std::string_view text) {
  static const std::regex kRule(
      R"((?:\d+\.|-|\|) ([A-Za-z0-9_]+\.([dreiu])[0-9]+) (.*))");
  Spec spec;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, kRule)) continue;
    const std::string id = match[1];
    const char letter = match[2].str()[0];
    Rule rule = letter == 'e' ? ReadError(id, match[3])
                              : Rule{letter, {}, std::nullopt};
    if (!spec.emplace(id, std::move(rule)).second) {
      throw BadInput(fmt::format("{}: listed twice", id));
    }
  }
  return spec;
}

}  // namespace viewproof
