#include <span>
#include <utility>

#include "conformance/case/ops.h"

namespace viewproof {
namespace {

using enum ArgType;
using enum OpKind;
using D = Domain;

// Returns how many outputs an op has (Op::outputs).

int64_t PerElement(const CutRequest& cutting) { return cutting.size; }

int64_t PerPiece(const CutRequest& cutting) {
  if (cutting.size == 0) return 1;
  if (cutting.number == 0) return 0;
  return (cutting.size - 1) / cutting.number + 1;
}

int64_t AsAsked(const CutRequest& cutting) { return cutting.number; }

int64_t AsAskedIfAlike(const CutRequest& cutting) {
  const bool alike = cutting.number > 0 && cutting.size % cutting.number == 0;
  return alike ? cutting.number : 0;
}

// In pieces of one length: of a size of 7, 5 pieces of 2 are 4.
int64_t AsAskedOrFewer(const CutRequest& cutting) {
  if (cutting.size == 0 || cutting.number == 0) return cutting.number;
  const int64_t length = (cutting.size - 1) / cutting.number + 1;
  return PerPiece({.size = cutting.size, .number = length});
}

int64_t PerEntry(const CutRequest& cutting) { return cutting.entries; }

int64_t OneMoreThanEntries(const CutRequest& cutting) {
  return cutting.entries + 1;
}

// The dimension that an op cuts (Op::cuts).

int64_t Rows(int64_t) { return 0; }
int64_t Columns(int64_t rank) { return rank == 1 ? 0 : 1; }
int64_t Layers(int64_t) { return 2; }

// The rows stand in arrays: a fault in one is then reported for that one alone.

void Add(Profile profile, std::span<const Op> rows, std::vector<Op>& ops) {
  for (Op row : rows) {
    row.profile = profile;
    ops.push_back(std::move(row));
  }
}

void AddCoreOps(std::vector<Op>& ops) {
  const Op rows[] = {
      {.name = "T", .aten = "numpy_T"},
      {.name = "add_",
       .kind = kWrite,
       .parameters = {{"other", kValue, D::kAdded}},
       .aten = "add_.Tensor"},
      {.name = "as_strided",
       .parameters = {{"size", kSizes, D::kInStorage},
                      {"stride", kInts, D::kInStorage},
                      {"storage_offset", kOptionalInt, D::kInStorage, "null"}}},
      {.name = "broadcast_to", .alias = {"expand"}},
      {.name = "clone", .kind = kCopy},
      {.name = "contiguous", .kind = kSelfOrCopy},
      {.name = "copy_",
       .kind = kWrite,
       .parameters = {{"src", kTensor, D::kBroadcastsToThis}}},
      {.name = "detach"},
      {.name = "diagonal",
       .parameters = {{"offset", kInt, D::kAny, "0"},
                      {"dim1", kDim, D::kDim, "0"},
                      {"dim2", kDim, D::kOtherDim, "1"}}},
      {.name = "drop", .kind = kForget},
      {.name = "expand",
       .parameters = {{"size", kSizesInfer, D::kBroadcastable}}},
      {.name = "expand_as",
       .parameters = {{"other", kTensor, D::kBroadcastable}},
       .alias = {"expand", {1, 3, 5}}},
      {.name = "fill_",
       .kind = kWrite,
       .parameters = {{"value", kNumber, D::kWritten}},
       .aten = "fill_.Scalar"},
      {.name = "flatten",
       .kind = kEither,
       .parameters = {{"start_dim", kDim, D::kDim, "0"},
                      {"end_dim", kDim, D::kRangeEnd, "-1"}},
       .aten = "flatten.using_ints"},
      {.name = "flip",
       .kind = kCopy,
       .parameters = {{"dims", kDims, D::kDistinctDims}},
       .of_base_dtypes = true},
      {.name = "is_contiguous", .kind = kQuery},
      {.name = "mT"},
      {.name = "moveaxis", .aten = "moveaxis.intlist", .alias = {"movedim"}},
      {.name = "movedim",
       .parameters = {{"source", kDims, D::kDistinctDims},
                      {"destination", kDims, D::kSameLength}},
       .aten = "movedim.intlist"},
      {.name = "narrow",
       .parameters = {{"dim", kDim, D::kDim},
                      {"start", kInt, D::kStartOf},
                      {"length", kInt, D::kLengthAfter}}},
      {.name = "new",
       .kind = kNew,
       .parameters = {{"tensor", kLiteral, D::kFresh}},
       .aten = "tensor"},
      {.name = "permute", .parameters = {{"dims", kDims, D::kPermutation}}},
      {.name = "ravel", .kind = kEither},
      {.name = "read", .kind = kObserve},
      {.name = "reshape",
       .kind = kEither,
       .parameters = {{"shape", kSizesInfer, D::kShapeOfNumel}}},
      {.name = "reshape_as",
       .parameters = {{"other", kTensor, D::kSameNumel}},
       .alias = {"reshape", {4, 5}}},
      {.name = "select",
       .parameters = {{"dim", kDim, D::kDim}, {"index", kInt, D::kIndexOf}},
       .aten = "select.int"},
      {.name = "slice",
       .parameters = {{"dim", kDim, D::kDim, "0"},
                      {"start", kOptionalInt, D::kBound, "null"},
                      {"end", kOptionalInt, D::kBound, "null"},
                      {"step", kInt, D::kStep, "1"}},
       .aten = "slice.Tensor"},
      {.name = "squeeze"},
      {.name = "squeeze.dim", .parameters = {{"dim", kDim, D::kDim}}},
      {.name = "squeeze.dims",
       .parameters = {{"dim", kDims, D::kDistinctDims}}},
      {.name = "swapaxes",
       .parameters = {{"axis0", kDim, D::kDim}, {"axis1", kDim, D::kDim}},
       .alias = {"transpose"}},
      {.name = "swapdims", .alias = {"transpose"}},
      {.name = "t"},
      {.name = "transpose",
       .parameters = {{"dim0", kDim, D::kDim}, {"dim1", kDim, D::kDim}},
       .aten = "transpose.int"},
      {.name = "unflatten",
       .parameters = {{"dim", kDim, D::kDim},
                      {"sizes", kSizesInfer, D::kFactorsOf}},
       .aten = "unflatten.int"},
      {.name = "unfold",
       .parameters = {{"dimension", kDim, D::kDim},
                      {"size", kInt, D::kWindowOf},
                      {"step", kInt, D::kStep}}},
      {.name = "unsqueeze", .parameters = {{"dim", kDim, D::kFreshDim}}},
      {.name = "view", .parameters = {{"size", kSizesInfer, D::kShapeOfNumel}}},
      {.name = "view_as",
       .parameters = {{"other", kTensor, D::kSameNumel}},
       .alias = {"view", {4, 5, 6}}},
      {.name = "zero_", .kind = kWrite},
  };
  Add(Profile::kCore, rows, ops);
}

void AddCoreOpsWithManyOutputs(std::vector<Op>& ops) {
  const Op rows[] = {
      {.name = "chunk",
       .parameters = {{"chunks", kInt, D::kCount}, {"dim", kDim, D::kDim, "0"}},
       .outputs = AsAskedOrFewer},
      {.name = "dsplit",
       .parameters = {{"sections", kInt, D::kDivisorOf}},
       .aten = "dsplit.int",
       .outputs = AsAskedIfAlike,
       .cuts = Layers},
      {.name = "dsplit.indices",
       .parameters = {{"indices", kInts, D::kCutsOf}},
       .aten = "dsplit.array",
       .outputs = OneMoreThanEntries,
       .cuts = Layers},
      {.name = "hsplit",
       .parameters = {{"sections", kInt, D::kDivisorOf}},
       .aten = "hsplit.int",
       .outputs = AsAskedIfAlike,
       .cuts = Columns},
      {.name = "hsplit.indices",
       .parameters = {{"indices", kInts, D::kCutsOf}},
       .aten = "hsplit.array",
       .outputs = OneMoreThanEntries,
       .cuts = Columns},
      {.name = "split",
       .parameters = {{"split_size", kInt, D::kPieceOf},
                      {"dim", kDim, D::kDim, "0"}},
       .aten = "split.Tensor",
       .outputs = PerPiece},
      {.name = "split_with_sizes",
       .parameters = {{"split_sizes", kInts, D::kPartsOf},
                      {"dim", kDim, D::kDim, "0"}},
       .outputs = PerEntry},
      {.name = "tensor_split",
       .parameters = {{"sections", kInt, D::kCount},
                      {"dim", kDim, D::kDim, "0"}},
       .aten = "tensor_split.sections",
       .outputs = AsAsked},
      {.name = "tensor_split.indices",
       .parameters = {{"indices", kInts, D::kCutsOf},
                      {"dim", kDim, D::kDim, "0"}},
       .outputs = OneMoreThanEntries},
      {.name = "unbind",
       .parameters = {{"dim", kDim, D::kDim, "0"}},
       .aten = "unbind.int",
       .outputs = PerElement},
      {.name = "vsplit",
       .parameters = {{"sections", kInt, D::kDivisorOf}},
       .aten = "vsplit.int",
       .outputs = AsAskedIfAlike,
       .cuts = Rows},
      {.name = "vsplit.indices",
       .parameters = {{"indices", kInts, D::kCutsOf}},
       .aten = "vsplit.array",
       .outputs = OneMoreThanEntries,
       .cuts = Rows},
  };
  Add(Profile::kCore, rows, ops);
}

void AddIndexingOps(std::vector<Op>& ops) {
  const Op rows[] = {
      {.name = "getitem",
       .kind = kByIndex,
       .parameters = {{"index", kIndex, D::kItems}},
       .aten = "index"},
      {.name = "setitem",
       .kind = kWrite,
       .parameters = {{"index", kIndex, D::kItems},
                      {"value", kValue, D::kAssigned}},
       .aten = "index_put_"},
  };
  Add(Profile::kIndexing, rows, ops);
}

void AddDTypeOps(std::vector<Op>& ops) {
  const Op rows[] = {
      {.name = "view.dtype", .parameters = {{"dtype", kDType, D::kRecut}}},
  };
  Add(Profile::kDType, rows, ops);
}

void AddComplexOps(std::vector<Op>& ops) {
  const Op rows[] = {
      {.name = "H", .aten = "matrix_H"},
      {.name = "adjoint", .alias = {"mH"}},
      {.name = "conj"},
      {.name = "imag"},
      {.name = "mH"},
      {.name = "real"},
      {.name = "resolve_conj", .kind = kSelfOrCopy},
      {.name = "resolve_neg", .kind = kSelfOrCopy},
      {.name = "view_as_complex"},
      {.name = "view_as_real"},
  };
  Add(Profile::kComplex, rows, ops);
}

void AddMemoryFormatOps(std::vector<Op>& ops) {
  const Op rows[] = {
      {.name = "clone.format",
       .kind = kCopy,
       .parameters = {{"memory_format", kMemoryFormat, D::kFormat}},
       .aten = "clone"},
      {.name = "contiguous.format",
       .kind = kSelfOrCopy,
       .parameters = {{"memory_format", kMemoryFormat, D::kFormat}},
       .aten = "contiguous"},
      {.name = "is_contiguous.format",
       .kind = kQuery,
       .parameters = {{"memory_format", kMemoryFormat, D::kAny}},
       .aten = "is_contiguous.memory_format"},
  };
  Add(Profile::kMemoryFormat, rows, ops);
}

void AddSparseOps(std::vector<Op>& ops) {
  const Op rows[] = {
      {.name = "indices"},
      {.name = "values"},
  };
  Add(Profile::kSparse, rows, ops);
}

}  // namespace

std::vector<Op> OpRows() {
  std::vector<Op> ops;
  AddCoreOps(ops);
  AddCoreOpsWithManyOutputs(ops);
  AddIndexingOps(ops);
  AddDTypeOps(ops);
  AddComplexOps(ops);
  AddMemoryFormatOps(ops);
  AddSparseOps(ops);
  return ops;
}

}  // namespace viewproof
