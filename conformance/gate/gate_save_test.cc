#include "conformance/gate/gate_save.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/gate/lock.h"
#include "conformance/gate/testing.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace gate_save_test {

using testing::HasSubstr;
using testing::Not;

KnownCase LineOfView() {
  KnownCase line;
  line.id = "view/y";
  line.failure = {Verdict::kCrash, {}, "", "view", 1};
  return line;
}

KnownFailure EntryOfExpand() {
  KnownFailure entry;
  entry.op = "expand";
  entry.facets = {Facet::kAlias};
  entry.difference = "copied";
  entry.reason = "always \"copies\"\nsee the manual";
  return entry;
}

KnownCase LineOfExpand(const std::string& id) {
  KnownCase line;
  line.id = id;
  line.failure = {Verdict::kFail, {Facet::kAlias}, "copied", "expand", 2};
  return line;
}

TEST(SaveGate, WritesTheFileOfASubjectWithOptions) {
  Gate gate;
  gate.path = MakeFolder() + "/new.gate.toml";
  gate.option_taker = "acme";
  gate.options = {"--device", "a \"b\""};
  Gate wanted = gate;
  wanted.golden = "sha256:1";
  wanted.profiles = {Profile::kCore, Profile::kDType};
  SaveGate(gate, wanted);
  const Gate saved = ReadGate(gate.path);
  EXPECT_EQ(saved.option_taker, "acme");
  EXPECT_EQ(saved.options, gate.options);
  EXPECT_EQ(saved.profiles, wanted.profiles);
  EXPECT_EQ(saved.golden, "sha256:1");
}

TEST(SaveGate, WritesEntriesAndCases) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  Gate wanted = gate;
  wanted.cases.push_back(LineOfView());
  wanted.entries.push_back(EntryOfExpand());
  wanted.cases.push_back(LineOfExpand("expand/b"));
  wanted.cases.push_back(LineOfExpand("expand/a"));
  SaveGate(gate, wanted);
  const Gate saved = ReadGate(gate.path);
  ASSERT_EQ(saved.entries.size(), 3u);
  EXPECT_TRUE(EntriesWithoutCases(saved).empty());
  EXPECT_EQ(saved.entries[2].reason, EntryOfExpand().reason);
  ASSERT_EQ(saved.cases.size(), 4u);
  EXPECT_EQ(saved.cases[1].id, "expand/a");
  EXPECT_THAT(ReadFile(gate.path), HasSubstr("# how acme is started\n"));
}

TEST(SaveGate, RefusesFilesThatWereChangedSinceTheyWereRead) {
  const std::string path = Written(std::string(kText));
  const Gate gate = ReadGate(path);
  Gate wanted = gate;
  wanted.executed = 31;
  const std::string changed = Replaced(kText, "in bytes", "in bits");
  WriteFile(path, changed);
  EXPECT_THROW(SaveGate(gate, wanted), BadInput);
  EXPECT_EQ(ReadFile(path), changed);
  WriteFile(path, std::string(kText));
  const std::string lock = Replaced(kLock, "/x", "/y");
  WriteFile(LockPath(path), lock);
  EXPECT_THROW(SaveGate(gate, wanted), BadInput);
  EXPECT_EQ(ReadFile(LockPath(path)), lock);
}

TEST(SaveGate, RefusesAFileOfWhichAnyKeyOfTheAdapterWasChanged) {
  const std::string text = Replaced(kText, "restart =",
                                    "memory_mib = 2000\nheap_check = true\n"
                                    "restart =");
  const std::string path = Written(text);
  const Gate gate = ReadGate(path);
  Gate wanted = gate;
  wanted.executed = 31;
  for (const auto& [from, to] :
       {std::pair("\"acme.py\"", "\"my.py\""), std::pair("\"4\"", "\"5\""),
        std::pair("acme==3.2", "acme==3.3"),
        std::pair("start_seconds = 30", "start_seconds = 31"),
        std::pair("memory_mib = 2000", "memory_mib = 2001"),
        std::pair("heap_check = true", "heap_check = false"),
        std::pair("restart = \"one\"", "restart = \"spare\"")}) {
    const std::string changed = Replaced(text, from, to);
    WriteFile(path, changed);
    EXPECT_THROW(SaveGate(gate, wanted), BadInput) << to;
    EXPECT_EQ(ReadFile(path), changed);
  }
}

TEST(LockGate, HoldsTheFolderOfAFileThatIsNotThereYet) {
  const std::string path = MakeFolder() + "/new.gate.toml";
  const auto held = LockGate(path);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THROW(LockGate(path), BadInput);
}

