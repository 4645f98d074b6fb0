#ifndef VIEWPROOF_CONFORMANCE_PICTURE_TENSOR_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_TENSOR_H_

#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/picture/picture.h"

namespace viewproof {

// The row of a tensor in a strip of a storage of `count` cells.
Strip::Row RowOf(const std::string& name, const Geometry& geometry,
                 std::optional<Wide> place, Wide count,
                 const std::vector<Wide>& cells);

// The bytes of a storage: those of the first tensor that lies there.
Wide StorageBytes(const Case& test, const std::vector<Outcome>& outcomes,
                  int64_t storage);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_TENSOR_H_
