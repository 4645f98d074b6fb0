#include "conformance/run/subject_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/run/launch.h"

namespace viewproof {
namespace subject_file_test {

using testing::HasSubstr;

constexpr char kAcme[] = R"(command = ["python3", "acme.py"]

[[option]]
name = "--device"
takes = "DEVICE"
gate = "{}"
about = "where it runs"

[[option]]
name = "--import"
takes = "MODULE"
about = "a package"

[[option]]
name = "--fast"
gate = "fast"
about = "fast math"

[[option]]
name = "--compile"
takes = "BACKEND"
gate = "compile-{}"
about = "compiled"
)";

constexpr char kBaseline[] = R"(
[baseline]
name = "Acme"
without = ["--device", "--import"]
)";

std::string WhatIsRefused(const std::function<void()>& act) {
  try {
    act();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "nothing";
}

// A root with the library acme, and a working folder of its own.
class Choices : public testing::Test {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    root_ = MakeFolder();
    std::filesystem::create_directories(root_ + "/conformance/libraries/acme");
    std::filesystem::create_directories(root_ + "/work");
    std::filesystem::create_directories(root_ + "/golden");
    std::filesystem::current_path(root_ + "/work");
    WriteFile(Ours("subject.toml"), kAcme);
    WriteFile(root_ + "/golden/flags.toml", "");
  }
  void TearDown() override { std::filesystem::current_path(before_); }

  std::string Ours(const std::string& file) const {
    return root_ + "/conformance/libraries/acme/" + file;
  }
  std::string NameOf(const std::vector<std::string>& options) const {
    return ChoiceName(*FindSubjectFile(root_, "acme"), options);
  }
  Launch Find(const std::vector<std::string>& options,
              const std::string& name = "acme") const {
    return FindSubject(root_, {name, {}, options});
  }

  std::filesystem::path before_;
  std::string root_;
};

constexpr char kOfCuda[] =
    "[adapter]\nsubject = \"acme\"\noptions = [\"--device\", \"cuda\"]\n";

TEST_F(Choices, AreNamedByTheirOptions) {
  EXPECT_EQ(NameOf({"--device", "cuda"}), "acme-cuda");
  EXPECT_EQ(NameOf({"--fast"}), "acme-fast");
  EXPECT_EQ(NameOf({"--device", "cuda", "--compile", "xla"}),
            "acme-cuda-compile-xla");
  EXPECT_EQ(NameOf({"--import", "acme_npu"}), "acme");
}

TEST_F(Choices, AreFoundByTheNameOfTheirLibraryAndTheirMode) {
  const std::string libraries = root_ + "/conformance/libraries/";
  std::filesystem::create_directory(libraries + "acme-2.1");
  for (const auto& [name, path] :
       {std::pair("acme", "libraries/acme/row.json"),
        {"acme-meta", "libraries/acme/meta.row.json"},
        {"acme-2.1", "libraries/acme-2.1/row.json"},
        {"acme-2.1-a-b", "libraries/acme-2.1/a-b.row.json"},
        {"acm", "subjects/acm.row.json"},
        {"tiny-meta", "subjects/tiny-meta.row.json"}}) {
    EXPECT_EQ(FileOfSubject(root_, name, "row.json"),
              fmt::format("{}/conformance/{}", root_, path));
  }
  std::filesystem::create_directory(root_ + "/conformance/subjects");
  for (const char* file :
       {"libraries/acme/gate.toml", "libraries/acme/meta.gate.toml",
        "libraries/acme/delegate.toml", "libraries/acme-2.1/a-b.gate.toml",
        "subjects/tiny.gate.toml", "subjects/tiny.gate.lock"}) {
    WriteFile(fmt::format("{}/conformance/{}", root_, file), "");
  }
  EXPECT_THAT(SubjectNames(root_), testing::ElementsAre("acme", "acme-2.1-a-b",
                                                        "acme-meta", "tiny"));
}

TEST_F(Choices, HaveNamesThatAFileMayHave) {
  EXPECT_EQ(NameOf({"--device", "privateuseone:0"}), "acme-privateuseone-0");
  EXPECT_EQ(NameOf({"--device", "../x y"}), "acme-..-x-y");
  EXPECT_EQ(NameOf({"--device", "jax.numpy"}), "acme-jax.numpy");
}

TEST_F(Choices, AreRefusedIfTheSubjectDoesNotTakeThem) {
  const auto refused = [this](const std::vector<std::string>& options) {
    return WhatIsRefused([&] { NameOf(options); });
  };
  EXPECT_THAT(refused({"--devise", "cuda"}),
              HasSubstr("no option --devise here; did you mean --device?"));
  EXPECT_THAT(refused({"--fast", "--device", "cuda"}),
              HasSubstr("no option --device here"));
  EXPECT_EQ(refused({"--device"}), "--device: expected DEVICE: where it runs");
  EXPECT_EQ(refused({"--device", ""}),
            "--device: expected DEVICE: where it runs");
}

TEST_F(Choices, AreRefusedWithoutARequiredOption) {
  WriteFile(Ours("subject.toml"),
            "command = [\"x\"]\n[[option]]\nname = \"--module\"\ntakes = "
            "\"M\"\nrequired = true\nabout = \"a module\"\n");
  EXPECT_EQ(WhatIsRefused([&] { Find({}); }),
            "acme needs --module M: a module");
}

