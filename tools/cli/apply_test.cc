#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <thread>

#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/process/executor.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace apply_test {

using testing::HasSubstr;

// Holds what is written, and whether every line was a case.
struct Answers {
  std::string text;
  bool all_valid = false;
};

Answers AnswersTo(const std::string& cases, bool text) {
  ApplyOptions options;
  options.root =
      MakeRoot({}, "reference", "[adapter]\nlinked = \"reference\"\n");
  options.file = options.root + "/cases";
  options.text = text;
  WriteFile(options.file, cases);
  const std::string path = options.root + "/out";
  std::FILE* out = std::fopen(path.c_str(), "w");
  const bool all_valid = Apply(options, out);
  std::fclose(out);
  return {ReadFile(path), all_valid};
}

std::string Applied(const std::string& cases, bool text) {
  const Answers answers = AnswersTo(cases, text);
  EXPECT_TRUE(answers.all_valid);
  return answers.text;
}

TEST(Apply, WritesOneReplyALineInTheFormOfTheProtocol) {
  EXPECT_EQ(Applied(R"({"id":"x","base":{"dtype":"int8","sizes":[2]},"chain":[)"
                    R"({"op":"is_contiguous"},{"op":"fill_","value":101}]})",
                    false),
            R"({"id":"x","steps":[{"result":true},{"outputs":[]}]})"
            "\n");
}

TEST(Apply, TakesTheOneLineNotationAndCallsCasesByTheirLines) {
  EXPECT_EQ(
      Applied("int8[2] | is_contiguous()\n\nint8[3] | is_contiguous()\n", true),
      "{\"id\":\"1\",\"steps\":[{\"result\":true}]}\n"
      "{\"id\":\"3\",\"steps\":[{\"result\":true}]}\n");
}

TEST(Apply, AnswersTooLargeForAStepBeyondTheBoundsAndGoesOn) {
  EXPECT_EQ(Applied("int8[1] | expand([300000]) | contiguous()\n"
                    "int8[3] | is_contiguous()\n"
                    "int8[1] | expand([300000]) | unbind(0)\n",
                    true),
            "{\"id\":\"1\",\"too_large\":{\"step\":2}}\n"
            "{\"id\":\"2\",\"steps\":[{\"result\":true}]}\n"
            "{\"id\":\"3\",\"too_large\":{\"step\":2}}\n");
}

TEST(Apply, AnswersALineThatIsNoCaseAndGoesOn) {
  const Answers answers = AnswersTo(
      "int8[2] | is_contiguous()\nint8[2] | detatch()\n"
      "int8[1000000000]\nint8[2] | is_contiguous()\n",
      true);
  EXPECT_FALSE(answers.all_valid);
  EXPECT_EQ(answers.text,
            "{\"id\":\"1\",\"steps\":[{\"result\":true}]}\n"
            "{\"id\":\"2\",\"invalid\":\"case text, column 11: unknown op "
            "\\\"detatch\\\"; did you mean detach?\"}\n"
            "{\"id\":\"3\",\"invalid\":\"case text, column 17: expected a "
            "base of at most 255 elements at \\\"\\\"\"}\n"
            "{\"id\":\"4\",\"steps\":[{\"result\":true}]}\n");
}

TEST(Apply, NamesStepAndFieldAndTheLinesOwnId) {
  const Answers answers =
      AnswersTo(R"({"id":"a","base":{"dtype":"int8","sizes":[2]},"chain":[)"
                R"({"op":"detach"},{"op":"select","dim":"0","index":0}]})"
                "\n"
                R"({"base":{"dtype":"int8","sizes":[0,4611686018427387904,)"
                R"(4611686018427387904]},"chain":[]})"
                "\nno case\n",
                false);
  EXPECT_FALSE(answers.all_valid);
  EXPECT_THAT(answers.text,
              HasSubstr(R"({"id":"a","invalid":"step 2: field \"dim\": )"));
  EXPECT_THAT(answers.text,
              HasSubstr(R"({"id":"2","invalid":"field \"sizes\": its elements )"
                        "or its strides exceed int64"));
  EXPECT_THAT(answers.text, HasSubstr(R"({"id":"3","invalid":"field)"));
}

TEST(Apply, EscapesIdsAndWhatALineSays) {
  const Answers answers = AnswersTo(
      "{\"id\":\"\\u001b[2J\\u009b\\\"\",\"base\":{\"dtype\":\"int8\","
      "\"sizes\":[2]},\"chain\":[]}\n"
      "{\"id\":\"x\",\"\\u001b[2J\":1}\n",
      false);
  EXPECT_EQ(answers.text,
            "{\"id\":\"\\u001b[2J\\u009b\\\"\",\"steps\":[]}\n"
            "{\"id\":\"x\",\"invalid\":\"field \\\"\\\\x1b[2J\\\": unknown "
            "field\"}\n");
}

TEST(Apply, FailsIfItsAnswersCannotBeWritten) {
  ApplyOptions options;
  options.root =
      MakeRoot({}, "reference", "[adapter]\nlinked = \"reference\"\n");
  options.file = options.root + "/cases";
  options.text = true;
  WriteFile(options.file, "int8[2] | is_contiguous()\n");
  std::FILE* full = std::fopen("/dev/full", "w");
  EXPECT_THROW(Apply(options, full), Infrastructure);
  std::fclose(full);
}

// A file of cases without an end; the reader takes a few answers and goes.
TEST(Apply, EndsWhenItsReaderDoes) {
  ApplyOptions options;
  options.root =
      MakeRoot({}, "reference", "[adapter]\nlinked = \"reference\"\n");
  options.file = options.root + "/cases";
  options.text = true;
  ASSERT_EQ(mkfifo(options.file.c_str(), 0600), 0);
  std::thread writer([&options] {
    std::FILE* cases = std::fopen(options.file.c_str(), "w");
    while (std::fputs("int8[2] | is_contiguous()\n", cases) >= 0) {
    }
    std::fclose(cases);
  });
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::FILE* out = fdopen(ends[1], "w");
  std::thread reader([end = ends[0]] {
    char answer[64];
    EXPECT_GT(read(end, answer, sizeof answer), 0);
    close(end);
  });
  EXPECT_FALSE(Apply(options, out));
  reader.join();
  writer.join();
  std::fclose(out);
}

}  // namespace apply_test
}  // namespace viewproof
