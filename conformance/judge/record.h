#ifndef VIEWPROOF_CONFORMANCE_JUDGE_RECORD_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_RECORD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"
#include "conformance/judge/asked_call.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/verdict.h"

namespace viewproof {

// The op of which the vector of an id is.
inline std::string_view OpOfId(std::string_view id) {
  return id.substr(0, id.find('/'));
}

// One line of a report: a case, its dtype and its result.
struct Record {
  std::string id;
  DType dtype = DType::kFloat32;
  Profile profile = Profile::kCore;
  Verdict verdict = Verdict::kPass;  // In all declared facets.
  std::optional<SkipReason> reason;  // kSkip has it.
  std::string detail;  // kCrash, kTimeout and kProtocolError have it.
  int64_t step = 0;    // The same have it; 0: not known.
  std::string op;  // The same have the op to blame. kSkip has the borrowed op
                   // that a reply showed to be at fault, at `step`.
  std::string stderr_tail;    // The same have it; reports have not.
  std::vector<Facet> waived;  // Not demanded of this case; sorted.
  int64_t steps = 0;          // The case has so many, if it fails.
  int64_t elements = 0;       // Its base has so many, if it fails.
  std::vector<Difference> differences;
  // The answers at the steps that these name, in their order; none in reports
  // of format 2.
  std::vector<StepAnswer> answers;
  AskedCall call;  // A failed call of a kernel has it in a report.
  WorldName world;
  // The message of an error of another kind than expected.
  std::string message;
  bool misspelt = false;  // ErrorReply::misspelt of a step.
  bool order = false;     // Passed when run again, in reverse order.
  bool again = false;     // Waits for being run again: the run was cut short.
  bool known = false;     // The gate file lists this failure,
  int64_t entry = 0;  // in this [[known_failure]] of it, from 1; 0: not told.
  int64_t rev = 1;    // The vector has it.
  bool operator==(const Record&) const = default;
};

void AppendJson(const Record& record, std::string& out);

// Reads a line that AppendJson wrote, followed by kPadding readable bytes.
// Throws BadInput naming the field.
Record ReadRecord(std::string_view line);

// The JSON Schema of such a line.
std::string RecordSchema();

// The part of a failing record that a gate compares.
struct Failure {
  Verdict verdict = Verdict::kFail;
  std::vector<Facet> facets;  // Demanded, not waived, and differing; empty if
                              // it died.
  std::string difference;     // This one says most; empty if it died.
  std::string op;             // It is to blame.
  int64_t step = 0;
  bool operator==(const Failure&) const = default;
};

// Returns whether the record waives the facet.
bool Waives(const Record& record, Facet facet);

// The record reduced to the demanded facets without those that it waives;
// nullopt if it passes or is skipped.
std::optional<Failure> Reduce(const Record& record, Facets demanded);

// Returns what a failing record shows that the subject did, in the demanded
// facets without those that it waives and but for numbers: "error KIND",
// "answers" where an error was due, "unsupported", or the fields that differ
// ("strides offset"). Empty: it is no kFail, or it is of a report before format
// 3, which does not tell it.
std::string AnswerOf(const Record& record, Facets demanded);

// The op that a record counts for in every table: the one to blame if it fails,
// in a demanded facet or in another one, else that of its vector.
std::string OpOf(const Record& record, Facets demanded);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_RECORD_H_
