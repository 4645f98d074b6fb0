#ifndef VIEWPROOF_CONFORMANCE_REPORT_REPORT_H_
#define VIEWPROOF_CONFORMANCE_REPORT_REPORT_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/case.h"
#include "conformance/case/protocol.h"
#include "conformance/gate/gate.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"
#include "conformance/report/known.h"
#include "conformance/report/line_sorter.h"

namespace viewproof {

// report.jsonl: {"header":{...}}, one record a line, sorted by id and dtype,
// {"footer":{...}}; before the footer, what else has happened (facts.h). Two
// runs over the same subject write the same bytes. The footer counts the
// records and has the digest of the lines before it. The report of a run that
// is going on has no footer, and is not sorted.

struct Counts {
  int64_t passed = 0;
  int64_t failed = 0;   // New.
  int64_t skipped = 0;  // By declaration; known; not demanded.
  int64_t all() const { return passed + failed + skipped; }
  bool operator==(const Counts&) const = default;
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
  std::string suite = {};   // Version of the program that wrote it, if read.
  bool tells_facts = true;  // Of those that are no record; if read.
};

// The line that a report begins with, without '\n'.
std::string HeaderLine(const ReportHeader& header);

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
};

// There is no room for what must be written.
class NoRoom : public BadInput {
 public:
  using BadInput::BadInput;
};

// Reads such a line, followed by kPadding readable bytes. Throws BadInput
// naming the field.
ReportHeader ParseHeader(std::string_view line);

// The JSON Schema of such a line.
std::string HeaderSchema();

// The header of a report. Throws BadInput naming file and field.
ReportHeader ReadHeader(const std::string& path);

// Finds the records of a report by their cases, also of one whose run did not
// end: a torn last line is left out.
class FoundRecords {
 public:
  explicit FoundRecords(const std::string& path);  // Throws BadInput naming it.

  // Reads the record of a case; false if there is none, or if it waits for
  // being run again.
  bool Find(const std::string& id, DType dtype, Record& record) const;

  // Reads the record of a vector. Throws BadInput if it is that of another: see
  // WhyNotOf.
  bool Find(const Vector& vector, const Hello& hello, Record& record) const;

  // The report's first line, and its last: empty if the run did not end.
  const std::string& header() const { return header_; }
  const std::string& footer() const { return footer_; }
  bool complete() const;

  // The facts that it tells.
  Trouble facts() const;
  // Those that stand in its first size() bytes.
  const Trouble& facts_in_lines() const { return facts_; }

  // Bytes of the report up to the end of the last record, or line of facts.
  int64_t size() const { return size_; }

 private:
  struct Place {
    int64_t offset = 0;
    int64_t length = 0;
  };

  std::string path_;
  std::string header_;
  std::string footer_;
  std::unordered_map<uint64_t, Place> places_;
  std::unordered_set<uint64_t> waiting_;  // For being run again.
  Trouble facts_;
  int64_t size_ = 0;
};

// The code that a footer holds.
std::vector<ShownCode> ShownCodeOf(const std::string& footer);

// Writes a report. A file holds every record from the moment it was made: first
// in the order of their coming, without a footer, so that nobody takes it for
// whole. What is no regular file (/dev/stdout) gets its text at the end.
class ReportWriter {
 public:
  // Goes on from `earlier`, which was made of the same path, unless it is null.
  ReportWriter(const std::string& path, const ReportHeader& header,
               const FoundRecords* earlier = nullptr);
  ~ReportWriter();
  ReportWriter(const ReportWriter&) = delete;
  ReportWriter& operator=(const ReportWriter&) = delete;

  // Throw NoRoom.
  // `facts` are those of the run until now. They are told before the record: it
  // may be the last line of a run that is killed.
  void Add(const Record& record, const Trouble& facts = {});
  void Flush(const Trouble& facts);  // What was added is in the file.

  // Removes the file.
  void Discard();

  // Sorts the records and writes the footer. A report without room to be sorted
  // keeps the order of their coming; one without room for its footer loses
  // records.
  void Finish(const ReportFooter& footer);

 private:
  void Note(const Trouble& facts);
  void Flush();
  void WriteSorted(const ReportFooter& footer);
  void WriteInOrder(LineSorter& sorter, const ReportFooter& footer,
                    const std::function<void(std::string_view)>& write);
  void WriteAsTheyCame(const ReportFooter& footer);
  std::string RecountedEnd(const ReportFooter& footer) const;

  std::string path_;
  std::string header_;
  std::optional<LineSorter> unwritten_;  // Of what is no regular file.
  int descriptor_ = -1;
  int64_t whole_ = 0;  // Bytes of whole lines in the file.
  bool lost_ = false;  // There was no room for a record.
  std::string text_;   // Lines that are not in the file yet.
  Trouble noted_;      // The sum of the lines of facts.
};

// Where a report comes from, as its header and its footer say.
struct ReportOrigin {
  std::string golden;     // Digest, or empty for other vector files.
  std::string gate;       // As the user named it; empty for a bare command.
  std::string name;       // Of the subject.
  std::string version;    // Of the subject.
  bool complete = false;  // The run was not interrupted.
  // The keys of the groups that were new, in the order of their numbers.
  std::vector<std::string> groups = {};
  ReportHeader header = {};
  ReportFooter footer = {};
};

// Visits the records in order and returns their origin. Throws BadInput naming
// file and line, also if the footer is missing, or is that of other records,
// and if a case is there twice.
ReportOrigin ReadReport(const std::string& path,
                        const std::function<void(const Record&)>& visit);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_REPORT_H_
