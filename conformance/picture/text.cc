#include "conformance/picture/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "conformance/picture/drawing.h"

namespace viewproof {
namespace {

void Append(const Lines& more, Lines& lines) {
  lines.insert(lines.end(), more.begin(), more.end());
}

// A picture on a terminal.
class TextDrawing : public Drawing {
 public:
  explicit TextDrawing(const TextStyle& style)
      : Drawing(std::max<std::size_t>(style.columns, 40)),
        colour_(style.colour) {}

  std::string Text() const {
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return text;
  }

 protected:
  // The lines that `draw` draws, taken out of the drawing.
  template <typename Draw>
  Lines PartOf(Draw draw) {
    Lines before = std::exchange(lines_, {});
    draw();
    return std::exchange(lines_, std::move(before));
  }

  void Line(const std::string& text, Emphasis ink = Emphasis::kPlain,
            std::size_t inked = 0) override {
    constexpr const char* kColours[] = {"", kBoldText, kGreenText, kRedText};
    const bool is_plain = !colour_ || ink == Emphasis::kPlain;
    lines_.push_back(is_plain ? text
                              : text.substr(0, inked) +
                                    InColour(text.substr(inked),
                                             kColours[static_cast<int>(ink)]));
  }
  void Paragraph() override {
    if (lines_.empty() || !lines_.back().empty()) lines_.emplace_back();
  }
  void DrawStrip(const Strip& strip) override {
    Append(LinesOf(strip, columns()), lines_);
  }
  void DrawTensors(const std::vector<TitledTensor>& tensors) override {
    std::vector<Block> blocks;
    for (const TitledTensor& tensor : tensors) {
      blocks.push_back(BlockOf(tensor.tensor, tensor.title, columns()));
    }
    Append(Flow(blocks, columns(), 4), lines_);
  }
  void DrawWalk(const std::vector<Wide>& cells,
                std::optional<std::size_t> breaks,
                const std::string& name) override {
    Append(LinesOfWalk(cells, breaks, name, columns(), colour_), lines_);
  }

  Lines lines_;

 private:
  const bool colour_;
};

// Holds what fits kBriefLines lines.
class BriefDrawing : public TextDrawing {
 public:
  using TextDrawing::TextDrawing;

  void DrawInBrief(const Picture& picture) {
    Lines head = PartOf([&] { Wrapped(picture.title, 0, Emphasis::kTitle); });
    CutTo(head, 2, columns());
    Append(PartOf([&] {
             for (const std::string& line : picture.about) Wrapped(line);
           }),
           head);
    CutTo(head, 6, columns());
    Lines cause = PartOf([&] { DrawCause(picture); });
    CutTo(cause, 8, columns());
    Lines ways = WaysOut(picture.reason, 8);
    Lines notes = PartOf([&] {
      for (const std::string& note : picture.notes) Wrapped(note);
    });
    Lines table = TableOf(picture.rows);
    Lines walk = PartOf([&] { DrawBreak(picture); });
    const auto total = [&] {
      std::size_t lines = 1;
      for (const Lines* part : {&head, &cause, &table, &walk, &ways, &notes}) {
        if (!part->empty()) lines += part->size() + 1;
      }
      return lines;
    };
    // Leaves out steps in the middle of the chain, as few as it can.
    const auto fit = [&] {
      std::vector<ChainRow> rows = picture.rows;
      table = TableOf(rows);
      while (total() > kBriefLines && rows.size() > 3) {
        rows.erase(rows.end() - 3);
        table = TableOf(rows);
        table.insert(table.end() - 2, "...");
      }
      return total() <= kBriefLines;
    };
    if (total() > kBriefLines) notes.clear();
    if (!fit()) CutTo(head, 3, columns());
    if (!fit()) ways = WaysOut(picture.reason, 6);
    if (!fit()) CutTo(cause, 6, columns());
    if (!fit()) walk.clear();
    if (!fit()) table.clear();
    const Lines tensors = PartOf([&] { DrawSmall(picture.tensors); });
    if (walk.empty() && total() + tensors.size() + 1 <= kBriefLines) {
      walk = tensors;
    }
    for (const Lines& part : {head, cause, table, walk, ways, notes}) {
      Append(part, lines_);
      if (!part.empty()) Line("");
    }
    Line(
        "(--more: the storage, every tensor, the walk and how far a view can "
        "go)");
  }

