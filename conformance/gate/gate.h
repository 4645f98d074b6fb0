#ifndef VIEWPROOF_CONFORMANCE_GATE_GATE_H_
#define VIEWPROOF_CONFORMANCE_GATE_GATE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"
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
  int64_t count = 0;  // Lines of known.jsonl.
  std::string reason;
  std::string link;
  int64_t line = 0;  // Of the gate file.
};

// One accepted failing case: a line of known.jsonl.
struct KnownLine {
  std::string id;
  DType dtype = DType::kFloat32;
  Failure failure;
};

inline constexpr std::string_view kUnreviewed = "unreviewed";

// A gate file, NAME.gate.toml, and NAME.known.jsonl in the same folder: how a
// subject is started, what it declares, what is demanded of it, and which of
// its failures are accepted.
struct Gate {
  std::string path;

  std::vector<std::string> command;  // Relative to the gate file's folder.
  std::string linked;                // Or a subject of this program.
  std::map<std::string, std::string> env;
  std::vector<std::string> packages;
  double start_seconds = 60;
  std::string restart = "spare";  // Or "one".

  std::string suite_version;
  std::string golden;            // Digest of golden/; empty: not pinned yet.
  std::optional<Hello> subject;  // The pinned hello; absent: not pinned yet.

  std::vector<Profile> profiles = {Profile::kCore};
  std::optional<Facets> facets;  // Demanded; absent: every declared one.
  std::vector<DType> dtypes;     // Also run core and indexing with these.
  int64_t executed = 0;          // Cases; 0: not pinned yet.
  bool reviewed = false;         // No reason may be "unreviewed".

  std::vector<Without> withouts;
  std::vector<KnownFailure> entries;
  std::vector<KnownLine> lines;  // Sorted by id, dtype.

  Facets Demanded(const Hello& hello) const {
    return facets ? *facets & hello.facets : hello.facets;
  }
};

// Reads both files. Throws BadInput naming file, line and key: unknown keys and
// words, an entry without a reason, two entries that could match one failure
// or that leave out of one flag, a known line without entry.
Gate ReadGate(const std::string& path);

// Whether the entry covers this failure.
bool Matches(const KnownFailure& entry, const Failure& failure);

// "acme.gate.toml" -> "acme.known.jsonl".
std::string KnownPath(const std::string& gate_path);

// The text of known.jsonl.
std::string KnownText(const std::vector<KnownLine>& lines);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_GATE_H_
