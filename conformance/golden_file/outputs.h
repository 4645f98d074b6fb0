#ifndef VIEWPROOF_CONFORMANCE_GOLDEN_FILE_OUTPUTS_H_
#define VIEWPROOF_CONFORMANCE_GOLDEN_FILE_OUTPUTS_H_

#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/golden_file/file.h"

namespace viewproof {

// Says what our commands write where a user says.
enum class FileKind {
  kReport,    // check and merge write it.
  kErrors,    // Adapters said it, beside a report.
  kFindings,  // fuzz and check --deep write it.
  kGroups,    // Causes, in which a person fills in reasons.
  kPage,
  kMarkdown,
  kJunit,
  kJson,
  kSvg,
  kRow,      // The matrix has it.
  kSummary,  // What check, fuzz and merge say, for scripts.
};

// Returns what a file of this kind begins with, by which we know our own.
std::string_view MarkOf(FileKind kind);

// Returns whether there is such a file at the path. Throws BadInput if it
// cannot be read.
bool IsOfKind(const std::string& path, FileKind kind);

struct OutputFile {
  std::string option;  // "--report".
  std::string path;
  FileKind kind = FileKind::kReport;
};

// The files that one run writes, held from its begin to its end.
class HeldOutputs {
 public:
  // Throws BadInput naming file and option unless there is nothing at the path,
  // an empty file, a file of this kind, or what is written in place; if the
  // path is one of a gate file, or of what accept writes beside it; if two of
  // them are one file; or if another program of ours writes one.
  explicit HeldOutputs(const std::vector<OutputFile>& files);

 private:
  std::list<FileLock> locks_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GOLDEN_FILE_OUTPUTS_H_
