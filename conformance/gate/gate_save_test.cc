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
#include "conformance/gate/testing.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace gate_save_test {

using testing::HasSubstr;
using testing::Not;

KnownLine LineOfView() {
  KnownLine line;
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

KnownLine LineOfExpand(const std::string& id) {
  KnownLine line;
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

TEST(SaveGate, WritesEntriesLinesAndCounts) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  Gate wanted = gate;
  wanted.lines.push_back(LineOfView());
  wanted.entries.push_back(EntryOfExpand());
  wanted.lines.push_back(LineOfExpand("expand/b"));
  wanted.lines.push_back(LineOfExpand("expand/a"));
  SaveGate(gate, wanted);
  const Gate saved = ReadGate(gate.path);
  ASSERT_EQ(saved.entries.size(), 3u);
  EXPECT_EQ(saved.entries[1].count, 1);
  EXPECT_EQ(saved.entries[2].count, 2);
  EXPECT_EQ(saved.entries[2].reason, EntryOfExpand().reason);
  ASSERT_EQ(saved.lines.size(), 4u);
  EXPECT_EQ(saved.lines[1].id, "expand/a");
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
  const std::string known = Replaced(kKnown, "/x", "/y");
  WriteFile(KnownPath(path), known);
  EXPECT_THROW(SaveGate(gate, wanted), BadInput);
  EXPECT_EQ(ReadFile(KnownPath(path)), known);
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

TEST(SaveGate, DropsAnEntry) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  Gate wanted = gate;
  wanted.lines = {LineOfView()};
  wanted.entries.erase(wanted.entries.begin());
  SaveGate(gate, wanted);
  const Gate saved = ReadGate(gate.path);
  ASSERT_EQ(saved.entries.size(), 1u);
  EXPECT_EQ(saved.entries[0].op, "view");
  EXPECT_EQ(saved.lines, wanted.lines);
}

TEST(SaveGate, FillsInWhatIsNotPinned) {
  const Gate gate = ReadGate(
      Written("[adapter]\nlinked = \"x\"\n\n# empty\n[subject]\n", ""));
  Gate wanted = gate;
  wanted.suite_version = "0.1.0";
  wanted.golden = "sha256:12";
  wanted.executed = 31;
  wanted.facets = Facets{Facet::kValues};
  wanted.subject = FullHello();
  SaveGate(gate, wanted);
  const Gate saved = ReadGate(gate.path);
  EXPECT_EQ(saved.golden, "sha256:12");
  EXPECT_EQ(saved.executed, 31);
  EXPECT_EQ(saved.facets, Facets{Facet::kValues});
  EXPECT_EQ(saved.subject->name, "full");
}

TEST(SaveGate, RefusesALayoutThatItCannotChangeAndWritesNothing) {
  for (const char* layout :
       {"adapter = {linked = \"x\"}\ndemand = {profiles = [\"core\"]}\n",
        "adapter.linked = \"x\"\ndemand.profiles = [\"core\"]\n",
        "adapter.linked = \"x\"\nsubject = {}\n"}) {
    const Gate gate = ReadGate(Written(layout, ""));
    Gate wanted = gate;
    wanted.executed = 31;
    wanted.subject = FullHello();
    try {
      SaveGate(gate, wanted);
      ADD_FAILURE() << layout;
    } catch (const BadInput& error) {
      EXPECT_THAT(error.what(), HasSubstr(gate.path));
      EXPECT_THAT(error.what(), HasSubstr("cannot be changed as it is laid"));
    }
    EXPECT_EQ(ReadFile(gate.path), layout);
  }
}

TEST(SaveGate, LeavesBothFilesIfOneDoesNotFit) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  Gate wanted = gate;
  wanted.entries.push_back(EntryOfExpand());
  for (int k = 0; k < 100; ++k) {
    wanted.lines.push_back(LineOfExpand("expand/" + std::to_string(k)));
  }
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {4000, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(SaveGate(gate, wanted), BadInput);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(ReadFile(gate.path), kText);
  EXPECT_EQ(ReadFile(KnownPath(gate.path)), kKnown);
}

// Saves again and again in a process that is killed at some moment.
TEST(SaveGate, OfAKilledProgramLeavesAGateThatCanBeRead) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  Gate other = gate;
  other.lines = {LineOfExpand("as_strided/x")};
  for (int round = 0; round < 20; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      // The signal at the end of this time, of its own on a processor, ends it.
      itimerval time{};
      time.it_value.tv_usec = 2000 + 700 * round;
      setitimer(ITIMER_PROF, &time, nullptr);
      Gate now = ReadGate(gate.path);
      for (bool forth = now.lines == gate.lines;; forth = !forth) {
        const KnownLine& line = forth ? other.lines[0] : gate.lines[0];
        Gate wanted = now;
        wanted.lines = {line};
        wanted.entries = {forth ? EntryOfExpand() : gate.entries[0]};
        SaveGate(now, wanted);
        now = ReadGate(gate.path);
      }
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(ReadGate(gate.path).lines.size(), 1u);
  }
}

}  // namespace gate_save_test
}  // namespace viewproof
