#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/strings.h"
#include "conformance/picture/drawing.h"
#include "conformance/picture/text.h"

namespace viewproof {
namespace {

constexpr int kWidth = 760;
constexpr int kMargin = 16;
constexpr int kLine = 18;    // It goes from text to text.
constexpr int kGlyph = 8;    // A text takes so much from letter to letter.
constexpr int kHeight = 24;  // A cell has it.
constexpr int kGutter = 56;  // Left of a grid, for the arrow down.
constexpr int kArrow = 16;   // Above a grid, for the arrow to the right.
constexpr const char* kEllipsis = "\u2026";

// Fonts and colours, light and dark.
constexpr const char* kStyle =
    "<style>"
    ".vp{font:13px ui-monospace,\"DejaVu Sans Mono\",Menlo,Consolas,monospace;"
    "color-scheme:light dark;--ink:#1b1f24;--pale:#57606a;--page:#fff;"
    "--cell:#eef2f6;--line:#8c959f;--bad:#b42318;--badpage:#fee4e2;"
    "--good:#116329;--h0:#cfe6ff;--h1:#ffe0a8;--h2:#cdf0c8;--h3:#f7cfe4;"
    "--h4:#ddd4ff;--h5:#e2e2e2}"
    "@media(prefers-color-scheme:dark){.vp{--ink:#e6edf3;--pale:#9da7b1;"
    "--page:#0d1117;--cell:#1c2430;--line:#6e7681;--bad:#ff9a90;"
    "--badpage:#4a1512;--good:#7ee787;--h0:#123a61;--h1:#5c4108;"
    "--h2:#1b4d25;--h3:#5f2349;--h4:#3f3175;--h5:#444c56}}"
    ".vp text{fill:var(--ink);white-space:pre}.vp .h{font-weight:700}"
    ".vp .p{fill:var(--pale)}.vp .b{fill:var(--bad);font-weight:700}"
    ".vp .g{fill:var(--good)}.vp .m{text-anchor:middle}"
    ".vp .page{fill:var(--page)}"
    ".vp .c{fill:var(--cell);stroke:var(--line)}"
    ".vp .n{fill:none;stroke:var(--line);stroke-dasharray:2 3}"
    ".vp .x{fill:var(--badpage);stroke:var(--bad);stroke-width:2}"
    ".vp rect.h0{fill:var(--h0)}.vp rect.h1{fill:var(--h1)}"
    ".vp rect.h2{fill:var(--h2)}.vp rect.h3{fill:var(--h3)}"
    ".vp rect.h4{fill:var(--h4)}.vp rect.h5{fill:var(--h5)}"
    ".vp .w{fill:var(--cell);stroke:var(--ink);stroke-width:2}"
    ".vp .a{stroke:var(--ink);fill:none}"
    ".vp path.s{stroke:var(--ink);stroke-width:3;fill:none}"
    "</style>";

int WidthOf(std::size_t letters) { return static_cast<int>(letters) * kGlyph; }

// Returns the width of a cell that holds each of these numbers.
int CellWidthOf(const std::vector<Wide>& numbers) {
  std::size_t letters = 1;
  for (const Wide number : numbers) {
    letters = std::max(letters, CountText(number).size());
  }
  return std::max(kHeight, WidthOf(letters) + 8);
}

class SvgDrawing : public Drawing {
 public:
  SvgDrawing() : Drawing((kWidth - 2 * kMargin) / kGlyph) {}

  std::string Svg(const Picture& picture) {
    Draw(picture);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"vp\" role=\"img\" "
        "viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\"><title>{2}"
        "</title><desc>{3}</desc>{4}<rect class=\"page\" width=\"{0}\" "
        "height=\"{1}\"/>{5}</svg>\n",
        kWidth, y_ + kMargin, XmlText(picture.title),
        XmlText(DrawPlain(picture)), kStyle, body_);
  }

 private:
  // A plane of a tensor, or what is said instead; the first of a tensor bears
  // its title.
  struct Part {
    Lines title;
    std::string remark;
    std::optional<Plane> plane;
    const Grid* grid = nullptr;  // The first plane's.
  };

  void Text(int x, int y, std::string_view text, std::string_view style) {
    body_ +=
        fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>", x, y,
                    style.empty() ? "" : fmt::format(" class=\"{}\"", style),
                    XmlText(text));
  }

