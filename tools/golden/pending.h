#ifndef VIEWPROOF_TOOLS_GOLDEN_PENDING_H_
#define VIEWPROOF_TOOLS_GOLDEN_PENDING_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "tools/golden/entry.h"
#include "tools/golden/files.h"
#include "tools/golden/spec.h"
#include "tools/golden/witnesses.h"

namespace viewproof {

// Below the repository.
inline constexpr std::string_view kPendingFile = "tools/golden/pending.jsonl";

// An entry that `viewproof promote` has made, and that libtorch has not seen.
// No run of check executes it; the next run of tools:golden asks libtorch and
// moves it into cases/.
struct PendingEntry {
  Profile profile = Profile::kCore;
  std::string golden;  // The digest of golden/ when it was made.
  std::string entry;   // It is as cases/ has it.
};

// The lines of pending.jsonl: {"profile":..., "golden":..., "entry":...}.
// Throws BadInput naming file, line and field.
std::vector<PendingEntry> ParsePending(const std::string& text);
std::string TextOf(const std::vector<PendingEntry>& pending);

// Those of a repository; none if it has no such file.
std::vector<PendingEntry> ReadPending(const std::string& root);

// Returns what is wrong with entries that wait: one line each, for those that
// were made before the last run of tools:golden, which `golden` is of.
std::vector<std::string> Overdue(const std::vector<PendingEntry>& pending,
                                 std::string_view golden);

// The changed files of cases/, by path below it: each entry is added to the
// file of its profile that has entries of its op, otherwise to drawn.toml, once
// the witnesses agree on it. An entry that is refused adds a line to
// `problems`.
Files Promote(const std::vector<PendingEntry>& pending, const Files& cases,
              const Witnesses& witnesses, const Spec& spec,
              std::vector<std::string>& problems);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_PENDING_H_
