#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>
#include <variant>

#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/picture/reason.h"
#include "reference/core/overlap.h"

namespace viewproof {
namespace {

// A dimension number that the tensor does not have: the nearest that it has, or
// a dimension more.
void MendDims(Mender& mender) {
  const Step& step = mender.step();
  const int64_t rank =
      std::max<int64_t>(mender.rank(), 1) + (step.op->name == "unsqueeze");
  const auto nearest = [rank](int64_t dim) {
    return dim >= rank ? rank - 1 : dim < -rank ? -rank : dim;
  };
  const auto each = [&step](auto change) {
    Step mended = step;
    for (std::size_t k = 0; k < step.args.size(); ++k) {
      const ArgType type = step.op->parameters[k].type;
      auto* dim = std::get_if<int64_t>(&mended.args[k]);
      auto* dims = std::get_if<Ints>(&mended.args[k]);
      if (dim != nullptr && type == ArgType::kDim) change(*dim);
      if (dims == nullptr || type != ArgType::kDims) continue;
      for (int64_t& entry : *dims) change(entry);
    }
    return mended;
  };
  int64_t over = 0;   // Says how far the greatest number is too great.
  int64_t count = 0;  // There are so many numbers.
  each([&](int64_t dim) {
    over = std::max(over, dim - rank + 1);
    ++count;
  });
  const std::string effect =
      fmt::format("the tensor has dimensions 0 to {}", rank - 1);
  const bool moves = count > 1 && over > 0 &&
                     mender.Try({each([over](int64_t& dim) {
                                  if (dim >= 0) dim -= over;
                                })},
                                effect);
  if (!moves) {
    mender.Try({each([nearest](int64_t& dim) { dim = nearest(dim); })}, effect);
  }
  if (step.op->name != "unsqueeze") {
    mender.TryAfter({StepOf("unsqueeze", {int64_t{0}})},
                    "adds a leading dimension, if one was lost");
  }
}

void MendIndexNumber(Mender& mender, const ErrorReply& error) {
  const auto at = ParameterCalled(mender.step(), "index");
  if (const auto size = SizeAlong(mender, "dim"); size && *size > 0) {
    if (at) {
      mender.TryWith(*at, *size - 1, "the last one; they count from 0");
      return;
    }
    if (const auto start = ParameterCalled(mender.step(), "start")) {
      const auto* length = ArgumentCalled<int64_t>(mender.step(), "length");
      mender.TryWith(*start,
                     std::max<int64_t>(*size - (length ? *length : 1), 0),
                     "begins where so many elements are left");
    }
    return;
  }
  const auto* index =
      at ? std::get_if<Index<TensorArg>>(&mender.step().args[*at]) : nullptr;
  if (index == nullptr || !error.number) return;
  for (std::size_t k = 0; k < index->size(); ++k) {
    const auto* number = std::get_if<int64_t>(&(*index)[k]);
    if (number == nullptr || *number != *error.number) continue;
    std::set<int64_t> sizes(mender.sizes().begin(), mender.sizes().end());
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
      Index<TensorArg> other = *index;
      other[k] = *size - 1;
      if (mender.TryWith(*at, other, "the last one; they count from 0")) return;
    }
  }
}

void MendOverlap(Mender& mender) {
  const char* mine = "writes into a copy without shared cells";
  if (!RepeatsAnElement(mender.trouble().geometry())) {
    if (!mender.TryOnArgument(StepOf("clone"), "reads from a copy")) {
      mender.TryOnArgument(StepOf("clone"), "picks by a copy", true);
    }
    mender.TryAfter({StepOf("clone")}, mine);
    return;
  }
  mender.TryAfter({StepOf("clone")}, mine);
  if (!mender.any()) mender.TryAfter({StepOf("contiguous")}, mine);
  const auto made = mender.trouble().on.step;
  if (made == 0) return;
  Step before = mender.step();
  before.on = OperandsOf(mender.trouble().test.chain,
                         mender.trouble().outcomes)[made - 1];
  mender.Try({before}, "writes each cell once, before it is repeated");
}

// Mends the numbers of a range that goes backwards.
bool MendRange(Mender& mender) {
  constexpr int64_t kMostListed = 16;
  const auto at = ParameterCalled(mender.step(), "index");
  const auto* index =
      at ? std::get_if<Index<TensorArg>>(&mender.step().args[*at]) : nullptr;
  for (std::size_t k = 0; index != nullptr && k < index->size(); ++k) {
    const auto* range = std::get_if<Range>(&(*index)[k]);
    if (range == nullptr || range->step.value_or(1) > 0) continue;
    Index<TensorArg> other = *index;
    const int64_t step = *range->step;
    const int64_t size = std::ssize(mender.sizes()) > static_cast<int64_t>(k)
                             ? mender.sizes()[k]
                             : 0;
    const auto bound = [size](std::optional<int64_t> n, int64_t otherwise) {
      if (!n) return otherwise;
      return std::clamp<int64_t>(*n < 0 ? *n + size : *n, -1, size - 1);
    };
    Literal numbers{DType::kInt64, {}, Values()};
    const int64_t stop = bound(range->stop, -1);
    for (int64_t n = bound(range->start, size - 1); step < 0 && n > stop;
         n += step) {
      numbers.values->list.push_back(Whole(n));
    }
    numbers.sizes = {std::ssize(numbers.values->list)};
    if (step < 0 && numbers.sizes[0] > kMostListed) continue;
    if (step < 0) {
      other[k] = TensorArg(std::move(numbers));
    } else {
      other[k] = Range{range->start, range->stop, 1};
    }
    return mender.TryWith(*at, other,
                          step < 0 ? "names the numbers, in a copy; torch.flip "
                                     "copies too"
                                   : "takes each of them");
  }
  return false;
}

// A number that is never lawful, or a dimension that is named twice.
void MendArgument(Mender& mender, const ErrorReply& error) {
  const Step& step = mender.step();
  const std::string_view name = TargetOf(*step.op).name;
  if (name == "expand") return MendExpandOf(mender);
  if (name == "contiguous.format") {
    mender.Try({StepOf("contiguous")}, "in row-major order");
    return;
  }
  if (name == "flatten") {
    mender.Try({StepOf("flatten", {step.args[1], step.args[0]})},
               "the first one comes first");
    return;
  }
  if (error.kind == ErrorKind::kInference) {
    for (std::size_t k = 0; k < step.args.size(); ++k) {
      if (!std::holds_alternative<Ints>(step.args[k])) continue;
      Ints once = std::get<Ints>(step.args[k]);
      const auto first = std::ranges::find(once, -1);
      if (first != once.end()) std::replace(first + 1, once.end(), -1L, 1L);
      mender.TryWith(k, once, "one size is inferred");
      mender.TryWith(k, Ints{-1}, "one dimension");
      mender.TryWith(k, Ints{0}, "nothing is to be inferred");
    }
    return;
  }
  if (MendRange(mender)) return;
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    if (std::holds_alternative<int64_t>(step.args[k])) {
      for (int64_t number = 0; number < 8; ++number) {
        if (mender.TryWith(k, number, "a lawful number")) break;
      }
    } else if (const auto* list = std::get_if<Ints>(&step.args[k])) {
      Ints lawful = *list;
      for (int64_t& entry : lawful) entry = std::max<int64_t>(entry, -1);
      if (lawful != *list && mender.TryWith(k, lawful, "lawful sizes")) break;
      for (int64_t& entry : lawful) entry = std::abs(entry);
      if (lawful != *list && mender.TryWith(k, lawful, "lawful sizes")) break;
      if (error.kind != ErrorKind::kDuplicateDim) continue;
      Ints order(static_cast<std::size_t>(mender.rank()));
      std::iota(order.begin(), order.end(), 0);
      if (mender.TryWith(k, order, "names every dimension once")) break;
      mender.TryWith(k, Ints{list->front()}, "names it once");
    }
    if (mender.any()) return;
  }
}

