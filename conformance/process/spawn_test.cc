#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/process/process.h"
#include "conformance/process/testing.h"

namespace viewproof {
namespace spawn_test {

using Kind = Execution::Kind;

TEST(Spawn, SaysWhatCannotBeStarted) {
  AdapterCommand command;
  command.command = {"/no/such/adapter"};
  ExpectContains(WhatIsThrown([&] { Spawn(command); }),
                 "Infrastructure: cannot start /no/such/adapter");
}

// Says what is told of an adapter that exits with 3 before its hello, after the
// commands; and how often it was started.
std::pair<std::string, std::string> RefusalOf(const std::string& commands) {
  const std::string starts = testing::TempDir() + "/starts";
  std::ofstream(starts).flush();
  AdapterCommand command;
  command.command = {"sh", "-c",
                     "echo started >>" + starts + "; " + commands + "; exit 3"};
  const std::string said = WhatIsThrown([&] { Spawn(command); });
  std::ifstream file(starts);
  return {said, {std::istreambuf_iterator<char>(file), {}}};
}

TEST(Spawn, StartsWhatCannotWorkOnceAndTellsItsLast20Lines) {
  const auto [said, starts] = RefusalOf("seq 30 >&2");
  std::string lines = "11";
  for (int k = 12; k <= 30; ++k) lines += "\n" + std::to_string(k);
  EXPECT_EQ(said, "Infrastructure: " + lines);
  EXPECT_EQ(starts, "started\n");
}

TEST(Spawn, StartsWhatCannotWorkOnceIfItSaysNothing) {
  const auto [said, starts] = RefusalOf(":");
  ExpectContains(said,
                 "exit 3 before its hello, and nothing on standard error");
  EXPECT_EQ(starts, "started\n");
}

TEST(Spawn, SetsVariablesAndTheDirectory) {
  AdapterCommand command;
  command.command = {"sh", "-c", "echo $COLOUR in $PWD >&2; exit 1"};
  command.env = {{"COLOUR", "blue"}};
  command.directory = "/usr";
  ExpectContains(WhatIsThrown([&] { Spawn(command); }), "blue in /usr");
}

TEST(Spawn, FillsWhatMallocGivesUnlessTheGateSaysOtherwise) {
  AdapterCommand command;
  command.command = {"sh", "-c", "echo fill $MALLOC_PERTURB_ >&2; exit 1"};
  ExpectContains(WhatIsThrown([&] { Spawn(command); }), "fill 165");
  command.env = {{"MALLOC_PERTURB_", "0"}};
  ExpectContains(WhatIsThrown([&] { Spawn(command); }), "fill 0");
}

TEST(Spawn, BlamesTheLastStepOfTheShortestPrefixThatDies) {
  const std::vector<Execution> executions = RunBroken("Segfaults");
  EXPECT_EQ(executions[3].step, 2);
  EXPECT_EQ(executions[7].step, 1);
}

TEST(Spawn, GivesTheReplyToTheStepsThatLived) {
  const std::vector<Execution> executions = RunBroken("Segfaults");
  EXPECT_EQ(executions[3].reply.steps.size(), 1u);
  EXPECT_EQ(executions[7].reply.steps.size(), 0u);
}

TEST(Spawn, FindsEveryStepOfTheLongestChain) {
  std::vector<Case> cases;
  for (int dies = 1; dies <= 12; ++dies) {
    std::string text = "float32[4,6]";
    for (int step = 1; step <= 12; ++step) {
      text += step == dies ? " | unfold(0, 1, 1)" : " | detach()";
    }
    cases.push_back(Named("dies/" + std::to_string(dies), text));
  }
  const std::unique_ptr<Executor> executor = Spawn(Broken("Segfaults"));
  const std::vector<Execution> executions = RunAll(*executor, cases);
  for (std::size_t k = 0; k < executions.size(); ++k) {
    EXPECT_EQ(executions[k].step, static_cast<int64_t>(k) + 1);
  }
}

TEST(Spawn, AttachesStandardErrorToACrash) {
  ExpectContains(RunBroken("Segfaults")[3].stderr_tail, "about to die");
}

TEST(Spawn, WorksWithOneProcessAtATime) {
  AdapterCommand command = Broken("Segfaults");
  command.restart = RestartMode::kOne;
  const std::unique_ptr<Executor> executor = Spawn(command);
  EXPECT_EQ(Letters(RunAll(*executor, TwelveCases())), "RRRCRRRCRRRR");
}

TEST(Spawn, RunsAgainAfterARun) {
  const std::unique_ptr<Executor> executor = Spawn(Broken("Segfaults"));
  RunAll(*executor, TwelveCases());
  EXPECT_EQ(Letters(RunAll(*executor, TwelveCases())), "RRRCRRRCRRRR");
}

TEST(Spawn, RunsAgainAfterARunThatWasBrokenOff) {
  const std::unique_ptr<Executor> executor = Spawn(Broken("Correct"));
  const std::vector<Case> cases = TwelveCases();
  std::size_t given = 0;
  EXPECT_THROW(executor->Run([&] { return &cases[given++]; },
                             [](const Case&, Execution) { throw 1; }),
               int);
  EXPECT_EQ(Letters(RunAll(*executor, cases)), "RRRRRRRRRRRR");
}

// The most cases that an adapter with this fault has before it at a time.
std::size_t MostOut(const char* fault) {
  const std::unique_ptr<Executor> executor = Spawn(Broken(fault));
  const std::vector<Case> cases = TwelveCases();
  std::size_t given = 0;
  std::size_t finished = 0;
  std::size_t most = 0;
  executor->Run(
      [&] { return given < cases.size() ? &cases[given++] : nullptr; },
      [&](const Case&, Execution) {
        most = std::max(most, given - finished++);
      });
  EXPECT_EQ(finished, cases.size());
  return most;
}

// Its batch is 4.
TEST(Spawn, TakesNoMoreCasesThanTwoBatches) {
  EXPECT_EQ(MostOut("Correct"), 8);
}

TEST(Spawn, TakesOneBatchOfWhoAnswersAtItsEnd) {
  EXPECT_EQ(MostOut("AnswersAtTheEndOfABatch"), 4);
}

bool Lives(const std::string& process) {
  std::ifstream stat("/proc/" + process + "/stat");
  std::string id, name, state;
  return (stat >> id >> name >> state) && state != "Z" && state != "X";
}

// Returns whether the process lives that the fault says it left.
bool LivesAfter(const char* fault) {
  constexpr std::string_view word = "left ";
  const std::string tail = RunBroken(fault)[3].stderr_tail;
  const std::size_t at = tail.rfind(word);
  EXPECT_NE(at, std::string::npos) << tail;
  return Lives(std::to_string(std::stoi(tail.substr(at + word.size()))));
}

TEST(Spawn, EndsTheWholeProcessGroup) {
  EXPECT_FALSE(LivesAfter("LeavesAGrandchild"));
}

TEST(Spawn, EndsWhatLeftItsGroup) { EXPECT_FALSE(LivesAfter("LeavesADaemon")); }

// Its deadline is 60 s.
TEST(Spawn, KillsWhoTakesTooMuchMemory) {
  AdapterCommand command = Broken("TakesMemory");
  command.memory_mib = 200;
  const std::unique_ptr<Executor> executor = Spawn(command);
  const std::vector<Execution> executions = RunAll(*executor, TwelveCases());
  EXPECT_EQ(Letters(executions), "RRRCRRRCRRRR");
  EXPECT_EQ(executions[3].step, 2);
  EXPECT_EQ(executions[7].step, 1);
  EXPECT_TRUE(executions[3].confirmed);
  int64_t seen = 0;
  ASSERT_EQ(std::sscanf(executions[3].detail.c_str(),
                        "memory: %ld MiB, beyond memory_mib = 200", &seen),
            1)
      << executions[3].detail;
  EXPECT_GT(seen, 200);
  EXPECT_LT(seen, 400);
}

TEST(Spawn, TakesTheFirstDeathOfAKnownCase) {
  const std::unique_ptr<Executor> executor = Spawn(Broken("Hangs"));
  const std::vector<Case> cases = TwelveCases();
  std::vector<Execution> executions;
  std::size_t given = 0;
  Manner manner;
  manner.alone = true;
  manner.known_death = [](const Case&) { return std::optional<int64_t>(7); };
  executor->Run(
      [&] { return given < cases.size() ? &cases[given++] : nullptr; },
      [&](const Case&, Execution execution) {
        executions.push_back(std::move(execution));
      },
      manner);
  EXPECT_EQ(Letters(executions), "RRRTRRRTRRRR");
  EXPECT_EQ(executions[3].step, 7);
  EXPECT_EQ(executor->trouble().deaths, 2);
}

TEST(Spawn, TriesACaseAgainThatWasOutAtADeath) {
  AdapterCommand command = Broken("DiesOfAge");
  command.retries = 4;
  const std::unique_ptr<Executor> executor = Spawn(command);
  const std::vector<Execution> executions = RunAll(*executor, TwelveCases());
  EXPECT_EQ(executions[4].kind, Kind::kCrash);
}

TEST(Spawn, RunsSeveralProcesses) {
  AdapterCommand command = Broken("Segfaults");
  command.jobs = 3;
  const std::unique_ptr<Executor> executor = Spawn(command);
  std::map<std::string, Execution::Kind> kinds;
  const std::vector<Case> cases = TwelveCases();
  std::size_t given = 0;
  executor->Run(
      [&] { return given < cases.size() ? &cases[given++] : nullptr; },
      [&](const Case& test, const Execution& execution) {
        EXPECT_TRUE(kinds.emplace(test.id, execution.kind).second);
      });
  for (std::size_t k = 0; k < cases.size(); ++k) {
    EXPECT_EQ(kinds.at(cases[k].id),
              k == 3 || k == 7 ? Kind::kCrash : Kind::kReply);
  }
}

TEST(Spawn, StopsWhileAnAdapterHangs) {
  std::atomic<bool> stop = false;
  AdapterCommand command = Broken("HangsLong");
  command.env["SHARED"] = testing::TempDir();
  command.stop = &stop;
  const std::unique_ptr<Executor> executor = Spawn(command);
  const std::vector<Case> cases = TwelveCases();
  std::size_t given = 0;
  std::size_t finished = 0;
  executor->Run(
      [&] { return given < cases.size() ? &cases[given++] : nullptr; },
      [&](const Case&, Execution) { stop = ++finished == 3; });
  EXPECT_EQ(finished, 3u);
  EXPECT_EQ(executor->trouble().deadlines, 0);
}

TEST(Spawn, EndsTheRunAtTheThirdAnswerToAnotherCase) {
  std::vector<Case> cases = TwelveCases();
  const std::vector<Case> more = TwelveCases();
  cases.insert(cases.end(), more.begin(), more.end());
  const std::unique_ptr<Executor> executor =
      Spawn(Broken("AnswersPairsInReverse"));
  ExpectContains(WhatIsThrown([&] { RunAll(*executor, cases); }),
                 "AdapterFault: 3 times, in batches only: a reply with the id "
                 "of another");
}

TEST(Spawn, SaysOfWhichDeathsItIsSure) {
  const std::vector<Execution> executions = RunBroken("SendsGarbage");
  EXPECT_TRUE(executions[3].confirmed);
  EXPECT_FALSE(RunBroken("AddsAKey")[3].confirmed);
}

TEST(Spawn, RunsInAFreshProcess) {
  const std::unique_ptr<Executor> executor = Spawn(Broken("Correct"));
  RunAll(*executor, TwelveCases());
  const std::vector<Case> cases = TwelveCases();
  std::size_t given = 0;
  Manner manner;
  manner.fresh = true;
  executor->Run(
      [&] { return given < cases.size() ? &cases[given++] : nullptr; },
      [](const Case&, const Execution&) {}, manner);
  EXPECT_EQ(executor->trouble().starts, 2);
}

}  // namespace spawn_test
}  // namespace viewproof
