#ifndef VIEWPROOF_CONFORMANCE_REPORT_REPORT_H_
#define VIEWPROOF_CONFORMANCE_REPORT_REPORT_H_

#include <cstdint>
#include <functional>
#include <map>
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
#include "conformance/report/line_sorter.h"
#include "conformance/report/origin.h"

namespace viewproof {

// report.jsonl: {"header":{...}}, one record a line, sorted by id and dtype,
// {"footer":{...}}; before the footer, what else has happened (facts.h). Two
// runs over the same subject write the same bytes, but for "ran" in the footer
// (ran.h). The footer counts the records and has the digest of the lines before
// it. The report of a run that
// is going on has no footer, and is not sorted. The report of a range of cases
// that were drawn has findings (findings.h) in the place of records.

// There is no room for what must be written.
class NoRoom : public BadInput {
 public:
  using BadInput::BadInput;
};

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
  // Afterwards the file has all that was added.
  void Flush(const Trouble& facts);

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
  std::optional<LineSorter> unwritten_;  // Lines for what is no regular file.
  int descriptor_ = -1;
  int64_t whole_ = 0;  // Bytes of whole lines in the file.
  bool lost_ = false;  // There was no room for a record.
  std::string text_;   // Lines that are not in the file yet.
  Trouble noted_;      // The sum of the lines of facts.
};

// Visits the records in order and returns their origin. Throws BadInput naming
// file and line, also if the footer is missing, or is that of other records,
// if a case is there twice, and if it is the report of a range.
ReportOrigin ReadReport(const std::string& path,
                        const std::function<void(const Record&)>& visit);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_REPORT_H_
