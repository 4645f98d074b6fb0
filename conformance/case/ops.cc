#include "conformance/case/ops.h"

#include <algorithm>
#include <array>

namespace viewproof {
namespace {

using enum ArgType;
using enum OpKind;
using Profile::kComplex;
using Profile::kCore;
using Profile::kIndexing;
using Profile::kLimits;
using Profile::kSparse;
using D = Domain;

std::vector<Op> Rows() {
  return {
      {"H", kComplex, kView, {}, "matrix_H"},
      {"T", kCore, kView, {}, "numpy_T"},
      {"adjoint", kComplex, kView, {}},
      {"as_strided",
       kCore,
       kView,
       {{"size", kSizes, D::kInStorage},
        {"stride", kInts, D::kInStorage},
        {"storage_offset", kOptionalInt, D::kInStorage, "null"}}},
      {"broadcast_to",
       kCore,
       kView,
       {{"size", kSizesInfer, D::kBroadcastable}}},
      {"chunk",
       kCore,
       kView,
       {{"chunks", kInt, D::kCount}, {"dim", kDim, D::kDim, "0"}},
       "chunk",
       Many::kUpToSize},
      {"conj", kComplex, kView, {}},
      {"contiguous", kCore, kSelfOrCopy, {}},
      {"contiguous.format",
       Profile::kMemoryFormat,
       kSelfOrCopy,
       {{"memory_format", ArgType::kMemoryFormat, D::kFormat}},
       "contiguous"},
      {"copy_", kCore, kWrite, {{"src", kTensor, D::kBroadcastsToThis}}},
      {"detach", kCore, kView, {}},
      {"diagonal",
       kCore,
       kView,
       {{"offset", kInt, D::kAny, "0"},
        {"dim1", kDim, D::kDim, "0"},
        {"dim2", kDim, D::kOtherDim, "1"}}},
      {"expand", kCore, kView, {{"size", kSizesInfer, D::kBroadcastable}}},
      {"expand_as", kCore, kView, {{"other", kTensor, D::kBroadcastable}}},
      {"fill_",
       kCore,
       kWrite,
       {{"value", kNumber, D::kWritten}},
       "fill_.Scalar"},
      {"flatten",
       kCore,
       kEither,
       {{"start_dim", kDim, D::kDim, "0"},
        {"end_dim", kDim, D::kRangeEnd, "-1"}},
       "flatten.using_ints"},
      {"getitem", kIndexing, kView, {{"index", kIndex, D::kItems}}, "index"},
      {"hsplit",
       kCore,
       kView,
       {{"sections", kInt, D::kDivisorOf}},
       "hsplit.int",
       Many::kUpToSize,
       Splits::kColumns},
      {"hsplit.indices",
       kCore,
       kView,
       {{"indices", kInts, D::kCutsOf}},
       "hsplit.array",
       Many::kPerCut,
       Splits::kColumns},
      {"imag", kComplex, kView, {}},
      {"indices", kSparse, kView, {}},
      {"is_contiguous", kCore, kQuery, {}},
      {"is_contiguous.format",
       Profile::kMemoryFormat,
       kQuery,
       {{"memory_format", ArgType::kMemoryFormat, D::kAny}},
       "is_contiguous.memory_format"},
      {"mH", kComplex, kView, {}},
      {"mT", kCore, kView, {}},
      {"movedim",
       kCore,
       kView,
       {{"source", kDims, D::kDistinctDims},
        {"destination", kDims, D::kSameLength}},
       "movedim.intlist"},
      {"narrow",
       kCore,
       kView,
       {{"dim", kDim, D::kDim},
        {"start", kInt, D::kStartOf},
        {"length", kInt, D::kLengthAfter}}},
      {"permute", kCore, kView, {{"dims", kDims, D::kPermutation}}},
      {"read", kCore, kObserve, {}},
      {"real", kComplex, kView, {}},
      {"reshape", kCore, kEither, {{"shape", kSizesInfer, D::kShapeOfNumel}}},
      {"reshape_as", kCore, kEither, {{"other", kTensor, D::kSameNumel}}},
      {"select",
       kCore,
       kView,
       {{"dim", kDim, D::kDim}, {"index", kInt, D::kIndexOf}},
       "select.int"},
      {"setitem",
       kIndexing,
       kWrite,
       {{"index", kIndex, D::kItems}, {"value", kValue, D::kAssigned}},
       "index_put_"},
      {"slice",
       kCore,
       kView,
       {{"dim", kDim, D::kDim, "0"},
        {"start", kOptionalInt, D::kBound, "null"},
        {"end", kOptionalInt, D::kBound, "null"},
        {"step", kInt, D::kStep, "1"}},
       "slice.Tensor"},
      {"split",
       kCore,
       kView,
       {{"split_size", kInt, D::kPieceOf}, {"dim", kDim, D::kDim, "0"}},
       "split.Tensor",
       Many::kPerPiece},
      {"split_with_sizes",
       kCore,
       kView,
       {{"split_sizes", kInts, D::kPartsOf}, {"dim", kDim, D::kDim, "0"}},
       "split_with_sizes",
       Many::kPerEntry},
      {"squeeze", kCore, kView, {}},
      {"squeeze.dim", kCore, kView, {{"dim", kDim, D::kDim}}},
      {"squeeze.dims", kCore, kView, {{"dim", kDims, D::kDistinctDims}}},
      {"swapaxes",
       kCore,
       kView,
       {{"axis0", kDim, D::kDim}, {"axis1", kDim, D::kDim}}},
      {"swapdims",
       kCore,
       kView,
       {{"dim0", kDim, D::kDim}, {"dim1", kDim, D::kDim}}},
      {"t", kCore, kView, {}},
      {"tensor_split",
       kCore,
       kView,
       {{"sections", kInt, D::kCount}, {"dim", kDim, D::kDim, "0"}},
       "tensor_split.sections",
       Many::kNumber},
      {"tensor_split.indices",
       kCore,
       kView,
       {{"indices", kInts, D::kCutsOf}, {"dim", kDim, D::kDim, "0"}},
       "tensor_split.indices",
       Many::kPerCut},
      {"transpose",
       kCore,
       kView,
       {{"dim0", kDim, D::kDim}, {"dim1", kDim, D::kDim}},
       "transpose.int"},
      {"unbind",
       kCore,
       kView,
       {{"dim", kDim, D::kDim, "0"}},
       "unbind.int",
       Many::kPerElement},
      {"unflatten",
       kCore,
       kView,
       {{"dim", kDim, D::kDim}, {"sizes", kSizesInfer, D::kFactorsOf}},
       "unflatten.int"},
      {"unfold",
       kCore,
       kView,
       {{"dimension", kDim, D::kDim},
        {"size", kInt, D::kWindowOf},
        {"step", kInt, D::kStep}}},
      {"unsqueeze", kCore, kView, {{"dim", kDim, D::kFreshDim}}},
      {"values", kSparse, kView, {}},
      {"view", kCore, kView, {{"size", kSizesInfer, D::kShapeOfNumel}}},
      {"view.dtype",
       Profile::kDType,
       kView,
       {{"dtype", ArgType::kDType, D::kRecut}}},
      {"view_as", kCore, kView, {{"other", kTensor, D::kSameNumel}}},
      {"view_as_complex", kComplex, kView, {}},
      {"view_as_real", kComplex, kView, {}},
      {"vsplit",
       kCore,
       kView,
       {{"sections", kInt, D::kDivisorOf}},
       "vsplit.int",
       Many::kUpToSize,
       Splits::kRows},
      {"vsplit.indices",
       kCore,
       kView,
       {{"indices", kInts, D::kCutsOf}},
       "vsplit.array",
       Many::kPerCut,
       Splits::kRows},
  };
}

constexpr std::array kProfileNames = {
    std::string_view("core"),          std::string_view("indexing"),
    std::string_view("dtype"),         std::string_view("complex"),
    std::string_view("memory_format"), std::string_view("sparse"),
    std::string_view("limits")};

}  // namespace

const std::vector<Op>& Ops() {
  static const std::vector<Op> ops = Rows();
  return ops;
}

const Op* FindOp(std::string_view name) {
  const auto op = std::lower_bound(
      Ops().begin(), Ops().end(), name,
      [](const Op& o, std::string_view n) { return o.name < n; });
  return op == Ops().end() || op->name != name ? nullptr : &*op;
}

std::string_view Name(ArgType type) {
  switch (type) {
    case kDim:
      return "dim";
    case kDims:
      return "dims";
    case kInt:
      return "int";
    case kOptionalInt:
      return "int?";
    case kInts:
      return "ints";
    case kSizes:
      return "sizes";
    case kSizesInfer:
      return "sizes_infer";
    case kTensor:
      return "tensor";
    case kNumber:
      return "number";
    case ArgType::kDType:
      return "dtype";
    case ArgType::kMemoryFormat:
      return "memory_format";
    case kIndex:
      return "index";
    case kValue:
      return "value";
  }
  return {};
}

std::string_view Name(OpKind kind) {
  switch (kind) {
    case kView:
      return "view";
    case kEither:
      return "either";
    case kSelfOrCopy:
      return "self_or_copy";
    case kCopy:
      return "copy";
    case kWrite:
      return "write";
    case kQuery:
      return "query";
    case kObserve:
      return "observe";
  }
  return {};
}

std::string_view Name(Profile profile) {
  return kProfileNames[static_cast<std::size_t>(profile)];
}

std::optional<Profile> FindProfile(std::string_view name) {
  for (const Profile profile : Profiles()) {
    if (Name(profile) == name) return profile;
  }
  return std::nullopt;
}

const std::vector<Profile>& Profiles() {
  static const std::vector<Profile> profiles = {
      kCore,   kIndexing, Profile::kDType, kComplex, Profile::kMemoryFormat,
      kSparse, kLimits};
  return profiles;
}

void AppendOpsJson(std::string& out) {
  const auto quoted = [&out](std::string_view text) {
    out.append("\"").append(text).append("\"");
  };
  out += "[\n";
  for (const Op& op : Ops()) {
    out += "{\"name\":";
    quoted(op.name);
    out += ",\"profile\":";
    quoted(Name(op.profile));
    out += ",\"kind\":";
    quoted(Name(op.kind));
    out += op.many == Many::kNo ? ",\"many\":false" : ",\"many\":true";
    out += ",\"aten\":";
    quoted(op.aten_name());
    out += ",\"parameters\":[";
    for (const Parameter& parameter : op.parameters) {
      if (&parameter != &op.parameters.front()) out += ",";
      out += "{\"name\":";
      quoted(parameter.name);
      out += ",\"type\":";
      quoted(Name(parameter.type));
      if (!parameter.otherwise.empty()) {
        out.append(",\"default\":").append(parameter.otherwise);
      }
      out += "}";
    }
    out += &op == &Ops().back() ? "]}\n" : "]},\n";
  }
  out += "]\n";
}

}  // namespace viewproof
