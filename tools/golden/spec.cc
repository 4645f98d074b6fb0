#include "tools/golden/spec.h"

#include <fmt/format.h>

#include <regex>
#include <sstream>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/case.h"

namespace viewproof {
namespace {

// The last (word) of the sentence that is an error kind.
std::optional<ErrorKind> KindIn(const std::string& sentence) {
  static const std::regex kWord(R"(\(([a-z_]+)\))");
  std::optional<ErrorKind> kind;
  for (std::sregex_iterator it(sentence.begin(), sentence.end(), kWord), end;
       it != end; ++it) {
    if (const auto found = FindErrorKind((*it)[1].str())) kind = found;
  }
  return kind;
}

}  // namespace

Spec ParseSpec(std::string_view text) {
  static const std::regex kLine(
      R"(([A-Za-z0-9_]+\.([dreiu])[0-9]+) +(?:<([^>]*)> +)?(.*))");
  Spec spec;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, kLine)) continue;
    Rule rule{match[2].str()[0], match[3], std::nullopt};
    if (rule.letter == 'e') {
      rule.kind = KindIn(match[4]);
      if (rule.phrase.empty() || !rule.kind) {
        throw BadInput(fmt::format("{}: an error needs <a phrase> and a (kind)",
                                   match[1].str()));
      }
    }
    if (!spec.emplace(match[1], std::move(rule)).second) {
      throw BadInput(fmt::format("{}: listed twice", match[1].str()));
    }
  }
  return spec;
}

}  // namespace viewproof
