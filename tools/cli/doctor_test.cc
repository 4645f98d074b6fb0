#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace doctor_test {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// Nothing that ends by itself is late; what does not is, however slow we are.
constexpr double kNever = 600;
constexpr double kSoon = 0.2;

constexpr char kDemand[] = "[demand]\nprofiles = [\"core\"]\n";
constexpr char kOfAcme[] = "[adapter]\ncommand = [\"/bin/sh\", \"acme.sh\"]\n";
constexpr char kHello[] =
    R"(echo '{"hello":{"protocol":1,"subject":{"name":"x","version":"2.1",)"
    R"("language":"sh"},"ops":["read"],"dtypes":["int8"],"facets":[]}}')";

// A repository with a subject acme, acme.sh, and a PATH of its own.
class Doctor : public testing::Test {
 protected:
  Doctor() : root_(MakeRoot({VectorOf("float32[2,3] | t()")}, "acme", "")) {
    fs::create_directory(root_ + "/bin");
    if (const char* path = std::getenv("PATH")) path_ = path;
    setenv("PATH", (root_ + "/bin").c_str(), 1);
    WriteFile(root_ + "/golden/flags.toml", "");
    Gate("acme", kOfAcme);
  }
  ~Doctor() override { setenv("PATH", path_.c_str(), 1); }

  std::string Adapters(const std::string& file) const {
    return root_ + "/conformance/subjects/" + file;
  }
  void Gate(const std::string& name, const std::string& adapter) {
    WriteFile(Adapters(name + ".gate.toml"), adapter + kDemand);
  }
  void Acme(const std::string& script) {
    WriteFile(Adapters("acme.sh"), "PATH=/usr/bin:/bin\n" + script);
  }
  void Python(const std::string& script) {
    const std::string path = root_ + "/bin/python3";
    WriteFile(path, "#!/bin/sh\nPATH=/usr/bin:/bin\n" + script);
    fs::permissions(path, fs::perms::owner_all);
  }
  // Returns whether nothing is broken; `said` is what it prints.
  bool Look(double seconds, const std::string& format = "text") {
    const std::string path = root_ + "/out";
    std::FILE* out = std::fopen(path.c_str(), "w");
    const bool runs = Examine({root_, format, seconds}, out);
    std::fclose(out);
    said = ReadFile(path);
    return runs;
  }

  const std::string root_;
  std::string path_;
  std::string said;
};

TEST_F(Doctor, StartsWhatItCallsOk) {
  Acme(kHello);
  Gate("proof", "[adapter]\nlinked = \"reference\"\n");
  EXPECT_TRUE(Look(kNever)) << said;
  EXPECT_THAT(said,
              HasSubstr("ok       subjects        acme 2.1, proof 0.1.0"));
}

TEST_F(Doctor, StartsAnAdapterOnceForAllItsModes) {
  constexpr char kSubject[] =
      "command = [\"/bin/sh\", \"acme.sh\"]\n[[option]]\nname = \"--on\"\n"
      "takes = \"DEVICE\"\ngate = \"{}\"\nabout = \"where\"\n";
  WriteFile(Adapters("acme.subject.toml"), kSubject);
  WriteFile(Adapters("any.subject.toml"),
            std::string(kSubject) + "required = true\n");
  Gate("acme-meta",
       "[adapter]\nsubject = \"acme\"\noptions = [\"--on\", \"meta\"]\n");
  for (const char* name : {"a", "b"}) {
    Gate(std::string("any-") + name,
         "[adapter]\nsubject = \"any\"\noptions = [\"--on\", \"" +
             std::string(name) + "\"]\n");
  }
  Acme(std::string("echo $* >> starts\n") + kHello);
  EXPECT_TRUE(Look(kNever)) << said;
  EXPECT_THAT(said, HasSubstr("acme 2.1, any-a 2.1, any-b 2.1"));
  EXPECT_THAT(ReadFile(Adapters("starts")), Not(HasSubstr("meta")));
}

