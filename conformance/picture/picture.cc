#include "conformance/picture/picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "conformance/case/escape.h"
#include "conformance/case/fill.h"
#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/case/text.h"
#include "conformance/judge/outside.h"
#include "conformance/picture/reason.h"
#include "conformance/picture/tensor.h"
#include "conformance/picture/verdict.h"
#include "conformance/picture/wording.h"
#include "reference/core/dtype.h"

namespace viewproof {
namespace {

constexpr std::size_t kMaxTitle = 300;
constexpr std::size_t kMaxCall = 60;
constexpr int64_t kMaxOfStep = 3;       // Outputs of one step that are drawn.
constexpr std::size_t kMaxLayouts = 6;  // Tensors that are drawn.

std::string Cut(std::string text, std::size_t most) {
  text = Escaped(text);
  if (text.size() <= most) return text;
  return std::string(Beginning(text, most - 3)) + "...";
}

std::string NumberText(int64_t number) {
  return number == kNotAnInteger ? "?" : fmt::format("{}", number);
}

std::string IntsText(const Ints& list) {
  std::string text;
  for (const int64_t number : list) {
    text += (text.empty() ? "" : ",") + NumberText(number);
  }
  return "[" + text + "]";
}

void FillTensor(const Output& output, ChainRow& row) {
  row.sizes = IntsText(output.sizes);
  row.strides = output.strides ? IntsText(*output.strides) : "any";
  row.offset = output.offset ? NumberText(*output.offset) : "any";
  row.contiguous =
      output.contiguous ? (*output.contiguous ? "yes" : "no") : "any";
  row.storage = output.storage ? LetterOf(*output.storage) : "?";
  if (output.self) row.storage += " (itself)";
  if (output.conj) row.storage += ", conj";
  if (output.neg) row.storage += ", neg";
}

std::string OutcomeText(const Step& step, const Outcome& outcome) {
  if (const bool* answer = std::get_if<bool>(&outcome)) {
    return *answer ? "answers yes" : "answers no";
  }
  if (const auto* error = std::get_if<ErrorReply>(&outcome)) {
    return error->rule.empty() ? "refused" : "refused: " + error->rule;
  }
  if (std::holds_alternative<Unobserved>(outcome)) {
    return "not run: its tensor does not exist";
  }
  switch (step.op->kind) {
    case OpKind::kForget:
      return "the tensor is forgotten";
    case OpKind::kObserve:
      return "its elements are read";
    default:
      return "writes into the storage";
  }
}

// Rows, tensors and strips of a chain.
class Painter {
 public:
  Painter(const Case& test, const std::vector<Outcome>& outcomes,
          const Wording& wording, const std::optional<Reason>& reason)
      : test_(test), outcomes_(outcomes), wording_(wording) {
    if (!reason || !reason->place) return;
    place_ = reason->place;
    troubled_ = reason->on;
  }

  void Paint(Picture& picture) {
    AddTensor({0, 0}, ShownBase(test_.base), Cut(wording_.BaseCall(), kMaxCall),
              picture);
    for (std::size_t k = 0; k < outcomes_.size(); ++k) AddStep(k, picture);
    DropMiddle(picture);
    AddSharing(picture);
    for (const Storage& storage : storages_) {
      for (const Wide item : storage.items) AddStrip(storage, item, picture);
    }
  }

 private:
  // What the chain shows of a storage.
  struct Storage {
    int64_t number = 0;
    std::optional<Wide> bytes;  // If they are told.
    std::vector<Wide> items;    // Item sizes of the tensors on it.
    std::vector<std::string> names;
  };
  struct Placed {
    std::string name;
    int64_t storage = 0;
    DType dtype = DType::kFloat32;
    Geometry geometry;
  };

