#include "conformance/picture/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace viewproof {

Lines Broken(std::string_view text, std::size_t columns) {
  Lines lines;
  while (!text.empty()) {
    if (text.size() <= columns) {
      lines.emplace_back(text);
      break;
    }
    std::size_t end = text.rfind(' ', columns);
    if (end == std::string_view::npos || end == 0) end = columns;
    lines.emplace_back(text.substr(0, end));
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

Block BlockOf(const Plane& plane) {
  Block block;
  if (!plane.label.empty()) block.lines.push_back(plane.label);
  std::size_t width = 1;
  const auto is_gap = [&](std::size_t r, std::size_t c) {
    return plane.rows[r] == kGap || plane.columns[c] == kGap;
  };
  const auto text = [&](std::size_t r, std::size_t c) {
    return is_gap(r, c) ? "."
                        : CountText(plane.cells[r * plane.columns.size() + c]);
  };
  for (std::size_t r = 0; r < plane.rows.size(); ++r) {
    for (std::size_t c = 0; c < plane.columns.size(); ++c) {
      width = std::max(width, text(r, c).size());
    }
  }
  for (std::size_t r = 0; r < plane.rows.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < plane.columns.size(); ++c) {
      line += fmt::format("{}{:>{}}", c == 0 ? "" : " ", text(r, c), width);
    }
    block.lines.push_back(std::move(line));
  }
  return block;
}

}  // namespace viewproof
