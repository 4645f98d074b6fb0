#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
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

// What is wrong with it as XML; empty: nothing. It knows what Svg writes:
// elements, attributes in double quotes, five entities.
std::string FaultOfXml(std::string_view xml) {
  std::vector<std::string_view> open;
  for (std::size_t k = 0; k < xml.size(); ++k) {
    const char c = xml[k];
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') return "control";
    if (c == '&') {
      const std::string_view name = xml.substr(k, xml.find(';', k) - k + 1);
      if (name != "&amp;" && name != "&lt;" && name != "&gt;" &&
          name != "&quot;") {
        return "entity " + std::string(name.substr(0, 10));
      }
    }
    if (c != '<') continue;
    const std::size_t end = xml.find('>', k);
    if (end == std::string_view::npos) return "an open tag";
    const std::string_view tag = xml.substr(k + 1, end - k - 1);
    const std::string_view name = tag.substr(0, tag.find_first_of(" /", 1));
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "quotes";
    if (tag.front() == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return "nesting";
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    k = end;
  }
  return open.empty() ? "" : "not closed: " + std::string(open.back());
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
    EXPECT_EQ(FaultOfText(DrawText(picture, {.columns = 40}), 40), "") << id;
    EXPECT_EQ(FaultOfText(DrawPlain(picture), 100000), "") << id;
    EXPECT_EQ(FaultOfXml(Svg(picture)), "") << id;
    Record dead;
    dead.verdict = Verdict::kCrash;
    dead.step = 1;
    EXPECT_EQ(FaultOfXml(Svg(DrawFailure(vector, dead, "acme"))), "") << id;
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
  EXPECT_NE(FaultOfXml("<a>\x1b</a>"), "");
  EXPECT_NE(FaultOfText("x \n", 80), "");
  EXPECT_NE(FaultOfText(std::string(81, 'x') + "\n", 80), "");
}

}  // namespace golden_pictures_test
}  // namespace viewproof
