#ifndef VIEWPROOF_CONFORMANCE_REPORT_ORIGIN_H_
#define VIEWPROOF_CONFORMANCE_REPORT_ORIGIN_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/protocol.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"
#include "conformance/report/known.h"

// What the header and the footer of a report say (report.h).
namespace viewproof {

struct Counts {
  int64_t passed = 0;
  int64_t failed = 0;   // New.
  int64_t skipped = 0;  // By declaration; known; not demanded.
  int64_t all() const { return passed + failed + skipped; }
  bool operator==(const Counts&) const = default;
};

// Of a case, and how many there are: so that a sum of both is a number.
inline constexpr int64_t kMaxCases = 1'000'000'000'000'000'000;

// Cases [first, first + cases) of one seed; of a numbering without seeds, as a
// universe has, nullopt. Also the digests, by name, of what else a case and its
// judgement depend on.
struct CaseRange {
  std::optional<uint64_t> seed;
  int64_t first = 0;
  int64_t cases = 0;
  std::map<std::string, std::string> digests = {};
  bool operator==(const CaseRange&) const = default;
};

// What was asked to be run.
struct PlanText {
  std::vector<std::string> only;       // Globs.
  std::vector<std::string> leave_out;  // Globs.
  std::vector<Profile> profiles;       // Empty: all.
  int64_t shard = 1;
  int64_t shards = 1;
  bool operator==(const PlanText&) const = default;
};

struct ReportHeader {
  std::string golden;       // Digest, or empty for other vector files.
  std::string gate;         // As the user named it; empty for a bare command.
  std::string gate_digest;  // Of the gate file; empty: there is none.
  Hello subject;
  std::vector<Profile> profiles;  // Demanded.
  Facets facets;                  // Demanded.
  std::vector<DType> dtypes;      // core and indexing were also run with these.
  PlanText plan;
  // Version of the program that wrote it.
  std::string suite = std::string(kSuiteVersion);
  std::optional<CaseRange> range = {};  // Of cases that are no vectors.
  bool tells_facts = true;              // Of those that are no record; if read.
};

// A case as code of the subject, as its adapter shows it.
struct ShownCode {
  std::string id;
  DType dtype = DType::kFloat32;
  std::vector<std::string> lines;
  bool operator==(const ShownCode&) const = default;
};

struct ReportFooter {
  std::string why;  // The run was cut short; empty: it is complete.
  Counts counts;
  Trouble trouble;  // Its facts; an older report tells its stray deaths alone.
  // The keys of the groups of new failures, in the order of their numbers.
  std::vector<std::string> groups = {};
  bool green = false;         // What the check said of its gate.
  std::string headline = {};  // Empty: it is of a program that did not say it.
  std::vector<ShownCode> code = {};  // Of the smallest case of each group.
  std::vector<std::string> diagnosis = {};  // Known bugs that explain failures.
  KnownReasons known = {};  // Of the entries that failures have.
  // How many cases of a range are "judged", "failing", "skipped rank".
  std::map<std::string, int64_t> cases = {};
  // If read: kComplete or kPartial, and the digest of the lines above.
  std::string run = {};
  std::string digest = {};
};

// Where a report comes from, as its header and its footer say.
struct ReportOrigin {
  ReportHeader header = {};
  ReportFooter footer = {};
};

// The line that a report begins with, without '\n'.
std::string HeaderLine(const ReportHeader& header);

// Reads the line of a header, followed by kPadding readable bytes. Throws
// BadInput naming the field.
ReportHeader ParseHeader(std::string_view line);

// The JSON Schemas of such a line, as it is written and as it was.
std::vector<std::string> HeaderSchemas();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_ORIGIN_H_
