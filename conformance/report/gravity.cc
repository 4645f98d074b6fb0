#include "conformance/report/gravity.h"

#include <algorithm>

namespace viewproof {
namespace {

Gravity GravityOf(const Difference& d) {
  if (d.outside) return Gravity::kBounds;
  if (d.facet == Facet::kExact) return Gravity::kExact;
  switch (d.kind) {
    case DifferenceKind::kLostWrite:
    case DifferenceKind::kStrayWrite:
      return Gravity::kWrites;
    case DifferenceKind::kValues:
    case DifferenceKind::kBytes:
    case DifferenceKind::kDigest:
    case DifferenceKind::kReadOut:
      return Gravity::kValues;
    case DifferenceKind::kOkForError:
    case DifferenceKind::kErrorForOk:
    case DifferenceKind::kCount:
    case DifferenceKind::kDType:
    case DifferenceKind::kSizes:
    case DifferenceKind::kResult:
      return Gravity::kShape;
    case DifferenceKind::kCopied:
    case DifferenceKind::kShared:
      return Gravity::kAlias;
    case DifferenceKind::kStrides:
    case DifferenceKind::kOffset:
    case DifferenceKind::kContiguous:
      return Gravity::kStrides;
    case DifferenceKind::kKind:
      return Gravity::kKind;
    case DifferenceKind::kBits:
      return Gravity::kExact;
    case DifferenceKind::kSelf:
      return Gravity::kIdentity;
    case DifferenceKind::kUnsupported:
      return Gravity::kUnsupported;
  }
  return Gravity::kUnsupported;
}

}  // namespace

std::string_view Name(Gravity gravity) {
  switch (gravity) {
    case Gravity::kDies:
      return "dies";
    case Gravity::kBounds:
      return "out of bounds";
    case Gravity::kWrites:
      return "lost or stray write";
    case Gravity::kValues:
      return "values";
    case Gravity::kShape:
      return "shape";
    case Gravity::kAlias:
      return "alias";
    case Gravity::kStrides:
      return "strides";
    case Gravity::kKind:
      return "kind";
    case Gravity::kExact:
      return "exact";
    case Gravity::kIdentity:
      return "identity";
    case Gravity::kUnsupported:
      return "unsupported";
    case Gravity::kOrder:
      return "order";
  }
  return {};
}

Gravity GravityOf(const Record& record, Facets demanded) {
  if (record.order) return Gravity::kOrder;
  if (record.verdict == Verdict::kCrash ||
      record.verdict == Verdict::kTimeout) {
    return Gravity::kDies;
  }
  Gravity gravest = Gravity::kUnsupported;
  if (record.verdict == Verdict::kProtocolError) return gravest;
  for (const Difference& d : record.differences) {
    if (!demanded.Contains(d.facet) || Waives(record, d.facet)) continue;
    gravest = std::min(gravest, GravityOf(d));
  }
  return gravest;
}

}  // namespace viewproof
