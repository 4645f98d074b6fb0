#ifndef VIEWPROOF_REFERENCE_CORE_ERROR_H_
#define VIEWPROOF_REFERENCE_CORE_ERROR_H_

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "reference/core/error_rule.h"
#include "reference/core/require.h"

namespace viewproof {

// A mistake the caller made, as opposed to a bug of ours (see require.h). It
// has no words: they are composed of the rule's message when they are printed.
struct Error {
  ErrorRule rule;
  std::optional<int64_t> number = std::nullopt;  // {number} of the message.

  ErrorKind kind() const { return rule.kind(); }
};

// Either a T or the error that explains why there is none.
template <typename T, typename E = Error>
class [[nodiscard]] Result {
 public:
  template <std::convertible_to<T> U>
  requires(!std::same_as<std::remove_cvref_t<U>, Result>) Result(U&& value)
      : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  Result(E error) : state_(std::in_place_index<1>, error) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  const T& value() const& {
    Require(ok(), "a value");
    return *std::get_if<T>(&state_);
  }
  T&& value() && {
    Require(ok(), "a value");
    return std::move(*std::get_if<T>(&state_));
  }
  const E& error() const {
    Require(!ok(), "an error");
    return *std::get_if<E>(&state_);
  }

 private:
  std::variant<T, E> state_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_ERROR_H_
