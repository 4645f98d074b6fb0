#include "conformance/subjects/left_open.h"

namespace viewproof {

const std::vector<OpenCase>& CasesLeftOpen() {
  static const std::vector<OpenCase> cases = {
      {"broadcast_to.e5",
       "float32[0] | as_strided([2,0], [4611686018427387904,1], 0) | "
       "broadcast_to([1,2,0])"},
      {"broadcast_to.e5",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | "
       "broadcast_to([1,3,0])"},
      {"chunk.e4",
       "float32[0] | as_strided([5,0], [4611686018427387904,1], 0) | chunk(2, "
       "0)"},
      {"clone_format.e1",
       "float32[1] | as_strided([0,4294967296,4294967296,1], [1,1,1,1], 0) | "
       "clone.format(contiguous_format)"},
      {"contiguous_format.e2",
       "float32[1] | as_strided([0,4294967296,4294967296,1], [1,1,1,1], 0) | "
       "contiguous.format(channels_last)"},
      {"diagonal.e4",
       "float32[0] | as_strided([0,1,3], [1,1,4611686018427387904], 0) | "
       "diagonal(2, 1, 2)"},
      {"diagonal.e4",
       "float32[0] | as_strided([0,1,5], [1,1,4611686018427387904], 0) | "
       "diagonal(4, 1, 2)"},
      {"diagonal.e4",
       "float32[0] | as_strided([0,3,1], [1,4611686018427387904,1], 0) | "
       "diagonal(-2, 1, 2)"},
      {"dsplit.e4",
       "float32[0] | as_strided([0,1,8], [1,1,4611686018427387904], 0) | "
       "dsplit(2)"},
      {"dsplit_indices.e2",
       "float32[0] | as_strided([0,1,3], [1,1,4611686018427387904], 0) | "
       "dsplit.indices([-1])"},
      {"expand.e5",
       "float32[0] | as_strided([2,0], [4611686018427387904,1], 0) | "
       "expand([1,2,0])"},
      {"expand_as.e3",
       "float32[0] | as_strided([2,0], [4611686018427387904,1], 0) | "
       "expand_as(float32[1,2,0])"},
      {"expand_as.e3",
       "float32[0] | as_strided([4,0], [4611686018427387904,1], 0) | "
       "expand_as(float32[1,4,0])"},
      {"flatten.e4",
       "float32[1,1,0] | expand([4294967296,4294967296,0]) | flatten(0, 1)"},
      {"flatten.e5",
       "float32[6] | as_strided([0,4294967296,4294967296,1024,1], [1,1,1,1,1], "
       "0) | flatten(3, 4)"},
      {"hsplit.e4",
       "float32[0] | as_strided([0,3], [1,4611686018427387904], 0) | "
       "hsplit(3)"},
      {"hsplit_indices.e2",
       "float32[0] | as_strided([0,3], [1,4611686018427387904], 0) | "
       "hsplit.indices([2])"},
      {"narrow.e6",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | narrow(0, "
       "2, 1)"},
      {"narrow.e6",
       "float32[0] | as_strided([5,0], [4611686018427387904,1], 0) | narrow(0, "
       "4, 1)"},
      {"real.e1",
       "complex64[0] | as_strided([0,2], [9223372036854775807,1], 0) | real()"},
      {"reshape.e5",
       "float32[0] | reshape([0,4294967296,4294967296,4294967296])"},
      {"reshape_as.e2",
       "float32[0] | as_strided([0,4294967296,4294967296,4294967296], "
       "[1,1,1,1], "
       "0) | reshape_as(@1.0) @0.0"},
      {"select.e4",
       "float32[0] | as_strided([2,0], [1,1], 9223372036854775807) | select(0, "
       "1)"},
      {"select.e4",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | select(0, "
       "2)"},
      {"select.e4",
       "float32[0] | as_strided([5,0], [4611686018427387904,1], 0) | select(0, "
       "4)"},
      {"slice.e4",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | slice(0, "
       "2, "
       "3, 1)"},
      {"slice.e4",
       "float32[0] | as_strided([5,0], [4611686018427387904,1], 0) | slice(0, "
       "4, "
       "5, 1)"},
      {"split.e5",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | split(1, "
       "0)"},
      {"split.e5",
       "float32[0] | as_strided([5,0], [4611686018427387904,1], 0) | split(4, "
       "0)"},
      {"split_with_sizes.e5",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | "
       "split_with_sizes([2,1], 0)"},
      {"tensor_split.e4",
       "float32[0] | as_strided([2,0], [4611686018427387904,1], 0) | "
       "tensor_split(3, 0)"},
      {"tensor_split.e4",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | "
       "tensor_split(3, 0)"},
      {"tensor_split_indices.e3",
       "float32[0] | as_strided([2,0], [4611686018427387904,1], 0) | "
       "tensor_split.indices([9], 0)"},
      {"tensor_split_indices.e3",
       "float32[0] | as_strided([5,0], [4611686018427387904,1], 0) | "
       "tensor_split.indices([4], 0)"},
      {"unbind.e3",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | "
       "unbind(0)"},
      {"unflatten.e8",
       "float32[0,4] | unflatten(0, [0,4294967296,4294967296])"},
      {"unsqueeze.e2",
       "float32[0] | as_strided([2,0], [4611686018427387904,1], 0) | "
       "unsqueeze(0)"},
      {"unsqueeze.e2",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | "
       "unsqueeze(0)"},
      {"unsqueeze.e2",
       "float32[0] | as_strided([4,0], [4611686018427387904,1], 0) | "
       "unsqueeze(0)"},
      {"view.e6", "float32[0] | view([0,4294967296,4294967296,4294967296])"},
      {"view.e6", "float32[0] | view([0,4611686018427387904,2])"},
      {"view_as.e3",
       "float32[0] | as_strided([0,4294967296,4294967296,4294967296], "
       "[1,1,1,1], "
       "0) | view_as(@1.0) @0.0"},
      {"view_as_real.e3",
       "complex64[0] | as_strided([0,2], [9223372036854775807,1], 0) | "
       "view_as_real()"},
      {"view_as_real.e3",
       "complex64[0] | as_strided([0], [1], 9223372036854775807) | "
       "view_as_real()"},
      {"view_dtype.e8",
       "float32[2] bytes | as_strided([0], [1], 9223372036854775807) | "
       "view.dtype(int16)"},
      {"vsplit.e4",
       "float32[0] | as_strided([8,0], [4611686018427387904,1], 0) | "
       "vsplit(2)"},
      {"vsplit_indices.e2",
       "float32[0] | as_strided([3,0], [4611686018427387904,1], 0) | "
       "vsplit.indices([-1])"},
  };
  return cases;
}

}  // namespace viewproof
