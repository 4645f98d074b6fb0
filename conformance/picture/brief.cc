#include "conformance/picture/brief.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "conformance/picture/blocks.h"
#include "conformance/picture/strip_text.h"

namespace viewproof {
namespace {

constexpr const char* kRest =
    "(--more: the storage, every tensor, the walk and how far a view can go)";

class BriefWriter {
 public:
  explicit BriefWriter(const TextStyle& style)
      : style_(style), columns_(std::max<std::size_t>(style.columns, 40)) {}

  std::string Write(const Picture& picture) {
    Lines head = Wrapped(picture.title, "", kBoldText);
    CutTo(head, 2, columns_);
    for (const std::string& line : picture.about) Append(Wrapped(line), head);
    CutTo(head, 6, columns_);
    Lines cause = CauseOf(picture);
    CutTo(cause, 8, columns_);
    Lines ways = WaysOut(picture.reason, 8);
    Lines notes;
    for (const std::string& note : picture.notes) Append(Wrapped(note), notes);
    Lines table = TableOf(picture.rows);
    Lines walk = WalkOf(picture);
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
    if (!fit()) CutTo(head, 3, columns_);
    if (!fit()) ways = WaysOut(picture.reason, 6);
    if (!fit()) CutTo(cause, 6, columns_);
    if (!fit()) walk.clear();
    if (!fit()) table.clear();
    const Lines tensors = TensorsOf(picture);
    if (walk.empty() && total() + tensors.size() + 1 <= kBriefLines) {
      walk = tensors;
    }
    std::string out;
    for (const Lines& part : {head, cause, table, walk, ways, notes}) {
      for (const std::string& line : part) out += line + "\n";
      if (!part.empty()) out += '\n';
    }
    return out + kRest + "\n";
  }

  // The chain, without what each of its tensors has alike; of what is too wide,
  // without more.
  Lines TableOf(const std::vector<ChainRow>& rows) const {
    bool has_offset = false;
    bool has_storage = false;
    for (const ChainRow& row : rows) {
      if (row.outcome.empty()) has_offset |= row.offset != "0";
      if (row.outcome.empty()) has_storage |= row.storage != "A";
    }
    std::vector<Cell> cells = {&ChainRow::name, &ChainRow::call,
                               &ChainRow::sizes, &ChainRow::strides};
    if (has_offset) cells.push_back(&ChainRow::offset);
    cells.push_back(&ChainRow::contiguous);
    if (has_storage) cells.push_back(&ChainRow::storage);
    for (const Cell least : {&ChainRow::contiguous, &ChainRow::storage}) {
      if (WidthOf(rows, cells, kLeastCall) > columns_) std::erase(cells, least);
    }
    std::size_t call = WidthOf(rows, &ChainRow::call, kMostCall);
    const std::size_t width = WidthOf(rows, cells, call);
    if (width > columns_) {
      call = std::max(kLeastCall, call - std::min(call, width - columns_));
    }
    Lines lines;
    lines.push_back(Painted(RowOf(rows, cells, kHead, call), kBoldText));
    for (const ChainRow& row : rows) {
      std::string line = RowOf(rows, cells, row, call);
      const std::size_t outcome = line.size() - row.outcome.size();
      if (row.outcome.starts_with("refused") && line.ends_with(row.outcome)) {
        line = line.substr(0, outcome) + Painted(row.outcome, kRedText);
      }
      lines.push_back(std::move(line));
    }
    return lines;
  }

 private:
  std::string Painted(std::string_view text, const char* colour) const {
    const bool is_plain = !style_.colour || *colour == '\0';
    return is_plain ? std::string(text) : InColour(text, colour);
  }

  Lines Wrapped(std::string_view text, std::string_view indent = "",
                const char* colour = "") const {
    Lines lines = Broken(text, columns_ - indent.size());
    for (std::string& line : lines) {
      line = std::string(indent) + Painted(line, colour);
    }
    return lines;
  }

  static void Append(const Lines& more, Lines& lines) {
    lines.insert(lines.end(), more.begin(), more.end());
  }

  Lines CauseOf(const Picture& picture) const {
    Lines lines;
    for (const std::string& line : picture.verdict) {
      Append(Wrapped(line, "", ""), lines);
    }
    if (!picture.reason) return lines;
    Append(Wrapped(picture.reason->title, "", kBoldText), lines);
    for (const std::string& line : picture.reason->lines) {
      Append(Wrapped(line, "  "), lines);
    }
    return lines;
  }

  // As many whole ones as fit; the first one always.
  Lines WaysOut(const std::optional<Reason>& reason, std::size_t most) const {
    if (!reason || reason->repairs.empty()) return {};
    Lines lines = Wrapped(HeadingOf(reason->repairs), "", kBoldText);
    if (!reason->x.empty()) Append(Wrapped(reason->x, "  "), lines);
    const std::size_t before = lines.size();
    for (const Repair& repair : reason->repairs) {
      const Lines more = Wrapped(TextOf(repair), "  ");
      if (lines.size() > before && lines.size() + more.size() > most) break;
      Append(more, lines);
    }
    return lines;
  }