TEST(SaveGate, WritesTheLockAloneIfNoEntryIsNew) {
  const std::string text = Replaced(kText, "restart", "# as ours\r\nrestart");
  const Gate gate = ReadGate(Written(text));
  Gate wanted = gate;
  wanted.cases = {LineOfView()};
  wanted.executed = 31;
  SaveGate(gate, wanted);
  EXPECT_EQ(ReadFile(gate.path), text);
  const Gate saved = ReadGate(gate.path);
  EXPECT_EQ(saved.cases, wanted.cases);
  EXPECT_EQ(saved.executed, 31);
  EXPECT_EQ(EntriesWithoutCases(saved), std::vector<std::size_t>{0});
}

TEST(SaveGate, FillsInWhatIsNotPinned) {
  const Gate gate = ReadGate(Written("[adapter]\nlinked = \"x\"\n", ""));
  Gate wanted = gate;
  wanted.suite_version = "0.1.0";
  wanted.golden = "sha256:12";
  wanted.executed = 31;
  wanted.facets = Facets{Facet::kValues};
  wanted.pins_facets = true;
  wanted.subject = FullHello();
  SaveGate(gate, wanted);
  const Gate saved = ReadGate(gate.path);
  EXPECT_EQ(saved.golden, "sha256:12");
  EXPECT_EQ(saved.executed, 31);
  EXPECT_EQ(saved.facets, Facets{Facet::kValues});
  EXPECT_EQ(saved.subject->name, "full");
}

TEST(SaveGate, PinsWhatAKernelIsDeclaredAs) {
  const Gate gate = ReadGate(Written("[adapter]\nlinked = \"x\"\n", ""));
  Gate wanted = gate;
  Hello hello = FullHello();
  DeclaredKernel& neg = hello.calls.emplace_back();
  neg.name = "neg";
  neg.forms = {CallForm::kNew};
  neg.operands = {ReadOperand("x T[N] any", "operands")};
  neg.dtypes = {DType::kInt8};
  hello.calls.push_back(neg);
  hello.calls[1].name = "sin";
  wanted.subject = hello;
  SaveGate(gate, wanted);
  const Hello pinned = *ReadGate(gate.path).subject;
  EXPECT_TRUE(Changes(pinned, hello).empty());
  hello.calls[1].ulps = 4;
  EXPECT_THAT(Changes(pinned, hello),
              testing::ElementsAre(testing::StartsWith("-1 calls: sin:"),
                                   testing::StartsWith("+1 calls: sin:")));
  hello.calls.pop_back();
  EXPECT_THAT(Changes(pinned, hello),
              testing::ElementsAre(testing::StartsWith("-1 calls: sin:")));
  hello.calls.clear();
  EXPECT_THAT(Changes(pinned, hello),
              testing::ElementsAre(testing::StartsWith("-2 calls: neg:")));
}

TEST(SaveGate, RefusesALayoutThatTakesNoEntryAndWritesNothing) {
  const std::string layout =
      "adapter.linked = \"x\"\n"
      "known_failure = [{op = \"t\", reason = \"x\"}]\n";
  const Gate gate = ReadGate(Written(layout, ""));
  Gate wanted = gate;
  wanted.entries.push_back(EntryOfExpand());
  try {
    SaveGate(gate, wanted);
    ADD_FAILURE();
  } catch (const BadInput& error) {
    EXPECT_THAT(error.what(), HasSubstr(gate.path));
    EXPECT_THAT(error.what(), HasSubstr("cannot take another"));
  }
  EXPECT_EQ(ReadFile(gate.path), layout);
  EXPECT_FALSE(std::filesystem::exists(LockPath(gate.path)));
}

TEST(SaveGate, LeavesBothFilesIfOneDoesNotFit) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  Gate wanted = gate;
  wanted.entries.push_back(EntryOfExpand());
  for (int k = 0; k < 100; ++k) {
    wanted.cases.push_back(LineOfExpand("expand/" + std::to_string(k)));
  }
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {1000, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(SaveGate(gate, wanted), BadInput);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(ReadFile(gate.path), kText);
  EXPECT_EQ(ReadFile(LockPath(gate.path)), kLock);
}

// Saves again and again in a process that is killed at some moment.
TEST(SaveGate, OfAKilledProgramLeavesAGateThatCanBeRead) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  for (int round = 0; round < 20; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      // The signal at the end of this time, of its own on a processor, ends it.
      itimerval time{};
      time.it_value.tv_usec = 2000 + 700 * round;
      setitimer(ITIMER_PROF, &time, nullptr);
      Gate now = ReadGate(gate.path);
      for (int k = 0;; ++k) {
        Gate wanted = now;
        wanted.cases = {LineOfExpand("expand/" + std::to_string(k))};
        wanted.entries.push_back(EntryOfExpand());
        wanted.entries.back().answer =
            "offset " + std::to_string(now.entries.size());
        SaveGate(now, wanted);
        now = ReadGate(gate.path);
      }
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(ReadGate(gate.path).cases.size(), 1u);
  }
}

}  // namespace gate_save_test
}  // namespace viewproof
