#include "conformance/picture/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/case/escape.h"

namespace viewproof {

Lines Broken(std::string_view text, std::size_t columns) {
  Lines lines;
  while (!text.empty()) {
    if (text.size() <= columns) {
      lines.emplace_back(text);
      break;
    }
    std::size_t end = text.rfind(' ', columns);
    // A word that is longer than most of a line is cut.
    if (end == std::string_view::npos || end < columns / 3) {
      end = std::max<std::size_t>(Beginning(text, columns).size(), 1);
    }
    lines.emplace_back(text.substr(0, text.find_last_not_of(' ', end - 1) + 1));
    text.remove_prefix(std::min(text.size(), end + (text[end] == ' ' ? 1 : 0)));
  }
  return lines;
}

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
  if (!plane.label.empty()) block.lines = Broken(plane.label, columns);
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
  // Of too many columns the first, a gap and the last one.
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

}  // namespace viewproof
