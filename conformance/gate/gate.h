#ifndef VIEWPROOF_CONFORMANCE_GATE_GATE_H_
#define VIEWPROOF_CONFORMANCE_GATE_GATE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"
#include "conformance/gate/known_lines.h"
#include "conformance/gate/without.h"
#include "conformance/judge/record.h"

namespace viewproof {

// An accepted cause: every failure of this op with this difference, these
// facets and this verdict.
struct KnownFailure {
  std::string op;
  std::vector<Facet> facets;
  std::string difference;  // Empty for a crash, time-out or protocol error.
  Verdict verdict = Verdict::kFail;
  bool dies = false;     // Verdict "dies": a crash or a time-out, at any step.
  bool or_dies = false;  // Its cases may die, too, at any step.
  int64_t count = 0;     // Lines of known.jsonl.
  std::string reason;
  std::string link;
  int64_t line = 0;  // Of the gate file.
  bool operator==(const KnownFailure&) const = default;
};

inline constexpr std::string_view kUnreviewed = "unreviewed";

// [[flaky_death]]: deaths that no case repeats and that are allowed, together
// at most so often in a run.
struct FlakyDeath {
  std::vector<std::string> signals;  // "SIGSEGV", "exit 1", "memory".
  int64_t at_most = 0;
  std::string reason;
  std::string link;
  bool operator==(const FlakyDeath&) const = default;
};

// [matrix]: how the matrix shows the subject of a gate file of
// conformance/libraries.
struct MatrixPlace {
  std::string title;    // Empty: the subject's name.
  std::string needs;    // What few machines have: "a GPU".
  std::string library;  // Whose bugs and environment are its own; empty: the
                        // library in whose folder the gate file lies.
  bool operator==(const MatrixPlace&) const = default;
};

// A gate file, NAME.gate.toml, and NAME.known.jsonl in the same folder: how a
// subject is started, what it declares, what is demanded of it, and which of
// its failures are accepted.
struct Gate {
  std::string path;

  std::vector<std::string> command;  // Relative to the gate file's folder.
  std::string linked;                // Or a subject of this program.
  std::string option_taker;          // Or a subject that takes options,
  std::vector<std::string> options;  // and these, as its command gets them.
  std::map<std::string, std::string> env;
  std::vector<std::string> packages;
  double start_seconds = 60;
  int64_t memory_mib = 0;         // See AdapterCommand.
  std::string restart = "spare";  // Or "one".
  bool heap_check = false;        // With glibc's checks of the heap.
  MatrixPlace matrix;

  std::string suite_version;
  std::string golden;            // Digest of golden/; empty: not pinned yet.
  std::optional<Hello> subject;  // The pinned hello; absent: not pinned yet.

  std::vector<Profile> profiles = {Profile::kCore};
  std::optional<Facets> facets;  // Demanded; absent: see Demanded.
  std::vector<DType> dtypes;     // Also run core and indexing with these.
  int64_t executed = 0;          // Cases; 0: not pinned yet.
  bool reviewed = false;         // No reason may be "unreviewed".

  std::vector<Without> withouts;
  std::vector<FlakyDeath> flaky_deaths;
  std::vector<KnownFailure> entries;
  std::vector<KnownLine> lines;  // Sorted by id, dtype.

  bool operator==(const Gate&) const = default;

  // Nothing in it is pinned yet, and it names no facets.
  bool IsNew() const {
    return golden.empty() && !subject && executed == 0 && !facets;
  }

  // The facets that the file names; of a new one shape, values, strides and
  // alias; of any other all, as far as they are declared.
  Facets Demanded(const Hello& hello) const {
    const Facets all =
        IsNew() ? Facets{Facet::kValues, Facet::kStrides, Facet::kAlias}
                : Facets::All();
    return facets.value_or(all) & hello.facets;
  }
};

// The words, in order, without those that are named again.
template <typename Word>
std::vector<Word> EachOnce(const std::vector<Word>& words) {
  std::vector<Word> once;
  for (const Word word : words) {
    if (std::ranges::find(once, word) == once.end()) once.push_back(word);
  }
  return once;
}

// Reads both files. Throws BadInput naming file, line and key: unknown keys and
// words, an entry without a reason, two entries that could match one failure
// or that leave out of one flag, a known line without entry.
Gate ReadGate(const std::string& path);

// The same of the texts of both, as if they were at `path`.
Gate ParseGate(const std::string& path, const std::string& text,
               std::string_view known);

// Where it is listed what the subject of a gate file of conformance/libraries
// needs: environment.txt in the folder of its library. It need not be there.
std::string EnvironmentOf(const Gate& gate);

// The JSON Schema of a gate file, as its TOML is read.
std::string GateSchema();

// Whether the entry covers this failure.
bool Matches(const KnownFailure& entry, const Failure& failure);

// The number of the entry that covers the failure; made, for this reason, if
// there is none.
std::size_t EntryOf(const Failure& failure, const std::string& reason,
                    const std::string& link, Gate& gate);

// How many of the lines the entry covers.
int64_t LinesOf(const KnownFailure& entry, const std::vector<KnownLine>& lines);

// Why a text cannot be the reason of an entry, e.g. "is empty"; empty if it
// can. Lines and tabs are allowed, other control characters are not.
std::string_view FaultOfReason(std::string_view reason);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_GATE_H_
