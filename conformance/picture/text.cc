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
    Append(LinesOf(strip, columns(), colour_), lines_);
  }
  void DrawTensors(const std::vector<TitledTensor>& tensors) override {
    Append(FlowOf(BlocksOf(tensors)), lines_);
  }
  void DrawWalk(const std::vector<Wide>& cells,
                std::optional<std::size_t> breaks,
                const std::string& name) override {
    Append(LinesOfWalk(cells, breaks, name, columns(), colour_), lines_);
  }

  std::vector<Block> BlocksOf(const std::vector<TitledTensor>& tensors) const {
    std::vector<Block> blocks;
    for (const TitledTensor& tensor : tensors) {
      blocks.push_back(
          BlockOf(tensor.tensor, tensor.title, columns(), colour_));
    }
    return blocks;
  }
  Lines FlowOf(const std::vector<Block>& blocks) const {
    return Flow(blocks, columns(), 4);
  }

  Lines lines_;

 private:
  const bool colour_;
};

// Holds what fits kBriefLines lines, or less.
class BriefDrawing : public TextDrawing {
 public:
  using TextDrawing::TextDrawing;

  void DrawInShort(const Picture& picture) {
    Lines body = PartOf([&] { DrawTensorsAndStrips(picture, Titles::kNames); });
    const bool is_drawn = body.size() <= kShortBody;
    Lines table = TableOf(is_drawn ? RowsOfTensors(picture) : picture.rows);
    Append(PartOf([&] { DrawCause(picture); }), lines_);
    for (const Lines& part : {table, is_drawn ? body : Lines{}}) {
      if (part.empty()) continue;
      Line("");
      Append(part, lines_);
    }
    DrawBreak(picture);
    const Lines ways = WaysOut(picture.reason, kShortWays);
    if (!ways.empty()) Line("");
    Append(ways, lines_);
  }

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
    Lines table;
    Lines walk;
    const auto total = [&] {
      std::size_t lines = 0;
      for (const Lines* part : {&head, &cause, &table, &walk, &ways, &notes}) {
        if (!part->empty()) lines += part->size() + 1;
      }
      return lines;
    };
    // The tensors and the storage teach most, if they are small enough.
    const Lines drawn =
        PartOf([&] { DrawTensorsAndStrips(picture, Titles::kNames); });
    const Lines told =
        PartOf([&] { DrawTensorsAndStrips(picture, Titles::kSizes); });
    const Lines tensors = TableOf(RowsOfTensors(picture));
    const Lines lesson = LessonOf(picture);
    const Lines jumps = PartOf([&] { DrawBreak(picture); });
    const auto draws = [&](const std::vector<const Lines*>& parts) {
      table.clear();
      for (const Lines* part : parts) Append(*part, table);
      return total() <= kBriefLines;
    };
    const Lines blank(1);
    const bool is_drawn =
        drawn.size() <= kMostDrawn &&
        (draws({&lesson, &blank, &tensors, &drawn, &jumps}) ||
         draws({&lesson, &tensors, &drawn, &jumps}) ||
         draws({&lesson, &blank, &tensors, &drawn}) ||
         draws({&lesson, &tensors, &drawn}) ||
         draws({&lesson, &told, &jumps}) || draws({&lesson, &told}) ||
         draws({&told, &jumps}) || draws({&told}));
    if (!is_drawn) {
      walk = jumps;
      FitTable(picture, total, head, cause, table, walk, ways, notes);
    }
    for (const Lines& part : {head, cause, table, walk, ways, notes}) {
      if (!lines_.empty() && !part.empty()) Line("");
      Append(part, lines_);
    }
    Wrapped(
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
  // Says how tensors are called above their grids: by names alone where a
  // table tells the rest.
  enum class Titles { kNames, kSizes };

  static constexpr std::size_t kShortBody = 12;
  static constexpr std::size_t kShortWays = 6;
  static constexpr std::size_t kMostDrawn = 15;

  // Leaves out what matters least, and steps in the middle of the chain, until
  // the parts fit.
  template <typename Total>
  void FitTable(const Picture& picture, Total total, Lines& head, Lines& cause,
                Lines& table, Lines& walk, Lines& ways, Lines& notes) {
    const auto fits = [&] {
      std::vector<ChainRow> rows = picture.rows;
      table = TableOf(rows);
      while (total() > kBriefLines && rows.size() > 3) {
        rows.erase(rows.end() - 3);
        table = TableOf(rows);
        table.insert(table.end() - 2, "...");
      }
      return total() <= kBriefLines;
    };
    table = TableOf(picture.rows);
    if (total() > kBriefLines) notes.clear();
    if (!fits()) CutTo(head, 3, columns());
    if (!fits()) ways = WaysOut(picture.reason, 6);
    if (!fits()) CutTo(cause, 6, columns());
    if (!fits()) walk.clear();
    if (!fits()) table.clear();
  }

  // Returns what a beginner asks, before the tensors are drawn.
  Lines LessonOf(const Picture& picture) {
    return PartOf([&] {
      Wrapped(
          "A storage is a row of cells; a stride is how many cells an index "
          "goes on.");
      for (const std::string& line : picture.lesson) Wrapped(line);
    });
  }

  // The rows of the chain without the refusal, which the cause tells.
  static std::vector<ChainRow> RowsOfTensors(const Picture& picture) {
    std::vector<ChainRow> rows = picture.rows;
    if (!picture.reason) return rows;
    std::erase_if(rows, [](const ChainRow& row) { return row.is_refused(); });
    return rows;
  }

  static std::string TitleOf(const Picture& picture,
                             const PictureTensor& tensor, Titles titles) {
    if (titles == Titles::kNames) return "cells of " + tensor.name;
    std::string title = tensor.name;
    if (!tensor.call.empty()) title += ": " + tensor.call;
    const auto row =
        std::ranges::find(picture.rows, tensor.name, &ChainRow::name);
    return row == picture.rows.end() ? title : title + ", sizes " + row->sizes;
  }

  // Each tensor with the cell of each element, the storages with the number of
  // each element, beside them if there is room, and what is written. Of large
  // tensors too many lines.
  void DrawTensorsAndStrips(const Picture& picture, Titles titles) {
    std::vector<TitledTensor> tensors;
    for (const PictureTensor& tensor : picture.tensors) {
      tensors.push_back({TitleOf(picture, tensor, titles), tensor});
    }
    std::vector<Block> blocks = BlocksOf(tensors);
    Lines below = FlowOf(blocks);
    for (const Strip& strip : picture.strips) {
      if (!picture.writes.empty()) break;
      Block block{PartOf([&] {
        Wrapped("elements in storage " + strip.name);
        DrawStrip(strip);
      })};
      Append(block.lines, below);
      blocks.push_back(std::move(block));
    }
    const Lines beside = FlowOf(blocks);
    Append(beside.size() < below.size() ? beside : below, lines_);
    DrawWrites(picture);
  }

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
    if (stretch.first + begin > 0) {
      Wrapped(fmt::format("The walk of {} from element {} on; at ! it breaks:",
                          name, CountText(stretch.first + begin)));
    }
    const bool is_whole = stretch.first + begin == 0;
    DrawWalk(cells, static_cast<std::size_t>(at - begin),
             is_whole ? name + " in order" : "");
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
  if (style.length == PictureLength::kWhole || !picture.facts.empty()) {
    drawing.Draw(picture);
  } else if (style.length == PictureLength::kBrief) {
    drawing.DrawInBrief(picture);
  } else {
    drawing.DrawInShort(picture);
  }
  return drawing.Text();
}

}  // namespace viewproof
