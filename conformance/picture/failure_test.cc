#include "conformance/picture/failure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/kernel.h"
#include "conformance/case/padding.h"
#include "conformance/case/text.h"
#include "conformance/judge/testing.h"
#include "conformance/picture/text.h"

namespace viewproof {
namespace failure_test {

using testing::HasSubstr;
using testing::Not;

// A record of a vector that fails in one field of its step 1.
Record RecordOf(DifferenceKind kind, std::string field, std::string expected,
                std::string actual) {
  Record record;
  record.id = "t/x";
  record.verdict = Verdict::kFail;
  Difference difference;
  difference.facet = Facet::kStrides;
  difference.step = 1;
  difference.kind = kind;
  difference.field = std::move(field);
  difference.expected = std::move(expected);
  difference.actual = std::move(actual);
  record.differences.push_back(std::move(difference));
  return record;
}

// Returns what differs in strides or offset, with the whole answer.
Record Answering(Geometry geometry, bool outside = false) {
  Record record = RecordOf(DifferenceKind::kStrides, "strides", "[1,3]",
                           "what was answered");
  Output output;
  output.dtype = DType::kFloat32;
  output.sizes = std::move(geometry.sizes);
  output.strides = std::move(geometry.strides);
  output.offset = geometry.offset;
  output.contiguous = false;
  output.storage = 0;
  record.answers = {{1, std::vector<Output>{output}, {}}};
  record.differences[0].outside = outside;
  return record;
}

// These facts stand beside each picture.
const std::vector<Mismatch> kFacts = {
    {"step 1: t dies", "an answer", "it died"}};

std::string PictureTensor(const Record& record,
                          const char* text = "float32[2,3] | t()") {
  return DrawText(DrawFailure(VectorOf(text, "t/x"), record, "acme 1", kFacts),
                  {});
}

TEST(Failure, DrawsExpectedAndGivenSideBySide) {
  const std::string text = PictureTensor(Answering({{3, 2}, {2, 1}, 0}));
  EXPECT_THAT(text, HasSubstr("expected: step 1, t()    got: step 1, t()\n"
                              "+1 down, +3 right        +2 down, +1 right\n"
                              "0 3                      0 1\n"
                              "1 4                      2 3\n"
                              "2 5                      4 5\n"));
  EXPECT_THAT(text, HasSubstr("The chain, what acme 1 gave\n"));
  EXPECT_THAT(text, HasSubstr("base: as expected\n+3 down, +1 right\n0 1 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("outside")));
}

TEST(Failure, DrawsNothingOfAnAnswerThatIsNotTold) {
  const std::string text = PictureTensor(
      RecordOf(DifferenceKind::kStrides, "strides", "[1,3]", "[2,1]"));
  EXPECT_THAT(text, HasSubstr("step 1  t()           not told\n"));
  EXPECT_THAT(text, Not(HasSubstr("got: step 1, t()\n0 1")));
}

TEST(Failure, SaysThatNothingDifferedBefore) {
  Record record = Answering({{3, 2}, {2, 1}, 0});
  record.differences[0].step = 2;
  record.answers[0].step = 2;
  const std::string text =
      PictureTensor(record, "float32[3,2] | detach() | t()");
  EXPECT_THAT(text, HasSubstr("step 1  detach()      no difference seen\n"));
}

TEST(Failure, SaysThatAnErrorCame) {
  Record record =
      RecordOf(DifferenceKind::kErrorForOk, "error", "null", "\"size\"");
  ErrorReply error;
  error.message = "no \x1b[31mviews";
  record.answers = {{1, error, {}}};
  const std::string text = PictureTensor(record);
  EXPECT_THAT(text, HasSubstr("step 1  t()           refused\n"));
  EXPECT_THAT(text, HasSubstr("not there"));
  EXPECT_THAT(text, HasSubstr("acme 1 said: no \\x1b[31mviews\n"));
}

TEST(Failure, SaysThatNoErrorCame) {
  Record record =
      RecordOf(DifferenceKind::kOkForError, "error", "\"size\"", "null");
  record.answers = {{1, std::vector<Output>(), {}}};
  const std::string text = PictureTensor(record, "float32[5] | view([6])");
  EXPECT_THAT(text, HasSubstr("view([6])   refused: view.e4\n"));
  EXPECT_THAT(text, HasSubstr("view([6])   not refused\n"));
}

TEST(Failure, DrawsWhatCameInPlaceOfAnError) {
  Record record = Answering({{2, 2}, {1, 2}, 0});
  record.differences[0].kind = DifferenceKind::kOkForError;
  const std::string text = PictureTensor(record, "float32[5] | view([6])");
  EXPECT_THAT(text, HasSubstr("step 1  view([6])   [2,2]  [1,2]    0       no  "
                              "        A\n"));
  EXPECT_THAT(text,
              HasSubstr("expected: step 1, view([6])    got: step 1, "
                        "view([6])\n"
                        "no tensor                      +1 down, +2 right\n"
                        "                               0 2\n"
                        "                               1 3\n"));
}

TEST(Failure, SaysWhichNumberWasToBeRefused) {
  EXPECT_THAT(
      PictureTensor(RecordOf(DifferenceKind::kOkForError, "outcome", "", ""),
                    "float32[2,3] | reshape([-3,2])"),
      HasSubstr("reshape.e1: the entry -3 of shape"));
}

TEST(Failure, SaysWhatDiffers) {
  const Picture picture = DrawFailure(VectorOf("float32[2,3] | t()", "t/x"),
                                      Record(), "acme 1", kFacts);
  EXPECT_THAT(DrawText(picture, {}), HasSubstr("What differs\n"
                                               "  step 1: t dies\n"
                                               "    expected an answer\n"
                                               "    got      it died\n"));
  EXPECT_THAT(DrawPlain(picture),
              HasSubstr("step 1: t dies; expected an answer, got it died.\n"));
}

TEST(Failure, SaysOutsideOnlyWhereTheRecordDoes) {
  constexpr int64_t kFar = int64_t{1} << 53;
  EXPECT_THAT(PictureTensor(Answering({{3, 2}, {1, 3}, kFar}, true)),
              HasSubstr("What was given as step 1 reaches outside of its "
                        "storage."));
  EXPECT_THAT(PictureTensor(Answering({{3, 2}, {1, 3}, 0})),
              Not(HasSubstr("outside")));
  for (const Ints& numbers : {Ints{-1, 2}, Ints{3}, Ints{kNotAnInteger, 1}}) {
    PictureTensor(Answering({numbers, {2, 1}, 0}));
    PictureTensor(Answering({{3, 2}, numbers, kNotAnInteger}));
  }
}

TEST(Failure, CutsAndEscapesWhatTheSubjectSaid) {
  const std::string evil =
      "</script><b>\x1b]0;x\x07\xe2\x80\xae\"&" + std::string(1 << 20, 'x');
  Record record = RecordOf(DifferenceKind::kValues, "val\x1bues", "[1]", evil);
  record.message = evil;
  const Picture picture =
      DrawFailure(VectorOf("float32[2,3] | t()", "t/x"), record, evil, kFacts);
  for (const std::string& text :
       {DrawText(picture, {}), DrawPlain(picture), Svg(picture)}) {
    EXPECT_LT(text.size(), 20000u);
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, Not(HasSubstr("\x07")));
    EXPECT_THAT(text, Not(HasSubstr("\xe2\x80\xae")));
  }
  EXPECT_THAT(Svg(picture), Not(HasSubstr("<b>")));
  EXPECT_THAT(Svg(picture), HasSubstr("&lt;/script&gt;"));
}

// A failed call of a kernel: x holds every second element, and is not written.
std::pair<Record, Hello> FailedCall() {
  Hello hello;
  DeclaredKernel& kernel = hello.calls.emplace_back();
  kernel.name = "neg";
  kernel.forms = {CallForm::kInPlace};
  kernel.operands = {ReadOperand("x T[N] any", "operands")};
  kernel.dtypes = {DType::kInt64};
  Vector vector =
      VectorOf("int64[4]{1,2,3,4} | slice(0, 0, 4, 2) | read() @0.0", "t/x");
  vector.test.id = "call.neg_/x-every-second-of-n2";
  vector.rules = {"call.r3"};
  vector.test.chain.insert(vector.test.chain.begin() + 1,
                           Step{.op = &CallOp(kernel, CallForm::kInPlace, {}),
                                .args = {},
                                .on = OutputRef{1, 0}});
  vector.expect.insert(vector.expect.begin() + 1, std::vector<Output>());
  Record record = RecordOf(DifferenceKind::kLostWrite, "values", "[-1,2,-3,4]",
                           "[1,2,3,4]");
  record.id = vector.test.id;
  record.differences[0].step = 3;
  record.call = AskedCallOf(vector, record.differences);
  return {record, hello};
}

TEST(Failure, HoldsTheCaseOfACallInItsRecord) {
  const auto [record, hello] = FailedCall();
  std::string line;
  AppendJson(record, line);
  const Record read = ReadRecord(PaddedText(line).view());
  EXPECT_EQ(read.call.before, record.call.before);
  EXPECT_EQ(read.call.tensors, Ints({1}));
  EXPECT_EQ(read.call.reads, Ints({0}));
  const std::optional<Vector> vector = VectorOfCall(read, hello);
  ASSERT_TRUE(vector);
  EXPECT_EQ(Text(vector->test),
            "int64[4]{1,2,3,4} | slice(0, 0, 4, 2) | call.neg_() @1.0 | "
            "read() @0.0");
  EXPECT_THAT(vector->why, HasSubstr("neg, in place"));
  EXPECT_THAT(vector->why, HasSubstr("x: every second"));
  EXPECT_THAT(vector->why, HasSubstr("x is step 1."));
  EXPECT_FALSE(VectorOfCall(read, Hello()));
  EXPECT_FALSE(VectorOfCall(Record(), hello));
}

TEST(Failure, DrawsWhichCellsACallWroteWrongly) {
  const auto [record, hello] = FailedCall();
  const Picture picture =
      DrawFailure(*VectorOfCall(record, hello), record, "acme 1", kFacts);
  const std::string text = DrawText(picture, {});
  EXPECT_THAT(text, HasSubstr("Storage A, what step 2, call.neg_, did to it\n"
                              "cell        0   1   2   3\n"
                              "before      1   2   3   4\n"
                              "due       *-1   2 *-3   4\n"
                              "came out   *1   2  *3   4\n"));
  EXPECT_THAT(text, HasSubstr("step 1  0   1\n"));
  EXPECT_THAT(text, Not(HasSubstr("base, ")));
  EXPECT_THAT(DrawPlain(picture),
              HasSubstr("cell 2 was 3, -3 is due, and 3 came out."));
}

TEST(Failure, SaysWhatACallAsks) {
  EXPECT_THAT(
      SentenceOfCall(
          "call.add.out/x-gaps-between-rows--o-rows-around-of-m1-n1"),
      HasSubstr("add, which writes into the targets that it is given. Its "
                "tensors lie so: x: gaps between rows; o: rows around; any "
                "other is plain. Sizes: m1-n1."));
  EXPECT_EQ(SentenceOfCall("call.cumsum"),
            "The library's kernel cumsum, which gives new tensors.");
}

}  // namespace failure_test
}  // namespace viewproof
