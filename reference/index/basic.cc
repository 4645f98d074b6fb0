#include "reference/index/basic.h"

#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "reference/ops/slice.h"
#include "reference/ops/squeeze.h"

namespace viewproof {
namespace {

// Returns whether a tensor counts as a number (index.d2).
bool IsNumber(const Tensor& tensor) {
  return tensor.geometry.rank() == 0 && IsSignedInteger(tensor.dtype);
}

// Returns how many dimensions of the operand an item indexes.
int64_t DimsIndexed(const IndexItem<Tensor>& item) {
  const auto* tensor = std::get_if<Tensor>(&item);
  if (tensor != nullptr && IsMask(*tensor)) return tensor->geometry.rank();
  const bool one = tensor != nullptr || std::holds_alternative<Range>(item) ||
                   std::holds_alternative<int64_t>(item);
  return one ? 1 : 0;
}

int64_t DimsIndexed(const Index<Tensor>& index) {
  int64_t named = 0;
  for (const IndexItem<Tensor>& item : index) named += DimsIndexed(item);
  return named;
}

// [0] for true, [] for false (index.d3).
Tensor Choice(bool item) {
  const int64_t numel = item ? 1 : 0;
  Tensor choice{std::make_shared<Storage>(), DType::kInt64, {{numel}, {1}, 0}};
  choice.storage->bytes.resize(numel * ItemSize(choice.dtype));
  return choice;
}

// Applies basic items one by one, each to the part that the last one left.
class BasicIndexer {
 public:
  BasicIndexer(const Geometry& operand, int64_t not_indexed)
      : part_{operand, {}}, not_indexed_(not_indexed) {}

  std::optional<Error> operator()(int64_t number) {
    return Keep(Select(part_.geometry, dim_, number), "index.e4", number);
  }
  std::optional<Error> operator()(const Range& range) {
    const int64_t step = range.step.value_or(1);
    return Keep(Slice(part_.geometry, dim_++, range.start, range.stop, step),
                "index.e3", step);
  }
  std::optional<Error> operator()(NewAxis) {
    return Keep(Unsqueeze(part_.geometry, dim_++), "unsqueeze.e1");
  }
  std::optional<Error> operator()(Ellipsis) {
    dim_ += not_indexed_;
    return std::nullopt;
  }
  std::optional<Error> operator()(bool item) {
    part_.advanced.push_back({dim_, Choice(item)});
    return (*this)(NewAxis());
  }
  std::optional<Error> operator()(const Tensor& tensor) {
    if (IsNumber(tensor)) {
      return (*this)(WholeOf(Read(tensor)[0]).value());
    }
    if (IsMask(tensor) && tensor.geometry.rank() == 0) {
      return (*this)(Read(tensor)[0].re != 0);
    }
    part_.advanced.push_back({dim_, tensor});
    dim_ += DimsIndexed(tensor);
    return std::nullopt;
  }

  Part Taken() && { return std::move(part_); }

 private:
  // Keeps `result`, or turns an error of its op into one of the index.
  std::optional<Error> Keep(Result<Geometry> result, ErrorRule rule,
                            std::optional<int64_t> number = std::nullopt) {
    if (result.ok()) {
      part_.geometry = std::move(result).value();
      return std::nullopt;
    }
    if (result.error().kind() == ErrorKind::kOverflow) return result.error();
    return Error{rule, number};
  }

  Part part_;
  int64_t dim_ = 0;  // The dimension of the part that the next item indexes.
  const int64_t not_indexed_;
};

}  // namespace

bool IsMask(const Tensor& tensor) {
  return tensor.dtype == DType::kBool || tensor.dtype == DType::kUInt8;
}

Result<Part> ApplyBasic(const Geometry& operand, const Index<Tensor>& index) {
  for (const IndexItem<Tensor>& item : index) {
    const auto* range = std::get_if<Range>(&item);
    if (range == nullptr || range->step.value_or(1) > 0) continue;
    if (range->step == 0) return Error{"index.e1"};
    if (index.size() > 1) continue;
    return Error{"index.e3", *range->step};
  }
  const int64_t not_indexed = operand.rank() - DimsIndexed(index);
  if (not_indexed < 0) return Error{"index.e2"};
  BasicIndexer indexer(operand, not_indexed);
  for (const IndexItem<Tensor>& item : index) {  // index.r1 index.d7
    const std::optional<Error> error = std::visit(indexer, item);
    if (error) return *error;
  }
  return std::move(indexer).Taken();
}

}  // namespace viewproof
