#include "conformance/golden_file/digests.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/padding.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/testing.h"
#include "conformance/judge/worlds.h"

namespace viewproof {
namespace digests_test {

using testing::HasSubstr;

// With `or`, of a case whose profile is kernels if it is filled by a cycle.
Vector VectorFor(const std::string& text) {
  Vector vector = VectorOf(text, "t/of-many");
  if (vector.test.base.fill == FillKind::kCycle) {
    vector.profile = Profile::kKernels;
  }
  vector.alternative = OtherOutcomes(vector.test);
  return vector;
}

std::string AbridgedLine(Vector vector) {
  Abridge(vector);
  return LineOf(vector);
}

Vector ReadGolden(const std::string& line) {
  Vector vector;
  GoldenDecoder().Read(PaddedText(line).view(), vector);
  return vector;
}

Output& OutputOf(Vector& vector, std::size_t step) {
  return std::get<std::vector<Output>>(vector.expect[step]).front();
}

// A file of golden/ with this line.
std::string Written(const std::string& line, int64_t count = 1) {
  const std::string path = MakeFolder() + "/some.jsonl";
  WriteFile(path, fmt::format(R"({{"header":{{"format":2,"suite":"0.1.0",)"
                              R"("count":{}}}}})"
                              "\n{}",
                              count, line));
  return path;
}

// Returns what reading it is refused with; empty if it is not.
std::string Refusal(const std::string& path, IsWanted wanted = nullptr) {
  IdSet ids;
  try {
    VectorReader reader(path, ids, std::move(wanted));
    Vector vector;
    while (reader.Next(vector)) {
    }
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

class LongElements : public testing::TestWithParam<const char*> {};

TEST_P(LongElements, AreDigestsInALineAndInNoVector) {
  const Vector vector = VectorFor(GetParam());
  const std::string line = AbridgedLine(vector);
  EXPECT_LT(line.size(), LineOf(vector).size());
  EXPECT_EQ(LineOf(ReadGolden(line)), LineOf(vector));
  EXPECT_EQ(Refusal(Written(line)), "");
  Vector unread;
  EXPECT_THROW(Decoder().Read(PaddedText(line).view(), unread), BadInput);
}

INSTANTIATE_TEST_SUITE_P(
    OfEachKind, LongElements,
    testing::Values("float32[65] | detach()", "bool[9,9] | t() | read()",
                    "float64[1]{1.7976931348623157e+308} | expand([11])",
                    "float32[1]{-0.0} | expand([65])",
                    "float64[1]{nan} | expand([65])",
                    "int64[1]{9007199254740993} | expand([14])",
                    "complex64[3] | conj() | expand([70,3]) | read()",
                    "uint8[65] bytes | detach()",
                    "float64[17] bytes | detach() | read()",
                    "float32[72] | reshape([8,9]) | fill_(101) | read() @0.0",
                    "float32[72] | reshape([8,9]) | select(0, 0) | fill_(101) "
                    "| read() @0.0",
                    "int16[300] cycle | clone() | slice(0, 0, 70, 1) | read()",
                    "float32[2,90] coalesced [[0,1]] | values()"));

TEST(LongElements, AreOver64OrOver256Characters) {
  for (const char* text :
       {"float32[64] | detach()", "uint8[64] bytes | detach()",
        "float64[16] bytes | detach()", "float32[0] | detach()",
        "float64[1]{1.7976931348623157e+308} | expand([10])",
        "float32[1] | expand([300])", "int16[300] cycle | detach()"}) {
    Vector vector = VectorFor(text);
    EXPECT_FALSE(Abridge(vector)) << text;
    EXPECT_EQ(Refusal(Written(LineOf(vector))), "") << text;
  }
}

TEST(LongElements, MayBeShownInAFileWithoutAHeader) {
  const std::string path = MakeFolder() + "/own.jsonl";
  WriteFile(path, LineOf(VectorFor("float32[65] | detach()")));
  EXPECT_EQ(Refusal(path), "");
}

struct Row {
  const char* text;
  void (*tamper)(Vector&);  // With the vector as its line shows it.
  const char* refusal;
};

std::ostream& operator<<(std::ostream& os, const Row& row) {
  return os << row.text << ": " << row.refusal;
}

class BadDigests : public testing::TestWithParam<Row> {};

TEST_P(BadDigests, AreRefusedWithFileLineIdAndField) {
  Vector vector = VectorFor(GetParam().text);
  Abridge(vector);
  GetParam().tamper(vector);
  const std::string path = Written(LineOf(vector));
  EXPECT_EQ(Refusal(path), path + ":2: field " + GetParam().refusal);
}

Output& Other(Vector& vector, std::size_t step) {
  return std::get<std::vector<Output>>(vector.alternative[step]).front();
}

constexpr char kWritten[] =
    "float32[72] | reshape([8,9]) | fill_(101) | read() @0.0";

INSTANTIATE_TEST_SUITE_P(
    Each, BadDigests,
    testing::Values(
        Row{"float32[65] | detach()",
            [](Vector& v) { *OutputOf(v, 0).crc32 ^= 1; },
            "\"crc32\": t/of-many: expect: step 1: the elements of the "
            "reference have 81603d06"},
        Row{"bool[9,9] | t() | read()",
            [](Vector& v) { *OutputOf(v, 1).crc32 ^= 1; },
            "\"crc32\": t/of-many: expect: step 2: the elements of the "
            "reference have 0ff587ec"},
        Row{kWritten,
            [](Vector& v) { Other(v, 2).crc32 = OutputOf(v, 2).crc32; },
            "\"crc32\": t/of-many: or: step 3: the elements of the reference "
            "have c8015a49"},
        Row{"float32[8,9] | t()",
            [](Vector& v) {
              OutputOf(v, 0).sizes = {8, 9};
            },
            "\"sizes\": t/of-many: expect: step 1: not those of the "
            "reference, whose elements are to be shown"},
        Row{"float32[70] | detach()",
            [](Vector& v) { OutputOf(v, 0).dtype = DType::kInt32; },
            "\"dtype\": t/of-many: expect: step 1: not those of the "
            "reference, whose elements are to be shown"},
        Row{"float32[6] | detach()",
            [](Vector& v) {
              OutputOf(v, 0).values.reset();
              OutputOf(v, 0).crc32 = 0x1939e524;
            },
            "\"crc32\": t/of-many: expect: step 1: so few elements are shown "
            "themselves"},
        Row{"float32[65] | detach()",
            [](Vector& v) { v = VectorFor("float32[65] | detach()"); },
            "\"values\": t/of-many: expect: step 1: over 64 elements or 256 "
            "characters: expected crc32"},
        Row{"float64[1]{1.7976931348623157e+308} | expand([11])",
            [](Vector& v) {
              v = VectorFor(
                  "float64[1]{1.7976931348623157e+308} | expand([11])");
            },
            "\"values\": t/of-many: expect: step 1: over 64 elements or 256 "
            "characters: expected crc32"},
        Row{"float64[17] bytes | detach()",
            [](Vector& v) { v = VectorFor("float64[17] bytes | detach()"); },
            "\"bytes\": t/of-many: expect: step 1: over 64 elements or 256 "
            "characters: expected crc32"},
        Row{kWritten,
            [](Vector& v) {
              Other(v, 2) =
                  Other(*std::make_unique<Vector>(VectorFor(kWritten)), 2);
            },
            "\"values\": t/of-many: or: step 3: over 64 elements or 256 "
            "characters: expected crc32"},
        Row{"float32[65] | detach()",
            [](Vector& v) { OutputOf(v, 0).values.emplace(); },
            "\"crc32\": step 1: beside the elements"},
        Row{"float32[65] | detach()",
            [](Vector& v) {
              auto& outputs = std::get<std::vector<Output>>(v.expect[0]);
              outputs.push_back(outputs[0]);
            },
            "\"crc32\": t/of-many: expect: step 1: the reference gives no "
            "such output"},
        Row{"float32[65] | detach()",
            [](Vector& v) { v.alternative = v.expect; },
            "\"or\": t/of-many: no step may copy"}));

TEST(VectorReader, PassesOverWhatIsNotWanted) {
  Vector bad = VectorFor("float32[65] | detach()");
  Abridge(bad);
  bad.test.id = "t/bad";
  *OutputOf(bad, 0).crc32 ^= 1;
  const std::string good = AbridgedLine(VectorFor("float32[65] | detach()"));
  IdSet ids;
  VectorReader reader(
      Written(LineOf(bad) + good, 2), ids,
      [](const Vector& vector) { return vector.test.id != "t/bad"; });
  Vector vector;
  ASSERT_TRUE(reader.Next(vector));
  EXPECT_EQ(vector.test.id, "t/of-many");
  EXPECT_EQ(OutputOf(vector, 0).values->list.size(), 65u);
  EXPECT_FALSE(reader.Next(vector));  // And the header's count is right.
}

}  // namespace digests_test
}  // namespace viewproof