  // The walk that breaks, around that place.
  Lines WalkOf(const Picture& picture) const {
    if (!picture.reason) return {};
    Lines lines;
    for (const Series& series : picture.reason->series) {
      if (!lines.empty()) break;
      Append(Wrapped(series.name + ":", "  "), lines);
      Append(
          LinesOfWalk(series.cells, series.breaks, "", columns_, style_.colour),
          lines);
    }
    const auto& place = picture.reason->place;
    for (const Drawn& tensor : picture.tensors) {
      if (!lines.empty() || !place || !tensor.layout ||
          tensor.layout->place != place) {
        continue;
      }
      for (const Stretch& stretch : tensor.layout->walk) {
        const auto count = static_cast<Wide>(stretch.cells.size());
        if (*place < stretch.first || *place >= stretch.first + count) continue;
        Append(PartOf(stretch, *place, tensor.name), lines);
      }
    }
    return lines;
  }

  Lines PartOf(const Stretch& stretch, Wide place,
               const std::string& name) const {
    constexpr Wide kBefore = 3;
    constexpr Wide kCells = 10;
    const Wide at = place - stretch.first;
    const Wide begin = std::max<Wide>(at - kBefore, 0);
    const Wide end =
        std::min<Wide>(begin + kCells, static_cast<Wide>(stretch.cells.size()));
    const std::vector<Wide> cells(
        stretch.cells.begin() + static_cast<std::ptrdiff_t>(begin),
        stretch.cells.begin() + static_cast<std::ptrdiff_t>(end));
    Lines lines = Wrapped(
        fmt::format("The cells of {}, the last index fastest{}; at ! the jump "
                    "is another one:",
                    name,
                    stretch.first + begin == 0
                        ? ""
                        : fmt::format(", from element {} on",
                                      CountText(stretch.first + begin))),
        "", kBoldText);
    Append(LinesOfWalk(cells, static_cast<std::size_t>(at - begin), "",
                       columns_, style_.colour),
           lines);
    return lines;
  }

  // Each small tensor, with the cell of each element.
  Lines TensorsOf(const Picture& picture) const {
    constexpr Wide kMaxElements = 24;
    std::vector<Block> blocks;
    for (const Drawn& tensor : picture.tensors) {
      if (!tensor.layout || tensor.layout->walk.empty()) continue;
      if (CountOf(tensor.layout->geometry.sizes) > kMaxElements) continue;
      blocks.push_back(BlockOf(tensor, tensor.name, columns_));
    }
    if (blocks.empty()) return {};
    Lines lines = Wrapped("The cell of each element", "", kBoldText);
    Append(Flow(blocks, columns_, 4), lines);
    return lines;
  }

  using Cell = std::string ChainRow::*;
  static constexpr std::size_t kLeastCall = 12;
  static constexpr std::size_t kMostCall = 60;
  inline static const ChainRow kHead = {"",        "what ran", "sizes",
                                        "strides", "offset",   "contiguous",
                                        "storage", ""};

  // How wide a column is, if that of what ran is at most `call` wide.
  static std::size_t WidthOf(const std::vector<ChainRow>& rows, Cell cell,
                             std::size_t call) {
    std::size_t width = (kHead.*cell).size();
    for (const ChainRow& row : rows) {
      const bool is_shown = row.outcome.empty() || cell == &ChainRow::name ||
                            cell == &ChainRow::call;
      if (is_shown) width = std::max(width, (row.*cell).size());
    }
    return cell == &ChainRow::call ? std::min(width, call) : width;
  }
  static std::size_t WidthOf(const std::vector<ChainRow>& rows,
                             const std::vector<Cell>& cells, std::size_t call) {
    std::size_t width = 2 * (cells.size() - 1);
    for (const Cell cell : cells) width += WidthOf(rows, cell, call);
    return width;
  }

  std::string RowOf(const std::vector<ChainRow>& rows,
                    const std::vector<Cell>& cells, const ChainRow& row,
                    std::size_t call) const {
    std::string line;
    for (const Cell cell : cells) {
      const bool is_shown = row.outcome.empty() || cell == &ChainRow::name ||
                            cell == &ChainRow::call;
      if (!is_shown) continue;
      const std::size_t width = WidthOf(rows, cell, call);
      std::string text = row.*cell;
      if (text.size() > width) text = text.substr(0, width - 3) + "...";
      line += fmt::format("{:<{}}  ", text, width);
    }
    line += row.outcome;
    line.erase(line.find_last_not_of(' ') + 1);
    if (line.size() > columns_) line = line.substr(0, columns_ - 3) + "...";
    return line;
  }

  const TextStyle style_;
  const std::size_t columns_;
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
  return BriefWriter(style).TableOf(picture.rows);
}

std::string DrawBrief(const Picture& picture, const TextStyle& style) {
  return BriefWriter(style).Write(picture);
}

}  // namespace viewproof
