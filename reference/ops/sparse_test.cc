#include "reference/ops/sparse.h"

#include <gtest/gtest.h>

#include "reference/core/test_util.h"

namespace viewproof {
namespace sparse_test {

Tensor Dense(DType dtype, const Ints& sizes) {
  Tensor made;
  made.storage = std::make_shared<Storage>();
  made.storage->bytes.resize(*Numel(sizes) * ItemSize(dtype));
  made.dtype = dtype;
  made.geometry = {sizes, *ContiguousStrides(sizes), 0};
  return made;
}

// A [4, 3] tensor with two rows that are there.
Tensor TwoRows(bool coalesced) {
  Tensor made = Dense(DType::kFloat64, {2, 3});
  made.coo = std::make_shared<CooTensors>(CooTensors{
      Dense(DType::kInt64, {1, 2}), Dense(DType::kFloat64, {2, 3}), coalesced});
  return made;
}

TEST(Sparse, ItsPartsAreNotCopied) {  // sparse.d1 indices.r1 values.r1
  const Tensor sparse = TwoRows(true);
  const Tensor indices = SparseIndices(sparse).value();
  EXPECT_EQ(indices.storage, sparse.coo->indices.storage);
  EXPECT_EQ(indices.dtype, DType::kInt64);
  EXPECT_EQ(indices.geometry, (Geometry{{1, 2}, {2, 1}, 0}));
  const Tensor values = SparseValues(sparse).value();
  EXPECT_EQ(values.storage, sparse.coo->values.storage);
  EXPECT_EQ(values.dtype, DType::kFloat64);
  EXPECT_EQ(values.geometry, (Geometry{{2, 3}, {3, 1}, 0}));
}

TEST(Sparse, AStridedOperandHasNone) {  // indices.e1 values.e1
  const Tensor strided = Dense(DType::kFloat32, {2});
  ExpectRefused(SparseIndices(strided), "indices.e1");
  ExpectRefused(SparseValues(strided), "values.e1");
}

TEST(Sparse, AnUncoalescedOperandKeepsThemBack) {  // indices.e2 values.e2
  const Tensor sparse = TwoRows(false);
  ExpectRefused(SparseIndices(sparse), "indices.e2");
  ExpectRefused(SparseValues(sparse), "values.e2");
}

}  // namespace sparse_test
}  // namespace viewproof
