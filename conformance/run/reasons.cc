#include "conformance/run/reasons.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/strings.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/toml_value.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/installed.h"

namespace viewproof {
namespace {

// It has the name of this program.
constexpr std::string_view kHead =
    "# Why new failures are accepted. Fill in `reason` of the groups that you\n"
    "# accept, and `link` where it is reported; then run\n"
    "#   {} accept REPORT --reasons THIS_FILE\n"
    "# A group whose reason is empty is not accepted.\n";

constexpr const char* kGone =
    "# What follows did not fail this time; it stays since you wrote in it.";

// Keys that tell what a group is.
constexpr std::array kTold = {"cases", "smallest", "what", "hint"};

// A text that a gate file can hold, or nothing.
struct ReasonOrNone {
  void Read(const TomlValue& value, std::string_view field,
            std::string& into) const {
    json::Text().Read(value, field, into);
    const std::string_view fault = FaultOfReason(into);
    if (!into.empty() && !fault.empty()) {
      json::Refuse(field, "it " + std::string(fault));
    }
  }
};

constexpr auto kGroupReason = json::Describe<GroupReason>(
    json::ReadOnly<GroupReason>(kTold[0], json::UnreadValue()),
    json::ReadOnly<GroupReason>(kTold[1], json::UnreadValue()),
    json::ReadOnly<GroupReason>(kTold[2], json::UnreadValue()),
    // Earlier programs wrote it.
    json::ReadOnly<GroupReason>(kTold[3], json::UnreadValue()),
    json::Optional("reason", &GroupReason::reason, ReasonOrNone()),
    json::Optional("link", &GroupReason::link, ReasonOrNone()));

// A line of what tells the group, which is told anew each time.
bool IsTold(std::string_view line) {
  return std::ranges::any_of(kTold, [line](std::string_view key) {
    return line.starts_with(key) &&
           line.substr(key.size()).find_first_not_of(" \t") ==
               line.substr(key.size()).find('=');
  });
}

// A group's table with the comments above it, as it stands in a file.
struct GroupBlock {
  std::vector<std::string> lines;
  std::size_t head = 0;  // Says which of them names the group.

  // Returns whether there is more than we write.
  bool IsFilledIn(const GroupReason& reason) const {
    if (!reason.reason.empty() || !reason.link.empty()) return true;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const bool ours = k == head || IsTold(lines[k]);
      if (!ours && lines[k].find('#') != std::string::npos) return true;
    }
    return false;
  }
};

// Holds what a file says, to the letter.
struct OldReasons {
  std::vector<std::string> head;
  std::vector<std::pair<std::string, GroupBlock>>
      blocks;  // By KeyOf the group.

  const GroupBlock* Find(const std::string& key) const {
    const auto found = std::ranges::find(
        blocks, key, &std::pair<std::string, GroupBlock>::first);
    return found == blocks.end() ? nullptr : &found->second;
  }
};

OldReasons OldReasonsOf(const std::string& path) {
  const std::string text = ReadFile(path);
  const std::vector<std::string_view> lines = LinesIn(text);
  std::map<std::size_t, std::string> begins;  // Lines, from 0.
  for (const auto& [name, node] : ParseToml(path, text)) {
    begins[node.source().begin.line - 1] = name.str();
  }
  OldReasons old;
  std::size_t end = lines.size();
  for (auto at = begins.rbegin(); at != begins.rend(); ++at) {
    std::size_t begin = at->first;
    while (begin > 0 && lines[begin - 1].starts_with('#') &&
           lines[begin - 1] != kGone) {
      --begin;
    }
    GroupBlock block{{lines.begin() + static_cast<std::ptrdiff_t>(begin),
                      lines.begin() + static_cast<std::ptrdiff_t>(end)},
                     at->first - begin};
    std::erase(block.lines, kGone);
    while (block.lines.back().empty()) block.lines.pop_back();
    old.blocks.emplace(old.blocks.begin(), at->second, std::move(block));
    end = begin;
  }
  old.head.assign(lines.begin(),
                  lines.begin() + static_cast<std::ptrdiff_t>(end));
  std::erase(old.head, kGone);
  return old;
}

std::string TellingLines(const Group& group) {
  std::string text =
      fmt::format("cases = {}\nsmallest = {}\n", group.count,
                  Quoted(fmt::format("{} ({})", group.smallest.id,
                                     Name(group.smallest.dtype))));
  return text + "what = " + Quoted(SentenceOf(ToldOf(group))) + "\n";
}

// `old`: of the same group, or null.
std::string BlockText(const Group& group, const GroupBlock* old) {
  if (old == nullptr) {
    return fmt::format("\n[{}]\n{}reason = \"\"\nlink = \"\"\n",
                       Quoted(KeyOf(group)), TellingLines(group));
  }
  std::string text = "\n";
  for (std::size_t k = 0; k < old->lines.size(); ++k) {
    if (k != old->head && IsTold(old->lines[k])) continue;
    text += old->lines[k] + "\n";
    if (k == old->head) text += TellingLines(group);
  }
  return text;
}

std::string ReasonsText(const std::vector<Group>& groups, const OldReasons& old,
                        const Reasons& filled) {
  std::string text;
  for (const std::string& line : old.head) text += line + "\n";
  if (old.head.empty()) {
    text = fmt::format(fmt::runtime(kHead), ProgramName());
  }
  while (text.ends_with("\n\n")) text.pop_back();
  std::set<std::string> failed;
  for (const Group& group : groups) {
    if (group.gravity == Gravity::kOrder) continue;  // Never acceptable.
    const std::string key = KeyOf(group);
    failed.insert(key);
    text += BlockText(group, old.Find(key));
  }
  std::string gone;
  for (const auto& [key, block] : old.blocks) {
    if (failed.contains(key) || !block.IsFilledIn(filled.at(key))) continue;
    gone += "\n";
    for (const std::string& line : block.lines) gone += line + "\n";
  }
  return gone.empty() ? text : text + "\n" + kGone + "\n" + gone;
}

Reasons ReadReasonsText(const std::string& path, const std::string& text) {
  Reasons reasons;
  ReadToml(path, text, json::Map{kGroupReason}, reasons);
  return reasons;
}

}  // namespace

void WriteReasons(const std::string& path, const std::vector<Group>& groups) {
  const bool is_there = std::filesystem::is_regular_file(path);
  const Reasons filled = ReadReasonsIfThere(path);
  const OldReasons old = is_there ? OldReasonsOf(path) : OldReasons();
  const std::string text = ReasonsText(groups, old, filled);
  try {
    const Reasons kept = ReadReasonsText(path, text);
    for (const auto& [key, reason] : filled) {
      if (reason == GroupReason()) continue;
      if (kept.at(key) != reason) throw BadInput(key);
    }
  } catch (const std::exception&) {
    throw BadInput(path +
                   ": cannot be written again as it is laid out, and stays as "
                   "it is; give each group a table of its own, as in "
                   "[\"GROUP\"], or name another file");
  }
  WriteFile(path, text);
}

Reasons ReadReasons(const std::string& path) {
  return ReadReasonsText(path, ReadFile(path));
}

Reasons ReadReasonsIfThere(const std::string& path) {
  return std::filesystem::is_regular_file(path) ? ReadReasons(path) : Reasons();
}

}  // namespace viewproof
