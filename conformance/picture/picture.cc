#include "conformance/picture/picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "conformance/case/escape.h"
#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/judge/relation.h"
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
  if (std::holds_alternative<UnobservedStep>(outcome)) {
    return "not run: its tensor does not exist";
  }
  switch (step.op->kind) {
    case OpKind::kForget:
      return "the tensor is forgotten";
    case OpKind::kObserve:
      return "its elements are read";
    case OpKind::kWrite:
      return "writes into the storage";
    default:
      return "gives tensors";
  }
}

// The row of a tensor in a strip of a storage of `count` cells, if that is
// told.
Strip::Row RowOf(const std::string& name, const Geometry& geometry,
                 std::optional<Wide> place, std::optional<Wide> count,
                 const std::vector<Wide>& cells) {
  Strip::Row row;
  row.name = name;
  const auto span = SpanOf(geometry);
  row.outside = span && (span->first < 0 || (count && span->last >= *count));
  auto contents = ElementsIn(geometry, cells);
  if (!contents) {
    row.partial = true;
    contents.emplace(cells.size());
    for (const Stretch& stretch : WalkOf(geometry, place)) {
      for (std::size_t k = 0; k < stretch.cells.size(); ++k) {
        const auto at = std::ranges::find(cells, stretch.cells[k]);
        if (at == cells.end()) continue;
        CellContent& content = (*contents)[at - cells.begin()];
        if (++content.count > std::ssize(content.elements) + 1) continue;
        if (content.elements.size() == CellContent::kMostNamed) continue;
        content.elements.push_back(stretch.first + static_cast<Wide>(k));
      }
    }
  }
  for (const CellContent& content : *contents) {
    row.counts.push_back(content.count);
    std::vector<Mark>& marks = row.marks.emplace_back();
    for (const Wide element : content.elements) {
      marks.push_back({CountText(element), HueOf(geometry, element)});
    }
    const int64_t more = content.count - std::ssize(content.elements);
    if (more > 0)
      marks.push_back({more < 100 ? fmt::format("+{}", more) : "+"});
  }
  return row;
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
    if (!KeepTensorsOfCall(picture)) DropMiddle(picture);
    AddSharing(picture);
    for (const Storage& storage : storages_) {
      for (const Wide item : storage.items) AddStrip(storage, item, picture);
    }
  }

 private:
  // Holds what the chain shows of a storage.
  struct Storage {
    int64_t number = 0;
    std::optional<Wide> bytes;  // If they are told.
    std::vector<Wide> items;    // Item sizes of the tensors on it.
    std::vector<std::string> names;
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
    PictureTensor& drawn = picture.tensors.emplace_back();
    drawn.name = row.name;
    drawn.step = ref.step;
    drawn.call = call;
    drawn.storage = output.storage.value_or(0);
    drawn.dtype = output.dtype.value_or(test_.base.dtype);
    picture.rows.push_back(std::move(row));
    Place(output, picture.tensors, drawn);
    if (!place_ || ref != troubled_) return;
    for (PictureTensor& other : picture.tensors) {
      const bool is_it = &other == &drawn || other.name == drawn.as;
      if (is_it && other.layout) other.layout->place = place_;
    }
  }

  void Place(const Output& output, const std::vector<PictureTensor>& tensors,
             PictureTensor& drawn) {
    Storage& storage = StorageOf(drawn.storage);
    storage.names.push_back(drawn.name);
    const std::optional<Geometry> geometry = GeometryOf(output);
    if (!geometry || !IsDrawable(*geometry)) {
      drawn.remark = output.strides && output.offset ? "cannot be drawn"
                                                     : "strides not specified";
      return;
    }
    const Wide item = ItemSize(drawn.dtype);
    if (std::ranges::count(storage.items, item) == 0) {
      storage.items.push_back(item);
    }
    for (const PictureTensor& other : tensors) {
      if (IsOn(storage, item, other) && other.layout->geometry == *geometry) {
        drawn.as = other.name;
        drawn.remark = "as " + other.name;
        if (output.conj) drawn.remark += ", each imaginary part negated";
        if (output.neg) drawn.remark += ", each number negated";
        return;
      }
    }
    drawn.layout =
        Layout{*geometry, WalkOf(*geometry, place_), GridOf(*geometry), {}};
    if (drawn.layout->walk.empty()) drawn.remark = "no elements";
  }

  static bool IsOn(const Storage& storage, Wide item,
                   const PictureTensor& tensor) {
    return tensor.layout && tensor.storage == storage.number &&
           ItemSize(tensor.dtype) == item;
  }

  Storage& StorageOf(int64_t number) {
    for (Storage& storage : storages_) {
      if (storage.number == number) return storage;
    }
    storages_.push_back(
        {number, StorageBytes(test_, outcomes_, number), {}, {}});
    return storages_.back();
  }

  // Drops all but what the call of a kernel gets, and gives; false: the chain
  // has no call.
  bool KeepTensorsOfCall(Picture& picture) const {
    const auto call = std::ranges::find_if(
        test_.chain, [](const Step& step) { return step.op->call != nullptr; });
    if (call == test_.chain.end()) return false;
    std::vector<std::string> kept;
    ForEachRef(*call, [&](OutputRef ref, std::string_view) {
      kept.push_back(wording_.NameOf(ref));
    });
    for (const PictureTensor& drawn : picture.tensors) {
      if (std::ranges::count(kept, drawn.name) > 0) kept.push_back(drawn.as);
    }
    std::erase_if(picture.tensors, [&](const PictureTensor& drawn) {
      return drawn.step <= call - test_.chain.begin() &&
             std::ranges::count(kept, drawn.name) == 0;
    });
    return true;
  }

  // Drops all of a long chain but the base and the last tensors.
  static void DropMiddle(Picture& picture) {
    std::vector<std::string> names;
    for (const PictureTensor& tensor : picture.tensors) {
      if (tensor.layout) names.push_back(tensor.name);
    }
    if (names.size() <= kMaxLayouts) return;
    names.resize(names.size() - kMaxLayouts + 1);
    names.erase(names.begin());
    picture.skipped = fmt::format("{} to {} are in the table only",
                                  names.front(), names.back());
    std::erase_if(picture.tensors, [&](const PictureTensor& drawn) {
      return std::ranges::any_of(names, [&](const std::string& name) {
        return drawn.name == name || drawn.as == name;
      });
    });
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
    std::vector<const PictureTensor*> tensors;
    std::vector<Wide> places;
    for (const PictureTensor& tensor : picture.tensors) {
      if (!IsOn(storage, item, tensor)) continue;
      tensors.push_back(&tensor);
      const Geometry& geometry = tensor.layout->geometry;
      if (const auto span = SpanOf(geometry)) {
        places.push_back(span->first);
        places.push_back(span->last);
        if (place_ && *place_ < CountOf(geometry.sizes)) {
          places.push_back(CellOf(geometry, *place_));
        }
      }
    }
    if (tensors.empty()) return;
    const std::string_view dtype = Name(tensors.front()->dtype);
    strip.about = count
                      ? fmt::format("{} {} of {}, {}", CountText(*count),
                                    *count == 1 ? "cell" : "cells", dtype,
                                    BytesText(*storage.bytes))
                      : fmt::format("cells of {}; its size is not told", dtype);
    strip.cells = CellsToShow(count, places);
    for (const PictureTensor* tensor : tensors) {
      strip.rows.push_back(RowOf(tensor->name, tensor->layout->geometry, place_,
                                 count, strip.cells));
    }
    picture.strips.push_back(std::move(strip));
  }

  const Case& test_;
  const std::vector<Outcome>& outcomes_;
  const Wording& wording_;
  std::optional<Wide> place_;
  OutputRef troubled_ = {-1, 0};
  std::vector<Storage> storages_;
};

