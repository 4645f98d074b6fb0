#include "conformance/picture/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "conformance/picture/blocks.h"
#include "conformance/picture/svg_style.h"
#include "conformance/picture/text.h"

namespace viewproof {
namespace {

constexpr int kWidth = 760;
constexpr int kMargin = 16;
constexpr int kLine = 18;    // From text to text.
constexpr int kGlyph = 8;    // Of a text, from letter to letter.
constexpr int kHeight = 24;  // Of a cell.
constexpr std::size_t kTextColumns = (kWidth - 2 * kMargin) / kGlyph;

int WidthOf(std::size_t letters) { return static_cast<int>(letters) * kGlyph; }

class SvgPainter {
 public:
  std::string Paint(const Picture& picture) {
    Wrapped(picture.title, "h");
    for (const std::string& line : picture.about) Wrapped(line, "");
    for (const std::string& line : picture.verdict) Wrapped(line, "", 0);
    if (picture.reason) PaintReason(*picture.reason);
    const bool twice = !picture.actual_rows.empty();
    PaintRows(picture.rows, twice ? "The chain, expected" : "The chain");
    if (twice) {
      PaintRows(picture.actual_rows,
                "The chain, what " + picture.subject + " gave");
    }
    for (const Mismatch& fact : picture.facts) {
      Wrapped(fact.what + ":", "");
      Wrapped("  expected " + fact.expected, "g");
      Wrapped("  got      " + fact.actual, "b");
    }
    for (const std::string& line : picture.sharing) Wrapped(line, "p");
    for (const Strip& strip : picture.strips) PaintStrip(strip);
    PaintGrids(picture);
    PaintWalks(picture);
    if (picture.reason) PaintWaysOut(*picture.reason);
    if (!picture.notes.empty()) y_ += kLine / 2;
    for (const std::string& note : picture.notes) Wrapped(note, "");
    const int height = y_ + kMargin;
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"vp\" "
               "role=\"img\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
               "height=\"{1}\"><title>{2}</title><desc>{3}</desc>{4}"
               "<rect class=\"page\" width=\"{0}\" height=\"{1}\"/>",
               kWidth, height, SvgText(picture.title),
               SvgText(DrawPlain(picture)), kSvgStyle) +
           body_ + "</svg>\n";
  }

 private:
  // Where the next thing stands, and what a row of things takes.
  struct Pen {
    int x = 0;
    int height = 0;
  };

  void Text(int x, int y, std::string_view text, std::string_view style) {
    body_ +=
        fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>", x, y,
                    style.empty() ? "" : fmt::format(" class=\"{}\"", style),
                    SvgText(text));
  }

  void Wrapped(std::string_view text, std::string_view style,
               std::size_t indent = 0) {
    const auto columns = static_cast<std::size_t>((right_ - left_) / kGlyph);
    for (const std::string& line : Broken(text, columns - indent)) {
      y_ += kLine;
      Text(left_ + WidthOf(indent), y_, line, style);
    }
  }

  void Heading(std::string_view text) {
    y_ += kLine / 2;
    Wrapped(text, "h");
  }

