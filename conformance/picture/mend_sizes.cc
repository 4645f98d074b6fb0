#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <variant>

#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/picture/reason.h"

namespace viewproof {
namespace {

// Expands to `target` after dimensions of size 1 were put where the sizes do
// not meet: [3] to [3,4] as [3,1].
void MendExpand(Mender& mender, const Ints& target) {
  const Ints& sizes = mender.sizes();
  Ints kept = target;
  const auto spare =
      static_cast<std::ptrdiff_t>(target.size()) - std::ssize(sizes);
  for (std::ptrdiff_t d = 0; spare >= 0 && d < std::ssize(sizes); ++d) {
    int64_t& asked = kept[static_cast<std::size_t>(spare + d)];
    const int64_t size = sizes[static_cast<std::size_t>(d)];
    if (size != 1 && asked != size) asked = size;
  }
  // The sizes are placed among the target's in the first way that fits.
  std::vector<bool> taken(target.size(), false);
  if (spare > 0 && target.size() <= 8) {
    std::fill(taken.begin(), taken.end() - spare, true);
    do {
      std::vector<Step> steps;
      std::size_t next = 0;
      bool fits = true;
      for (std::size_t d = 0; d < target.size(); ++d) {
        if (!taken[d]) {
          steps.push_back(StepOf("unsqueeze", {static_cast<int64_t>(d)}));
          continue;
        }
        const int64_t size = sizes[next++];
        fits &= size == 1 || size == target[d];
      }
      if (!fits) continue;
      steps.push_back(StepOf("expand", {target}));
      if (mender.Try(std::move(steps),
                     "adds the dimension of size 1 that is repeated")) {
        return;
      }
    } while (std::prev_permutation(taken.begin(), taken.end()));
  }
  if (spare < 0) {
    Ints longer(sizes.begin(), sizes.begin() - spare);
    longer.insert(longer.end(), target.begin(), target.end());
    if (mender.Try({StepOf("expand", {longer})},
                   "names every dimension that the tensor has")) {
      return;
    }
    std::vector<Step> steps(static_cast<std::size_t>(-spare),
                            StepOf("select", {int64_t{0}, int64_t{0}}));
    steps.push_back(StepOf("expand", {target}));
    mender.Try(std::move(steps), "takes the first of the leading dimensions");
    return;
  }
  if (kept != target) {
    mender.Try({StepOf("expand", {kept})},
               "only a size of 1 can be repeated: keeps the others");
  }
}

// An index of too many items, or a mask at a dimension of another size.
void MendIndex(Mender& mender) {
  const auto at = ParameterCalled(mender.step(), "index");
  const auto* index =
      at ? std::get_if<Index<TensorArg>>(&mender.step().args[*at]) : nullptr;
  if (index == nullptr) return;
  Index<TensorArg> moved = *index;
  for (int64_t d = 1; d < mender.rank(); ++d) {
    moved.insert(moved.begin(), Range{});
    if (std::ssize(moved) > mender.rank()) break;
    if (mender.TryWith(*at, moved, "the same along another dimension")) return;
  }
  Index<TensorArg> fewer = *index;
  while (fewer.size() > 1) {
    fewer.pop_back();
    if (mender.TryWith(
            *at, fewer,
            fmt::format("the tensor has {} dimensions", mender.rank()))) {
      return;
    }
  }
}

// A tensor that does not broadcast to the one that it is written to.
void MendSource(Mender& mender) {
  for (int64_t d = -1; d >= -3; --d) {
    if (mender.TryOnArgument(StepOf("unsqueeze", {d}),
                             "adds a dimension of size 1, which repeats")) {
      break;
    }
  }
  mender.TryOnArgument(StepOf("transpose", {int64_t{-2}, int64_t{-1}}),
                       "exchanges its last two dimensions");
  const StepInQuestion& asked = mender.trouble();
  const auto part = PartWritten(asked.test, asked.k, asked.on, asked.operand);
  const TensorArg* tensor = SourceOf(mender.step());
  if (!part || tensor == nullptr) return;
  const Ints sizes = SizesOf(mender.trouble(), *tensor);
  if (mender.step().args.size() == 1) {
    mender.TryAfter({StepOf("expand", {sizes}), StepOf("clone")},
                    "writes into a larger copy");
  }
  if (std::ssize(sizes) > std::ssize(part->sizes)) {
    mender.TryOnArgument(StepOf("select", {int64_t{0}, int64_t{0}}),
                         "takes the first of its leading dimension");
  }
  const auto spare = std::ssize(part->sizes) - std::ssize(sizes);
  for (std::ptrdiff_t d = 0; spare >= 0 && d < std::ssize(sizes); ++d) {
    const int64_t size = sizes[static_cast<std::size_t>(d)];
    const int64_t room = part->sizes[static_cast<std::size_t>(d + spare)];
    if (mender.any() || size == room || size == 1) continue;
    mender.TryOnArgument(StepOf("narrow", {static_cast<int64_t>(d), int64_t{0},
                                           size > room ? room : int64_t{1}}),
                         size > room ? "takes as many as are written to"
                                     : "repeats the first of it");
  }
}

}  // namespace

void MendExpandOf(Mender& mender) {
  const Arg& arg = mender.step().args[0];
  if (const auto* target = std::get_if<Ints>(&arg)) {
    Ints lawful = *target;
    const auto spare = std::ssize(lawful) - mender.rank();
    for (std::ptrdiff_t d = 0; d < std::ssize(lawful); ++d) {
      int64_t& size = lawful[static_cast<std::size_t>(d)];
      if (size < 0) size = d < spare ? 1 : -1;
    }
    if (lawful != *target) {
      mender.TryWith(0, lawful, "-1 keeps a size, and a new one needs its own");
    }
    Ints filled = lawful;
    for (std::ptrdiff_t d = std::max<std::ptrdiff_t>(spare, 0);
         d < std::ssize(filled); ++d) {
      int64_t& size = filled[static_cast<std::size_t>(d)];
      if (size < 0) size = mender.sizes()[static_cast<std::size_t>(d - spare)];
    }
    MendExpand(mender, filled);
  } else if (const auto* tensor = std::get_if<TensorArg>(&arg)) {
    MendExpand(mender, SizesOf(mender.trouble(), *tensor));
  }
}

void MendSize(Mender& mender) {
  const Step& step = mender.step();
  const std::string_view name = TargetOf(*step.op).name;
  if (name == "view" || name == "reshape") {
    const auto* asked = std::get_if<Ints>(&step.args[0]);
    for (std::size_t d = 0; asked != nullptr && d < asked->size(); ++d) {
      if (std::ranges::count(*asked, -1) > 0) break;
      Ints other = *asked;
      other[d] = -1;
      if (mender.TryWith(0, other, "-1 is what is left")) break;
    }
    mender.Try({StepOf(name == "view" ? "view" : "reshape", {Ints{-1}})},
               "keeps the order, in one dimension");
  } else if (name == "expand") {
    MendExpandOf(mender);
  } else if (name == "narrow") {
    const auto size = SizeAlong(mender, "dim");
    const auto* start = ArgumentCalled<int64_t>(step, "start");
    const int64_t first = *start < 0 ? *start + *size : *start;
    mender.TryWith(*ParameterCalled(step, "length"), *size - first,
                   "as many as there are");
  } else if (name == "unfold") {
    if (const auto size = SizeAlong(mender, "dimension")) {
      mender.TryWith(*ParameterCalled(step, "size"), *size,
                     "the largest window");
    }
  } else if (name == "unflatten") {
    const auto place = *ParameterCalled(step, "sizes");
    Ints other = std::get<Ints>(step.args[place]);
    for (std::size_t d = 0; d < other.size(); ++d) {
      Ints inferred = other;
      inferred[d] = -1;
      if (mender.TryWith(place, inferred, "-1 is what is left")) break;
    }
    mender.TryWith(place, Ints{-1}, "one dimension");
  } else if (name == "split") {
    if (const auto size = SizeAlong(mender, "dim")) {
      mender.TryWith(0, *size, "one piece");
    }
  } else if (name == "split_with_sizes") {
    Ints lengths = std::get<Ints>(step.args[0]);
    const int64_t size = SizeAlong(mender, "dim").value_or(0);
    while (!lengths.empty()) {
      lengths.pop_back();
      Ints full = lengths;
      full.push_back(
          size - std::accumulate(lengths.begin(), lengths.end(), int64_t{0}));
      if (mender.TryWith(0, full, "the last one takes what is left")) return;
    }
    mender.TryWith(0, Ints{size}, "one piece");
  } else if (name == "hsplit" || name == "vsplit" || name == "dsplit") {
    const int64_t dim = step.op->cuts(mender.rank());
    const auto sections = std::max<int64_t>(std::get<int64_t>(step.args[0]), 1);
    mender.Try({StepOf("tensor_split", {sections, dim})},
               "pieces need not be of one size");
  } else if (name == "view_as_complex") {
    mender.TryAfter({StepOf("unflatten", {int64_t{-1}, Ints{-1, 2}})},
                    "pairs of neighbours become complex numbers");
  } else if (step.op->kind == OpKind::kWrite && name != "setitem") {
    MendSource(mender);
  } else {
    MendIndex(mender);
    MendSource(mender);
  }
}

void MendRank(Mender& mender) {
  const Step& step = mender.step();
  const std::string_view name = TargetOf(*step.op).name;
  if (name == "expand") return MendExpandOf(mender);
  if (name == "permute") {
    const Ints& dims = std::get<Ints>(step.args[0]);
    Ints order(static_cast<std::size_t>(mender.rank()));
    std::iota(order.begin(), order.end(), 0);
    const auto spare = mender.rank() - std::ssize(dims);
    for (std::ptrdiff_t d = 0; spare > 0 && d < std::ssize(dims); ++d) {
      const int64_t dim = dims[static_cast<std::size_t>(d)];
      order[static_cast<std::size_t>(spare + d)] = dim < 0 ? dim : dim + spare;
    }
    mender.TryWith(0, order, "names every dimension once");
  } else if (name == "t") {
    mender.Try({StepOf("mT")}, "exchanges the last two dimensions");
    Ints order(static_cast<std::size_t>(mender.rank()));
    std::iota(order.rbegin(), order.rend(), 0);
    mender.Try({StepOf("permute", {order})}, "turns all of them round");
  } else if (name == "as_strided") {
    const Ints& sizes = std::get<Ints>(step.args[0]);
    if (const auto strides = ContiguousStrides(sizes)) {
      mender.TryWith(1, *strides, "a stride for each size");
    }
  } else if (name == "getitem" || name == "setitem") {
    MendIndex(mender);
  } else if (name == "movedim") {
    Ints from = std::get<Ints>(step.args[0]);
    Ints to = std::get<Ints>(step.args[1]);
    from.resize(std::min(from.size(), to.size()));
    to.resize(from.size());
    mender.Try({StepOf("movedim", {from, to})}, "a place for each dimension");
  }
  std::vector<Step> more;
  for (int k = 0; k < 4 && !mender.any(); ++k) {
    more.push_back(StepOf("unsqueeze", {int64_t{0}}));
    mender.TryAfter(more, "adds dimensions of size 1 in front");
  }
}

}  // namespace viewproof
