#include "conformance/judge/difference.h"

#include "conformance/case/named.h"

namespace viewproof {

std::string_view Name(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kOkForError:
      return "ok_for_error";
    case DifferenceKind::kErrorForOk:
      return "error_for_ok";
    case DifferenceKind::kUnsupported:
      return "unsupported";
    case DifferenceKind::kCount:
      return "count";
    case DifferenceKind::kDType:
      return "dtype";
    case DifferenceKind::kSizes:
      return "sizes";
    case DifferenceKind::kResult:
      return "result";
    case DifferenceKind::kCopied:
      return "copied";
    case DifferenceKind::kShared:
      return "shared";
    case DifferenceKind::kStrides:
      return "strides";
    case DifferenceKind::kOffset:
      return "offset";
    case DifferenceKind::kContiguous:
      return "contiguous";
    case DifferenceKind::kValues:
      return "values";
    case DifferenceKind::kBytes:
      return "bytes";
    case DifferenceKind::kDigest:
      return "digest";
    case DifferenceKind::kLostWrite:
      return "lost_write";
    case DifferenceKind::kStrayWrite:
      return "stray_write";
    case DifferenceKind::kReadOut:
      return "read_out";
    case DifferenceKind::kSelf:
      return "self";
    case DifferenceKind::kBits:
      return "bits";
    case DifferenceKind::kKind:
      return "kind";
  }
  return {};
}

std::string_view Name(Relation relation) {
  switch (relation) {
    case Relation::kNone:
      return "none";
    case Relation::kEmpty:
      return "empty";
    case Relation::kSize1:
      return "size_1";
    case Relation::kTimesItemSize:
      return "times_itemsize";
    case Relation::kRowMajor:
      return "row_major";
    case Relation::kColumnMajor:
      return "column_major";
    case Relation::kUnwritten:
      return "unwritten";
  }
  return {};
}

std::optional<Relation> FindRelation(std::string_view name) {
  return FindNamed(name, Relation::kUnwritten);
}

std::optional<DifferenceKind> FindDifferenceKind(std::string_view name) {
  return FindNamed(name, DifferenceKind::kKind);
}

}  // namespace viewproof
