#include "tools/golden/pending.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <sstream>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/padding.h"
#include "conformance/case/words.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/record.h"
#include "tools/golden/curate.h"

namespace viewproof {
namespace {

constexpr auto kPending = json::Describe<PendingEntry>(
    json::Written("profile", &PendingEntry::profile),
    json::Written("golden", &PendingEntry::golden),
    json::Needed("entry", &PendingEntry::entry, json::Text{1}));

// The file below cases/ for an entry of this id.
std::string HomeOf(const std::string& id, Profile profile, const Files& cases) {
  const std::string start = fmt::format("[\"{}/", OpOfId(id));
  const std::string folder = std::string(Name(profile)) + "/";
  const std::string drawn = folder + "drawn.toml";
  for (const auto& [path, text] : cases) {
    const bool of_ops = path != drawn && path != folder + "idioms.toml";
    if (!path.starts_with(folder) || !of_ops) continue;
    if (text.starts_with(start) || text.find("\n" + start) != text.npos) {
      return path;
    }
  }
  return drawn;
}

}  // namespace

std::vector<PendingEntry> ParsePending(const std::string& text) {
  std::vector<PendingEntry> pending;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    try {
      kPending.ReadLine(PaddedText(line).view(), pending.emplace_back());
    } catch (const std::exception& error) {
      throw BadInput(
          fmt::format("{}:{}: {}", kPendingFile, number, error.what()));
    }
  }
  return pending;
}

std::string TextOf(const std::vector<PendingEntry>& pending) {
  std::string text;
  for (const PendingEntry& one : pending) {
    kPending.Append(one, text);
    text += '\n';
  }
  return text;
}

std::vector<PendingEntry> ReadPending(const std::string& root) {
  const std::string path = fmt::format("{}/{}", root, kPendingFile);
  if (!std::filesystem::exists(path)) return {};
  return ParsePending(ReadFile(path));
}

std::vector<std::string> Overdue(const std::vector<PendingEntry>& pending,
                                 std::string_view golden) {
  std::vector<std::string> problems;
  for (std::size_t k = 0; k < pending.size(); ++k) {
    if (pending[k].golden == golden) continue;
    problems.push_back(fmt::format(
        "{}:{}: older than golden/: run bazel run //tools:golden, which asks "
        "libtorch and moves it into cases/",
        kPendingFile, k + 1));
  }
  return problems;
}

Files Promote(const std::vector<PendingEntry>& pending, const Files& cases,
              const Witnesses& witnesses, const Spec& spec,
              std::vector<std::string>& problems) {
  Files all = cases;
  Files changed;
  for (std::size_t k = 0; k < pending.size(); ++k) {
    const std::string name = fmt::format("{}:{}", kPendingFile, k + 1);
    const std::vector<Entry> entries =
        ParseEntries(pending[k].entry, name, spec, problems);
    for (const Entry& entry : entries) {
      try {
        Curate(entry, pending[k].profile, witnesses, spec);
        const std::string home = HomeOf(entry.test.id, pending[k].profile, all);
        std::string& text = all[home];
        text += (text.empty() ? "" : "\n") + pending[k].entry;
        changed[home] = text;
      } catch (const BadInput& error) {
        problems.emplace_back(error.what());
      }
    }
  }
  return changed;
}

}  // namespace viewproof
