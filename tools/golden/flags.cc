#include "tools/golden/flags.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cstddef>
#include <regex>

namespace viewproof {
namespace {

constexpr std::size_t kMinSentence = 10;

bool IsSentence(const toml::node* node) {
  const auto* text = node == nullptr ? nullptr : node->as_string();
  return text != nullptr && text->get().size() >= kMinSentence;
}

bool IsLinks(const toml::node& node) {
  const toml::array* links = node.as_array();
  if (links == nullptr || links->empty()) return false;
  for (const toml::node& link : *links) {
    if (!link.value_or(std::string_view()).starts_with("https://")) {
      return false;
    }
  }
  return true;
}

void CheckFlag(std::string_view name, const toml::table& flag,
               std::vector<std::string>& problems) {
  const auto add = [&](std::string_view what) {
    problems.push_back(fmt::format("flags.toml: [{}] {}", name, what));
  };
  static const std::regex kName("[A-Z][A-Za-z0-9]{2,30}");
  if (!std::regex_match(std::string(name), kName)) add("is no FlagName");
  if (!IsSentence(flag.get("bug"))) add("bug: expected a sentence");
  if (!IsSentence(flag.get("means"))) add("means: expected a sentence");
  for (const auto& [field, value] : flag) {
    if (field.str() == "links" && !IsLinks(value)) {
      add("links: expected [\"https://..\"]");
    } else if (field.str() != "links" && field.str() != "bug" &&
               field.str() != "means") {
      add(fmt::format("{}: unknown field", field.str()));
    }
  }
}

}  // namespace

std::set<std::string> ReadFlags(std::string_view text,
                                std::vector<std::string>& problems) {
  std::set<std::string> flags;
  toml::table file;
  try {
    file = toml::parse(text);
  } catch (const toml::parse_error& e) {
    problems.push_back(fmt::format("flags.toml:{}: {}", e.source().begin.line,
                                   e.description()));
  }
  for (const auto& [name, node] : file) {
    flags.emplace(name.str());
    if (const toml::table* flag = node.as_table()) {
      CheckFlag(name.str(), *flag, problems);
    } else {
      problems.push_back(fmt::format(
          "flags.toml: {}: expected a [FlagName] table", name.str()));
    }
  }
  return flags;
}

}  // namespace viewproof