  // The chain, without what each of its tensors has alike; of what is too wide,
  // without more.
  Lines TableOf(const std::vector<ChainRow>& rows) {
    constexpr std::size_t kLeastCall = 12;
    constexpr std::size_t kMostCall = 60;
    bool has_offset = false;
    bool has_storage = false;
    for (const ChainRow& row : rows) {
      if (row.outcome.empty()) has_offset |= row.offset != "0";
      if (row.outcome.empty()) has_storage |= row.storage != "A";
    }
    ChainTable table = {rows,
                        {&ChainRow::name, &ChainRow::call, &ChainRow::sizes,
                         &ChainRow::strides},
                        kLeastCall};
    if (has_offset) table.columns.push_back(&ChainRow::offset);
    table.columns.push_back(&ChainRow::contiguous);
    if (has_storage) table.columns.push_back(&ChainRow::storage);
    for (const auto least : {&ChainRow::contiguous, &ChainRow::storage}) {
      if (table.width() > columns()) std::erase(table.columns, least);
    }
    table.most_call = kMostCall;
    const std::size_t call = table.WidthOf(&ChainRow::call);
    const std::size_t over = table.width() - std::min(table.width(), columns());
    table.most_call = std::max(call - std::min(call, over), kLeastCall);
    const auto line_of = [&](const ChainRow& row) {
      std::string line = table.LineOf(row);
      if (line.size() > columns()) {
        line = line.substr(0, columns() - 3) + "...";
      }
      return line;
    };
    return PartOf([&] {
      Line(line_of(ChainTable::kHead), Emphasis::kTitle);
      for (const ChainRow& row : rows) Row(row, line_of(row));
    });
  }

 private:
  void DrawCause(const Picture& picture) {
    for (const std::string& line : picture.verdict) Wrapped(line);
    if (!picture.reason) return;
    Wrapped(picture.reason->title, 0, Emphasis::kTitle);
    for (const std::string& line : picture.reason->lines) Wrapped(line, 2);
  }

  // Returns as many whole ones as fit; the first one always.
  Lines WaysOut(const std::optional<Reason>& reason, std::size_t most) {
    if (!reason || reason->repairs.empty()) return {};
    Lines lines = PartOf([&] {
      Wrapped(HeadingOf(reason->repairs), 0, Emphasis::kTitle);
      Wrapped(reason->x, 2);
    });
    const std::size_t before = lines.size();
    for (const Repair& repair : reason->repairs) {
      const Lines more = PartOf([&] { Wrapped(TextOf(repair), 2); });
      if (lines.size() > before && lines.size() + more.size() > most) break;
      Append(more, lines);
    }
    return lines;
  }

  // The walk that breaks, around that place.
  void DrawBreak(const Picture& picture) {
    if (!picture.reason) return;
    if (!picture.reason->series.empty()) {
      const Series& series = picture.reason->series.front();
      Wrapped(series.name + ":", 2);
      return DrawWalk(series.cells, series.breaks, "");
    }
    const auto& place = picture.reason->place;
    for (const PictureTensor& tensor : picture.tensors) {
      if (!place || !tensor.layout || tensor.layout->place != place) continue;
      for (const Stretch& stretch : tensor.layout->walk) {
        const auto count = static_cast<Wide>(stretch.cells.size());
        if (*place < stretch.first || *place >= stretch.first + count) continue;
        return DrawAround(stretch, *place, tensor.name);
      }
    }
  }

  void DrawAround(const Stretch& stretch, Wide place, const std::string& name) {
    constexpr Wide kBefore = 3;
    constexpr Wide kCells = 10;
    const Wide at = place - stretch.first;
    const Wide begin = std::max<Wide>(at - kBefore, 0);
    const Wide end =
        std::min<Wide>(begin + kCells, static_cast<Wide>(stretch.cells.size()));
    const std::vector<Wide> cells(
        stretch.cells.begin() + static_cast<std::ptrdiff_t>(begin),
        stretch.cells.begin() + static_cast<std::ptrdiff_t>(end));
    Wrapped(fmt::format("The cells of {}, the last index fastest{}; at ! the "
                        "jump is another one:",
                        name,
                        stretch.first + begin == 0
                            ? ""
                            : fmt::format(", from element {} on",
                                          CountText(stretch.first + begin))),
            0, Emphasis::kTitle);
    DrawWalk(cells, static_cast<std::size_t>(at - begin), "");
  }

  // Each small tensor, with the cell of each element.
  void DrawSmall(const std::vector<PictureTensor>& tensors) {
    constexpr Wide kMaxElements = 24;
    std::vector<TitledTensor> small;
    for (const PictureTensor& tensor : tensors) {
      if (!tensor.layout || tensor.layout->walk.empty()) continue;
      if (CountOf(tensor.layout->geometry.sizes) > kMaxElements) continue;
      small.push_back({tensor.name, tensor});
    }
    if (small.empty()) return;
    Wrapped("The cell of each element", 0, Emphasis::kTitle);
    DrawTensors(small);
  }
};

}  // namespace

void CutTo(Lines& lines, std::size_t most, std::size_t columns) {
  if (lines.size() <= most) return;
  lines.resize(most);
  std::string& last = lines.back();
  if (last.size() + 4 > columns) {
    last.resize(std::min(last.rfind(' ', columns - 4), columns - 4));
  }
  last += " ...";
}

Lines BriefTable(const Picture& picture, const TextStyle& style) {
  return BriefDrawing(style).TableOf(picture.rows);
}

std::string DrawText(const Picture& picture, const TextStyle& style) {
  BriefDrawing drawing(style);
  // The difference from a report is all that its reader asked for.
  if (style.brief && picture.facts.empty()) {
    drawing.DrawInBrief(picture);
  } else {
    drawing.Draw(picture);
  }
  return drawing.Text();
}

}  // namespace viewproof
