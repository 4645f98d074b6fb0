#include "conformance/calls/layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

#include "conformance/calls/view_steps.h"
#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/reference_step.h"

namespace viewproof {
namespace {

// Makes the layouts of one operand.
class Layouts {
 public:
  Layouts(DType dtype, const Ints& sizes)
      : dtype_(dtype), sizes_(sizes), rank_(std::ssize(sizes)) {}

  std::vector<OperandLayout> Make() {
    Add("plain", sizes_, {});
    AddOrders();
    kind_ = LayoutKind::kWindow;
    AddWindows();
    kind_ = LayoutKind::kStart;
    AddStarts();
    kind_ = LayoutKind::kGaps;
    AddGaps();
    kind_ = LayoutKind::kRepeats;
    AddRepeats();
    kind_ = LayoutKind::kBits;
    AddBits();
    return std::move(made_);
  }

 private:
  void Add(std::string_view name, Ints storage, std::vector<Step> views,
           Ints repeated = {}) {
    Add(name, kind_, dtype_, std::move(storage), std::move(views),
        std::move(repeated));
  }
  void Add(std::string_view name, LayoutKind kind, DType dtype, Ints storage,
           std::vector<Step> views, Ints repeated = {}) {
    if (Numel(storage).value_or(kMaxSaid + 1) > kMaxSaid) return;
    made_.push_back({name, kind, dtype, std::move(storage), std::move(views),
                     std::move(repeated)});
  }

  // The kind of a layout that differs where there are rows; a vector is one
  // row.
  LayoutKind OfRows(LayoutKind rows, LayoutKind vector) const {
    const bool is_row = rank_ == 0 || *Numel(sizes_) == sizes_.back();
    return is_row ? vector : rows;
  }

  // A storage whose dimension k is dimension dims[k] of the operand.
  void AddOrder(std::string_view name, const Ints& dims) {
    if (std::ranges::is_sorted(dims)) return;
    Ints storage;
    Ints back(dims.size());
    for (std::size_t k = 0; k < dims.size(); ++k) {
      storage.push_back(sizes_[dims[k]]);
      back[dims[k]] = static_cast<int64_t>(k);
    }
    const bool is_known =
        std::ranges::any_of(made_, [&](const OperandLayout& layout) {
          return layout.views.size() == 1 &&
                 layout.views[0].args[0] == Arg(back);
        });
    if (is_known) return;
    // Where dimensions of size 1 alone lie elsewhere, no element does.
    Ints longer;
    std::ranges::copy_if(dims, std::back_inserter(longer),
                         [this](int64_t d) { return sizes_[d] != 1; });
    Add(name,
        std::ranges::is_sorted(longer) ? LayoutKind::kStart
                                       : LayoutKind::kPermuted,
        dtype_, std::move(storage), {StepOf("permute", {back})});
  }

  void AddOrders() {
    Ints dims(rank_);
    std::iota(dims.begin(), dims.end(), 0);
    Ints reversed(dims.rbegin(), dims.rend());
    AddOrder("reversed", reversed);
    if (rank_ < 2) return;
    Ints swapped = dims;
    std::swap(swapped[rank_ - 1], swapped[rank_ - 2]);
    AddOrder("transposed", swapped);
    if (rank_ > 2) {
      // As heads of attention lie within their rows.
      Ints outer = dims;
      std::swap(outer[rank_ - 2], outer[rank_ - 3]);
      AddOrder("outer-transposed", outer);
    }
    std::rotate(dims.begin(), dims.begin() + 1, dims.end());
    AddOrder("rotated", dims);
    if (rank_ < 4) return;
    // Channels, dimension 1, lie innermost.
    Ints channels_last = {0};
    for (int64_t d = 2; d < rank_; ++d) channels_last.push_back(d);
    channels_last.push_back(1);
    AddOrder("channels-last", channels_last);
    // The same within larger images.
    Ints storage;
    Ints back(rank_);
    for (int64_t d = 0; d < rank_; ++d) {
      const int64_t dim = channels_last[d];
      storage.push_back(sizes_[dim] + (d > 0 ? 2 : 0));
      back[dim] = d;
    }
    std::vector<Step> views;
    for (int64_t d = 1; d < rank_; ++d) {
      views.push_back(Cut(d, 1, sizes_[channels_last[d]]));
    }
    views.push_back(StepOf("permute", {back}));
    Add("channels-last-window", LayoutKind::kWindow, dtype_, std::move(storage),
        std::move(views));
  }

  void AddWindows() {
    if (rank_ == 0) {
      Add("selected", {3}, {StepOf("select", {Number(0), Number(1)})});
      return;
    }
    Ints larger = sizes_;
    std::vector<Step> cuts;
    for (int64_t d = std::max<int64_t>(0, rank_ - 3); d < rank_; ++d) {
      larger[d] += d % 2 + 3;  // Its rows are apart as no other layout's.
      cuts.push_back(Cut(d, 1, sizes_[d]));
    }
    Add("window", OfRows(LayoutKind::kWindow, LayoutKind::kStart), dtype_,
        larger, std::move(cuts));
  }

