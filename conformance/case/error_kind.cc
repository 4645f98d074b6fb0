#include "conformance/case/error_kind.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace viewproof {
namespace {

// Indexed by ErrorKind.
constexpr std::array kErrorKinds = {std::string_view("dim_out_of_range"),
                                    std::string_view("duplicate_dim"),
                                    std::string_view("index_out_of_range"),
                                    std::string_view("rank"),
                                    std::string_view("argument"),
                                    std::string_view("size"),
                                    std::string_view("inference"),
                                    std::string_view("not_viewable"),
                                    std::string_view("out_of_bounds"),
                                    std::string_view("overflow"),
                                    std::string_view("dtype"),
                                    std::string_view("tensor_kind"),
                                    std::string_view("state"),
                                    std::string_view("overlap")};

}  // namespace

std::string_view Name(ErrorKind kind) {
  return kErrorKinds[static_cast<std::size_t>(kind)];
}

std::optional<ErrorKind> FindErrorKind(std::string_view name) {
  const auto found = std::find(kErrorKinds.begin(), kErrorKinds.end(), name);
  if (found == kErrorKinds.end()) return std::nullopt;
  return static_cast<ErrorKind>(found - kErrorKinds.begin());
}

}  // namespace viewproof
