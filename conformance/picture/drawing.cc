#include "conformance/picture/drawing.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/case/strings.h"

namespace viewproof {
namespace {

// Above so many elements a contiguous tensor is told in a sentence alone.
constexpr Wide kMaxContiguous = 12;

bool IsWalked(const PictureTensor& tensor) {
  return tensor.layout && !tensor.layout->walk.empty();
}

bool IsInOrder(const PictureTensor& tensor) {
  return IsWalked(tensor) && IsContiguous(tensor.layout->geometry);
}

bool IsLongWalk(const PictureTensor& tensor) {
  return IsInOrder(tensor) &&
         CountOf(tensor.layout->geometry.sizes) > kMaxContiguous;
}

// Returns whether a subject gave the tensor of that number as it should.
bool IsGivenAsExpected(const Picture& picture, std::size_t k) {
  return k < picture.actual_tensors.size() &&
         picture.actual_tensors[k].remark == "as expected";
}

}  // namespace

const ChainRow ChainTable::kHead = {
    "", "what ran", "sizes", "strides", "offset", "contiguous", "storage", ""};

std::size_t ChainTable::WidthOf(Column column) const {
  std::size_t width = (kHead.*column).size();
  for (const ChainRow& row : rows) {
    width = std::max(width, (row.*column).size());
  }
  return column == &ChainRow::call ? std::min(width, most_call) : width;
}

std::size_t ChainTable::width() const {
  std::size_t width = 2 * (columns.size() - 1);
  for (const Column column : columns) width += WidthOf(column);
  return width;
}

std::string ChainTable::LineOf(const ChainRow& row) const {
  std::string line;
  for (const Column column : columns) {
    const bool is_shown = row.outcome.empty() || column == &ChainRow::name ||
                          column == &ChainRow::call;
    if (!is_shown) continue;
    const std::size_t width = WidthOf(column);
    std::string text = row.*column;
    if (text.size() > width) text = text.substr(0, width - 3) + "...";
    line += fmt::format("{:<{}}  ", text, width);
  }
  line += row.outcome;
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

void Drawing::Draw(const Picture& picture) {
  Wrapped(picture.title, 0, Emphasis::kTitle);
  for (const std::string& line : picture.about) Wrapped(line);
  Paragraph();
  for (const std::string& line : picture.verdict) Wrapped(line);
  Paragraph();
  if (!picture.tensors.empty()) {
    Wrapped(
        "A storage is a row of numbered cells. A tensor walks it from cell "
        "`offset` on; one step along dimension d is `strides[d]` cells. "
        "Contiguous: cell after cell.");
    for (const std::string& line : picture.lesson) Wrapped(line);
  }
  DrawFacts(picture);
  if (picture.reason) DrawReason(*picture.reason);
  DrawRows(picture.rows, picture.facts.empty() ? "" : ", expected");
  if (!picture.actual_rows.empty()) {
    DrawRows(picture.actual_rows, ", what " + picture.subject + " gave");
  }
  // The table says it all of one storage.
  for (const std::string& line : picture.sharing) {
    if (picture.strips.size() > 1) Wrapped(line);
  }
  for (const Strip& strip : picture.strips) {
    Heading(fmt::format("Storage {}: {}", strip.name, strip.about));
    DrawStrip(strip);
  }
  DrawWrites(picture);
  if (!picture.tensors.empty()) {
    DrawGrids(picture);
    DrawWalks(picture);
  }
  if (picture.reason) DrawWaysOut(*picture.reason);
  if (!picture.notes.empty()) Paragraph();
  for (const std::string& note : picture.notes) Wrapped(note);
}

void Drawing::DrawWrites(const Picture& picture) {
  for (const Strip& strip : picture.writes) {
    Heading(fmt::format("Storage {}, {}", strip.name, strip.about));
    DrawStrip(strip);
  }
}

void Drawing::Heading(std::string_view text) {
  Paragraph();
  Wrapped(text, 0, Emphasis::kTitle);
}

void Drawing::Wrapped(std::string_view text, std::size_t indent, Emphasis ink) {
  for (const std::string& line : BreakLines(text, columns_ - indent)) {
    Line(std::string(indent, ' ') + line, ink, indent);
  }
}

void Drawing::DrawFacts(const Picture& picture) {
  if (picture.facts.empty()) return;
  Heading("What differs");
  for (const Mismatch& fact : picture.facts) {
    Wrapped(fact.what, 2);
    Wrapped("expected " + fact.expected, 4, Emphasis::kGood);
    Wrapped("got      " + fact.actual, 4, Emphasis::kBad);
  }
}

void Drawing::DrawReason(const Reason& reason) {
  Heading(reason.title);
  for (const std::string& line : reason.lines) Wrapped(line, 2);
  for (const Series& series : reason.series) {
    Wrapped(series.name + ":", 2);
    DrawWalk(series.cells, series.breaks, "");
  }
}

void Drawing::Row(const ChainRow& row, const std::string& line) {
  const bool is_refused = row.is_refused() && line.ends_with(row.outcome);
  if (is_refused) {
    Line(line, Emphasis::kBad, line.size() - row.outcome.size());
  } else {
    Line(line);
  }
}

void Drawing::DrawRows(const std::vector<ChainRow>& rows,
                       const std::string& title) {
  const ChainTable table = {
      rows,
      {&ChainRow::name, &ChainRow::call, &ChainRow::sizes, &ChainRow::strides,
       &ChainRow::offset, &ChainRow::contiguous, &ChainRow::storage}};
  std::size_t width = table.width();
  for (const ChainRow& row : rows) {
    width = std::max(width, table.LineOf(row).size());
  }
  Heading("The chain" + title);
  if (width <= columns_) {
    Line(table.LineOf(ChainTable::kHead));
    for (const ChainRow& row : rows) Row(row, table.LineOf(row));
    return;
  }
  for (const ChainRow& row : rows) {
    Wrapped(row.name + (row.name.empty() || row.call.empty() ? "" : ": ") +
            row.call);
    if (!row.outcome.empty()) {
      const bool is_refused = row.is_refused();
      Wrapped(row.outcome, 2, is_refused ? Emphasis::kBad : Emphasis::kPlain);
      continue;
    }
    Wrapped(fmt::format("sizes {} strides {} offset {}", row.sizes, row.strides,
                        row.offset),
            2);
    Wrapped(
        fmt::format("contiguous: {}, storage {}", row.contiguous, row.storage),
        2);
  }
}

void Drawing::DrawGrids(const Picture& picture) {
  Heading("Each tensor, with the cell of each element");
  std::vector<TitledTensor> beside;
  const auto flush = [&] {
    if (!beside.empty()) DrawTensors(beside);
    beside.clear();
  };
  const bool twice = !picture.actual_tensors.empty();
  for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
    const PictureTensor& tensor = picture.tensors[k];
    const std::string title =
        tensor.name == "base" ? "base" : tensor.name + ", " + tensor.call;
    if (!twice && IsLongWalk(tensor)) continue;
    if (!twice || IsGivenAsExpected(picture, k)) {
      beside.push_back({title + (twice ? ": as expected" : ""), tensor});
      continue;
    }
    flush();
    beside.push_back({"expected: " + title, tensor});
    beside.push_back({"got: " + title, picture.actual_tensors[k]});
    flush();
  }
  flush();
  if (!twice) TellContiguous(picture, &IsLongWalk);
  if (!picture.skipped.empty()) Wrapped("(" + picture.skipped + ")");
}

// Those of the tensors that are walked from cell to cell, in a sentence each.
template <typename IsTold>
void Drawing::TellContiguous(const Picture& picture, IsTold is_told) {
  std::string names;
  std::optional<CellSpan> before;
  const auto flush = [&] {
    if (!before) return;
    const std::string first = CountText(before->first);
    Wrapped(names + (before->first == before->last
                         ? ": cell " + first
                         : fmt::format(": cell after cell, {} to {}", first,
                                       CountText(before->last))));
    names.clear();
  };
  for (const PictureTensor& tensor : picture.tensors) {
    if (!is_told(tensor)) continue;
    const auto span = SpanOf(tensor.layout->geometry);
    const bool is_same =
        before && before->first == span->first && before->last == span->last;
    if (!is_same) flush();
    before = span;
    names += (names.empty() ? "" : ", ") + tensor.name;
  }
  flush();
}

void Drawing::DrawWalks(const Picture& picture) {
  const bool twice = !picture.actual_tensors.empty();
  // A row that shows every so many elements needs no ends of a walk.
  const bool has_series =
      picture.reason && !picture.reason->series.empty() && !twice;
  const auto is_told = [&](const PictureTensor& tensor) {
    return IsWalked(tensor) &&
           !(has_series && tensor.layout->walk.size() > 1) &&
           (twice || !IsLongWalk(tensor));
  };
  bool any = false;
  for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
    any |= is_told(picture.tensors[k]) && !IsGivenAsExpected(picture, k);
  }
  if (!any) return;
  Heading("The walk from element to element, the last index fastest");
  if (!twice) {
    TellContiguous(picture, [&](const PictureTensor& tensor) {
      return is_told(tensor) && IsInOrder(tensor);
    });
  }
  bool breaks = false;
  for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
    const PictureTensor& tensor = picture.tensors[k];
    if (IsGivenAsExpected(picture, k)) continue;
    if (is_told(tensor) && (twice || !IsInOrder(tensor))) {
      breaks |= DrawWalkOf(tensor, twice ? "expected, " : "");
    }
    if (twice) breaks |= DrawWalkOf(picture.actual_tensors[k], "got, ");
  }
  if (breaks) Line("(!: the jump changes here)");
}

