#include <expat.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/testing.h"
#include "conformance/judge/record.h"
#include "conformance/laws/slice.h"
#include "conformance/picture/case_picture.h"
#include "conformance/picture/failure.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/text.h"

namespace viewproof {
namespace golden_pictures_test {

// Returns what is wrong with it as XML; empty: nothing.
std::string FaultOfXml(const std::string& xml) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
      XML_ParserCreate(nullptr), &XML_ParserFree);
  const bool whole = XML_Parse(parser.get(), xml.data(),
                               static_cast<int>(xml.size()), XML_TRUE) != 0;
  return whole ? "" : XML_ErrorString(XML_GetErrorCode(parser.get()));
}

std::string FaultOfText(std::string_view text, std::size_t columns) {
  if (!text.ends_with('\n')) return "no end of line";
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    if (line.size() > columns) return "too wide: " + std::string(line);
    if (line.ends_with(' ')) return "a blank at an end: " + std::string(line);
    for (const char c : line) {
      if (static_cast<unsigned char>(c) < 0x20) return "control";
    }
  }
  return "";
}

TEST(GoldenPictures, OfEveryVectorAreWellFormedAndQuick) {
  constexpr double kMost = 1;  // Times the yardstick, for one explain.
  const double before = CpuSecondsOfGolden();
  const Slice slice = Slice::OfThisRun();
  SCOPED_TRACE(slice.name());
  int64_t number = 0;
  int64_t count = 0;
  double slowest = 0;
  std::string slowest_id;
  ForEachVector(OpenGolden("golden"), [&](const Vector& vector) {
    if (!slice.Has(number++)) return;
    const double start = CpuSeconds();
    const Picture picture = DrawCase(vector.test);
    const std::string text = DrawText(picture, {});
    const double spent = CpuSeconds() - start;
    const std::string& id = vector.test.id;
    if (spent > slowest) {
      slowest = spent;
      slowest_id = id;
    }
    EXPECT_EQ(FaultOfText(text, 80), "") << id;
    for (const PictureLength length :
         {PictureLength::kShort, PictureLength::kBrief,
          PictureLength::kWhole}) {
      for (const std::size_t columns : {40, 57, 80, 120}) {
        EXPECT_EQ(FaultOfText(
                      DrawText(picture, {.columns = columns, .length = length}),
                      columns),
                  "")
            << id;
      }
    }
    EXPECT_EQ(FaultOfText(DrawPlain(picture), 100000), "") << id;
    EXPECT_EQ(FaultOfXml(Svg(picture)), "") << id;
    Record dead;
    dead.verdict = Verdict::kCrash;
    dead.step = 1;
    EXPECT_EQ(FaultOfXml(Svg(DrawFailure(vector, dead, "acme", {}))), "") << id;
    ++count;
  });
  EXPECT_GT(count, slice.CountOf(9000));
  const double yardstick = std::max(before, CpuSecondsOfGolden());
  std::printf("the slowest picture takes %.4f s of CPU, golden/ %.3f\n",
              slowest, yardstick);
  EXPECT_LT(slowest, kMost * yardstick) << slowest_id;
}

TEST(GoldenPictures, AreHeldToXml) {
  EXPECT_EQ(FaultOfXml("<a b=\"c\"><d/>&lt;</a>"), "");
  EXPECT_NE(FaultOfXml("<a><b></a></b>"), "");
  EXPECT_NE(FaultOfXml("<a>& </a>"), "");
  EXPECT_NE(FaultOfXml("<a>"), "");
  EXPECT_NE(FaultOfXml("<a b=\"c></a>"), "");
  EXPECT_NE(FaultOfXml("<a>&nbsp;</a>"), "");
  EXPECT_NE(FaultOfXml("<a>\x1b</a>"), "");
  EXPECT_NE(FaultOfText("x \n", 80), "");
  EXPECT_NE(FaultOfText(std::string(81, 'x') + "\n", 80), "");
}

}  // namespace golden_pictures_test
}  // namespace viewproof
