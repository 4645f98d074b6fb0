#include "conformance/model/ops.h"
#include "conformance/model/selection.h"

namespace viewproof::model {

TensorOrError GetItem(const Tensor& x, const Index<Tensor>& index) {
  const Result<IndexedPart> indexed = ApplyBasicItems(x, index);
  if (!indexed.ok()) return indexed.error();
  if (indexed.value().tensors.empty()) return indexed.value().part;
  const TensorOrError picked = PickElements(indexed.value());
  if (!picked.ok()) return picked.error();
  return CopyOf(picked.value());
}

}  // namespace viewproof::model
