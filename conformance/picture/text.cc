#include "conformance/picture/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "conformance/picture/blocks.h"
#include "conformance/picture/brief.h"
#include "conformance/picture/strip_text.h"

namespace viewproof {
namespace {

// Above so many elements a contiguous tensor is told in a sentence alone.
constexpr Wide kMaxContiguous = 12;

std::string HeadingOf(const Drawn& tensor) {
  return tensor.name == "base" ? "base" : tensor.name + ", " + tensor.call;
}

class Writer {
 public:
  explicit Writer(const TextStyle& style)
      : style_(style), columns_(std::max<std::size_t>(style.columns, 40)) {}

  std::string Write(const Picture& picture) {
    Wrapped(picture.title, "", kBoldText);
    for (const std::string& line : picture.about) Wrapped(line);
    Paragraph();
    for (const std::string& line : picture.verdict) Wrapped(line);
    Paragraph();
    if (!picture.tensors.empty()) WriteIntroduction();
    if (!picture.facts.empty()) WriteFacts(picture);
    if (picture.reason) WriteReason(*picture.reason);
    WriteTable(picture);
    WriteStrips(picture);
    if (!picture.tensors.empty()) {
      WriteGrids(picture);
      WriteWalks(picture);
    }
    if (picture.reason) WriteWaysOut(*picture.reason);
    if (!picture.notes.empty()) Paragraph();
    for (const std::string& note : picture.notes) Wrapped(note);
    return std::move(out_);
  }

 private:
  std::string Painted(std::string_view text, const char* colour) const {
    return style_.colour ? InColour(text, colour) : std::string(text);
  }

  void Line(std::string_view text) { out_.append(text).append("\n"); }
  void Paragraph() {
    if (!out_.ends_with("\n\n")) out_ += '\n';
  }

  void Heading(std::string_view text) {
    Paragraph();
    for (const std::string& line : Broken(text, columns_)) {
      Line(Painted(line, kBoldText));
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
        "A storage is a row of numbered cells. A tensor walks it from cell "
        "`offset` on; one step along dimension d is `strides[d]` cells. "
        "Contiguous: cell after cell.");
  }

  void WriteFacts(const Picture& picture) {
    Heading("What differs");
    for (const Mismatch& fact : picture.facts) {
      Wrapped(fact.what + ":", "  ");
      Wrapped("expected " + fact.expected, "    ", kGreenText);
      Wrapped("got      " + fact.actual, "    ", kRedText);
    }
  }

  void WriteTable(const Picture& picture) {
    WriteRows(picture.rows, picture.facts.empty() ? "" : "expected");
    if (!picture.actual_rows.empty()) {
      WriteRows(picture.actual_rows, "what " + picture.subject + " gave");
    }
    // Of one storage the table says it all.
    if (picture.strips.size() < 2) return;
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
      line += refused ? Painted(row.outcome, kRedText) : row.outcome;
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
              row.outcome.starts_with("refused") ? kRedText : "");
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
      for (const std::string& line : LinesOf(strip, columns_)) Line(line);
    }
  }

