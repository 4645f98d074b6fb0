#ifndef VIEWPROOF_REFERENCE_CORE_ERROR_H_
#define VIEWPROOF_REFERENCE_CORE_ERROR_H_

#include <cassert>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace viewproof {

// What kind of mistake the caller made: the same word for every op. Closed.
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
  kDType,            // Not defined for this dtype.
  kTensorKind,       // Not defined for strided, or for sparse, tensors.
  kState,            // Conjugate bit, negative bit or uncoalesced forbids it.
  kOverlap,          // The written-to elements overlap.
};

// A mistake the caller made, as opposed to a bug of ours (which aborts).
struct Error {
  ErrorKind kind;
  std::string_view rule;  // Spec id that was broken, e.g. "permute.e2".
  std::string_view what;  // The argument at fault, e.g. "dims".
  int64_t value = 0;      // Its value; words for people are made elsewhere.
};

// Either a T or the Error that explains why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  template <std::convertible_to<T> U>
  requires(!std::same_as<std::remove_cvref_t<U>, Result>) Result(U&& value)
      : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, error) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  const T& value() const& {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<T>(&state_));
  }
  const Error& error() const {
    assert(!ok());
    return *std::get_if<Error>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_ERROR_H_
