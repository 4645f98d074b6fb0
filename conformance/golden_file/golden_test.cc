#include "conformance/golden_file/golden.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace golden_test {

using testing::HasSubstr;

const std::string kGood =
    LineOf(VectorOf("float32[2,3] | t() | view([6])", "view/of-a-transpose"));

std::string Written(const std::string& text) {
  const std::string path = MakeFolder() + "/some.jsonl";
  WriteFile(path, text);
  return path;
}

// Returns what reading the text as vectors is refused with; empty if it is not.
std::string Refusal(const std::string& text) {
  IdSet ids;
  try {
    VectorReader reader(Written(text), ids);
    Vector vector;
    while (reader.Next(vector)) {
    }
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

std::string Replaced(std::string text, const std::string& what,
                     const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

struct Row {
  const char* name;
  std::string text;
  const char* place;
  const char* why;
};

std::ostream& operator<<(std::ostream& os, const Row& row) {
  return os << row.name;
}

class BadVectors : public testing::TestWithParam<Row> {};

TEST_P(BadVectors, AreRefusedWithFileLineAndField) {
  const std::string refusal = Refusal(GetParam().text);
  EXPECT_THAT(refusal, HasSubstr("some.jsonl:"));
  EXPECT_THAT(refusal, HasSubstr(GetParam().place));
  EXPECT_THAT(refusal, HasSubstr(GetParam().why));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, BadVectors,
    testing::Values(
        Row{"Truncated", kGood + kGood.substr(0, 200), ":2: ", ""},
        Row{"NotUtf8", Replaced(kGood, "a vector", "a\xff vector"),
            ":1: ", "UTF-8"},
        Row{"UnknownField", Replaced(kGood, "\"rev\":1", "\"rev\":1,\"x\":2"),
            ":1: ", "field \"x\""},
        Row{"UnknownFieldOfAStep",
            Replaced(kGood, "\"op\":\"t\"", "\"op\":\"t\",\"dim\":0"),
            ":1: ", "field \"dim\""},
        Row{"WrongType", Replaced(kGood, "\"rev\":1", "\"rev\":\"one\""),
            ":1: ", "field \"rev\""},
        Row{"BeyondInt64",
            Replaced(kGood, "\"size\":[6]", "\"size\":[9223372036854775808]"),
            ":1: ", "field \"size\""},
        Row{"MissingField", Replaced(kGood, "\"rev\":1,", ""),
            ":1: ", "field \"rev\""},
        Row{"DuplicateId", kGood + kGood, ":2: ", "field \"id\""},
        Row{"UnknownOp", Replaced(kGood, "\"op\":\"t\"", "\"op\":\"tt\""),
            ":1: ", "unknown op \"tt\""},
        Row{"TooFewOutcomes",
            Replaced(kGood, ",{\"error\"", "],\"or\":[{\"error\""),
            ":1: ", "field \"expect\""},
        Row{"HugeLine", std::string(std::size_t{100} << 20, ' '),
            ":1: ", "a line over"},
        Row{"CountOfHeader",
            "{\"header\":{\"format\":2,\"count\":2}}\n" + kGood,
            ":2: ", "field \"count\""},
        Row{"UnknownFormat",
            "{\"header\":{\"format\":1,\"count\":1}}\n" + kGood,
            ":1: ", "field \"format\""},
        Row{"UnknownFieldOfHeader",
            "{\"header\":{\"format\":2,\"count\":1,\"when\":1}}\n" + kGood,
            ":1: ", "field \"when\""}),
    [](const auto& info) { return info.param.name; });

TEST(VectorReader, RefusesAnIdThatNeedsQuoting) {
  for (const char* id : {"", R"(a\"b)", R"(a\\b)", R"(a\nb)", R"(\u001b[2J)",
                         R"(\u009b2J)", "a\x7f"}) {
    const std::string text = Replaced(kGood, "view/of-a-transpose", id);
    EXPECT_THAT(Refusal(text), HasSubstr(":1: field \"id\": ")) << id;
    EXPECT_THAT(Refusal(text), HasSubstr("needs quoting"));
  }
}

TEST(VectorReader, NeedsNoHeader) { EXPECT_EQ(Refusal(kGood), ""); }

TEST(VectorReader, NeedsNoNewlineAtTheEnd) {
  EXPECT_EQ(Refusal(kGood.substr(0, kGood.size() - 1)), "");
}

TEST(VectorReader, RefusesAnIdOfAnotherFile) {
  IdSet ids;
  Vector vector;
  VectorReader first(Written(kGood), ids);
  EXPECT_TRUE(first.Next(vector));
  VectorReader second(Written(kGood), ids);
  EXPECT_THROW(second.Next(vector), BadInput);
}

TEST(VectorReader, RefusesAFileThatIsNotThere) {
  IdSet ids;
  EXPECT_THROW(VectorReader("/nowhere/at-all.jsonl", ids), BadInput);
}

TEST(LineReader, GivesLinesOfEveryLengthUpToTheLimit) {
  std::vector<std::string> lines;
  for (std::size_t size = 1; size <= kMaxLine; size *= 2) {
    lines.emplace_back(size, 'x');
    lines.emplace_back();
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  LineReader reader(Written(text));
  std::string_view line;
  for (const std::string& expected : lines) {
    ASSERT_TRUE(reader.Next(line));
    EXPECT_TRUE(line == expected) << "of " << expected.size() << " bytes";
  }
  EXPECT_FALSE(reader.Next(line));
}

TEST(IdSet, KnowsEveryIdItWasGiven) {
  IdSet ids;
  constexpr int kIds = 100000;
  for (int k = 0; k < kIds; ++k) {
    EXPECT_TRUE(ids.Insert("view/case-" + std::to_string(k)));
  }
  for (int k = 0; k < kIds; ++k) {
    EXPECT_FALSE(ids.Insert("view/case-" + std::to_string(k)));
  }
}

TEST(Golden, IsOpenedAsItsManifestListsIt) {
  const std::string root = MakeRoot(
      {VectorOf("float32[2] | detach()", "detach/shares")}, "none", "");
  const Golden golden = OpenGolden(root + "/golden");
  ASSERT_EQ(golden.files.size(), 1u);
  EXPECT_EQ(golden.count, 1);
  EXPECT_EQ(golden.digest, Digest(ReadFile(root + "/golden/MANIFEST")));
}

TEST(Golden, IsRefusedWhenAFileWasChangedByHand) {
  const std::string root = MakeRoot(
      {VectorOf("float32[2] | detach()", "detach/shares")}, "none", "");
  const std::string path = root + "/golden/core/all.jsonl";
  WriteFile(path, Replaced(ReadFile(path), "\"offset\":0", "\"offset\":1"));
  try {
    OpenGolden(root + "/golden");
    ADD_FAILURE() << "the change was not seen";
  } catch (const BadInput& error) {
    EXPECT_EQ(error.what(),
              path +
                  ": is not the file that MANIFEST lists; golden/ is "
                  "written by tools/golden, never by hand");
  }
}

TEST(Golden, IsRefusedWhenAFileIsNotListed) {
  const std::string root = MakeRoot(
      {VectorOf("float32[2] | detach()", "detach/shares")}, "none", "");
  WriteFile(root + "/golden/core/more.jsonl", kGood);
  EXPECT_THROW(OpenGolden(root + "/golden"), BadInput);
}

}  // namespace golden_test
}  // namespace viewproof
