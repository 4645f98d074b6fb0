#ifndef VIEWPROOF_CONFORMANCE_PICTURE_DRAWING_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_DRAWING_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/picture/picture.h"

namespace viewproof {

// Lines that stand beside others.
struct Block {
  Lines lines;
  std::size_t width() const;
};

// The blocks from left to right, `between` columns apart, and below where there
// is no room.
Lines Flow(const std::vector<Block>& blocks, std::size_t columns,
           std::size_t between);

// Columns of a line, which may be painted.
std::size_t WidthOf(std::string_view line);

// The cells of a plane as columns of numbers, rows in their colours. Where
// there is no room for them, some are left out; for fewer than three, each has
// a line.
Block BlockOf(const Plane& plane, std::size_t columns, bool colour = false);

// A tensor as its grid, below the title and its strides, or as its remark.
Block BlockOf(const PictureTensor& tensor, const std::string& title,
              std::size_t columns, bool colour);

// A storage as lines of numbered cells, with what lies in each. Where that
// takes more than one line and each cell looks the same, a sentence.
Lines LinesOf(const Strip& strip, std::size_t columns, bool colour);

// Cells, and below them the jumps; that to cells[breaks] is marked. `name`
// stands before them.
Lines LinesOfWalk(const std::vector<Wide>& cells,
                  std::optional<std::size_t> breaks, std::string name,
                  std::size_t columns, bool colour);

inline constexpr const char* kBoldText = "\x1b[1m";
inline constexpr const char* kRedText = "\x1b[31m";
inline constexpr const char* kGreenText = "\x1b[32m";

std::string InColour(std::string_view text, const char* colour);

enum class Emphasis { kPlain, kTitle, kGood, kBad };

// The rows of a chain as lines, each column as wide as its widest cell.
struct ChainTable {
  using Column = std::string ChainRow::*;
  static const ChainRow kHead;

  const std::vector<ChainRow>& rows;
  std::vector<Column> columns;
  std::size_t most_call = std::string::npos;  // The width of what ran.

  std::size_t WidthOf(Column column) const;
  std::size_t width() const;
  std::string LineOf(const ChainRow& row) const;
};

// Draws a picture from top to bottom. What is said of it and in which order is
// the same in every medium; how a line of text, a storage, tensors and a walk
// look, each medium says itself.
class Drawing {
 public:
  virtual ~Drawing() = default;
  void Draw(const Picture& picture);

 protected:
  explicit Drawing(std::size_t columns) : columns_(columns) {}

  // A line of text. What stands from byte `inked` on is in that ink.
  virtual void Line(const std::string& text, Emphasis ink = Emphasis::kPlain,
                    std::size_t inked = 0) = 0;
  // Some room above what comes next.
  virtual void Paragraph() = 0;
  virtual void DrawStrip(const Strip& strip) = 0;
  // Tensors side by side where there is room for it.
  struct TitledTensor {
    std::string title;
    const PictureTensor& tensor;
  };
  virtual void DrawTensors(const std::vector<TitledTensor>& tensors) = 0;
  // The walk through these cells, of which the jump to cells[breaks] is marked.
  virtual void DrawWalk(const std::vector<Wide>& cells,
                        std::optional<std::size_t> breaks,
                        const std::string& name) = 0;

  std::size_t columns() const { return columns_; }
  void Heading(std::string_view text);
  // Breaks the text into lines; `indent` is of blanks.
  void Wrapped(std::string_view text, std::size_t indent = 0,
               Emphasis ink = Emphasis::kPlain);
  void Row(const ChainRow& row, const std::string& line);
  void DrawWrites(const Picture& picture);

 private:
  void DrawFacts(const Picture& picture);
  void DrawReason(const Reason& reason);
  void DrawRows(const std::vector<ChainRow>& rows, const std::string& title);
  void DrawGrids(const Picture& picture);
  void DrawWalks(const Picture& picture);
  bool DrawWalkOf(const PictureTensor& tensor, const std::string& before);
  void DrawWaysOut(const Reason& reason);
  template <typename IsTold>
  void TellContiguous(const Picture& picture, IsTold is_told);

  const std::size_t columns_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_DRAWING_H_