  void Cell(int x, int y, int width, std::string_view text,
            std::string_view style) {
    body_ += fmt::format(
        "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        style, x, y, width, kHeight);
    if (text.empty()) return;
    Text(x + width / 2, y + kHeight - 7, text, "m");
  }

  void PaintRows(const std::vector<ChainRow>& rows, std::string_view title) {
    Heading(title);
    std::size_t name = 0;
    std::size_t call = 0;
    std::size_t sizes = 5;
    std::size_t strides = 7;
    for (const ChainRow& row : rows) {
      name = std::max(name, row.name.size());
      call = std::max(
          call, std::max(row.call.size(), std::string_view("what ran").size()));
      sizes = std::max(sizes, row.sizes.size());
      strides = std::max(strides, row.strides.size());
    }
    const bool fits = name + call + sizes + strides + 36 < kTextColumns;
    const auto line = [&](const ChainRow& row) {
      return fmt::format("{:<{}}  {:<{}}  {:<{}}  {:<{}}  {:<6}  {:<10}  {}",
                         row.name, name, row.call, call, row.sizes, sizes,
                         row.strides, strides, row.offset, row.contiguous,
                         row.storage);
    };
    if (fits) {
      Wrapped(line({"", "what ran", "sizes", "strides", "offset", "contiguous",
                    "storage", ""}),
              "p");
    }
    for (const ChainRow& row : rows) {
      const bool refused = row.outcome.starts_with("refused");
      if (fits && row.outcome.empty()) {
        Wrapped(line(row), "");
      } else if (fits) {
        Wrapped(fmt::format("{:<{}}  {:<{}}  {}", row.name, name, row.call,
                            call, row.outcome),
                refused ? "b" : "");
      } else {
        Wrapped(row.name + " " + row.call, "");
        Wrapped(row.outcome.empty()
                    ? fmt::format("sizes {} strides {} offset {} contiguous {} "
                                  "storage {}",
                                  row.sizes, row.strides, row.offset,
                                  row.contiguous, row.storage)
                    : row.outcome,
                refused ? "b" : "", 2);
      }
    }
  }

  void PaintStrip(const Strip& strip) {
    Heading(fmt::format("Storage {}: {}", strip.name, strip.about));
    std::size_t label = 4;
    for (const Strip::Row& row : strip.rows) {
      label = std::max(label, row.name.size());
    }
    std::size_t letters = 1;
    for (const Wide cell : strip.cells) {
      letters = std::max(letters, CountText(cell).size());
    }
    const int width = std::max(kHeight, WidthOf(letters) + 8);
    const int left = kMargin + WidthOf(label + 2);
    const std::size_t per_line = std::max(1, (kWidth - kMargin - left) / width);
    y_ += 6;
    for (std::size_t from = 0; from < strip.cells.size(); from += per_line) {
      const std::size_t to = std::min(from + per_line, strip.cells.size());
      Text(kMargin, y_ + kHeight - 7, "cell", "p");
      for (std::size_t k = from; k < to; ++k) {
        const bool gap = strip.cells[k] == kGap;
        const int x = left + static_cast<int>(k - from) * width;
        if (gap) {
          Text(x + width / 2, y_ + kHeight - 7, "...", "m p");
        } else {
          Cell(x, y_, width, CountText(strip.cells[k]), "c");
        }
      }
      y_ += kHeight;
      for (const Strip::Row& row : strip.rows) {
        Text(kMargin, y_ + kLine - 4, row.name, "p");
        for (std::size_t k = from; k < to; ++k) {
          const int64_t n = row.elements[k];
          if (n == 0) continue;
          const int x = left + static_cast<int>(k - from) * width + width / 2;
          Text(x, y_ + kLine - 4,
               n == 1   ? "x"
               : n < 10 ? fmt::format("{}", n)
                        : "+",
               "m");
        }
        y_ += kLine;
      }
      y_ += 6;
    }
  }

  int WidthOfPlane(const Plane& plane, int& cell) const {
    std::size_t letters = 1;
    for (const Wide number : plane.cells) {
      letters = std::max(letters, CountText(number).size());
    }
    cell = std::max(kHeight + 4, WidthOf(letters) + 10);
    return std::max(cell * static_cast<int>(plane.columns.size()),
                    WidthOf(plane.label.size()));
  }

  void PaintPlane(const Plane& plane, int x, int y, int cell) {
    if (!plane.label.empty()) {
      Text(x, y + kLine - 4, plane.label, "p");
      y += kLine;
    }
    std::size_t at = 0;
    for (const int64_t row : plane.rows) {
      int left = x;
      for (const int64_t column : plane.columns) {
        const bool gap = row == kGap || column == kGap;
        Cell(left, y, cell, gap ? "." : CountText(plane.cells[at]),
             gap ? "n" : "c");
        ++at;
        left += cell;
      }
      y += kHeight;
    }
  }

  // One tensor, from x on; the height that it takes.
  void PaintTensor(const Drawn& tensor, const std::string& heading) {
    Wrapped(heading, "p");
    if (!tensor.remark.empty() || !tensor.layout) {
      Wrapped(tensor.remark, "", 2);
      return;
    }
    y_ += 6;
    Pen pen = {left_, 0};
    const Grid& grid = tensor.layout->grid;
    for (std::size_t k = 0; k < grid.planes.size(); ++k) {
      const Plane& plane = grid.planes[k];
      int cell = 0;
      const int width = WidthOfPlane(plane, cell);
      if (pen.x > left_ && pen.x + width > right_) {
        y_ += pen.height + 10;
        pen = {left_, 0};
      }
      if (grid.left_out > 0 && k + 1 == grid.planes.size()) {
        const std::string more =
            fmt::format("({} more)", CountText(grid.left_out));
        Text(pen.x, y_ + kLine - 4, more, "p");
        pen.x += WidthOf(more.size() + 2);
      }
      PaintPlane(plane, pen.x, y_, cell);
      const int height = static_cast<int>(plane.rows.size()) * kHeight +
                         (plane.label.empty() ? 0 : kLine);
      pen.height = std::max(pen.height, height);
      pen.x += width + 24;
    }
    y_ += pen.height + 6;
  }

  // Whether there is room for it in one half.
  bool Fits(const Drawn& tensor) const {
    if (!tensor.layout) return true;
    const std::vector<Plane>& planes = tensor.layout->grid.planes;
    return std::all_of(
        planes.begin(), planes.end(), [this](const Plane& plane) {
          int cell = 0;
          return WidthOfPlane(plane, cell) <= kWidth / 2 - 2 * kMargin;
        });
  }

  void PaintGrids(const Picture& picture) {
    Heading("Each tensor, with the cell of each element");
    const bool twice = !picture.actual_tensors.empty();
    for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
      const Drawn& tensor = picture.tensors[k];
      const std::string name =
          tensor.name == "base" ? "base" : tensor.name + ", " + tensor.call;
      if (!twice) {
        PaintTensor(tensor, name);
        continue;
      }
      const Drawn& actual = picture.actual_tensors[k];
      const bool fits = Fits(tensor) && Fits(actual);
      const int top = y_;
      if (fits) right_ = kWidth / 2 - kMargin;
      PaintTensor(tensor, "expected: " + name);
      const int bottom = y_;
      if (fits) {
        left_ = kWidth / 2;
        right_ = kWidth - kMargin;
        y_ = top;
      }
      PaintTensor(actual, "got: " + name);
      left_ = kMargin;
      y_ = std::max(y_, bottom);
    }
    if (!picture.skipped.empty()) Wrapped("(" + picture.skipped + ")", "p");
  }

