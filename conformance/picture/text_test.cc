#include "conformance/picture/text.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "conformance/case/text.h"
#include "conformance/picture/case_picture.h"

namespace viewproof {
namespace text_test {

std::string PictureTensor(const char* test, std::size_t columns = 80) {
  return DrawText(DrawCase(ParseText(test)), {.columns = columns});
}

TEST(Picture, OfAWriteThatTakesNothing) {
  EXPECT_NE(PictureTensor("float32[2] | zero_()").find("Accepted: zero_()"),
            std::string::npos);
  EXPECT_NE(PictureTensor("complex64[1] | conj() | expand([2]) | zero_()")
                .find("zero_"),
            std::string::npos);
}

TEST(Text, SaysWhyAViewIsRefused) {
  EXPECT_EQ(PictureTensor("float32[2,3] | t() | view([6])"),
            R"-(float32[2,3] | t() | view([6])

A storage is a row of numbered cells. A tensor walks it from cell `offset` on;
one step along dimension d is `strides[d]` cells. Contiguous: cell after cell.
step 1: element [1,0] is number 2 and lies in cell 1 = offset 0 + 1 * 1 + 0 * 3.
t() changes sizes and strides, not offset or storage; it copies nothing.

Why view([6]), step 2, is refused: view.e5
  view([6]) needs one constant jump: elements 0, 1, 2 lie at 0, 3, 1: +3, then
  -2. No stride is both.

The chain
        what ran      sizes  strides  offset  contiguous  storage
base    float32[2,3]  [2,3]  [3,1]    0       yes         A
step 1  t()           [3,2]  [1,3]    0       no          A
step 2  view([6])     refused: view.e5

Storage A: 6 cells of float32, 24 bytes
cell    0 1 2 3 4 5
base    0 1 2 3 4 5
step 1  0 2 4 1 3 5

Each tensor, with the cell of each element
base                 step 1, t()
+3 down, +1 right    +1 down, +3 right
0 1 2                0 3
3 4 5                1 4
                     2 5

The walk from element to element, the last index fastest
base: cell after cell, 0 to 5
step 1   0    3     1    4    2    5
  jumps    +3   -2!   +3   -2   +3
(!: the jump changes here)

How far a view can go
  No two of its dimensions can become one: the left stride would have to be the
  right size times the right stride. Dimensions 0 and 1: it is 1, not 2 * 3 = 6.

What to do instead (the reference ran each)
  reshape([6]): keeps the order of the elements; copies 24 bytes.
  contiguous() | view([6]): the same; copies 24 bytes.
  permute([1,0]) | view([6]): another order, as in the storage; copies nothing.
)-");
}

TEST(Text, NamesSizesOfAsManyElements) {
  EXPECT_NE(PictureTensor("float32[2,3] | view([4,2])")
                .find("  Sizes of 6 elements: [3,2], [2,3], [6,1].\n"),
            std::string::npos);
  EXPECT_EQ(PictureTensor("float32[2,3] | view([4,-1])").find("Sizes of"),
            std::string::npos);
}

TEST(Text, DrawsRank0) {
  EXPECT_EQ(PictureTensor("float32[] | view([1,1])"),
            R"-(float32[] | view([1,1])

Accepted: view([1,1]) is a view on storage A and copies nothing.

A storage is a row of numbered cells. A tensor walks it from cell `offset` on;
one step along dimension d is `strides[d]` cells. Contiguous: cell after cell.
view([1,1]) changes sizes and strides, not offset or storage; it copies nothing.

The chain
        what ran     sizes  strides  offset  contiguous  storage
base    float32[]    []     []       0       yes         A
step 1  view([1,1])  [1,1]  [1,1]    0       yes         A

Storage A: 1 cell of float32, 4 bytes
cell          0
base, step 1  0

Each tensor, with the cell of each element
base    step 1, view([1,1])
0       0

The walk from element to element, the last index fastest
base, step 1: cell 0
)-");
}

TEST(Text, DrawsWhatHasNoElements) {
  EXPECT_EQ(PictureTensor("float32[2,0] | view([0,5])"),
            R"-(float32[2,0] | view([0,5])

Accepted: view([0,5]) is a view on storage A and copies nothing.

A storage is a row of numbered cells. A tensor walks it from cell `offset` on;
one step along dimension d is `strides[d]` cells. Contiguous: cell after cell.
view([0,5]) changes sizes and strides, not offset or storage; it copies nothing.

The chain
        what ran      sizes  strides  offset  contiguous  storage
base    float32[2,0]  [2,0]  [1,1]    0       yes         A
step 1  view([0,5])   [0,5]  [5,1]    0       yes         A

Storage A: 0 cells of float32, 0 bytes

Each tensor, with the cell of each element
base           step 1, view([0,5])
no elements    no elements
)-");
}

TEST(Text, DrawsElementsThatShareACell) {
  EXPECT_EQ(PictureTensor("float32[3] | expand([2,3]) | reshape([6])"),
            R"-(float32[3] | expand([2,3]) | reshape([6])

Accepted: reshape([6]) copies 24 bytes into a new storage, B; a write to the
copy does not reach step 1.

A storage is a row of numbered cells. A tensor walks it from cell `offset` on;
one step along dimension d is `strides[d]` cells. Contiguous: cell after cell.
step 1: element [1,0] is number 3 and lies in cell 0 = offset 0 + 1 * 0 + 0 * 1.
expand([2,3]) changes sizes and strides, not offset or storage; it copies
nothing.

Why reshape([6]), step 2, makes a copy
  view([6]) needs one constant jump: elements 0, 1 lie at 0, 1: +1; but elements
  2, 3 lie at 2, 0: -2. No stride is both.
  So it copies 24 bytes into a new storage.

The chain
        what ran       sizes  strides  offset  contiguous  storage
base    float32[3]     [3]    [1]      0       yes         A
step 1  expand([2,3])  [2,3]  [0,1]    0       no          A
step 2  reshape([6])   [6]    [1]      0       yes         B
Storage A is shared by: base; step 1.
Storage B belongs to step 2 alone.

Storage A: 3 cells of float32, 12 bytes
cell    0 1 2
base    0 1 2
step 1  0 1 2
        3 4 5

Storage B: 6 cells of float32, 24 bytes
cell    0 1 2 3 4 5
step 2  0 1 2 3 4 5

Each tensor, with the cell of each element
base        step 1, expand([2,3])    step 2, reshape([6])
+1 right    +0 down, +1 right        +1 right
0 1 2       0 1 2                    0 1 2 3 4 5
            0 1 2

The walk from element to element, the last index fastest
base: cell after cell, 0 to 2
step 2: cell after cell, 0 to 5
step 1   0    1    2     0    1    2
  jumps    +1   +1   -2!   +1   +1
(!: the jump changes here)

How far a view can go
  No two of its dimensions can become one: the left stride would have to be the
  right size times the right stride. Dimensions 0 and 1: it is 0, not 3 * 1 = 3.
)-");
}

TEST(Text, DrawsThePartsOfComplexElements) {
  EXPECT_EQ(PictureTensor("complex64[2] | imag() | view([1,2])"),
            R"-(complex64[2] | imag() | view([1,2])

Accepted: view([1,2]) is a view on storage A and copies nothing.
It needs no copy although step 1 is not contiguous: one step along each
dimension of [1,2] is always the same jump, 2 cells.
The result is not contiguous: dimension 1, of size 2, has stride 2, where
row-major it is 1.

A storage is a row of numbered cells. A tensor walks it from cell `offset` on;
one step along dimension d is `strides[d]` cells. Contiguous: cell after cell.
step 2: element [0,1] is number 1 and lies in cell 3 = offset 1 + 0 * 4 + 1 * 2.
view([1,2]) changes sizes and strides, not offset or storage; it copies nothing.

The chain
        what ran      sizes  strides  offset  contiguous  storage
base    complex64[2]  [2]    [1]      0       yes         A
step 1  imag()        [2]    [2]      1       no          A
step 2  view([1,2])   [1,2]  [4,2]    1       no          A
Storage A is shared by: base; step 1; step 2.

Storage A: 2 cells of complex64, 16 bytes
cell  0 1
base  0 1

Storage A: 4 cells of float32, 16 bytes
cell            0 1 2 3
step 1, step 2    0   1

Each tensor, with the cell of each element
base        step 1, imag()    step 2, view([1,2])
+1 right    +2 right          +2 right
0 1         1 3               1 3

The walk from element to element, the last index fastest
base: cell after cell, 0 to 1
step 1   1    3
  jumps    +2
step 2   1    3
  jumps    +2
)-");
}

TEST(Text, FitsInto40Columns) {
  EXPECT_EQ(PictureTensor("float32[4] | unfold(0, 2, 1) | view([6])", 40),
            R"-(float32[4] | unfold(0, 2, 1) | view([6])

A storage is a row of numbered cells. A
tensor walks it from cell `offset` on;
one step along dimension d is
`strides[d]` cells. Contiguous: cell
after cell.
step 1: element [1,0] is number 2 and
lies in cell 1 = offset 0 + 1 * 1 + 0 *
1.
unfold(0, 2, 1) changes sizes and
strides, not offset or storage; it
copies nothing.

Why view([6]), step 2, is refused:
view.e5
  view([6]) needs one constant jump:
  elements 0, 1, 2 lie at 0, 1, 1: +1,
  then +0. No stride is both.

The chain
base: float32[4]
  sizes [4] strides [1] offset 0
  contiguous: yes, storage A
step 1: unfold(0, 2, 1)
  sizes [3,2] strides [1,1] offset 0
  contiguous: no, storage A
step 2: view([6])
  refused: view.e5

Storage A: 4 cells of float32, 16 bytes
cell    0 1 2 3
base    0 1 2 3
step 1  0 1 3 5
          2 4

Each tensor, with the cell of each
element
base        step 1, unfold(0, 2, 1)
+1 right    +1 down, +1 right
0 1 2 3     0 1
            1 2
            2 3

The walk from element to element, the
last index fastest
base: cell after cell, 0 to 3
step 1   0    1     1    2    2    3
  jumps    +1   +0!   +1   +0   +1
(!: the jump changes here)

How far a view can go
  No two of its dimensions can become
  one: the left stride would have to be
  the right size times the right stride.
  Dimensions 0 and 1: it is 1, not 2 * 1
  = 2.

What to do instead (the reference ran
each)
  reshape([6]): keeps the order of the
  elements; copies 24 bytes.
  contiguous() | view([6]): the same;
  copies 24 bytes.
)-");
}

TEST(Text, ShowsTheEndsOfALargeTensor) {
  EXPECT_EQ(PictureTensor("float32[4,5,6] | transpose(0, 1) | view([20,6])"),
            R"-(float32[4,5,6] | transpose(0, 1) | view([20,6])

A storage is a row of numbered cells. A tensor walks it from cell `offset` on;
one step along dimension d is `strides[d]` cells. Contiguous: cell after cell.
step 1: element [1,0,0] is number 24 and lies in cell 6 = offset 0 + 1 * 6 + 0 *
30 + 0 * 1.
transpose(0, 1) changes sizes and strides, not offset or storage; it copies
nothing.

Why view([20,6]), step 2, is refused: view.e5
  Dimension 0 of [20,6] needs one constant jump: elements 0, 6 lie at 0, 30:
  +30; but elements 18, 24 lie at 90, 6: -84. No stride is both.
  Dimension 1 is no problem: its jump is always +1.
  every 6th element:
  cells  0     30     60     90      6
  jumps    +30    +30    +30    -84!

The chain
        what ran         sizes    strides   offset  contiguous  storage
base    float32[4,5,6]   [4,5,6]  [30,6,1]  0       yes         A
step 1  transpose(0, 1)  [5,4,6]  [6,30,1]  0       no          A
step 2  view([20,6])     refused: view.e5

Storage A: 120 cells of float32, 480 bytes
cell      0   1   2   3   4   5   6   7 ... 116 117 118 119
base      0   1   2   3   4   5   6   7     116 117 118 119
step 1    0   1   2   3   4   5  24  25     116 117 118 119

Each tensor, with the cell of each element
step 1, transpose(0, 1)
+6 to the next plane, +30 down, +1 right
[0, :, :]           [1, :, :]                 (2 more)   [4, :, :]
 0  1  2  3  4  5     6   7   8   9  10  11               24  25  26  27  28  29
30 31 32 33 34 35    36  37  38  39  40  41               54  55  56  57  58  59
60 61 62 63 64 65    66  67  68  69  70  71               84  85  86  87  88  89
90 91 92 93 94 95    96  97  98  99 100 101              114 115 116 117 118 119
base: cell after cell, 0 to 119

How far a view can go
  No two of its dimensions can become one: the left stride would have to be the
  right size times the right stride. Dimensions 0 and 1: it is 6, not 4 * 30 =
  120. Dimensions 1 and 2: it is 30, not 6 * 1 = 6.

What to do instead (the reference ran each)
  reshape([20,6]): keeps the order of the elements; copies 480 bytes.
  contiguous() | view([20,6]): the same; copies 480 bytes.
  permute([1,0,2]) | view([20,6]): another order, as in the storage; copies
  nothing.
)-");
}

TEST(Text, SaysWhatEachCellHoldsWhereAllHoldTheSame) {
  const std::string text = PictureTensor(
      "float32[60] | view([3,20]) | unsqueeze(1) | expand([3,10,20])");
  EXPECT_NE(text.find("Each of the cells 0 to 59 holds 1 element of base, step "
                      "1, step 2; 10 elements\nof step 3.\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("base, step 1, step 2: cell after cell, 0 to 59\n"),
            std::string::npos)
      << text;
  EXPECT_NE(PictureTensor("float32[60] | select(0, 0)").find("\ncell "),
            std::string::npos);
}

TEST(Text, ShowsAWriteBeforeAndAfter) {
  EXPECT_NE(PictureTensor("float32[4] | slice(0, 1, 3, 1) | fill_(7)")
                .find("Storage A, what step 2, fill_(7), writes\n"
                      "cell     0  1  2  3\n"
                      "before   1  2  3  4\n"
                      "after    1 *7 *7  4\n"
                      "(*: another value than in the row above)\n"),
            std::string::npos)
      << PictureTensor("float32[4] | slice(0, 1, 3, 1) | fill_(7)");
  EXPECT_NE(DrawPlain(DrawCase(ParseText("float32[2] | fill_(7)")))
                .find("cell 1 was 2 and is 7.\n"),
            std::string::npos);
}

TEST(Text, SaysThatConjNegatesImaginaryParts) {
  EXPECT_NE(PictureTensor("complex64[2] | conj()")
                .find("as base, each imaginary part negated"),
            std::string::npos);
}

TEST(Svg, CutsALongRowAndTellsRowsApartWithoutColour) {
  const std::string row =
      Svg(DrawCase(ParseText("float32[60] | slice(0, 0, 60, 2)")));
  EXPECT_NE(row.find("\u2026"), std::string::npos);
  for (std::size_t at = row.find(" x=\""); at != std::string::npos;
       at = row.find(" x=\"", at + 1)) {
    EXPECT_LT(std::atoi(row.c_str() + at + 4), 760);
  }
  const std::string rows = Svg(DrawCase(ParseText("float32[6,2] | t()")));
  for (const char* sign : {"2 4", "8 3", "1 2", "5 2 1 2", "12 4"}) {
    EXPECT_NE(rows.find(std::string("stroke-dasharray=\"") + sign),
              std::string::npos);
  }
}

TEST(Plain, IsOneFactALine) {
  EXPECT_EQ(DrawPlain(DrawCase(ParseText("float32[2,3] | t() | view([6])"))),
            R"-(float32[2,3] | t() | view([6])
A storage is a row of numbered cells. A tensor walks it from cell offset on; one step along a dimension is as many cells as its stride.
step 1: element [1,0] is number 2 and lies in cell 1 = offset 0 + 1 * 1 + 0 * 3.
t() changes sizes and strides, not offset or storage; it copies nothing.
Why view([6]), step 2, is refused: view.e5:
view([6]) needs one constant jump: elements 0, 1, 2 lie at 0, 3, 1: +3, then -2. No stride is both.
base, float32[2,3]: sizes [2,3], strides [3,1], offset 0, contiguous: yes, storage A.
step 1, t(): sizes [3,2], strides [1,3], offset 0, contiguous: no, storage A.
step 2, view([6]): refused: view.e5.
Storage A has 6 cells of float32, 24 bytes.
Storage A is shared by: base; step 1.
base: elements 0 to 5 lie in cells 0, 1, 2, 3, 4, 5.
step 1: elements 0 to 5 lie in cells 0, 3, 1, 4, 2, 5.
No two of its dimensions can become one: the left stride would have to be the right size times the right stride. Dimensions 0 and 1: it is 1, not 2 * 3 = 6.
Instead: reshape([6]): keeps the order of the elements; copies 24 bytes.
Instead: contiguous() | view([6]): the same; copies 24 bytes.
Instead: permute([1,0]) | view([6]): another order, as in the storage; copies nothing.
)-");
}

TEST(Text, ColourSaysNothingThatCharactersDoNotSay) {
  const Picture picture = DrawCase(ParseText("float32[2,3] | t() | view([6])"));
  std::string coloured = DrawText(picture, {.columns = 80, .colour = true});
  EXPECT_NE(coloured.find("\x1b[31m-2!\x1b[0m"), std::string::npos);
  for (std::size_t at; (at = coloured.find('\x1b')) != std::string::npos;) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  EXPECT_EQ(coloured, DrawText(picture, {}));
}

}  // namespace text_test
}  // namespace viewproof
