#include "tools/cli/apply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace {

using testing::HasSubstr;

std::string Applied(const std::string& cases, bool text) {
  ApplyOptions options;
  options.root =
      MakeRoot({}, "reference", "[adapter]\nlinked = \"reference\"\n");
  options.file = options.root + "/cases";
  options.text = text;
  WriteFile(options.file, cases);
  const std::string path = options.root + "/out";
  std::FILE* out = std::fopen(path.c_str(), "w");
  try {
    Apply(options, out);
  } catch (...) {
    std::fclose(out);
    throw;
  }
  std::fclose(out);
  return ReadFile(path);
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

TEST(Apply, NamesTheLineOfABadCaseAndTheNearestOp) {
  try {
    Applied("int8[2] | detach()\nint8[2] | detatch()\n", true);
    ADD_FAILURE() << "detatch is no op";
  } catch (const BadInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("cases:2: "));
    EXPECT_THAT(error.what(), HasSubstr("did you mean detach?"));
  }
}

}  // namespace
}  // namespace viewproof
