// Bases that say their elements, and digests: as text and as JSON.

#include <string>

#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/case/testing.h"
#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace data_test {

TEST(Data, IsWrittenAndReadInBothNotations) {
  const std::pair<std::string, std::string> bases[] = {
      {"float32[64,65] cycle",
       R"({"dtype":"float32","sizes":[64,65],"fill":"cycle"})"},
      {"int64[2]{-1,7}", R"({"dtype":"int64","sizes":[2],"values":[-1,7]})"},
      {"complex64[1]{1:-2}",
       R"({"dtype":"complex64","sizes":[1],"values":[[1,-2]]})"},
      {"int8[0]{}", R"({"dtype":"int8","sizes":[0],"values":[]})"},
      {"float32[2] 0x0000c07f00000080",
       R"({"dtype":"float32","sizes":[2],"hex":"0000c07f00000080"})"},
      {"bool[2] 0x0001", R"({"dtype":"bool","sizes":[2],"hex":"0001"})"}};
  for (const auto& [text, json] : bases) {
    const Case test = ParseText(text + " | clone()");
    EXPECT_EQ(Text(test), text + " | clone()");
    std::string written;
    AppendJson(test.base, written);
    EXPECT_EQ(written, json);
    std::string line;
    AppendJson(test, line);
    EXPECT_EQ(ReadLine<Case>(line), test) << line;
  }
}

TEST(Data, OfAnEarlierCaseIsForgotten) {
  Decoder decoder;
  Case test;
  for (const char* base : {R"({"dtype":"int8","sizes":[1],"hex":"07"})",
                           R"({"dtype":"int8","sizes":[1],"values":[7]})",
                           R"({"dtype":"int8","sizes":[1]})"}) {
    const std::string line =
        R"({"base":)" + std::string(base) + R"(,"chain":[]})";
    decoder.Read(PaddedText(line).view(), test);
    EXPECT_EQ(test, ReadLine<Case>(line)) << base;
  }
}

struct Bad {
  const char* base;  // Text, or JSON.
  const char* refusal;
};

class BadData : public testing::TestWithParam<Bad> {};

TEST_P(BadData, IsRefused) {
  const std::string base = GetParam().base;
  const std::string refusal = Refusal([&] {
    if (base.starts_with('{')) {
      ReadLine<Case>(R"({"base":)" + base + R"(,"chain":[]})");
    } else {
      ParseText(base);
    }
  });
  EXPECT_NE(refusal.find(GetParam().refusal), std::string::npos) << refusal;
}

INSTANTIATE_TEST_SUITE_P(
    Every, BadData,
    testing::Values(
        Bad{"uint16[2]", "column 1: expected a dtype that a base may have"},
        Bad{"int8[1] | copy_(float8_e5m2[1])",
            "column 17: expected a dtype that a base may have"},
        Bad{R"({"dtype":"uint64","sizes":[2]})",
            R"(field "dtype": uint64 is a dtype of view.dtype alone)"},
        Bad{"int8[2]{1}", "expected as many values as elements"},
        Bad{"int8[2] 0x01", "expected two hex digits for each byte"},
        Bad{"int8[1] 0xA0", "expected hex digits in lower case"},
        Bad{"int8[1] 0x1", "expected hex digits in lower case"},
        Bad{"bool[1] 0x02", "expected 00 or 01 for each bool"},
        Bad{"int8[2] coalesced [[0]] cycle", "a sparse base holds iota"},
        Bad{R"({"dtype":"int8","sizes":[2],"values":[1]})",
            R"(field "values": expected as many values as elements)"},
        Bad{R"({"dtype":"int8","sizes":[2],"hex":"01"})",
            R"(field "hex": expected two hex digits for each byte)"},
        Bad{R"({"dtype":"int8","sizes":[1],"hex":"0x"})",
            R"(field "hex": expected hex digits in lower case)"},
        Bad{R"({"dtype":"int8","sizes":[1],"fill":"cycle","hex":"01"})",
            R"(field "base": more than one of "fill", "values" and "hex")"},
        Bad{R"({"dtype":"int8","sizes":[1],"fill":"zeros"})",
            R"(field "fill": expected "bytes" or "cycle")"},
        Bad{R"({"dtype":"int8","sizes":[1],"fill":"iota"})",
            R"(field "fill": expected "bytes" or "cycle")"},
        Bad{R"({"dtype":"int8","sizes":[262145],"fill":"cycle"})",
            R"(field "base": over 262144 elements)"},
        Bad{R"({"dtype":"int8","sizes":[256],"hex":"00"})",
            R"(field "base": over 255 elements)"}),
    [](const auto& info) { return "Base" + std::to_string(info.index); });

// A vector of one clone and a read of a cycle of so many elements, with what
// their outputs show.
std::string Line(const std::string& profile, const std::string& size,
                 const std::string& clone, const std::string& read) {
  return R"({"id":"clone/large","rev":1,"profile":")" + profile +
         R"(","rules":["clone.d1"],"flags":[],"why":"made up",)"
         R"("requires":["digest","data"],"base":{"dtype":"int8","sizes":[)" +
         size +
         R"(],"fill":"cycle"},"chain":[{"op":"clone"},{"op":"read"}],)"
         R"("expect":[{"outputs":[{"dtype":"int8","sizes":[)" +
         size + (clone.empty() ? "]" : "],") + clone + R"(}]},{"outputs":[{)" +
         read + R"(}]}]})";
}

constexpr char kDigest[] = R"("crc32":"0a0b0c0d")";

TEST(Digest, IsWrittenAsItWasRead) {
  const std::string line = Line("kernels", "300", kDigest, kDigest);
  const auto vector = ReadLine<Vector>(line);
  EXPECT_EQ(std::get<0>(vector.expect[0])[0].crc32, 0x0a0b0c0du);
  EXPECT_EQ(vector.needs.forms,
            (std::vector{CaseForm::kDigest, CaseForm::kData}));
  std::string written;
  AppendJson(vector, written);
  EXPECT_EQ(written, line);
}

TEST(Digest, BelongsToLargeOutputsOfKernelsAndToAllOfThem) {
  const auto refusal = [](const std::string& line) {
    return Refusal([&line] { ReadLine<Vector>(line); });
  };
  EXPECT_EQ(refusal(Line("kernels", "300", "", kDigest)),
            "field \"crc32\": step 1: missing in an output of 300 elements");
  EXPECT_EQ(refusal(Line("kernels", "300", kDigest, "")),
            "field \"crc32\": step 2: missing in an output of 300 elements");
  EXPECT_EQ(refusal(Line("kernels", "3", R"("values":[1,2,3])", kDigest)),
            "field \"crc32\": step 2: not shown by an output of 3 elements");
  EXPECT_EQ(refusal(Line("core", "300", "", kDigest)),
            "field \"crc32\": step 2: only profile kernels has digests");
  EXPECT_EQ(refusal(Line("kernels", "300", R"("crc32":"0A0b0c0d")", kDigest)),
            "field \"crc32\": expected eight hex digits in lower case");
  EXPECT_EQ(refusal(Line("kernels", "300", R"("crc32":"0a0b0c")", kDigest)),
            "field \"crc32\": expected eight hex digits in lower case");
}

}  // namespace data_test
}  // namespace viewproof
