#ifndef VIEWPROOF_CONFORMANCE_GOLDEN_FILE_GOLDEN_H_
#define VIEWPROOF_CONFORMANCE_GOLDEN_FILE_GOLDEN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/line_buffer.h"
#include "conformance/golden_file/digests.h"

namespace viewproof {

// The lines of a file or, for "-", of standard input; memory is fixed.
class LineReader {
 public:
  explicit LineReader(const std::string& path);  // Throws BadInput naming it.
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // The next line without its end, followed by kPadding readable bytes; valid
  // until the next call. False at the end. Throws BadInput naming file and
  // line if it is longer than kMaxLine.
  bool Next(std::string_view& line);

  // "FILE:LINE" of the last line.
  std::string Place() const;

 private:
  void Fill();

  std::string path_;
  int descriptor_ = -1;
  int64_t number_ = 0;
  LineBuffer lines_;
  bool at_end_ = false;
};

// Ids seen so far, as 64-bit hashes.
class IdSet {
 public:
  IdSet() : slots_(1024) {}
  bool Insert(std::string_view id);  // False if it was there already.

 private:
  void Grow();

  std::vector<uint64_t> slots_;  // Open addressing; 0 is a free slot.
  std::size_t used_ = 0;
};

inline constexpr int64_t kGoldenFormat = 2;

// The first line of a file of vectors, {"header":{..}}. It counts the vectors;
// the rest of it is for people.
struct FileHeader {
  int64_t format = kGoldenFormat;
  std::string suite;
  std::string oracle;
  std::string generator;
  int64_t count = 0;
  std::string sha256;
};

// The line, without its end.
std::string LineOf(const FileHeader& header);

// Says whether a vector is to be shown. It may have digests in place of
// elements.
using IsWanted = std::function<bool(const Vector&)>;

// The vectors of a .jsonl file, one at a time. In a file that has a header,
// digests stand wherever golden/ has them; in others they may.
class VectorReader {
 public:
  // `ids` holds the ids of other files; a second vector of one id is refused.
  // Vectors that are not wanted are passed over; absent: all are.
  VectorReader(std::string path, IdSet& ids, IsWanted is_wanted = nullptr);

  // Overwrites `vector`; false at the end. Throws BadInput naming file, line
  // and field.
  bool Next(Vector& vector);

 private:
  bool ReadHeader(std::string_view line);
  void CheckCount() const;

  std::string path_;
  LineReader lines_;
  GoldenDecoder decoder_;
  IdSet& ids_;
  const IsWanted is_wanted_;
  int64_t count_ = 0;
  std::optional<int64_t> announced_;  // The header's count.
};

// golden/, as its MANIFEST lists it: a line "PATH COUNT SHA256" per file.
struct Golden {
  struct File {
    std::string path;  // Ready to open.
    int64_t count = 0;
  };
  std::vector<File> files;
  std::string digest;  // The digest of MANIFEST.
  int64_t count = 0;   // Vectors.
};

// Reads `folder`/MANIFEST and checks every file's digest. Throws BadInput
// naming the file that was changed, is missing or is not listed.
Golden OpenGolden(const std::string& folder);

// Visits every vector, file after file; the visitor may change what it is
// shown. Throws as VectorReader does.
void ForEachVector(const Golden& golden,
                   const std::function<void(Vector&)>& visit);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GOLDEN_FILE_GOLDEN_H_