  void AddStarts() {
    if (rank_ == 0) return;
    Ints around = sizes_;
    around.front() += 2;
    Add("rows-around", around, {Cut(0, 1, sizes_.front())});
    const int64_t numel = *Numel(sizes_);
    const std::pair<std::string_view, int64_t> starts[] = {
        {"odd-start", 1},
        {"start-at-2", 2},
        {"start-at-4", 4},
        {"start-at-258", 258}};
    for (const auto& [name, start] : starts) {
      Add(name, {numel + start + 1},
          {Cut(0, start, numel), StepOf("view", {sizes_})});
    }
    // The stride of a dimension of size 1 is never used.
    Ints storage = sizes_;
    std::vector<Step> cuts;
    for (int64_t d = 0; d < rank_; ++d) {
      if (sizes_[d] != 1) continue;
      storage[d] = 2;
      Step cut = Cut(d, 1, 1);
      cut.args[3] = Number(5);
      cuts.push_back(std::move(cut));
    }
    if (!cuts.empty() && cuts.size() < 4) {
      Add("odd-strides-of-1", storage, std::move(cuts));
    }
  }

  void AddGaps() {
    Ints storage = sizes_;
    if (rank_ > 0) {
      storage.back() += 2;
      Add("gaps-between-rows", OfRows(LayoutKind::kRowGaps, LayoutKind::kStart),
          dtype_, storage, {Cut(rank_ - 1, 0, sizes_.back())});
      AddFarApart();
      storage = sizes_;
    }
    storage.push_back(3);
    Add("one-of-three", storage,
        {StepOf("select", {Number(rank_), Number(1)})});
    if (rank_ == 0) return;
    storage = sizes_;
    storage.back() *= 2;
    if (sizes_.back() > 0) {
      Add("every-second", storage, {Cut(rank_ - 1, 1, sizes_.back(), 2)});
    }
    if (rank_ < 2 || sizes_.back() == 0) return;
    // Every second row, and the first rows of larger matrices, both transposed.
    const Step transpose =
        StepOf("transpose", {Number(rank_ - 1), Number(rank_ - 2)});
    storage = sizes_;
    std::swap(storage[rank_ - 1], storage[rank_ - 2]);
    storage[rank_ - 2] *= 2;
    Add("transposed-steps", LayoutKind::kWindow, dtype_, storage,
        {Cut(rank_ - 2, 1, sizes_.back(), 2), transpose});
    storage[rank_ - 2] = sizes_.back() + 2;
    Add("transposed-window", LayoutKind::kWindow, dtype_, storage,
        {Cut(rank_ - 2, 0, sizes_.back()), transpose});
  }

  // The stride of the first dimension does not fit into a byte.
  void AddFarApart() {
    constexpr int64_t kFar = 258;
    constexpr int64_t kMostCells = 800;
    Ints storage = sizes_;
    std::vector<Step> views;
    if (rank_ == 1) {
      storage.push_back(kFar);
      views = {StepOf("select", {Number(1), Number(1)})};
    } else {
      const Ints inner(sizes_.begin() + 2, sizes_.end());
      storage[1] = kFar / std::max<int64_t>(1, *Numel(inner)) + 1;
      if (storage[1] <= sizes_[1]) return;
      views = {Cut(1, 1, sizes_[1])};
    }
    if (*Numel(storage) > kMostCells) return;
    Add("far-apart",
        rank_ == 1 ? LayoutKind::kGaps
                   : OfRows(LayoutKind::kRowGaps, LayoutKind::kStart),
        dtype_, storage, std::move(views));
  }

  void AddExpanded(std::string_view name, int64_t from, int64_t to) {
    Ints storage = sizes_;
    bool is_other = false;
    for (int64_t d = from; d < to; ++d) {
      is_other |= storage[d] > 1;
      storage[d] = std::min<int64_t>(storage[d], 1);
    }
    if (!is_other) return;
    // Other cells lie around the one that is repeated.
    storage[to - 1] = 3;
    Ints repeated(to - from);
    std::iota(repeated.begin(), repeated.end(), from);
    Add(name, storage, {Cut(to - 1, 1, 1), StepOf("expand", {sizes_})},
        std::move(repeated));
  }

  void AddRepeats() {
    if (rank_ == 0 || *Numel(sizes_) == 0) return;
    AddExpanded("stride-0-last", rank_ - 1, rank_);
    if (rank_ > 1) AddExpanded("stride-0-first", 0, 1);
    if (rank_ > 2) AddExpanded("stride-0-middle", 1, 2);
    if (rank_ > 1) AddExpanded("stride-0", 0, rank_);
    if (rank_ < 2 || sizes_[rank_ - 1] < 2 || sizes_[rank_ - 2] < 2) return;
    // Row k begins one element after row k - 1.
    Ints storage(sizes_.begin(), sizes_.end() - 1);
    storage.back() += sizes_.back() - 1;
    Add("overlapping-rows", storage,
        {StepOf("unfold",
                {Number(rank_ - 2), Number(sizes_.back()), Number(1)})},
        {rank_ - 2, rank_ - 1});
  }