  void WriteGrids(const Picture& picture) {
    Heading("Each tensor, with the cell of each element");
    std::vector<Block> blocks;
    const auto flush = [&] {
      for (const std::string& line : Flow(blocks, columns_, 4)) Line(line);
      blocks.clear();
    };
    const bool twice = !picture.actual_tensors.empty();
    for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
      const Drawn& tensor = picture.tensors[k];
      const std::string heading = HeadingOf(tensor);
      const bool differs = twice && !IsAsExpected(picture, k);
      if (!twice && IsLongWalk(tensor)) continue;
      if (differs) flush();
      blocks.push_back(BlockOf(tensor,
                               differs ? "expected: " + heading
                               : twice ? heading + ": as expected"
                                       : heading,
                               columns_));
      if (!differs) continue;
      blocks.push_back(
          BlockOf(picture.actual_tensors[k], "got: " + heading, columns_));
      flush();
    }
    flush();
    if (!twice) {
      WriteContiguous(picture, [](const Drawn& t) { return IsLongWalk(t); });
    }
    if (!picture.skipped.empty()) Wrapped("(" + picture.skipped + ")");
  }

  // Whether a subject gave this tensor as it should.
  static bool IsAsExpected(const Picture& picture, std::size_t k) {
    return k < picture.actual_tensors.size() &&
           picture.actual_tensors[k].remark == "as expected";
  }

  static bool IsWalked(const Drawn& tensor) {
    return tensor.layout && !tensor.layout->walk.empty();
  }

  static bool IsInOrder(const Drawn& tensor) {
    return IsWalked(tensor) && IsContiguous(tensor.layout->geometry);
  }

  static bool IsLongWalk(const Drawn& tensor) {
    return IsInOrder(tensor) &&
           CountOf(tensor.layout->geometry.sizes) > kMaxContiguous;
  }

  // Those of the tensors that are walked from cell to cell, in a sentence each.
  template <typename IsTold>
  void WriteContiguous(const Picture& picture, IsTold is_told) {
    std::string names;
    std::optional<CellSpan> before;
    const auto flush = [&] {
      if (!before) return;
      const std::string first = CountText(before->first);
      Wrapped(names + (before->first == before->last
                           ? ": cell " + first
                           : fmt::format(": cell after cell, {} to {}", first,
                                         CountText(before->last))));
      names.clear();
    };
    for (const Drawn& tensor : picture.tensors) {
      if (!is_told(tensor)) continue;
      const auto span = SpanOf(tensor.layout->geometry);
      const bool is_same =
          before && before->first == span->first && before->last == span->last;
      if (!is_same) flush();
      before = span;
      names += (names.empty() ? "" : ", ") + tensor.name;
    }
    flush();
  }

  void WriteWalks(const Picture& picture) {
    const bool twice = !picture.actual_tensors.empty();
    const auto is_told = [&](const Drawn& tensor) {
      // What a row of every so many elements shows needs no ends of a walk.
      const bool is_shown_by_series =
          picture.reason && !picture.reason->series.empty() && !twice &&
          tensor.layout && tensor.layout->walk.size() > 1;
      return IsWalked(tensor) && !is_shown_by_series &&
             (twice || !IsLongWalk(tensor));
    };
    bool any = false;
    for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
      any |= is_told(picture.tensors[k]) && !IsAsExpected(picture, k);
    }
    if (!any) return;
    Heading("The walk from element to element, the last index fastest");
    if (!twice) {
      WriteContiguous(picture, [&](const Drawn& tensor) {
        return is_told(tensor) && IsInOrder(tensor);
      });
    }
    bool breaks = false;
    for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
      const Drawn& tensor = picture.tensors[k];
      if (IsAsExpected(picture, k)) continue;
      if (is_told(tensor) && (twice || !IsInOrder(tensor))) {
        breaks |= WriteWalk(tensor, twice ? "expected, " : "");
      }
      if (k < picture.actual_tensors.size()) {
        breaks |= WriteWalk(picture.actual_tensors[k], "got, ");
      }
    }
    if (breaks) Line("(!: here the jump is another one)");
  }

  // Whether a jump of it is marked.
  bool WriteWalk(const Drawn& tensor, const std::string& before) {
    if (!IsWalked(tensor)) return false;
    bool breaks = false;
    std::string label = before + tensor.name;
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
      WriteCells(stretch.cells, at, label);
      label.clear();
    }
    return breaks;
  }

  void WriteCells(const std::vector<Wide>& list,
                  std::optional<std::size_t> breaks, const std::string& name) {
    const Lines lines =
        LinesOfWalk(list, breaks, name, columns_, style_.colour);
    for (const std::string& line : lines) Line(line);
  }

  void WriteReason(const Reason& reason) {
    Heading(reason.title);
    for (const std::string& line : reason.lines) Wrapped(line, "  ");
    for (const Series& series : reason.series) {
      Wrapped(series.name + ":", "  ");
      WriteCells(series.cells, series.breaks, "");
    }
  }

  void WriteWaysOut(const Reason& reason) {
    if (!reason.merge.empty()) {
      Heading("How far a view can go");
      for (const std::string& line : reason.merge) Wrapped(line, "  ");
    }
    if (reason.repairs.empty()) return;
    Heading(HeadingOf(reason.repairs));
    if (!reason.x.empty()) Wrapped(reason.x, "  ");
    for (const Repair& repair : reason.repairs) {
      Wrapped(TextOf(repair), "  ");
    }
  }

  const TextStyle style_;
  const std::size_t columns_;
  std::string out_;
};

}  // namespace

std::string DrawText(const Picture& picture, const TextStyle& style) {
  // What differs from a report is all that its reader asked for.
  if (style.brief && picture.facts.empty()) return DrawBrief(picture, style);
  return Writer(style).Write(picture);
}

}  // namespace viewproof
