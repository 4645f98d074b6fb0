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
#include "conformance/gate/known.h"
#include "conformance/gate/without.h"
#include "conformance/gen/features.h"
#include "conformance/judge/record.h"

namespace viewproof {

// [[known_failure]]: an accepted cause, which has every failure of this op with
// this difference, these facets and this verdict.
struct KnownFailure {
  std::string op;  // kEveryOp of drawn cases, too.
  std::vector<Facet> facets;
  std::string difference;  // Empty for a crash, time-out or protocol error.
  Verdict verdict = Verdict::kFail;
  bool dies = false;     // Verdict "dies": a crash or a time-out, at any step.
  bool or_dies = false;  // Its cases may die, too, at any step.
  std::string answer;    // AnswerOf each case; empty: any.
  // It says of drawn cases alone: features of the blamed step, which each has.
  // Absent: those that all vectors of the entry have.
  std::optional<FeatureSet> when;
  // It says of drawn cases alone: ops of which one stands before the blamed
  // step; none: any may.
  std::vector<const Op*> after;
  std::string reason;
  std::string link;
  std::string since = {};  // The day of its acceptance, "2026-11-27"; or empty.
  int64_t line = 0;        // It stands there in the gate file.
  bool operator==(const KnownFailure&) const = default;
};

// Returns whether it says which drawn cases it is of.
inline bool IsOfDrawn(const KnownFailure& entry) {
  return entry.when || !entry.after.empty();
}

// The op of an entry that is of every op.
inline constexpr std::string_view kEveryOp = "*";

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

// A gate file, which is a person's: how a subject is started, what is demanded
// of it, and which causes of failures are accepted. And its lock, which this
// program writes: what the subject declares, which vectors it was judged on,
// and the cases of each cause.
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

  std::vector<Profile> profiles = {Profile::kCore};
  std::optional<Facets> facets;  // Demanded; absent: see Demanded.
  std::vector<DType> dtypes;     // Also run core and indexing with these.
  bool reviewed = false;         // No reason may be "unreviewed".

  std::vector<Without> withouts;
  std::vector<FlakyDeath> flaky_deaths;
  std::vector<KnownFailure> entries;

  // The lock says what follows.
  bool has_lock = false;
  std::string suite_version;
  std::string golden;            // Digest of golden/; empty: not pinned yet.
  std::optional<Hello> subject;  // The pinned hello; absent: not pinned yet.
  int64_t executed = 0;          // Cases; 0: not pinned yet.
  bool pins_facets = false;      // The lock says `facets`, not the gate file.
  std::vector<KnownCase> cases;  // Sorted by id, dtype.
  std::vector<DrawnCase> drawn;
  std::vector<Failure> orphans;  // No entry covers these any more.

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

// Reads a gate file, and its lock if there is one. Throws BadInput naming file,
// line and key: unknown keys and words, an entry without a reason, two entries
// of one cause or that leave out of one flag; and for a gate file of viewproof
// 0.1, which names the command that upgrades it.
Gate ReadGate(const std::string& path);

// The same of the texts of both, as if they were at `path`.
Gate ParseGate(const std::string& path, const std::string& text,
               std::string_view lock);

// The digest of both texts.
std::string DigestOfGate(const std::string& path);

// Where it is listed what the subject of a gate file of conformance/libraries
// needs: environment.txt in the folder of its library. It need not be there.
std::string EnvironmentOf(const Gate& gate);

// The JSON Schema of a gate file, as its TOML is read.
std::string GateSchema();

// Returns whether the entry is of a failure with this cause.
bool Matches(const KnownFailure& entry, const Failure& failure);

// Returns whether both could have one failure, in the same cases.
bool AreAlike(const KnownFailure& a, const KnownFailure& b);

// The number of the entry that a failing vector belongs to: of those of its
// cause and answer the first that is not only of drawn cases, else the first;
// nullopt: there is none.
std::optional<std::size_t> FindEntry(const Gate& gate, const Failure& failure,
                                     const std::string& answer);

// The same of a known case; made, for this reason, if there is none that is of
// more than drawn cases.
std::size_t EntryFor(const KnownCase& known, const std::string& reason,
                     const std::string& link, Gate& gate,
                     const std::string& since = "");

// The numbers of the entries that no case is listed of.
std::vector<std::size_t> EntriesWithoutCases(const Gate& gate);

// Why a text cannot be the reason of an entry, e.g. "is empty"; empty if it
// can. Lines and tabs are allowed, other control characters are not.
std::string_view FaultOfReason(std::string_view reason);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_GATE_H_