  // The bits, on tensors that are dense but for them, on transposed ones, and
  // on every second row.
  void AddBits() {
    const bool is_float32 = dtype_ == DType::kFloat32;
    if (IsComplex(dtype_)) {
      AddBit({"conjugate", "conjugate-transposed", "conjugate-rows"}, dtype_,
             {StepOf("conj", {})});
    } else if (is_float32 || dtype_ == DType::kFloat64) {
      const DType complex = is_float32 ? DType::kComplex64 : DType::kComplex128;
      Add("imaginary", LayoutKind::kGaps, complex, sizes_,
          {StepOf("imag", {})});
      AddBit({"negative", "negative-transposed", "negative-rows"}, complex,
             {StepOf("conj", {}), StepOf("imag", {})});
    }
  }

  void AddBit(const std::array<std::string_view, 3>& names, DType dtype,
              const std::vector<Step>& views) {
    const auto& [dense, transposed, rows] = names;
    Add(dense, kind_, dtype, sizes_, views);
    const auto add = [&](std::string_view name, Ints storage, Step last) {
      std::vector<Step> all = views;
      all.push_back(std::move(last));
      Add(name, LayoutKind::kViewBits, dtype, std::move(storage),
          std::move(all));
    };
    Ints storage = sizes_;
    if (rank_ > 1) {
      std::swap(storage[rank_ - 1], storage[rank_ - 2]);
      add(transposed, storage,
          StepOf("transpose", {Number(rank_ - 1), Number(rank_ - 2)}));
    }
    if (rank_ == 0 || sizes_[0] == 0) return;
    storage = sizes_;
    storage[0] *= 2;
    add(rows, storage, Cut(0, 1, sizes_[0], 2));
  }

  const DType dtype_;
  const Ints sizes_;
  const int64_t rank_;
  LayoutKind kind_ = LayoutKind::kPlain;  // Add() takes it.
  std::vector<OperandLayout> made_;
};

// A number that no operand's elements are, for a cell that is nobody's.
Scalar Stranger(DType dtype, int64_t cell) {
  if (dtype == DType::kBool) return {cell % 3 == 0 ? 1.0 : 0.0};
  const auto number = static_cast<double>(kFirstWritten + cell % 17);
  // Neither the least nor the greatest of what is read is as without it.
  const bool is_negative = dtype != DType::kUInt8 && cell % 2 == 1;
  return {is_negative ? -number : number, IsComplex(dtype) ? number + 7 : 0};
}

}  // namespace

std::vector<OperandLayout> LayoutsOf(DType dtype, const Ints& sizes) {
  return Layouts(dtype, sizes).Make();
}

Tensor OperandIn(const OperandLayout& layout, const Tensor& base) {
  Tensor operand = base;
  for (const Step& step : layout.views) {
    Answer<Tensor> answer = RunReferenceStep(step, operand);
    operand = std::get<Outputs<Tensor>>(answer).tensors.front();
  }
  return operand;
}

Literal WithElements(const Literal& storage, const OperandLayout& layout,
                     const Literal& elements) {
  const Tensor base = TensorOf(storage);
  const Tensor operand = OperandIn(layout, base);
  std::set<int64_t> written;  // Addresses.
  std::size_t next = 0;
  ForEachAddress(operand.geometry, [&](int64_t address) {
    if (layout.repeats() && !written.insert(address).second) return;
    std::byte element[kMaxItemSize];
    Encode(elements.dtype, elements.values->list[next++], element);
    StoreElement(operand, address, element);
  });
  return LiteralFrom(base);
}

PlacedOperand PlaceElements(const OperandLayout& layout, DType dtype,
                            const Ints& sizes,
                            const std::vector<Scalar>& elements) {
  PlacedOperand placed;
  placed.layout = &layout;
  Literal& storage = placed.storage;
  if (layout.views.empty()) {
    storage = {dtype, sizes, Values{FormOf(dtype), elements}};
    placed.seen = storage = LiteralFrom(TensorOf(storage));
    return placed;
  }
  storage = {layout.dtype, layout.storage, Values{FormOf(layout.dtype), {}}};
  for (int64_t cell = 0; cell < *Numel(layout.storage); ++cell) {
    storage.values->list.push_back(Stranger(layout.dtype, cell));
  }
  storage = WithElements(storage, layout,
                         {dtype, sizes, Values{FormOf(dtype), elements}});
  placed.seen = {
      dtype, sizes,
      Values{FormOf(dtype), Read(OperandIn(layout, TensorOf(storage)))}};
  return placed;
}

Case CaseOf(const PlacedOperand& placed) {
  Case test;
  test.base = {.dtype = placed.storage.dtype,
               .sizes = placed.storage.sizes,
               .fill = FillKind::kValues,
               .values = *placed.storage.values};
  test.chain = placed.layout->views;
  test.chain.push_back({FindOp("read"), {}, std::nullopt});
  return test;
}

}  // namespace viewproof