void MendState(Mender& mender) {
  mender.TryAfter({StepOf("resolve_conj")}, "resolves the bit in a copy");
  mender.TryAfter({StepOf("resolve_neg")}, "resolves the bit in a copy");
  if (!mender.any()) {
    mender.TryAfter({StepOf("clone")}, "in a copy, which has no bit");
  }
}

void MendBounds(Mender& mender) {
  const Step& step = mender.step();
  Ints sizes = std::get<Ints>(step.args[0]);
  mender.TryWith(2, std::optional<int64_t>(0),
                 "begins at the start of its storage");
  for (std::size_t d = 0; d < sizes.size() && !mender.any(); ++d) {
    for (Ints fewer = sizes; fewer[d] > 0 && !mender.any();) {
      fewer[d] = fewer[d] > 64 ? fewer[d] / 2 : fewer[d] - 1;
      if (fewer[d] > 0) {
        mender.TryWith(0, fewer, "as many as the storage has");
      }
    }
  }
}

}  // namespace

std::string TextOf(const Repair& repair) {
  return fmt::format("{}: {}; copies {}.", repair.code, repair.effect,
                     repair.bytes == 0 ? "nothing" : BytesText(repair.bytes));
}

const char* HeadingOf(const std::vector<Repair>& repairs) {
  return std::ranges::all_of(repairs, &Repair::ran)
             ? "What to do instead (the reference ran each)"
             : "What to do instead (calculated: too large to be run here)";
}

void AddRepairsOfView(const StepInQuestion& trouble, const Ints& sizes,
                      Reason& reason) {
  Mender mender(trouble, reason);
  const Geometry operand = trouble.geometry();
  mender.Try({StepOf("reshape", {sizes})}, "keeps the order of the elements");
  mender.Try({StepOf("contiguous"), StepOf("view", {sizes})}, "the same");
  Ints order(operand.sizes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int64_t a, int64_t b) {
    return operand.strides[a] > operand.strides[b];
  });
  if (!std::ranges::is_sorted(order)) {
    mender.Try({StepOf("permute", {order}), StepOf("view", {sizes})},
               "another order, as in the storage");
  }
  const LargestView merge = LargestViewOf(operand);
  if (merge.sizes != operand.sizes) {
    mender.Try({StepOf("view", {merge.sizes})},
               "keeps the order, but has other sizes");
  }
}

void AddRepairs(const StepInQuestion& trouble, const ErrorReply& error,
                Reason& reason) {
  Mender mender(trouble, reason);
  switch (*error.kind) {
    case ErrorKind::kNotViewable:
      mender.TryAfter({StepOf("contiguous")}, "in a contiguous copy");
      if (!mender.any()) mender.TryAfter({StepOf("clone")}, "in a copy");
      return;
    case ErrorKind::kOverlap:
      return MendOverlap(mender);
    case ErrorKind::kDimOutOfRange:
      return MendDims(mender);
    case ErrorKind::kIndexOutOfRange:
      return MendIndexNumber(mender, error);
    case ErrorKind::kSize:
      return MendSize(mender);
    case ErrorKind::kRank:
      return MendRank(mender);
    case ErrorKind::kArgument:
    case ErrorKind::kInference:
    case ErrorKind::kDuplicateDim:
      return MendArgument(mender, error);
    case ErrorKind::kState:
      return MendState(mender);
    case ErrorKind::kOutOfBounds:
      return MendBounds(mender);
    case ErrorKind::kOverflow:
    case ErrorKind::kDType:
    case ErrorKind::kTensorKind:
      return;
  }
}

}  // namespace viewproof