  void AddStep(std::size_t k, Picture& picture) {
    const Step& step = test_.chain[k];
    const auto* outputs = std::get_if<std::vector<Output>>(&outcomes_[k]);
    const bool shows =
        outputs != nullptr && !outputs->empty() && !Observes(*step.op);
    if (!shows) {
      ChainRow row;
      row.name = fmt::format("step {}", k + 1);
      row.step = static_cast<int64_t>(k) + 1;
      row.call = Cut(wording_.CallOf(k), kMaxCall);
      row.outcome = OutcomeText(step, outcomes_[k]);
      picture.rows.push_back(std::move(row));
      return;
    }
    const auto count = static_cast<int64_t>(outputs->size());
    for (int64_t output = 0; output < count; ++output) {
      if (count > kMaxOfStep + 1 && output == kMaxOfStep - 1) {
        ChainRow row;
        row.outcome = fmt::format("{} more outputs", count - kMaxOfStep);
        row.step = static_cast<int64_t>(k) + 1;
        picture.rows.push_back(std::move(row));
        output = count - 1;
      }
      AddTensor({static_cast<int64_t>(k) + 1, output}, (*outputs)[output],
                Cut(wording_.CallOf(k), kMaxCall), picture);
    }
  }

  void AddTensor(OutputRef ref, const Output& output, const std::string& call,
                 Picture& picture) {
    ChainRow row;
    row.name = wording_.NameOf(ref);
    row.step = ref.step;
    row.call = ref.output == 0 ? call : "";
    FillTensor(output, row);
    Drawn& drawn = picture.tensors.emplace_back();
    drawn.name = row.name;
    drawn.step = ref.step;
    drawn.call = call;
    drawn.storage = output.storage.value_or(0);
    picture.rows.push_back(std::move(row));
    Place(drawn, output);
    if (!place_ || ref != troubled_) return;
    for (Drawn& other : picture.tensors) {
      const bool is_it = &other == &drawn || "as " + other.name == drawn.remark;
      if (is_it && other.layout) other.layout->place = place_;
    }
  }

  void Place(Drawn& drawn, const Output& output) {
    Storage& storage = StorageOf(drawn.storage);
    storage.names.push_back(drawn.name);
    const DType dtype = output.dtype.value_or(test_.base.dtype);
    const Wide item = ItemSize(dtype);
    const std::optional<Geometry> told = GeometryOf(output);
    if (!told || !IsDrawable(*told)) {
      drawn.remark = output.strides && output.offset ? "cannot be drawn"
                                                     : "strides not specified";
      return;
    }
    Geometry geometry = *told;
    if (std::find(storage.items.begin(), storage.items.end(), item) ==
        storage.items.end()) {
      storage.items.push_back(item);
    }
    for (std::size_t k = 0; k < placed_.size(); ++k) {
      if (placed_[k].storage == drawn.storage &&
          ItemSize(placed_[k].dtype) == item &&
          placed_[k].geometry == geometry) {
        drawn.remark = "as " + placed_[k].name;
        return;
      }
    }
    drawn.layout =
        Layout{geometry, WalkOf(geometry, place_), GridOf(geometry), {}};
    if (drawn.layout->walk.empty()) drawn.remark = "no elements";
    placed_.push_back({drawn.name, drawn.storage, dtype, std::move(geometry)});
  }

  Storage& StorageOf(int64_t number) {
    for (Storage& storage : storages_) {
      if (storage.number == number) return storage;
    }
    storages_.push_back(
        {number, StorageBytes(test_, outcomes_, number), {}, {}});
    return storages_.back();
  }

  // Of a long chain the base and the last tensors are drawn.
  void DropMiddle(Picture& picture) {
    if (placed_.size() <= kMaxLayouts) return;
    const std::size_t first = placed_.size() - kMaxLayouts + 1;
    picture.skipped = fmt::format("{} to {} are in the table only",
                                  placed_[1].name, placed_[first - 1].name);
    std::erase_if(picture.tensors, [&](const Drawn& drawn) {
      for (std::size_t k = 1; k < first; ++k) {
        if (drawn.name == placed_[k].name ||
            drawn.remark == "as " + placed_[k].name) {
          return true;
        }
      }
      return false;
    });
    placed_.erase(placed_.begin() + 1,
                  placed_.begin() + static_cast<std::ptrdiff_t>(first));
  }

  void AddSharing(Picture& picture) const {
    for (const Storage& storage : storages_) {
      if (storage.names.size() < 2 && storages_.size() < 2) continue;
      const std::string names =
          fmt::format("{}", fmt::join(storage.names, "; "));
      const std::string letter = LetterOf(storage.number);
      picture.sharing.push_back(
          storage.names.size() == 1
              ? fmt::format("Storage {} belongs to {} alone.", letter, names)
              : fmt::format("Storage {} is shared by: {}.", letter, names));
    }
  }

