#ifndef VIEWPROOF_REFERENCE_CORE_ERROR_RULE_H_
#define VIEWPROOF_REFERENCE_CORE_ERROR_RULE_H_

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

namespace viewproof {

// Says what kind of mistake the caller made: the same word for every op.
// Closed.
enum class ErrorKind {
  kDimOutOfRange,    // A dimension outside [-rank, rank).
  kDuplicateDim,     // Two arguments name one dimension.
  kIndexOutOfRange,  // An element number outside [-size, size).
  kRank,             // The tensor's rank, or a list's length, does not fit.
  kArgument,         // A number outside its own domain, whatever the tensor.
  kSize,             // Element counts do not multiply, add up or broadcast.
  kInference,        // -1 twice, or ambiguous because another size is 0.
  kNotViewable,      // No strides express the result.
  kOutOfBounds,      // The result would leave the storage.
  kOverflow,         // A count or a byte extent exceeds int64.
  kDType,            // It is not defined for this dtype.
  kTensorKind,       // It is not defined for strided, or for sparse, tensors.
  kState,            // Conjugate bit, negative bit or uncoalesced forbids it.
  kOverlap,          // The written-to elements overlap.
};

// An error of SPEC.md.
struct ErrorRow {
  std::string_view id;  // E.g. "permute.e2".
  ErrorKind kind;
  std::string_view message;  // Short, with {placeholders} for values.
  bool differs = false;      // PyTorch does something else.
};

// By id, in the order of its characters.
inline constexpr ErrorRow kErrorRows[] = {
#include "reference/core/error_rules.inc"
};

// It is no constant: where it is called the compiler names it and stops.
inline void NoErrorOfSpecMd_RunToolsRegenerateSpec() {}

// Says which error of SPEC.md. A literal that is no error of it does not
// compile.
class ErrorRule {
 public:
  consteval ErrorRule(const char* id) : row_(nullptr) {
    const std::optional<ErrorRule> found = Find(id);
    if (!found) NoErrorOfSpecMd_RunToolsRegenerateSpec();
    row_ = found->row_;
  }

  static constexpr std::optional<ErrorRule> Find(std::string_view id) {
    const auto* row =
        std::lower_bound(std::begin(kErrorRows), std::end(kErrorRows), id,
                         [](const ErrorRow& one, std::string_view other) {
                           return one.id < other;
                         });
    if (row == std::end(kErrorRows) || row->id != id) return std::nullopt;
    return ErrorRule(*row);
  }

  constexpr std::string_view id() const { return row_->id; }
  constexpr ErrorKind kind() const { return row_->kind; }
  constexpr std::string_view message() const { return row_->message; }
  constexpr bool differs() const { return row_->differs; }
  constexpr bool operator==(const ErrorRule&) const = default;

 private:
  explicit constexpr ErrorRule(const ErrorRow& row) : row_(&row) {}

  const ErrorRow* row_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_ERROR_RULE_H_