  void PaintWalks(const Picture& picture) {
    const bool any = std::any_of(
        picture.tensors.begin(), picture.tensors.end(),
        [](const Drawn& t) { return t.layout && !t.layout->walk.empty(); });
    if (!any) return;
    Heading("The walk from element to element, the last index fastest");
    const bool twice = !picture.actual_tensors.empty();
    for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
      PaintWalk(picture.tensors[k], twice ? "expected: " : "");
      if (twice) PaintWalk(picture.actual_tensors[k], "got: ");
    }
  }

  void PaintWalk(const Drawn& tensor, const std::string& before) {
    if (!tensor.layout || tensor.layout->walk.empty()) return;
    Wrapped(before + tensor.name, "p");
    for (const Stretch& stretch : tensor.layout->walk) {
      if (stretch.first > 0) {
        Wrapped(fmt::format("... from element {} on", CountText(stretch.first)),
                "p", 2);
      }
      std::size_t breaks = 0;
      const std::optional<Wide>& place = tensor.layout->place;
      if (place && *place > stretch.first) {
        breaks = static_cast<std::size_t>(*place - stretch.first);
      }
      PaintCells(stretch.cells, breaks);
    }
  }

  // Cells with the jumps between them; that to cells[breaks] is lit.
  void PaintCells(const std::vector<Wide>& cells, std::size_t breaks) {
    std::size_t letters = 1;
    std::size_t signs = 2;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      letters = std::max(letters, CountText(cells[k]).size());
      if (k == 0) continue;
      signs = std::max(signs, CountText(cells[k] - cells[k - 1]).size() + 2);
    }
    const int cell = std::max(kHeight + 4, WidthOf(letters) + 8);
    const int jump = WidthOf(signs) + 6;
    y_ += 4;
    int x = kMargin + WidthOf(2);
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const bool is_break = breaks > 0 && k == breaks;
      if (k > 0) {
        if (x + jump + cell > kWidth - kMargin) {
          x = kMargin + WidthOf(2);
          y_ += kHeight + 6;
        }
        const Wide length = cells[k] - cells[k - 1];
        Text(
            x + jump / 2, y_ + kHeight - 7,
            (length < 0 ? "" : "+") + CountText(length) + (is_break ? "!" : ""),
            is_break ? "m b" : "m p");
        x += jump;
      }
      Cell(x, y_, cell, CountText(cells[k]), is_break ? "x" : "c");
      x += cell;
    }
    y_ += kHeight + 6;
  }

  void PaintReason(const Reason& reason) {
    Heading(reason.title);
    for (const std::string& line : reason.lines) Wrapped(line, "", 2);
    for (const Series& series : reason.series) {
      Wrapped(series.name + ":", "p", 2);
      PaintCells(series.cells, series.breaks);
    }
  }

  void PaintWaysOut(const Reason& reason) {
    if (!reason.merge.empty()) Heading("How far a view can go");
    for (const std::string& line : reason.merge) Wrapped(line, "", 2);
    if (!reason.repairs.empty()) Heading("What to do instead");
    if (!reason.x.empty()) Wrapped(reason.x, "", 2);
    for (const Repair& repair : reason.repairs) {
      Wrapped(TextOf(repair), "", 2);
    }
  }

  int y_ = kMargin;
  int left_ = kMargin;  // Of a text, and of the planes of a tensor.
  int right_ = kWidth - kMargin;
  std::string body_;
};

}  // namespace

std::string Svg(const Picture& picture) { return SvgPainter().Paint(picture); }

}  // namespace viewproof
