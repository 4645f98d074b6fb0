#ifndef VIEWPROOF_CONFORMANCE_JUDGE_DIFFERENCE_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_DIFFERENCE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

namespace viewproof {

// Says what differs. Closed.
enum class DifferenceKind {
  kOkForError,   // An error was expected, and none came.
  kErrorForOk,   // The reverse.
  kUnsupported,  // The subject did not run a step that it declares.
  kCount,        // The number of outputs.
  kDType,
  kSizes,
  kResult,      // The answer of a query.
  kCopied,      // A storage of its own instead of a view.
  kShared,      // The reverse, or the storage of another tensor.
  kStrides,     // Elements.
  kOffset,      // Elements.
  kContiguous,  // is_contiguous() says another thing.
  kValues,
  kBytes,
  kDigest,      // The digests of a large output differ.
  kLostWrite,   // An element still holds what it held before a write.
  kStrayWrite,  // An element holds what was written and should not.
  kReadOut,     // Right geometry and storage, wrong values: read out wrongly.
  kSelf,        // True if the operand itself came back.
  kBits,        // Conjugate or negative bit.
  kKind,        // The kind of an error.
};

std::string_view Name(DifferenceKind kind);
std::optional<DifferenceKind> FindDifferenceKind(std::string_view name);

// Says what explains a difference of an output, whatever the op: the first that
// holds. Closed.
enum class Relation {
  kNone,
  kEmpty,          // The output has no elements.
  kSize1,          // Only what sizes of 1 leave open: see RelationOf.
  kTimesItemSize,  // The numbers are the expected ones times the item size.
  kRowMajor,       // The strides are those of a fresh tensor.
  kColumnMajor,    // The first dimension's stride is 1, and so on.
  kUnwritten,      // All elements are as they were before the write.
};

std::string_view Name(Relation relation);
std::optional<Relation> FindRelation(std::string_view name);

// The first step at which one facet differs, and the first field there.
struct Difference {
  Facet facet = Facet::kShape;
  int64_t step = 0;    // This step shows it, counted from 1; 0 is the base.
  int64_t output = 0;  // Says which output of that step.
  DifferenceKind kind = DifferenceKind::kCount;
  std::string field;     // A field of the output or outcome, e.g. "strides".
  std::string expected;  // JSON.
  std::string actual;    // JSON; "null" if the reply shows nothing.
  std::vector<std::string> also = {};  // More fields, of this facet and step.
  std::string op;                      // To blame: an op, or "base".
  int64_t blamed = 0;                  // The step of that op; 0: the base.
  std::string via;  // The op that made the tensor written to; or empty.
  Relation relation = Relation::kNone;
  bool outside = false;  // The output reaches outside of its storage.
  bool operator==(const Difference&) const = default;
};

// Tells an output of which only the first kMostTold elements are kept.
struct CutValues {
  int64_t output = 0;
  int64_t elements = 0;  // So many were answered.
  std::string crc32;     // The digest of all of them as JSON, in hex.
  bool operator==(const CutValues&) const = default;
};

// Holds what the subject answered at one step, counted from 1.
struct StepAnswer {
  int64_t step = 0;
  Outcome outcome;
  std::vector<CutValues> cut;
  bool operator==(const StepAnswer&) const = default;
};

inline constexpr std::size_t kMostTold = 64;

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_DIFFERENCE_H_