  void Cell(int x, int y, int width, std::string_view text,
            std::string_view style) {
    body_ += fmt::format(
        "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        style, x, y, width, kHeight);
    if (!text.empty()) Text(x + width / 2, y + kHeight - 7, text, "m");
  }

  // A cell in the colour of a row, with the row's sign at its foot: shades of
  // grey tell rows apart by it.
  void HuedCell(int x, int y, int width, std::string_view text, int hue) {
    constexpr const char* kSigns[kHues] = {"",    "2 4",     "8 3",
                                           "1 2", "5 2 1 2", "12 4"};
    Cell(x, y, width, text, hue == kNoHue ? "c" : fmt::format("c h{}", hue));
    if (hue == kNoHue) return;
    body_ += fmt::format(
        "<path class=\"s\" d=\"M{} {}h{}\"{}/>", x + 1, y + kHeight - 2,
        width - 2,
        hue == 0 ? "" : fmt::format(" stroke-dasharray=\"{}\"", kSigns[hue]));
  }

  // An arrow from a point, to the right or down, with the stride beside it.
  void Arrow(int x, int y, int length, bool is_down, int64_t stride) {
    const std::string text = SignedText(stride);
    const int to = length - 5;
    body_ += is_down ? fmt::format(
                           "<path class=\"a\" d=\"M{} {}v{}l-4 -5m4 5l4 "
                           "-5\"/>",
                           x, y, to)
                     : fmt::format(
                           "<path class=\"a\" d=\"M{} {}h{}l-5 -4m5 4l-5 "
                           "4\"/>",
                           x, y, to);
    if (is_down) {
      Text(x - WidthOf(text.size()) - 8, y + length / 2 + 5, text, "p");
    } else {
      Text(x + length + 2, y + 5, text, "p");
    }
  }

  void Line(const std::string& text, Emphasis ink, std::size_t inked) override {
    constexpr const char* kClasses[] = {"", "h", "g", "b"};
    y_ += kLine;
    const char* style = kClasses[static_cast<int>(ink)];
    if (inked == 0) return Text(kMargin, y_, text, style);
    body_ += fmt::format(
        "<text x=\"{}\" y=\"{}\">{}<tspan class=\"{}\">{}</tspan></text>",
        kMargin, y_, XmlText(text.substr(0, inked)), style,
        XmlText(text.substr(inked)));
  }

  void Paragraph() override {
    if (y_ != paragraph_) paragraph_ = y_ += kLine / 2;
  }

  void DrawStrip(const Strip& strip) override {
    std::size_t label = 4;
    std::size_t letters = 1;
    for (const Strip::Row& row : strip.rows) {
      label = std::max(label, row.name.size());
      for (const std::vector<Mark>& marks : row.marks) {
        for (const Mark& mark : marks) {
          letters = std::max(letters, mark.text.size() + (mark.lit ? 1 : 0));
        }
      }
    }
    const int width = std::max(CellWidthOf(strip.cells), WidthOf(letters) + 8);
    const int left = kMargin + WidthOf(label + 2);
    const std::size_t per_line = std::max(1, (kWidth - kMargin - left) / width);
    y_ += 6;
    for (std::size_t from = 0; from < strip.cells.size(); from += per_line) {
      const std::size_t to = std::min(from + per_line, strip.cells.size());
      const auto place = [&](std::size_t k) {
        return left + static_cast<int>(k - from) * width;
      };
      Text(kMargin, y_ + kHeight - 7, "cell", "p");
      for (std::size_t k = from; k < to; ++k) {
        const bool is_cut = strip.cells[k] == kGap;
        Text(place(k) + width / 2, y_ + kHeight - 7,
             is_cut ? kEllipsis : CountText(strip.cells[k]), "m p");
      }
      y_ += kHeight;
      for (const Strip::Row& row : strip.rows) {
        Text(kMargin, y_ + kHeight - 7, row.name, "p");
        std::size_t height = 1;
        for (std::size_t k = from; k < to; ++k) {
          const std::vector<Mark>& marks = row.marks[k];
          height = std::max(height, marks.size());
          for (std::size_t n = 0; n < marks.size(); ++n) {
            const int y = y_ + static_cast<int>(n) * kHeight;
            const std::string text = (marks[n].lit ? "*" : "") + marks[n].text;
            if (marks[n].lit) Cell(place(k), y, width, text, "w");
            if (!marks[n].lit) HuedCell(place(k), y, width, text, marks[n].hue);
          }
        }
        y_ += static_cast<int>(height) * kHeight + 4;
      }
      y_ += 6;
    }
  }

  void DrawTensors(const std::vector<TitledTensor>& tensors) override {
    std::vector<Part> parts;
    for (const auto& [title, tensor] : tensors) {
      Lines lines = BreakLines(title, columns());
      if (!tensor.remark.empty() || !tensor.layout) {
        parts.push_back({lines, tensor.remark, {}});
        continue;
      }
      const Grid& grid = tensor.layout->grid;
      for (const std::string& line : BreakLines(StridesText(grid), columns())) {
        if (!line.empty()) lines.push_back(line);
      }
      const auto height = lines.size();
      for (const Plane& plane : grid.planes) {
        const bool is_first = &plane == &grid.planes.front();
        const bool is_last = &plane == &grid.planes.back();
        const auto room = static_cast<std::size_t>(
            (kWidth - 2 * kMargin - kGutter) / CellWidthOf(plane.cells));
        parts.push_back(
            {is_first ? lines : Lines(height),
             is_last && grid.left_out > 0
                 ? fmt::format("({} more)", CountText(grid.left_out))
                 : "",
             Narrowed(plane, std::max<std::size_t>(room, 3)),
             is_first ? &grid : nullptr});
      }
    }
    int x = kMargin;
    int height = 0;
    y_ += 6;
    for (const Part& part : parts) {
      std::size_t letters = part.remark.size();
      for (const std::string& line : part.title) {
        letters = std::max(letters, line.size());
      }
      const int cell = part.plane ? CellWidthOf(part.plane->cells) : 0;
      const int gutter = part.grid && part.grid->down ? kGutter : 0;
      int width = WidthOf(letters);
      if (part.plane) {
        width = std::max(
            {width, WidthOf(part.plane->label.size()),
             gutter + cell * static_cast<int>(part.plane->columns.size()),
             gutter + cell + kGutter});
      }
      if (x > kMargin && x + width > kWidth - kMargin) {
        y_ += height + 10;
        x = kMargin;
        height = 0;
      }
      int y = y_;
      const auto line = [&](const std::string& text) {
        Text(x, y + kLine - 4, text, "p");
        y += kLine;
      };
      for (const std::string& text : part.title) line(text);
      if (!part.remark.empty()) line(part.remark);
      if (part.plane && !part.plane->label.empty()) line(part.plane->label);
      if (part.plane) DrawPlane(part, x + gutter, y, cell);
      height = std::max(height, y - y_);
      x += width + 24;
    }
    y_ += height + 6;
  }

  void DrawPlane(const Part& part, int x, int& y, int cell) {
    const Plane& plane = *part.plane;
    if (part.grid != nullptr && part.grid->right) {
      Arrow(x + cell / 2, y + 7, cell, false, *part.grid->right);
    }
    y += kArrow;
    if (part.grid != nullptr && part.grid->down) {
      Arrow(x - 8, y + kHeight / 2, kHeight, true, *part.grid->down);
    }
    std::size_t at = 0;
    for (std::size_t r = 0; r < plane.rows.size(); ++r) {
      int left = x;
      for (const int64_t column : plane.columns) {
        const bool is_cut = plane.rows[r] == kGap || column == kGap;
        if (is_cut) Cell(left, y, cell, kEllipsis, "n");
        if (!is_cut) {
          HuedCell(left, y, cell, CountText(plane.cells[at]), plane.hues[r]);
        }
        ++at;
        left += cell;
      }
      y += kHeight;
    }
  }

  // Cells with the jumps between them; the marked one is lit.
  void DrawWalk(const std::vector<Wide>& cells,
                std::optional<std::size_t> breaks,
                const std::string& name) override {
    if (!name.empty()) Line(name, Emphasis::kPlain, 0);
    std::size_t signs = 2;
    for (std::size_t k = 1; k < cells.size(); ++k) {
      signs = std::max(signs, SignedText(cells[k] - cells[k - 1]).size() + 2);
    }
    const int cell = CellWidthOf(cells);
    const int jump = WidthOf(signs) + 6;
    y_ += 4;
    int x = kMargin + WidthOf(2);
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const bool is_break = k == breaks;
      if (k > 0) {
        if (x + jump + cell > kWidth - kMargin) {
          x = kMargin + WidthOf(2);
          y_ += kHeight + 6;
        }
        Text(x + jump / 2, y_ + kHeight - 7,
             SignedText(cells[k] - cells[k - 1]) + (is_break ? "!" : ""),
             is_break ? "m b" : "m p");
        x += jump;
      }
      Cell(x, y_, cell, CountText(cells[k]), is_break ? "x" : "c");
      x += cell;
    }
    y_ += kHeight + 6;
  }

  int y_ = kMargin;
  int paragraph_ = 0;  // Says where y_ was after the last one.
  std::string body_;
};

}  // namespace

std::string Svg(const Picture& picture) { return SvgDrawing().Svg(picture); }

}  // namespace viewproof
