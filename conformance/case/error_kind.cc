#include "conformance/case/error_kind.h"

namespace viewproof {

std::string_view Name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kDimOutOfRange:
      return "dim_out_of_range";
    case ErrorKind::kDuplicateDim:
      return "duplicate_dim";
    case ErrorKind::kIndexOutOfRange:
      return "index_out_of_range";
    case ErrorKind::kRank:
      return "rank";
    case ErrorKind::kArgument:
      return "argument";
    case ErrorKind::kSize:
      return "size";
    case ErrorKind::kInference:
      return "inference";
    case ErrorKind::kNotViewable:
      return "not_viewable";
    case ErrorKind::kOutOfBounds:
      return "out_of_bounds";
    case ErrorKind::kOverflow:
      return "overflow";
    case ErrorKind::kDType:
      return "dtype";
    case ErrorKind::kTensorKind:
      return "tensor_kind";
    case ErrorKind::kState:
      return "state";
    case ErrorKind::kOverlap:
      return "overlap";
  }
  return {};
}

std::optional<ErrorKind> FindErrorKind(std::string_view name) {
  for (int k = 0;; ++k) {
    const auto kind = static_cast<ErrorKind>(k);
    if (Name(kind).empty()) return std::nullopt;
    if (Name(kind) == name) return kind;
  }
}

}  // namespace viewproof
