#include "conformance/golden_file/outputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace outputs_test {

using testing::HasSubstr;

std::string Refusal(const std::vector<OutputFile>& files) {
  try {
    const HeldOutputs outputs(files);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(HeldOutputs, NamesFileKindAndOption) {
  const std::string path = MakeFolder() + "/my.toml";
  WriteFile(path, "[adapter]\n");
  EXPECT_EQ(Refusal({{"--report", path, FileKind::kReport}}),
            path +
                " is no report of viewproof check; --report replaces only one: "
                "move it away, or name another file");
  EXPECT_EQ(ReadFile(path), "[adapter]\n");
}

TEST(HeldOutputs, KnowsEachKindByItsMark) {
  const std::string path = MakeFolder() + "/some";
  for (const FileKind kind :
       {FileKind::kReport, FileKind::kFindings, FileKind::kGroups,
        FileKind::kPage, FileKind::kMarkdown, FileKind::kJunit, FileKind::kJson,
        FileKind::kSvg, FileKind::kRow}) {
    WriteFile(path, std::string(MarkOf(kind)) + "torn");
    EXPECT_EQ(Refusal({{"--it", path, kind}}), "");
    WriteFile(path, " " + std::string(MarkOf(kind)));
    EXPECT_THAT(Refusal({{"--it", path, kind}}), HasSubstr("is no "));
  }
}

TEST(HeldOutputs, KnowsWhatAdaptersSaidFromKnownFailures) {
  const std::string path = MakeFolder() + "/r.jsonl.stderr.jsonl";
  const OutputFile errors = {"--report", path, FileKind::kErrors};
  {
    const HeldOutputs outputs({errors});
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  WriteFile(path, "{\"id\":\"a\",\"dtype\":\"int8\",\"detail\":\"\"}\n");
  EXPECT_EQ(Refusal({errors}), "");
  WriteFile(path, "{\"id\":\"a\",\"dtype\":\"int8\",\"op\":\"t\"}\n");
  EXPECT_THAT(Refusal({errors}), HasSubstr("is no list of what adapters said"));
}

TEST(HeldOutputs, RefusesFilesThatCannotBeMade) {
  const std::string folder = MakeFolder();
  for (const std::string& path :
       {folder, folder + "/none/r", folder + "/" + std::string(300, 'x')}) {
    EXPECT_THAT(Refusal({{"--report", path, FileKind::kReport}}),
                HasSubstr(path + ": cannot write: "));
  }
}

}  // namespace outputs_test
}  // namespace viewproof
