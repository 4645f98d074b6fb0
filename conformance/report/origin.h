#ifndef VIEWPROOF_CONFORMANCE_REPORT_ORIGIN_H_
#define VIEWPROOF_CONFORMANCE_REPORT_ORIGIN_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/protocol.h"
#include "conformance/diagnose/diagnosis.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"
#include "conformance/report/known.h"
#include "conformance/report/ran.h"

// The header and the footer of a report say this (report.h).
namespace viewproof {

struct Counts {
  int64_t passed = 0;
  int64_t failed = 0;  // New.
  // Not declared, known, or not demanded.
  int64_t skipped = 0;
  int64_t all() const { return passed + failed + skipped; }
  bool operator==(const Counts&) const = default;
};

// There are no more cases, and no higher number of one: so that a sum of both
// is a number.
inline constexpr int64_t kMaxCases = 1'000'000'000'000'000'000;

// Cases [first, first + cases). `seed` is absent for enumerated cases.
// `digests` has, by name, what else a case and its judgement depend on.
struct CaseRange {
  std::optional<uint64_t> seed;
  int64_t first = 0;
  int64_t cases = 0;
  std::map<std::string, std::string> digests = {};
  bool operator==(const CaseRange&) const = default;
};

// Holds what was asked to be run.
struct PlanText {
  std::vector<std::string> only;       // Globs.
  std::vector<std::string> leave_out;  // Globs.
  std::vector<Profile> profiles;       // Empty: all.
  int64_t shard = 1;
  int64_t shards = 1;
  bool operator==(const PlanText&) const = default;
};

struct ReportHeader {
  std::string golden;  // Digest, or empty for other vector files.
  std::string gate;    // It is as the user named it; empty for a bare command.
  // The digest of the gate file; empty: there is none.
  std::string gate_digest;
  Hello subject;
  std::vector<Profile> profiles;  // Demanded.
  Facets facets;                  // Demanded.
  std::vector<DType> dtypes;      // core and indexing were also run with these.
  PlanText plan;
  // Version of the program that wrote it.
  std::string suite = std::string(kSuiteVersion);
  // A report of cases that are no vectors has it.
  std::optional<CaseRange> range = {};
  // False if nothing tells what is no record; if read.
  bool tells_facts = true;
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
  bool green = false;         // The check said it of its gate.
  std::string headline = {};  // Empty: it is of a program that did not say it.
  // The code of the smallest case of each group.
  std::vector<ShownCode> code = {};
  std::vector<Explanation> proved = {};  // Known bugs that explain failures.
  KnownReasons known = {};  // The reasons of the entries that failures have.
  Ran ran = {};             // Says how it was run; unset: it is not told.
  // The counts of a range by their heads (see CountsByHead), and why cases were
  // not asked ("skipped rank").
  std::map<std::string, int64_t> cases = {};
  // If read: kComplete or kPartial, and the digest of the lines above.
  std::string run = {};
  std::string digest = {};
};

// Says where a report comes from, as its header and its footer say.
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