TEST_F(Choices, WithoutAGateFileAreNotGatedButCanBe) {
  const Launch launch = Find({"--device", "cuda"});
  EXPECT_FALSE(launch.gate);
  EXPECT_EQ(launch.name, "");
  ASSERT_TRUE(launch.new_gate);
  EXPECT_EQ(launch.new_gate->path, "acme-cuda.gate.toml");
  EXPECT_EQ(launch.new_gate->profiles, Profiles());
  EXPECT_EQ(launch.Rerun("t/a", ""),
            "tools/viewproof check acme --device cuda --only t/a");
}

TEST_F(Choices, WithoutAGateFileHaveTheBaselineOfTheirSubject) {
  EXPECT_FALSE(Find({"--device", "cuda"}).baseline_adapter);
  WriteFile(Ours("subject.toml"), std::string(kAcme) + kBaseline);
  const Launch launch = Find({"--device", "cuda", "--fast"});
  EXPECT_TRUE(launch.baseline_adapter);
  EXPECT_EQ(launch.baseline, "Acme");
  const SubjectFile file = *FindSubjectFile(root_, "acme");
  const auto options = [&file](const std::vector<std::string>& words) {
    return BaselineOptions(file, words);
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ(options({"--device", "cuda", "--fast"}), Words{"--fast"});
  EXPECT_EQ(options({"--device", "--fast"}), Words());  // A device's name.
  EXPECT_EQ(options({"--fast"}), std::nullopt);         // It would be the same.
  EXPECT_FALSE(Find({"--fast"}).baseline_adapter);
  WriteFile("acme-cuda.gate.toml", kOfCuda);
  EXPECT_FALSE(Find({"--device", "cuda"}).baseline_adapter);
}

TEST_F(Choices, HaveAGateFileInTheCurrentFolderOrElseBesideOurs) {
  WriteFile(Ours("cuda.gate.toml"), kOfCuda);
  EXPECT_EQ(Find({"--device", "cuda"}).gate->path, Ours("cuda.gate.toml"));
  WriteFile("acme-cuda.gate.toml", kOfCuda);
  const Launch launch = Find({"--device", "cuda"});
  EXPECT_EQ(launch.gate->path, "acme-cuda.gate.toml");
  EXPECT_EQ(launch.Rerun("t/a", ""),
            "tools/viewproof check acme-cuda.gate.toml --only t/a");
}

TEST_F(Choices, AreNotHeldToAGateFileThatSaysOtherOptions) {
  WriteFile("acme-cuda.gate.toml", kOfCuda);
  EXPECT_THAT(WhatIsRefused([&] {
                Find({"--device", "cuda", "--import", "acme_npu"});
              }),
              HasSubstr("is not of acme with --device cuda --import acme_npu"));
}

TEST_F(Choices, AreNoOptionsOfOtherSubjects) {
  EXPECT_EQ(WhatIsRefused([&] {
              Find({"--device", "cuda"}, "tiny");
            }),
            "--device is no option of tiny");
  EXPECT_EQ(WhatIsRefused([&] {
              FindSubject(root_, {"acme", {"sh"}, {"--device", "cuda"}});
            }),
            "--device is no option of what stands after --");
}

TEST_F(Choices, OfAGateFileAreHeldToTheSubject) {
  const auto refused = [&](const std::string& adapter) {
    WriteFile("x.gate.toml", "[adapter]\n" + adapter);
    return WhatIsRefused([&] { Find({}, "x.gate.toml"); });
  };
  EXPECT_EQ(refused("subject = \"acme\"\noptions = [\"--fast\"]\n"), "nothing");
  EXPECT_THAT(refused("subject = \"acne\"\n"),
              HasSubstr("no subject acne takes options"));
  EXPECT_THAT(refused("subject = \"acme\"\noptions = [\"--slow\"]\n"),
              HasSubstr("no option --slow"));
  EXPECT_THAT(refused("subject = \"acme\"\ncommand = [\"x\"]\n"),
              HasSubstr("expected one of command, linked, subject"));
  EXPECT_THAT(refused("command = [\"x\"]\noptions = [\"--fast\"]\n"),
              HasSubstr("\"adapter.options\": expected subject too"));
}

TEST_F(Choices, OfAFileThatIsWrongAreRefusedByLineAndKey) {
  const auto refused = [&](const std::string& text) {
    WriteFile(Ours("subject.toml"), text);
    return WhatIsRefused([&] { FindSubjectFile(root_, "acme"); });
  };
  EXPECT_THAT(refused("[[option]]\nname = \"--x\"\n"),
              HasSubstr("key \"command\": missing"));
  EXPECT_THAT(refused("command = [\"x\"]\ncolour = 1\n"),
              HasSubstr("subject.toml:2: key \"colour\": unknown key"));
  EXPECT_THAT(refused("command = [\"x\"]\n[[option]]\nname = \"x\"\n"),
              HasSubstr("key \"option.name\": expected a word as --device"));
  EXPECT_THAT(refused("command = [\"x\"]\n[baseline]\nwithout = []\n"),
              HasSubstr("subject.toml:2: key \"baseline.name\": missing"));
  EXPECT_THAT(refused("command = [\"x\"]\n[baseline]\nname = \"X\"\n"
                      "without = [\"--x\"]\n"),
              HasSubstr("key \"baseline.without\": there is no option --x"));
  EXPECT_THAT(refused("command = [\"x\"]\n[option]\nname = \"--x\"\n"),
              HasSubstr("key \"option\": expected a list"));
  EXPECT_THAT(refused("command = "), HasSubstr("subject.toml:1: "));
}

}  // namespace subject_file_test
}  // namespace viewproof
