#ifndef VIEWPROOF_CONFORMANCE_PICTURE_PICTURE_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_PICTURE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/picture/layout.h"
#include "conformance/picture/wording.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"

// A chain as a picture: what is in it. text.h draws it. Every text is
// plain ASCII or escaped, so that it can be shown as it is.
namespace viewproof {

using Lines = std::vector<std::string>;

// One line of the chain's table: the base, or an output of a step.
struct ChainRow {
  std::string name;  // "base", "step 1", "step 2, output 0"; empty: as before.
  std::string call;  // "float32[2,3]", "t()".
  // A tensor has these.
  std::string sizes;
  std::string strides;
  std::string offset;
  std::string contiguous;  // yes, no
  std::string storage;     // "A", "A (itself)"; with bits "A, conj".
  // Anything else has this: "refused: view.e5", "true", "writes", "forgets".
  std::string outcome;
  int64_t step = 0;  // Whose it is; 0: of the base.

  bool is_refused() const { return outcome.starts_with("refused"); }
};

// Says how a tensor lies in its storage.
struct Layout {
  Geometry geometry;
  std::vector<Stretch> walk;
  Grid grid;
  std::optional<Wide> place;  // The element whose jump is another one.
};

// A tensor of the chain.
struct PictureTensor {
  std::string name;  // It is as in the table.
  std::string call;
  int64_t storage = 0;
  DType dtype = DType::kFloat32;
  std::optional<Layout> layout;
  std::string remark;   // Instead of a grid: "as base", "no elements".
  std::string as = {};  // The tensor before it that lies alike, or empty.
  int64_t step = 0;     // This step made it; 0: it is the base.
};

// A text in a cell of a storage: the number of an element, or a value.
struct Mark {
  std::string text;
  int hue = kNoHue;  // That of the element's row in its grid.
  bool lit = false;  // It is another one than in the row above.
  bool operator==(const Mark&) const = default;
};

// A storage as one row of numbered cells, and what lies in each.
struct Strip {
  std::string name;         // "A"
  std::string about;        // "6 cells of float32, 24 bytes"
  std::vector<Wide> cells;  // Shown; kGap: some are left out.
  struct Row {
    std::string name;                      // A tensor's, or "before".
    std::vector<std::vector<Mark>> marks;  // In each of the cells.
    std::vector<int64_t> counts;           // So many elements lie in each.
    bool outside = false;                  // It reaches beyond the storage.
    bool partial = false;                  // Too many elements to look at.
  };
  std::vector<Row> rows;
};

// A way to get what was refused, as the reference ran it.
struct Repair {
  std::string code;    // "reshape([6])", "x.reshape(6)"
  std::string effect;  // "keeps the order of the elements"
  Wide bytes = 0;      // It copies so many.
  bool ran = false;  // Else it is too large: sizes and strides alone are known.
};

// "reshape([6]): keeps the order of the elements; copies 24 bytes."
std::string TextOf(const Repair& repair);

// Returns what stands above them.
const char* HeadingOf(const std::vector<Repair>& repairs);

// The elements that one new dimension goes through, and their cells.
struct Series {
  std::string name;  // "every 6th element"
  std::vector<Wide> cells;
  std::size_t breaks = 0;  // cells[breaks] is where the jump is another one.
};

// Says why a step was refused, or why it made a copy.
struct Reason {
  std::string title;               // "Why view([6]) is refused"
  std::vector<std::string> lines;  // Sentences.
  OutputRef on;                    // The tensor that the step acts on, and its
  std::optional<Wide> place;       // first element that is not one jump away
                                   // from its neighbour as the others are.
  std::vector<Series> series;      // Jumps over several elements, as series.
  std::vector<std::string> merge;  // Says how far its dimensions can merge.
  std::string x;  // "x = torch.zeros(2, 3).t()": what x is in the repairs.
  std::vector<Repair> repairs;
};

// Holds what another subject answered, beside what was expected.
struct Mismatch {
  std::string what;  // "step 2: narrow gives wrong strides"
  std::string expected;
  std::string actual;
  bool operator==(const Mismatch&) const = default;
};

struct Picture {
  std::string title;               // The id, or the case.
  std::vector<std::string> about;  // Sentences above all.
  // Says what the last step of a chain that is accepted gives, and why.
  std::vector<std::string> verdict;
  // Says where an element of the tensor in question lies, and what the step
  // that made this tensor changed.
  std::vector<std::string> lesson;
  std::vector<ChainRow> rows;
  std::vector<std::string> sharing;  // "A: base, step 1"
  std::vector<Strip> strips;
  std::vector<Strip> writes;  // A write each: values before it and after it.
  std::vector<PictureTensor> tensors;
  std::string skipped;  // Says which tensors are not drawn, or empty.
  std::optional<Reason> reason;
  std::vector<std::string> notes;  // Sentences below all.
  // The same chain as the subject answered it, if it fails.
  std::string subject;
  std::vector<Mismatch> facts;
  std::vector<ChainRow> actual_rows;
  std::vector<PictureTensor> actual_tensors;  // Parallel to the tensors.
};

// The picture of a case whose first steps came out as `outcomes`, which may be
// those of any subject.
Picture DrawChain(const Case& test, const std::vector<Outcome>& outcomes,
                  const std::optional<Reason>& reason = std::nullopt,
                  const std::optional<PythonNames>& names = std::nullopt);

// Returns how a storage is called: "A", "B"; from 26 on "#26".
std::string LetterOf(int64_t storage);

// Says where a tensor lies: all that its picture depends on.
struct Place {
  Geometry geometry;
  // Its storage has so many, as large as its items, if told.
  std::optional<Wide> cells;
  bool operator<(const Place& other) const {
    const auto key = [](const Place& place) {
      return std::tie(place.geometry.sizes, place.geometry.strides,
                      place.geometry.offset, place.cells);
    };
    return key(*this) < key(other);
  }
};

// Returns the place of an output on the storages that the outcomes tell.
// Nothing if it cannot be drawn.
std::optional<Place> PlaceOf(const Case& test,
                             const std::vector<Outcome>& outcomes,
                             const Output& output);

// One tensor, as DrawChain draws it, and the storage with it alone.
struct TensorPicture {
  Layout layout;
  Strip strip;
};
TensorPicture DrawTensor(const Place& place,
                         std::optional<Wide> breaks = std::nullopt);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_PICTURE_H_
