#include "reference/index/getitem.h"

#include <cstdint>
#include <memory>

#include "reference/index/basic.h"
#include "reference/index/selection.h"
#include "reference/ops/write.h"

namespace viewproof {

Result<Tensor> GetItem(const Tensor& operand, const Index<Tensor>& index) {
  const Result<Part> part = ApplyBasic(operand.geometry, index);
  if (!part.ok()) return part.error();
  if (part.value().advanced.empty()) {
    return ViewOf(operand, part.value().geometry);  // getitem.r1
  }
  const Result<Selection> selection = SelectFrom(part.value());
  if (!selection.ok()) return selection.error();
  const Result<Ints> addresses = AddressesOf(selection.value());
  if (!addresses.ok()) return addresses.error();
  const Ints& sizes = selection.value().sizes;
  Tensor copy{.storage = std::make_shared<Storage>(),  // getitem.r2
              .dtype = operand.dtype,
              .geometry = {.sizes = sizes,
                           .strides = ContiguousStrides(sizes).value(),
                           .offset = 0}};
  copy.storage->bytes.resize(addresses.value().size() *
                             ItemSize(operand.dtype));
  int64_t to = 0;
  for (const int64_t from : addresses.value()) {
    CopyElement(copy, to++, operand, from);
  }
  return copy;
}

}  // namespace viewproof
