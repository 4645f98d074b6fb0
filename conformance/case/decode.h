#ifndef VIEWPROOF_CONFORMANCE_CASE_DECODE_H_
#define VIEWPROOF_CONFORMANCE_CASE_DECODE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/case.h"
#include "conformance/case/padding.h"

namespace viewproof {

// The JSON of cases, vectors and replies (one object a line), read from the
// rows of ops.cc. Every unknown field is refused; integers beyond +-(2^53-1)
// are decimal strings.
//
// PROTOCOL.md says what their fields hold: of cases in section 3, of outcomes
// in section 5, of numbers in section 6. Only vectors of profile kernels expect
// a crc32, and all of their large outputs do.

// Bytes of a message or a detail in a reply, at most.
inline constexpr std::size_t kMaxMessage = 4096;

// A base or a chain has something that this suite does not know. An adapter
// answers `unsupported`.
class NotSupported : public BadInput {
 public:
  NotSupported(const std::string& what, Unsupported why)
      : BadInput(what), why_(std::move(why)) {}
  const Unsupported& why() const { return why_; }

 private:
  Unsupported why_;
};

// Says how to treat other keys than id, base and chain in a case.
enum class UnknownKeys { kRefused, kIgnored };

// Says whether an output of a vector may show a digest where a reply shows
// elements: lines of golden/ do, and conformance/golden_file/digests.h fills
// them in.
enum class Elements { kShown, kOrDigest };

// Reads lines. Keep one object: it reuses its memory. Each Read throws BadInput
// that names the field; NotSupported if the fault is in a base or a chain.
class Decoder {
 public:
  Decoder();
  ~Decoder();

  // `line` is followed by kPadding readable bytes.
  void Read(std::string_view line, Case& test,  // {id?, base, chain}
            UnknownKeys keys = UnknownKeys::kRefused);
  // A line of golden/. Whether an output has a digest in place of elements.
  bool Read(std::string_view line, Vector& vector,
            Elements elements = Elements::kShown);

  // A reply to `test`: {id, steps} or {id, unsupported}. Outputs have dtype and
  // sizes, those of an op that observes have not. Absurd numbers are data: they
  // become kNotAnInteger or NaN.
  void Read(std::string_view line, const Case& test, Reply& reply);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Throws BadInput if a case that is to be judged has no step.
void DemandSteps(const Case& test);

// Definitions of the schemas: of a base, and of a line of golden/ that is no
// header.
std::string BaseSchema();
std::string VectorSchema();

// The id of a line that is one JSON object, empty if it has none; nothing when
// the line is no JSON object. `line` is followed by kPadding readable bytes.
std::optional<std::string> IdOfLine(std::string_view line);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_DECODE_H_