void AddNotes(const Case& test, Picture& picture) {
  bool overlaps = false;
  std::vector<std::string> outside;
  for (const Strip& strip : picture.strips) {
    for (const Strip::Row& row : strip.rows) {
      overlaps |=
          !row.partial &&
          std::ranges::any_of(row.counts, [](int64_t n) { return n > 1; });
      if (row.outside) {
        outside.push_back(
            fmt::format("{} reaches beyond storage {}.", row.name, strip.name));
      }
    }
  }
  // A person who asks why a view is refused writes nothing yet.
  if (overlaps && !picture.reason) {
    picture.notes.push_back(
        "Several elements lie in one cell: writing one of them changes the "
        "others.");
  }
  picture.notes.insert(picture.notes.end(), outside.begin(), outside.end());
  if (test.base.coo) {
    picture.notes.push_back(
        "The base is sparse: what is drawn of it are its values.");
  }
}

}  // namespace

std::string LetterOf(int64_t storage) {
  if (storage >= 0 && storage < 26) {
    return std::string(1, static_cast<char>('A' + storage));
  }
  if (storage < 0) return "of its own";
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

std::optional<Place> PlaceOf(const Case& test,
                             const std::vector<Outcome>& outcomes,
                             const Output& output) {
  std::optional<Geometry> geometry = GeometryOf(output);
  if (!geometry || !IsDrawable(*geometry)) return std::nullopt;
  std::optional<Wide> cells;
  if (output.storage && output.dtype) {
    cells = StorageBytes(test, outcomes, *output.storage);
    if (cells) *cells /= ItemSize(*output.dtype);
  }
  return Place{*std::move(geometry), cells};
}

TensorPicture DrawTensor(const Place& place, std::optional<Wide> breaks) {
  const Geometry& geometry = place.geometry;
  TensorPicture picture;
  picture.layout = {geometry, WalkOf(geometry, breaks), GridOf(geometry),
                    breaks};
  std::vector<Wide> places;
  if (const auto span = SpanOf(geometry)) places = {span->first, span->last};
  picture.strip.cells = CellsToShow(place.cells, places);
  picture.strip.rows.push_back(
      RowOf("", geometry, breaks, place.cells, picture.strip.cells));
  return picture;
}

}  // namespace viewproof
