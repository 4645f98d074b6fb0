#ifndef VIEWPROOF_CONFORMANCE_GATE_KNOWN_LINES_H_
#define VIEWPROOF_CONFORMANCE_GATE_KNOWN_LINES_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/judge/record.h"
#include "reference/core/dtype.h"

namespace viewproof {

// One accepted failing case: a line of known.jsonl. One of verdict kSkip has no
// entry: a borrowed op went wrong in the case, at this step.
struct KnownLine {
  std::string id;
  DType dtype = DType::kFloat32;
  Failure failure;
  std::string answer = {};  // AnswerOf it, or empty: any. Of kFail alone.
  bool operator==(const KnownLine&) const = default;
};

// The lines of known.jsonl. Throws BadInput naming `path`, line and field: also
// for a line that is not in order, and for a failure that nothing `covers`.
std::vector<KnownLine> ReadKnownLines(
    const std::string& path, std::string_view text,
    const std::function<bool(const Failure&)>& covers);

// The path of a file that belongs to a gate file and lies beside it:
// "acme.gate.toml" -> "acme.FILE", and "gate.toml" -> "FILE".
std::string BesideGate(const std::string& gate_path, std::string_view file);

// "acme.gate.toml" -> "acme.known.jsonl".
std::string KnownPath(const std::string& gate_path);

// The JSON Schema of a line of it.
std::string KnownLineSchema();

// The text of known.jsonl.
std::string KnownText(const std::vector<KnownLine>& lines);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_KNOWN_LINES_H_
