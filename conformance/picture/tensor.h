#ifndef VIEWPROOF_CONFORMANCE_PICTURE_TENSOR_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_TENSOR_H_

#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/picture/picture.h"

namespace viewproof {

// The row of a tensor in a strip of a storage of `count` cells, if that is
// told.
Strip::Row RowOf(const std::string& name, const Geometry& geometry,
                 std::optional<Wide> place, std::optional<Wide> count,
                 const std::vector<Wide>& cells);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_TENSOR_H_