  void AddStrip(const Storage& storage, Wide item, Picture& picture) const {
    Strip strip;
    strip.name = LetterOf(storage.number);
    std::optional<Wide> count = storage.bytes;
    if (count) *count /= item;
    std::vector<Wide> places;
    std::string dtype;
    for (const Placed& tensor : placed_) {
      if (tensor.storage != storage.number || ItemSize(tensor.dtype) != item) {
        continue;
      }
      if (dtype.empty()) dtype = std::string(Name(tensor.dtype));
      if (const auto span = SpanOf(tensor.geometry)) {
        places.push_back(span->first);
        places.push_back(span->last);
        if (place_ && *place_ < CountOf(tensor.geometry.sizes)) {
          places.push_back(CellOf(tensor.geometry, *place_));
        }
      }
    }
    if (dtype.empty()) return;
    strip.about = count
                      ? fmt::format("{} {} of {}, {}", CountText(*count),
                                    *count == 1 ? "cell" : "cells", dtype,
                                    BytesText(*storage.bytes))
                      : fmt::format("cells of {}; its size is not told", dtype);
    strip.cells = CellsToShow(count, places);
    for (const Placed& tensor : placed_) {
      if (tensor.storage != storage.number || ItemSize(tensor.dtype) != item) {
        continue;
      }
      strip.rows.push_back(
          RowOf(tensor.name, tensor.geometry, place_, count, strip.cells));
    }
    picture.strips.push_back(std::move(strip));
  }

  const Case& test_;
  const std::vector<Outcome>& outcomes_;
  const Wording& wording_;
  std::optional<Wide> place_;
  OutputRef troubled_ = {-1, 0};
  std::vector<Storage> storages_;
  std::vector<Placed> placed_;
};

void AddNotes(const Case& test, Picture& picture) {
  const auto overlaps = [](const Strip& strip) {
    return std::any_of(
        strip.rows.begin(), strip.rows.end(), [](const Strip::Row& row) {
          return !row.partial &&
                 std::any_of(row.elements.begin(), row.elements.end(),
                             [](int64_t n) { return n > 1; });
        });
  };
  // Who asks why a view is refused writes nothing yet.
  if (!picture.reason &&
      std::any_of(picture.strips.begin(), picture.strips.end(), overlaps)) {
    picture.notes.push_back(
        "Several elements lie in one cell: writing one of them changes the "
        "others.");
  }
  for (const Strip& strip : picture.strips) {
    for (const Strip::Row& row : strip.rows) {
      if (!row.outside) continue;
      picture.notes.push_back(
          fmt::format("{} reaches beyond storage {}.", row.name, strip.name));
    }
  }
  if (test.base.coo) {
    picture.notes.push_back(
        "The base is sparse: what is drawn of it are its values.");
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

std::string LetterOf(int64_t storage) {
  if (storage >= 0 && storage < 26) {
    return std::string(1, static_cast<char>('A' + storage));
  }
  return fmt::format("#{}", storage);
}

Picture DrawChain(const Case& test, const std::vector<Outcome>& outcomes,
                  const std::optional<Reason>& reason,
                  const std::optional<PythonNames>& names) {
  const Wording wording(test, outcomes, names);
  Picture picture;
  picture.title = Cut(Text(test), kMaxTitle);
  picture.reason = reason;
  Painter(test, outcomes, wording, reason).Paint(picture);
  AddNotes(test, picture);
  return picture;
}

Picture DrawCase(const Case& test, const std::vector<Outcome>& outcomes,
                 const std::optional<PythonNames>& names) {
  const Wording wording(test, outcomes, names);
  Picture picture =
      DrawChain(test, outcomes, ReasonOf(test, outcomes, names), names);
  picture.verdict = VerdictOf(test, outcomes, wording);
  return picture;
}

Picture DrawCase(const Case& test, const std::optional<PythonNames>& names) {
  return DrawCase(test, OutcomesOf(test), names);
}

}  // namespace viewproof
