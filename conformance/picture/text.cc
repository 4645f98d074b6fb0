#include "conformance/picture/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "conformance/picture/blocks.h"

namespace viewproof {
namespace {

constexpr const char* kBold = "\x1b[1m";
constexpr const char* kRed = "\x1b[31m";
constexpr const char* kGreen = "\x1b[32m";
constexpr const char* kNormal = "\x1b[0m";

std::string HeadingOf(const Drawn& tensor) {
  return tensor.name == "base" ? "base" : tensor.name + ", " + tensor.call;
}

Block BlockOf(const Drawn& tensor, const std::string& heading,
              std::size_t columns) {
  Block block;
  for (std::string& line : Broken(heading, columns)) {
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

class Writer {
 public:
  explicit Writer(const TextStyle& style)
      : style_(style), columns_(std::max<std::size_t>(style.columns, 40)) {}

  std::string Write(const Picture& picture) {
    Wrapped(picture.title, "", kBold);
    for (const std::string& line : picture.about) Wrapped(line);
    Paragraph();
    if (!picture.tensors.empty()) WriteIntroduction();
    WriteTable(picture);
    WriteStrips(picture);
    if (!picture.tensors.empty()) {
      WriteGrids(picture);
      WriteWalks(picture);
    }
    if (picture.reason) WriteReason(*picture.reason);
    if (!picture.notes.empty()) Paragraph();
    for (const std::string& note : picture.notes) Wrapped(note);
    return std::move(out_);
  }

 private:
  std::string Painted(std::string_view text, const char* colour) const {
    if (!style_.colour || text.empty()) return std::string(text);
    return fmt::format("{}{}{}", colour, text, kNormal);
  }

  void Line(std::string_view text) { out_.append(text).append("\n"); }
  void Paragraph() {
    if (!out_.ends_with("\n\n")) out_ += '\n';
  }

  void Heading(std::string_view text) {
    Paragraph();
    for (const std::string& line : Broken(text, columns_)) {
      Line(Painted(line, kBold));
    }
  }

  void Wrapped(std::string_view text, std::string_view indent = "",
               const char* colour = "") {
    for (const std::string& line : Broken(text, columns_ - indent.size())) {
      Line(std::string(indent) +
           (*colour == '\0' ? line : Painted(line, colour)));
    }
  }

  void WriteIntroduction() {
    Wrapped(
        "A storage is one row of numbered cells. A tensor is a way to walk "
        "it: begin at cell `offset`; one step along dimension d is "
        "`strides[d]` cells further. If the walk takes cell after cell, the "
        "tensor is contiguous.");
  }

  void WriteTable(const Picture& picture) {
    WriteRows(picture.rows, picture.facts.empty() ? "" : "expected");
    if (!picture.actual_rows.empty()) {
      WriteRows(picture.actual_rows, "what " + picture.subject + " gave");
    }
    if (!picture.facts.empty()) {
      Heading("What differs");
      for (const Fact& fact : picture.facts) {
        Wrapped(fact.what + ":", "  ");
        Wrapped("expected " + fact.expected, "    ", kGreen);
        Wrapped("got      " + fact.actual, "    ", kRed);
      }
    }
    for (const std::string& line : picture.sharing) Wrapped(line);
  }

  void WriteRows(const std::vector<ChainRow>& rows, const std::string& title) {
    const ChainRow head = {"",       "what ran",   "sizes",   "strides",
                           "offset", "contiguous", "storage", ""};
    std::size_t widths[6] = {0, 0, 0, 0, 0, 0};
    const auto cells = [](const ChainRow& row) {
      return std::vector<std::string>{row.name,    row.call,   row.sizes,
                                      row.strides, row.offset, row.contiguous};
    };
    const auto measure = [&](const ChainRow& row) {
      const auto texts = cells(row);
      for (std::size_t k = 0; k < 6; ++k) {
        widths[k] = std::max(widths[k], texts[k].size());
      }
    };
    measure(head);
    for (const ChainRow& row : rows) measure(row);
    std::size_t storage = head.storage.size();
    std::size_t outcome = 0;
    for (const ChainRow& row : rows) {
      storage = std::max(storage, row.storage.size());
      outcome = std::max(outcome, row.outcome.size());
    }
    const std::size_t begin = widths[0] + widths[1] + 4;
    std::size_t width = 12 + storage;
    for (const std::size_t w : widths) width += w;
    width = std::max(width, begin + outcome);
    Heading(title.empty() ? "The chain" : "The chain, " + title);
    if (width > columns_) {
      for (const ChainRow& row : rows) WriteRowAsLines(row);
      return;
    }
    const auto write = [&](const ChainRow& row) {
      const auto texts = cells(row);
      std::string line;
      for (std::size_t k = 0; k < (row.outcome.empty() ? 6 : 2); ++k) {
        line += fmt::format("{:<{}}  ", texts[k], widths[k]);
      }
      line += row.outcome.empty() ? row.storage : "";
      const bool refused = row.outcome.starts_with("refused");
      line += refused ? Painted(row.outcome, kRed) : row.outcome;
      Line(line);
    };
    write(head);
    for (const ChainRow& row : rows) write(row);
  }

  // Of a table that is too wide.
  void WriteRowAsLines(const ChainRow& row) {
    Wrapped(row.name + (row.name.empty() || row.call.empty() ? "" : ": ") +
            row.call);
    if (!row.outcome.empty()) {
      Wrapped(row.outcome, "  ",
              row.outcome.starts_with("refused") ? kRed : "");
      return;
    }
    Wrapped(fmt::format("sizes {} strides {} offset {}", row.sizes, row.strides,
                        row.offset),
            "  ");
    Wrapped(
        fmt::format("contiguous: {}, storage {}", row.contiguous, row.storage),
        "  ");
  }

  void WriteStrips(const Picture& picture) {
    for (const Strip& strip : picture.strips) {
      Heading(fmt::format("Storage {}: {}", strip.name, strip.about));
      if (strip.cells.empty()) continue;
      std::size_t label = 4;
      for (const auto& row : strip.rows)
        label = std::max(label, row.name.size());
      std::size_t width = 1;
      for (const Wide cell : strip.cells) {
        width = std::max(width, cell == kGap ? 1 : CountText(cell).size());
      }
      const std::size_t per_line =
          std::max<std::size_t>((columns_ - label - 2) / (width + 1), 1);
      bool counts = false;
      for (std::size_t from = 0; from < strip.cells.size(); from += per_line) {
        const std::size_t to = std::min(from + per_line, strip.cells.size());
        if (from > 0) Paragraph();
        std::string line = fmt::format("{:<{}} ", "cell", label);
        for (std::size_t k = from; k < to; ++k) {
          const Wide cell = strip.cells[k];
          line += fmt::format(" {:>{}}", cell == kGap ? "." : CountText(cell),
                              width);
        }
        Line(line);
        for (const Strip::Row& row : strip.rows) {
          line = fmt::format("{:<{}} ", row.name, label);
          for (std::size_t k = from; k < to; ++k) {
            const int64_t n = row.elements[k];
            counts = counts || n > 1;
            const std::string mark = n == 0   ? ""
                                     : n == 1 ? "x"
                                     : n < 10 ? fmt::format("{}", n)
                                              : "+";
            line += fmt::format(" {:>{}}", mark, width);
          }
          line.erase(line.find_last_not_of(' ') + 1);
          Line(line);
        }
      }
      if (counts) {
        Wrapped("(x: one element lies here; 2 to 9: so many; +: more)");
      }
      for (const Strip::Row& row : strip.rows) {
        if (row.partial) {
          Wrapped(fmt::format("({}: only the elements shown below are marked)",
                              row.name));
        }
      }
    }
  }

  void WriteGrids(const Picture& picture) {
    Heading("Each tensor, with the cell of each element");
    std::vector<Block> blocks;
    const bool twice = !picture.actual_tensors.empty();
    for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
      const Drawn& tensor = picture.tensors[k];
      const std::string heading = HeadingOf(tensor);
      blocks.push_back(
          BlockOf(tensor, twice ? "expected: " + heading : heading, columns_));
      if (!twice) continue;
      blocks.push_back(
          BlockOf(picture.actual_tensors[k], "got: " + heading, columns_));
      for (const std::string& line : Flow(blocks, columns_, 4)) Line(line);
      blocks.clear();
    }
    for (const std::string& line : Flow(blocks, columns_, 4)) Line(line);
    if (!picture.skipped.empty()) Wrapped("(" + picture.skipped + ")");
  }

  void WriteWalks(const Picture& picture) {
    const bool any = std::any_of(
        picture.tensors.begin(), picture.tensors.end(),
        [](const Drawn& t) { return t.layout && !t.layout->walk.empty(); });
    if (!any) return;
    Heading("The walk from element to element, the last index fastest");
    for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
      WriteWalk(picture.tensors[k],
                picture.actual_tensors.empty() ? "" : "expected, ");
      if (k < picture.actual_tensors.size()) {
        WriteWalk(picture.actual_tensors[k], "got, ");
      }
    }
  }

  void WriteWalk(const Drawn& tensor, const std::string& before) {
    if (!tensor.layout || tensor.layout->walk.empty()) return;
    Wrapped(before + tensor.name);
    bool breaks = false;
    for (const Stretch& stretch : tensor.layout->walk) {
      if (stretch.first > 0) {
        Wrapped(fmt::format("... from element {} on", CountText(stretch.first)),
                "  ");
      }
      std::optional<std::size_t> at;
      const std::optional<Wide>& place = tensor.layout->place;
      const auto count = static_cast<Wide>(stretch.cells.size());
      if (place && *place > stretch.first && *place < stretch.first + count) {
        at = static_cast<std::size_t>(*place - stretch.first);
        breaks = true;
      }
      WriteCells(stretch.cells, at);
    }
    if (breaks) Line("  (!: here the jump is another one)");
  }

  // Cells, and below them the jumps; that to cells[breaks] is marked.
  void WriteCells(const std::vector<Wide>& list,
                  std::optional<std::size_t> breaks) {
    constexpr std::string_view kCells = "  cells  ";
    constexpr std::string_view kJumps = "  jumps  ";
    const std::size_t room = columns_ - kCells.size();
    std::string cells;
    std::string jumps;
    std::size_t shown = 0;  // Columns of `jumps`, which may be painted.
    const auto flush = [&] {
      Line(std::string(kCells) + cells);
      if (shown > 0) Line(std::string(kJumps) + jumps);
      cells.clear();
      jumps.clear();
      shown = 0;
    };
    for (std::size_t k = 0; k < list.size(); ++k) {
      const std::string cell = CountText(list[k]);
      std::string jump;
      if (k > 0) {
        const Wide length = list[k] - list[k - 1];
        jump = (length < 0 ? "" : "+") + CountText(length);
        if (k == breaks) jump += '!';
      }
      const std::size_t gap = k == 0 ? 0 : jump.size() + 2;
      if (!cells.empty() && cells.size() + gap + cell.size() > room) flush();
      if (k > 0) {
        jumps.append(cells.size() + 1 - shown, ' ');
        shown = cells.size() + 1 + jump.size();
        jumps += k == breaks ? Painted(jump, kRed) : jump;
      }
      cells.append(gap, ' ').append(cell);
    }
    if (!cells.empty()) flush();
  }

  void WriteReason(const Reason& reason) {
    Heading(reason.title);
    for (const std::string& line : reason.lines) Wrapped(line, "  ");
    for (const Series& series : reason.series) {
      Wrapped(series.name + ":", "  ");
      WriteCells(series.cells, series.breaks);
    }
    if (!reason.merge.empty()) {
      Heading("How far a view can go");
      for (const std::string& line : reason.merge) Wrapped(line, "  ");
    }
    if (reason.repairs.empty()) return;
    const bool ran =
        std::all_of(reason.repairs.begin(), reason.repairs.end(),
                    [](const Repair& repair) { return repair.ran; });
    Heading(ran ? "What to do instead (the reference ran each)"
                : "What to do instead");
    for (const Repair& repair : reason.repairs) {
      std::string line = repair.code + ": ";
      line += repair.bytes == 0 ? "copies nothing"
                                : "copies " + BytesText(repair.bytes);
      line += "; " + repair.effect;
      if (!repair.ran) line += " (too large to be run here)";
      Wrapped(line + ".", "  ", repair.bytes == 0 ? kGreen : "");
    }
  }

  const TextStyle style_;
  const std::size_t columns_;
  std::string out_;
};

}  // namespace

std::string DrawText(const Picture& picture, const TextStyle& style) {
  return Writer(style).Write(picture);
}

}  // namespace viewproof