// Returns whether a jump of it is marked.
bool Drawing::DrawWalkOf(const PictureTensor& tensor,
                         const std::string& before) {
  if (!IsWalked(tensor)) return false;
  bool breaks = false;
  std::string label = before + tensor.name;
  for (const Stretch& stretch : tensor.layout->walk) {
    if (stretch.first > 0) {
      Wrapped(fmt::format("... from element {} on", CountText(stretch.first)),
              2);
    }
    std::optional<std::size_t> at;
    const std::optional<Wide>& place = tensor.layout->place;
    const auto count = static_cast<Wide>(stretch.cells.size());
    if (place && *place > stretch.first && *place < stretch.first + count) {
      at = static_cast<std::size_t>(*place - stretch.first);
      breaks = true;
    }
    DrawWalk(stretch.cells, at, label);
    label.clear();
  }
  return breaks;
}

void Drawing::DrawWaysOut(const Reason& reason) {
  if (!reason.merge.empty()) Heading("How far a view can go");
  for (const std::string& line : reason.merge) Wrapped(line, 2);
  if (reason.repairs.empty()) return;
  Heading(HeadingOf(reason.repairs));
  if (!reason.x.empty()) Wrapped(reason.x, 2);
  for (const Repair& repair : reason.repairs) Wrapped(TextOf(repair), 2);
}

}  // namespace viewproof
