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
    const bool is_same = !merged.empty() &&
                         merged.back().elements == row.elements &&
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
  if (std::count(strip.cells.begin(), strip.cells.end(), kGap) > 0) {
    return false;
  }
  return std::all_of(
      strip.rows.begin(), strip.rows.end(), [](const Strip::Row& row) {
        return !row.partial && row.elements.front() > 0 &&
               std::count(row.elements.begin(), row.elements.end(),
                          row.elements.front()) ==
                   static_cast<std::ptrdiff_t>(row.elements.size());
      });
}

std::string EvenText(const Strip& strip) {
  std::string text = fmt::format("Each of the cells {} to {} holds",
                                 CountText(strip.cells.front()),
                                 CountText(strip.cells.back()));
  std::optional<int64_t> before;
  for (const Strip::Row& row : strip.rows) {
    const int64_t count = row.elements.front();
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

}  // namespace

std::size_t Block::width() const {
  std::size_t width = 0;
  for (const std::string& line : lines) width = std::max(width, line.size());
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
        line.resize(std::max(line.size(), column), ' ');
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

Block BlockOf(const Plane& plane, std::size_t columns) {
  Block block;
  if (!plane.label.empty()) block.lines = BreakLines(plane.label, columns);
  const auto text = [&](std::size_t r, std::size_t c) -> std::string {
    if (plane.rows[r] == kGap || plane.columns[c] == kGap) return ".";
    return CountText(plane.cells[r * plane.columns.size() + c]);
  };
  std::size_t width = 1;
  for (std::size_t r = 0; r < plane.rows.size(); ++r) {
    for (std::size_t c = 0; c < plane.columns.size(); ++c) {
      width = std::max(width, text(r, c).size());
    }
  }
  const std::size_t last = plane.columns.size() - 1;
  const std::size_t room = (columns + 1) / (width + 1);
  const bool fits = plane.columns.size() <= room;
  // If there are too many columns, the first, a gap and the last one are shown.
  const std::size_t first = fits || room < 3 ? plane.columns.size() : room - 2;
  for (std::size_t r = 0; r < plane.rows.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c <= last; ++c) {
      if (c == first && c < last) {
        line += fmt::format(" {:>{}}", ".", width);
        c = last;
      }
      if (!fits && room < 3) {
        block.lines.push_back(text(r, c));
        continue;
      }
      line += fmt::format("{}{:>{}}", c == 0 ? "" : " ", text(r, c), width);
    }
    if (!line.empty()) block.lines.push_back(std::move(line));
  }
  return block;
}

std::string MarkOf(int64_t elements) {
  if (elements == 0) return "";
  if (elements == 1) return "x";
  return elements < 10 ? fmt::format("{}", elements) : "+";
}

Lines LinesOf(const Strip& strip, std::size_t columns) {
  if (strip.cells.empty()) return {};
  const std::vector<Strip::Row> rows = Merged(strip.rows);
  std::size_t label = 4;
  for (const auto& row : rows) label = std::max(label, row.name.size());
  std::size_t width = 1;
  for (const Wide cell : strip.cells) {
    width = std::max(width, cell == kGap ? 1 : CountText(cell).size());
  }
  const std::size_t per_line =
      std::max<std::size_t>((columns - label - 2) / (width + 1), 1);
  if (strip.cells.size() > per_line && IsEven(strip)) {
    return BreakLines(EvenText(strip), columns);
  }
  Lines lines;
  bool counts = false;
  for (std::size_t from = 0; from < strip.cells.size(); from += per_line) {
    const std::size_t to = std::min(from + per_line, strip.cells.size());
    if (from > 0) lines.emplace_back();
    std::string& head =
        lines.emplace_back(fmt::format("{:<{}} ", "cell", label));
    for (std::size_t k = from; k < to; ++k) {
      const Wide cell = strip.cells[k];
      head +=
          fmt::format(" {:>{}}", cell == kGap ? "." : CountText(cell), width);
    }
    for (const Strip::Row& row : rows) {
      std::string& line =
          lines.emplace_back(fmt::format("{:<{}} ", row.name, label));
      for (std::size_t k = from; k < to; ++k) {
        counts = counts || row.elements[k] > 1;
        line += fmt::format(" {:>{}}", MarkOf(row.elements[k]), width);
      }
      line.erase(line.find_last_not_of(' ') + 1);
    }
  }
  const auto remark = [&](const std::string& text) {
    for (std::string& line : BreakLines(text, columns)) lines.push_back(line);
  };
  if (counts) remark("(x: one element lies here; 2 to 9: so many; +: more)");
  for (const Strip::Row& row : rows) {
    if (!row.partial) continue;
    remark(fmt::format("({}: only the elements shown below are marked)",
                       row.name));
  }
  return lines;
}

Block BlockOf(const PictureTensor& tensor, const std::string& title,
              std::size_t columns) {
  Block block;
  for (std::string& line : BreakLines(title, columns)) {
    block.lines.push_back(std::move(line));
  }
  if (!tensor.remark.empty() || !tensor.layout) {
    block.lines.push_back(tensor.remark);
  } else {
    std::vector<Block> planes;
    for (const Plane& plane : tensor.layout->grid.planes) {
      planes.push_back(BlockOf(plane, columns));
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