TEST_F(Doctor, SaysOfWhatIsMissingHowItIsGot) {
  Acme("echo noise >&2; printf 'no acme:\\n    get acme\\n' >&2; exit 3");
  Gate("built", "[adapter]\ncommand = [\"../../.bin/built_adapter\"]\n");
  EXPECT_TRUE(Look(kNever)) << said;
  EXPECT_THAT(said, HasSubstr("missing  acme            no acme: get acme\n"));
  EXPECT_THAT(said, HasSubstr("missing  built           "
                              "tools/viewproof check built builds it\n"));
  const std::string libraries = root_ + "/conformance/libraries";
  fs::create_directories(libraries + "/acme");
  fs::create_directories(libraries + "/array-api");
  WriteFile(libraries + "/acme/environment.txt", "acme==1\n");
  fs::rename(Adapters("acme.sh"), libraries + "/acme/acme.sh");
  fs::rename(Adapters("acme.gate.toml"), libraries + "/acme/gate.toml");
  fs::copy(libraries + "/acme/acme.sh", libraries + "/array-api");
  WriteFile(libraries + "/array-api/acme.sub.gate.toml",
            std::string(kOfAcme) + kDemand + "[matrix]\nlibrary = \"acme\"\n");
  EXPECT_TRUE(Look(kNever)) << said;
  EXPECT_THAT(said, HasSubstr("tools/viewproof check acme installs it\n"));
  EXPECT_THAT(said, HasSubstr("tools/viewproof check array-api-acme.sub "
                              "installs it\n"));
  EXPECT_THAT(said, Not(HasSubstr("get acme")));
}

TEST_F(Doctor, CallsASubjectThatDiesBroken) {
  Acme("echo Traceback >&2; echo 'no table' >&2; exit 1");
  Gate("wrong", "[adapter]\ncolour = \"blue\"\n");
  EXPECT_FALSE(Look(kNever));
  EXPECT_THAT(said, HasSubstr("broken   acme            "
                              "exit 1 before its hello: no table\n"));
  EXPECT_THAT(said, ContainsRegex("broken   wrong .*colour"));
}

TEST_F(Doctor, EndsASubjectThatHangs) {
  Acme("trap '' TERM; sleep 1000 & exec sleep 1000");
  EXPECT_FALSE(Look(kSoon));
  EXPECT_THAT(said, HasSubstr("broken   acme            no hello for 0.2 s\n"));
}

TEST_F(Doctor, EndsWhateverPythonDoes) {
  Gate("acme", "[adapter]\ncommand = [\"python3\", \"started\"]\n");
  const struct {
    const char* script;
    double seconds;
    const char* found;
  } kPythons[] = {
      {"exec sleep 1000", kSoon, "no end for 0.2 s"},
      {"echo Python 3; trap '' TERM; sleep 1000 & wait", kSoon,
       "no end for 0.2 s"},
      {"exec >&- 2>&-; exec sleep 1000", kSoon, "no end for 0.2 s"},
      {"exec yes Python 3.11", kNever, "over 4 MiB before its end"},
      {"echo Python 3; kill -SEGV $$", kNever, "signal 11 (SIGSEGV)"},
      {"echo Python 3; echo no home >&2; exit 1", kNever, "exit 1: no home"},
  };
  for (const auto& [script, seconds, found] : kPythons) {
    Python("[ $1 = --version ] || touch started\n" + std::string(script));
    EXPECT_FALSE(Look(seconds)) << script;
    EXPECT_THAT(said, HasSubstr("broken   Python          " +
                                std::string(found) + "\n"));
    EXPECT_THAT(said, HasSubstr("missing  acme            needs Python\n"));
    EXPECT_FALSE(fs::exists(Adapters("started"))) << script;
  }
}

TEST_F(Doctor, DoesNotWaitForWhoHoldsThePipesOfAPythonThatEnded) {
  Python("(trap '' TERM; exec sleep 1000) & echo Python 3.11");
  Acme(kHello);
  EXPECT_TRUE(Look(kNever)) << said;
  EXPECT_THAT(said, HasSubstr("ok       Python          Python 3.11\n"));
}

TEST_F(Doctor, GivesAnObjectForEachThing) {
  Acme(kHello);
  Gate("dies", "[adapter]\ncommand = [\"/bin/sh\", \"-c\", \"exit 4\"]\n");
  EXPECT_FALSE(Look(kNever, "json"));
  EXPECT_THAT(said, HasSubstr(R"({"what":"acme","state":"ok","found":"2.1"})"));
  EXPECT_THAT(said, HasSubstr(R"({"what":"dies","state":"broken","found":)"
                              R"("exit 4 before its hello","mend":)"));
}

}  // namespace doctor_test
}  // namespace viewproof
