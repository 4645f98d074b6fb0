#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/case/strings.h"
#include "conformance/picture/drawing.h"

namespace viewproof {
namespace {

// Rows that mark the same cells as one, if their names are short.
std::vector<Strip::Row> Merged(const std::vector<Strip::Row>& rows) {
  constexpr std::size_t kMaxNames = 22;  // "base, step 1, step 2"
  std::vector<Strip::Row> merged;
  for (const Strip::Row& row : rows) {
    const bool is_same = !merged.empty() && merged.back().marks == row.marks &&
                         merged.back().partial == row.partial;
    if (is_same &&
        merged.back().name.size() + 2 + row.name.size() <= kMaxNames) {
      merged.back().name += ", " + row.name;
    } else {
      merged.push_back(row);
    }
  }
  return merged;
}

// Returns whether each tensor has as many elements in each cell.
bool IsEven(const Strip& strip) {
  if (std::ranges::count(strip.cells, kGap) > 0) return false;
  return std::ranges::all_of(strip.rows, [](const Strip::Row& row) {
    return !row.partial && !row.counts.empty() && row.counts.front() > 0 &&
           std::ranges::count(row.counts, row.counts.front()) ==
               std::ssize(row.counts);
  });
}

std::string EvenText(const Strip& strip) {
  std::string text = fmt::format("Each of the cells {} to {} holds",
                                 CountText(strip.cells.front()),
                                 CountText(strip.cells.back()));
  std::optional<int64_t> before;
  for (const Strip::Row& row : strip.rows) {
    const int64_t count = row.counts.front();
    if (count == before) {
      text += ", " + row.name;
    } else {
      text += fmt::format("{} {} {} of {}", before ? ";" : "", count,
                          count == 1 ? "element" : "elements", row.name);
    }
    before = count;
  }
  return text + ".";
}

// It is written where something is left out.
constexpr std::string_view kCut = "...";

std::string NumberText(Wide number, bool is_cut) {
  return is_cut ? std::string(kCut) : CountText(number);
}

// The text at the right of so many columns, in the colour of a row.
std::string InHue(std::string_view text, std::size_t width, int hue,
                  bool colour) {
  constexpr const char* kInks[kHues] = {"\x1b[36m", "\x1b[33m", "\x1b[32m",
                                        "\x1b[35m", "\x1b[34m", "\x1b[37m"};
  const std::string blanks(width - std::min(width, text.size()), ' ');
  return blanks + (colour && hue != kNoHue ? InColour(text, kInks[hue])
                                           : std::string(text));
}

std::string TextOf(const Mark& mark) {
  return (mark.lit ? "*" : "") + mark.text;
}

// Each text no wider than `room`: what is longer goes on as the next mark.
std::vector<Mark> Broken(const std::vector<Mark>& marks, std::size_t room) {
  std::vector<Mark> pieces;
  for (const Mark& mark : marks) {
    const std::string text = TextOf(mark);
    for (std::size_t at = 0; at == 0 || at < text.size(); at += room) {
      pieces.push_back(mark);
      pieces.back().text = text.substr(at, room);
      pieces.back().lit = false;
    }
  }
  return pieces;
}

}  // namespace

std::size_t Block::width() const {
  std::size_t width = 0;
  for (const std::string& line : lines) width = std::max(width, WidthOf(line));
  return width;
}

std::size_t WidthOf(std::string_view line) {
  std::size_t width = 0;
  bool is_ink = false;
  for (const char c : line) {
    is_ink |= c == '\x1b';
    const bool goes_on = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    width += is_ink || goes_on ? 0 : 1;
    is_ink &= c != 'm';
  }
  return width;
}

Lines Flow(const std::vector<Block>& blocks, std::size_t columns,
           std::size_t between) {
  Lines out;
  std::size_t at = 0;
  while (at < blocks.size()) {
    std::size_t end = at;
    std::size_t width = 0;
    std::size_t height = 0;
    while (end < blocks.size()) {
      const std::size_t more = blocks[end].width() + (end == at ? 0 : between);
      if (end > at && width + more > columns) break;
      width += more;
      height = std::max(height, blocks[end].lines.size());
      ++end;
    }
    if (at > 0) out.emplace_back();
    for (std::size_t row = 0; row < height; ++row) {
      std::string line;
      std::size_t column = 0;
      for (std::size_t k = at; k < end; ++k) {
        line.append(column - std::min(column, WidthOf(line)), ' ');
        if (row < blocks[k].lines.size()) line += blocks[k].lines[row];
        column += blocks[k].width() + between;
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out.push_back(std::move(line));
    }
    at = end;
  }
  return out;
}

Block BlockOf(const Plane& whole, std::size_t columns, bool colour) {
  Block block;
  if (!whole.label.empty()) block.lines = BreakLines(whole.label, columns);
  std::size_t width = 1;
  for (const Wide cell : whole.cells) {
    width = std::max(width, CountText(cell).size());
  }
  std::size_t room = (columns + 1) / (width + 1);
  if (room < whole.columns.size()) {  // One column is a cut.
    room =
        columns < kCut.size() ? 0 : (columns - kCut.size()) / (width + 1) + 1;
    room = std::min(room, whole.columns.size() - 1);
  }
  const bool is_list = room < 3 && room < whole.columns.size();
  const Plane plane =
      is_list ? whole : Narrowed(whole, std::max<std::size_t>(room, 3));
  std::size_t k = 0;
  for (std::size_t r = 0; r < plane.rows.size(); ++r) {
    std::string line;
    for (const int64_t column : plane.columns) {
      const bool is_cut = plane.rows[r] == kGap || column == kGap;
      const std::string text = NumberText(plane.cells[k++], is_cut);
      if (is_list) {
        block.lines.push_back(InHue(text, 0, plane.hues[r], colour));
        continue;
      }
      if (!line.empty()) line += ' ';
      line += InHue(text, column == kGap ? kCut.size() : width,
                    is_cut ? kNoHue : plane.hues[r], colour);
    }
    if (!line.empty()) block.lines.push_back(std::move(line));
  }
  return block;
}

Lines LinesOf(const Strip& strip, std::size_t columns, bool colour) {
  if (strip.cells.empty()) return {};
  std::vector<Strip::Row> rows = Merged(strip.rows);
  std::size_t label = 4;
  for (const auto& row : rows) label = std::max(label, row.name.size());
  std::size_t width = 1;
  for (const Wide cell : strip.cells) {
    width = std::max(width, NumberText(cell, cell == kGap).size());
  }
  bool is_lit = false;
  bool has_more = false;
  for (Strip::Row& row : rows) {
    for (std::vector<Mark>& marks : row.marks) {
      for (const Mark& mark : marks) {
        is_lit |= mark.lit;
        has_more |= mark.text.starts_with('+');
      }
      marks = Broken(marks, columns - label - 2);
      for (const Mark& mark : marks) width = std::max(width, mark.text.size());
    }
  }
  const std::size_t per_line =
      std::max<std::size_t>((columns - label - 2) / (width + 1), 1);
  if (strip.cells.size() > per_line && IsEven(strip)) {
    return BreakLines(EvenText(strip), columns);
  }
  Lines lines;
  const auto begin = [&](std::string_view name) {
    return fmt::format("{:<{}} ", name, label);
  };
  const auto end = [&](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  };
  for (std::size_t from = 0; from < strip.cells.size(); from += per_line) {
    const std::size_t to = std::min(from + per_line, strip.cells.size());
    if (from > 0) lines.emplace_back();
    std::string head = begin("cell");
    for (std::size_t k = from; k < to; ++k) {
      const Wide cell = strip.cells[k];
      head += fmt::format(" {:>{}}", NumberText(cell, cell == kGap), width);
    }
    end(std::move(head));
    for (const Strip::Row& row : rows) {
      std::size_t height = 1;
      for (std::size_t k = from; k < to; ++k) {
        height = std::max(height, row.marks[k].size());
      }
      for (std::size_t level = 0; level < height; ++level) {
        std::string line = begin(level == 0 ? row.name : "");
        for (std::size_t k = from; k < to; ++k) {
          const bool any = level < row.marks[k].size();
          const Mark mark = any ? row.marks[k][level] : Mark{};
          line += ' ' + InHue(mark.text, width, mark.hue, colour);
        }
        end(std::move(line));
      }
    }
  }
  const auto remark = [&](const std::string& text) {
    for (std::string& line : BreakLines(text, columns)) lines.push_back(line);
  };
  if (is_lit) remark("(*: another value than in the row above)");
  if (has_more) remark("(+: so many more elements lie in this cell)");
  for (const Strip::Row& row : rows) {
    if (!row.partial) continue;
    remark(fmt::format("({}: only the elements shown below are marked)",
                       row.name));
  }
  return lines;
}

Block BlockOf(const PictureTensor& tensor, const std::string& title,
              std::size_t columns, bool colour) {
  Block block;
  for (std::string& line : BreakLines(title, columns)) {
    block.lines.push_back(std::move(line));
  }
  if (!tensor.remark.empty() || !tensor.layout) {
    for (std::string& line : BreakLines(tensor.remark, columns)) {
      block.lines.push_back(std::move(line));
    }
  } else {
    const std::string strides = StridesText(tensor.layout->grid);
    for (std::string& line : BreakLines(strides, columns)) {
      block.lines.push_back(std::move(line));
    }
    std::vector<Block> planes;
    for (const Plane& plane : tensor.layout->grid.planes) {
      planes.push_back(BlockOf(plane, columns, colour));
    }
    if (tensor.layout->grid.left_out > 0) {
      const std::string more =
          fmt::format("({} more)", CountText(tensor.layout->grid.left_out));
      planes.insert(planes.end() - 1, Block{{more}});
    }
    for (std::string& line : Flow(planes, columns, 3)) {
      block.lines.push_back(std::move(line));
    }
  }
  return block;
}

Lines LinesOfWalk(const std::vector<Wide>& list,
                  std::optional<std::size_t> breaks, std::string name,
                  std::size_t columns, bool colour) {
  Lines lines;
  constexpr std::size_t kMaxName = 20;
  if (name.size() > kMaxName) {
    lines = BreakLines(name, columns);
    name.clear();
  }
  if (name.empty()) name = "  cells";
  const std::size_t label = std::max<std::size_t>(name.size(), 7) + 2;
  const std::size_t room = columns - label;
  std::string cells;
  std::string jumps;
  std::size_t shown = 0;  // Columns of `jumps`, which may be painted.
  const auto flush = [&] {
    lines.push_back(fmt::format("{:<{}}{}", name, label, cells));
    if (shown > 0)
      lines.push_back(fmt::format("{:<{}}{}", "  jumps", label, jumps));
    cells.clear();
    jumps.clear();
    name = "  cells";
    shown = 0;
  };
  for (std::size_t k = 0; k < list.size(); ++k) {
    const std::string cell = CountText(list[k]);
    std::string jump;
    if (k > 0) {
      jump = SignedText(list[k] - list[k - 1]);
      if (k == breaks) jump += '!';
    }
    const std::size_t gap = k == 0 ? 0 : jump.size() + 2;
    if (!cells.empty() && cells.size() + gap + cell.size() > room) flush();
    if (k > 0) {
      jumps.append(cells.size() + 1 - shown, ' ');
      shown = cells.size() + 1 + jump.size();
      jumps += k == breaks && colour ? InColour(jump, kRedText) : jump;
    }
    cells.append(gap, ' ').append(cell);
  }
  if (!cells.empty()) flush();
  return lines;
}

std::string InColour(std::string_view text, const char* colour) {
  if (text.empty()) return std::string(text);
  return fmt::format("{}{}{}", colour, text, "\x1b[0m");
}

}  // namespace viewproof
