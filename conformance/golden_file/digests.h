#ifndef VIEWPROOF_CONFORMANCE_GOLDEN_FILE_DIGESTS_H_
#define VIEWPROOF_CONFORMANCE_GOLDEN_FILE_DIGESTS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/decode.h"
#include "conformance/subjects/world_reference.h"

// People read the files of golden/. So an output of many elements shows a
// digest in their place there, `crc32` as in replies (fill.h). Nobody sees such
// an output but who writes these files and who reads them: a vector that was
// read has its elements, as the reference gives them.
namespace viewproof {

inline constexpr std::size_t kMaxListed = 64;  // Elements of an output.
// Characters between the brackets, or the quotes, that hold them.
inline constexpr std::size_t kMaxListedText = 256;

// Replaces the elements of every output that has more of them, or of their
// characters, by a digest. False if there is none.
bool Abridge(Vector& vector);

// Reads lines of golden/. Keep one object: it reuses its memory.
class GoldenDecoder {
 public:
  // Throws BadInput that names the field. `line` is followed by kPadding
  // readable bytes.
  void Read(std::string_view line, Vector& vector);

  // The same in two steps: what the line says, and then, in the same vector,
  // the elements in place of their digests.
  void ReadAbridged(std::string_view line, Vector& vector);
  // Throws BadInput that names field and id if the reference gives other
  // elements, or so few that the line would show them.
  void Complete(Vector& vector);

 private:
  Decoder decoder_;
  bool is_abridged_ = false;  // The last line.
  std::unique_ptr<WorldReference> reference_;
  Course course_;
};

// Throws BadInput that names field and id if an output has elements that
// golden/ shows as a digest.
void RefuseUnabridged(const Vector& vector);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GOLDEN_FILE_DIGESTS_H_
