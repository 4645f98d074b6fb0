#include "conformance/picture/brief.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "conformance/picture/blocks.h"
#include "conformance/picture/strip_text.h"

namespace viewproof {
namespace {

constexpr const char* kRest =
    "(--more: the storage, every tensor, the walk and how far a view can go)";

// The first `most` lines; the last of them says that some are left out.
void CutTo(Lines& lines, std::size_t most, std::size_t columns) {
  if (lines.size() <= most) return;
  lines.resize(most);
  std::string& last = lines.back();
  if (last.size() + 4 > columns) last.resize(last.rfind(' ', columns - 4));
  last += " ...";
}

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
    std::vector<ChainRow> rows = picture.rows;
    Lines table = TableOf(rows);
    Lines walk = WalkOf(picture);
    const auto total = [&] {
      std::size_t lines = 1;
      for (const Lines* part : {&head, &cause, &table, &walk, &ways, &notes}) {
        if (!part->empty()) lines += part->size() + 1;
      }
      return lines;
    };
    if (total() > kBriefLines) notes.clear();
    while (total() > kBriefLines && rows.size() > 3) {
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(rows.size()) - 3);
      table = TableOf(rows);
      table.insert(table.end() - 2, "...");
    }
    if (total() > kBriefLines) CutTo(head, 3, columns_);
    if (total() > kBriefLines) ways = WaysOut(picture.reason, 6);
    if (total() > kBriefLines) CutTo(cause, 6, columns_);
    if (total() > kBriefLines) walk.clear();
    if (total() > kBriefLines) table.clear();
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

  // The chain, without what each of its tensors has alike.
  Lines TableOf(const std::vector<ChainRow>& rows) const {
    bool has_offset = false;
    bool has_storage = false;
    for (const ChainRow& row : rows) {
      if (row.outcome.empty()) has_offset |= row.offset != "0";
      if (row.outcome.empty()) has_storage |= row.storage != "A";
    }
    const auto cells = [&](const ChainRow& row) {
      std::vector<std::string> texts = {row.name, row.call, row.sizes,
                                        row.strides};
      if (has_offset) texts.push_back(row.offset);
      texts.push_back(row.contiguous);
      if (has_storage) texts.push_back(row.storage);
      return texts;
    };
    const ChainRow head = {"",       "what ran",   "sizes",   "strides",
                           "offset", "contiguous", "storage", ""};
    std::vector<std::size_t> widths;
    for (const std::string& text : cells(head)) widths.push_back(text.size());
    for (const ChainRow& row : rows) {
      const auto texts = cells(row);
      const std::size_t shown = row.outcome.empty() ? texts.size() : 2;
      for (std::size_t k = 0; k < shown; ++k) {
        widths[k] = std::max(widths[k], texts[k].size());
      }
    }
    const std::size_t width =
        std::accumulate(widths.begin(), widths.end(), std::size_t{0}) +
        2 * (widths.size() - 1);
    constexpr std::size_t kLeastCall = 12;
    if (width > columns_) {
      widths[1] = std::max(kLeastCall,
                           widths[1] - std::min(width - columns_, widths[1]));
    }
    Lines lines;
    const auto write = [&](const ChainRow& row, const char* colour) {
      std::vector<std::string> texts = cells(row);
      if (texts[1].size() > widths[1]) {
        texts[1] = texts[1].substr(0, widths[1] - 3) + "...";
      }
      std::string line;
      const std::size_t shown = row.outcome.empty() ? texts.size() : 2;
      for (std::size_t k = 0; k < shown; ++k) {
        line += fmt::format("{:<{}}  ", texts[k], widths[k]);
      }
      line += Painted(row.outcome,
                      row.outcome.starts_with("refused") ? kRedText : "");
      line.erase(line.find_last_not_of(' ') + 1);
      for (std::string& part : Broken(line, columns_)) {
        if (line.size() <= columns_) part = line;
        lines.push_back(Painted(part, colour));
      }
    };
    write(head, kBoldText);
    for (const ChainRow& row : rows) write(row, "");
    return lines;
  }

  const TextStyle style_;
  const std::size_t columns_;
};

}  // namespace

std::string DrawBrief(const Picture& picture, const TextStyle& style) {
  return BriefWriter(style).Write(picture);
}

}  // namespace viewproof
