#ifndef VIEWPROOF_CONFORMANCE_GOLDEN_FILE_OUTPUTS_H_
#define VIEWPROOF_CONFORMANCE_GOLDEN_FILE_OUTPUTS_H_

#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/golden_file/file.h"

namespace viewproof {

// What our commands write where a user says.
enum class FileKind {
  kReport,    // Of check and merge.
  kErrors,    // What adapters said, beside a report.
  kFindings,  // Of fuzz and check --deep.
  kGroups,    // Causes, in which a person fills in reasons.
  kPage,
  kStyle,  // Of pages.
  kMarkdown,
  kJunit,
  kJson,
  kSvg,
  kRow,  // Of the matrix.
};

// What a file of this kind begins with, by which we know our own.
std::string_view MarkOf(FileKind kind);

// Whether there is such a file at the path. Throws BadInput if it cannot be
// read.
bool IsOfKind(const std::string& path, FileKind kind);

struct OutputFile {
  std::string option;  // "--report".
  std::string path;
  FileKind kind = FileKind::kReport;
};

// Throws BadInput naming file and option unless there is nothing at the path,
// an empty file, a file of this kind, or what is written in place. Nor is the
// path one of a gate file, or of what accept writes beside it.
void RefuseOtherKind(const OutputFile& file);

// The files that one run writes, held from its begin to its end.
class HeldOutputs {
 public:
  // Throws BadInput like RefuseOtherKind, and if two of them are one file, or
  // if another program of ours writes one.
  explicit HeldOutputs(const std::vector<OutputFile>& files);

 private:
  std::list<FileLock> locks_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GOLDEN_FILE_OUTPUTS_H_
