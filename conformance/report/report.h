#ifndef VIEWPROOF_CONFORMANCE_REPORT_REPORT_H_
#define VIEWPROOF_CONFORMANCE_REPORT_REPORT_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/case/protocol.h"
#include "conformance/gate/gate.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/record.h"
#include "conformance/report/line_sorter.h"

namespace viewproof {

// report.jsonl: {"header":{...}}, one record a line, sorted by id and dtype,
// {"footer":{...}}. Two runs over the same subject write the same bytes. The
// footer counts the records and has the digest of their lines.

struct Counts {
  int64_t passed = 0;
  int64_t failed = 0;
  int64_t skipped = 0;
  int64_t all() const { return passed + failed + skipped; }
};

struct ReportHeader {
  std::string golden;  // Digest, or empty for other vector files.
  std::string gate;    // As the user named it; empty for a bare command.
  Hello subject;
  std::vector<Profile> profiles;  // Demanded.
  Facets facets;                  // Demanded.
  std::vector<DType> dtypes;      // core and indexing were also run with these.
};

// Writes a report. The file appears when Finish is called, never in part.
class ReportWriter {
 public:
  ReportWriter(const std::string& path, const ReportHeader& header);
  void Add(const Record& record);
  void Finish(const Counts& counts, bool complete);

 private:
  NewFile file_;
  LineSorter lines_;
  std::string text_;
};

// Where a report comes from, as its header and its footer say.
struct ReportOrigin {
  std::string golden;     // Digest, or empty for other vector files.
  std::string gate;       // As the user named it; empty for a bare command.
  std::string name;       // Of the subject.
  std::string version;    // Of the subject.
  bool complete = false;  // The run was not interrupted.
};

// Visits the records in order and returns their origin. Throws BadInput naming
// file and line, also if the footer is missing, or is that of other records.
ReportOrigin ReadReport(const std::string& path,
                        const std::function<void(const Record&)>& visit);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_REPORT_H_
