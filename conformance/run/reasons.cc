#include "conformance/run/reasons.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <filesystem>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/table.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/installed.h"

namespace viewproof {
namespace {

// With the name of this program.
constexpr std::string_view kHead =
    "# Why new failures are accepted. Fill in `reason` of the groups that you\n"
    "# accept, and `link` where it is reported; then run\n"
    "#   {} accept REPORT --reasons THIS_FILE\n"
    "# A group whose reason is empty is not accepted.\n";

std::string Quoted(std::string_view text) {
  std::string quoted;
  AppendQuoted(text, quoted);
  return quoted;
}

// A text that a gate file can hold, or nothing.
std::string ReadText(Table& table, const std::string& key) {
  std::string text;
  table.Read(key, text);
  if (text.empty()) return text;
  const std::string_view fault = FaultOfReason(text);
  if (!fault.empty()) {
    table.Refuse(*table.Find(key), key, "it " + std::string(fault));
  }
  return text;
}

}  // namespace

std::string ReasonsText(const std::vector<Group>& groups,
                        const Reasons& filled) {
  std::string text = fmt::format(fmt::runtime(kHead), ProgramName());
  for (const Group& group : groups) {
    if (group.gravity == Gravity::kOrder) continue;  // Never acceptable.
    const std::string key = KeyOf(group);
    const auto found = filled.find(key);
    const GroupReason reason =
        found == filled.end() ? GroupReason() : found->second;
    text += fmt::format("\n[{}]\ncases = {}\nsmallest = {}\n", Quoted(key),
                        group.count,
                        Quoted(fmt::format("{} ({})", group.smallest.id,
                                           Name(group.smallest.dtype))));
    const std::string hint = HintOf(group);
    if (!hint.empty()) text += "hint = " + Quoted(hint) + "\n";
    text += fmt::format("reason = {}\nlink = {}\n", Quoted(reason.reason),
                        Quoted(reason.link));
  }
  return text;
}

void WriteReasons(const std::string& path, const std::vector<Group>& groups) {
  const bool is_there = std::filesystem::is_regular_file(path);
  WriteFile(path,
            ReasonsText(groups, is_there ? ReadReasons(path) : Reasons()));
}

Reasons ReadReasons(const std::string& path) {
  const toml::table root = ParseToml(path, ReadFile(path));
  Reasons reasons;
  for (const auto& [name, node] : root) {
    const std::string key(name.str());
    const toml::table* group = node.as_table();
    if (group == nullptr) {
      throw BadInput(fmt::format("{}:{}: key \"{}\": expected a group's table",
                                 path, node.source().begin.line, key));
    }
    Table table(path, key, *group);
    for (const char* told : {"cases", "smallest", "hint"}) table.Find(told);
    GroupReason& reason = reasons[key];
    reason.reason = ReadText(table, "reason");
    reason.link = ReadText(table, "link");
    table.Finish();
  }
  return reasons;
}

}  // namespace viewproof
