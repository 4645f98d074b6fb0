#ifndef VIEWPROOF_CONFORMANCE_CASE_ERROR_KIND_H_
#define VIEWPROOF_CONFORMANCE_CASE_ERROR_KIND_H_

#include <optional>
#include <string_view>

#include "reference/core/error.h"

namespace viewproof {

std::string_view Name(ErrorKind kind);
std::optional<ErrorKind> FindErrorKind(std::string_view name);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_ERROR_KIND_H_
