#include "conformance/process/process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "conformance/case/text.h"

namespace viewproof {
namespace {

using Kind = Execution::Kind;

// Adapters of adapters/broken in front of the reference.
AdapterCommand Broken(const std::string& fault) {
  AdapterCommand command;
  command.command = {"python3", std::getenv("BROKEN_ADAPTER"), fault,
                     std::getenv("REFERENCE_ADAPTER")};
  return command;
}

Case Named(std::string_view id, std::string_view text) {
  Case test = ParseText(text);
  test.id = id;
  return test;
}

// Twelve cases. Two of them trigger what a fault does to some: the fourth at
// step 2 of 3, the eighth at its only step.
std::vector<Case> TwelveCases() {
  std::vector<Case> cases;
  for (int k = 0; k < 12; ++k) {
    cases.push_back(Named(
        "case/" + std::to_string(k),
        k == 3   ? "float32[4,6] | permute([1,0]) | unfold(0, 2, 1) | read()"
        : k == 7 ? "float32[6] | unfold(0, 2, 2)"
                 : "float32[4,6] | permute([1,0]) | view([24]) | read()"));
  }
  return cases;
}

std::vector<Execution> RunAll(Executor& executor,
                              const std::vector<Case>& cases) {
  std::vector<Execution> executions;
  std::size_t given = 0;
  executor.Run([&] { return given < cases.size() ? &cases[given++] : nullptr; },
               [&](const Case& test, Execution execution) {
                 ASSERT_LT(executions.size(), given);
                 EXPECT_EQ(&test, &cases[executions.size()]);
                 executions.push_back(std::move(execution));
               });
  EXPECT_EQ(executions.size(), cases.size());
  return executions;
}

std::vector<Execution> RunBroken(const std::string& fault) {
  const std::unique_ptr<Executor> executor = Spawn(Broken(fault));
  return RunAll(*executor, TwelveCases());
}

// One letter a case: Reply, Crash, Timeout, Protocol error.
std::string Letters(const std::vector<Execution>& executions) {
  std::string letters;
  for (const Execution& execution : executions) {
    letters += "RCTP"[static_cast<int>(execution.kind)];
  }
  return letters;
}

std::string WhatIsThrown(const std::function<void()>& action) {
  try {
    action();
  } catch (const AdapterFault& e) {
    return std::string("AdapterFault: ") + e.what();
  } catch (const Infrastructure& e) {
    return std::string("Infrastructure: ") + e.what();
  }
  return "nothing";
}

void ExpectContains(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

struct SomeCases {
  const char* fault;
  const char* letters;
  const char* detail;   // Of every case that has no reply.
  const char* trouble;  // As TextOf says.
};

// "SIGSEGV 2; 3 noisy; 5 starts": stray deaths, noise, processes.
std::string TextOf(const Trouble& trouble) {
  std::string text;
  for (const auto& [word, count] : trouble.stray_deaths) {
    text += word + " " + std::to_string(count) + "; ";
  }
  if (trouble.noisy_lines > 0) {
    text += std::to_string(trouble.noisy_lines) + " noisy; ";
  }
  return text + std::to_string(trouble.starts) + " starts";
}

std::ostream& operator<<(std::ostream& os, const SomeCases& row) {
  return os << row.fault;
}

class Verdicts : public testing::TestWithParam<SomeCases> {};

TEST_P(Verdicts, AreExactForEveryCaseAndComeInTime) {
  const auto begin = std::chrono::steady_clock::now();
  const std::unique_ptr<Executor> executor = Spawn(Broken(GetParam().fault));
  const std::vector<Execution> executions = RunAll(*executor, TwelveCases());
  EXPECT_EQ(Letters(executions), GetParam().letters);
  EXPECT_EQ(TextOf(executor->trouble()), GetParam().trouble);
  for (const Execution& execution : executions) {
    if (execution.kind == Kind::kReply) {
      EXPECT_FALSE(execution.reply.steps.empty() &&
                   !execution.reply.unsupported);
    } else {
      ExpectContains(execution.detail, GetParam().detail);
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(40));
}

INSTANTIATE_TEST_SUITE_P(
    Passing, Verdicts,
    testing::Values(
        SomeCases{"Correct", "RRRRRRRRRRRR", "", "1 starts"},
        SomeCases{"EndsLinesWithCrLf", "RRRRRRRRRRRR", "", "1 starts"},
        SomeCases{"SplitsWrites", "RRRRRRRRRRRR", "", "1 starts"},
        SomeCases{"FloodsStderr", "RRRRRRRRRRRR", "", "1 starts"},
        SomeCases{"AnswersLate", "RRRRRRRRRRRR", "", "1 starts"},
        SomeCases{"AnswersAtTheEndOfABatch", "RRRRRRRRRRRR", "", "1 starts"},
        SomeCases{"DiesInBatchesOnly", "RRRRRRRRRRRR", "",
                  "exit 4 1; 3 starts"},
        SomeCases{"DiesOfAge", "RRRRRRRRRRRR", "", "SIGSEGV 2; 4 starts"},
        SomeCases{"HangsOfAge", "RRRRRRRRRRRR", "", "timeout 2; 4 starts"},
        SomeCases{"AnswersOneOfABatchAndDies", "RRRRRRRRRRRR", "",
                  "exit 6 11; 13 starts"},
        SomeCases{"PrintsBeforeHello", "RRRRRRRRRRRR", "", "1 noisy; 1 starts"},
        SomeCases{"PrintsBeforeEveryReply", "RRRRRRRRRRRR", "",
                  "12 noisy; 1 starts"},
        SomeCases{"PrintsAfterEveryReply", "RRRRRRRRRRRR", "",
                  "11 noisy; 1 starts"}),
    testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(
    OnSomeCases, Verdicts,
    testing::Values(
        SomeCases{"Segfaults", "RRRCRRRCRRRR", "signal 11 (SIGSEGV)",
                  "7 starts"},
        SomeCases{"Exits", "RRRCRRRCRRRR", "exit 3", "7 starts"},
        SomeCases{"PrintsWhileDying", "RRRCRRRCRRRR", "signal 6 (SIGABRT)",
                  "7 starts"},
        SomeCases{"StopsInMidLine", "RRRCRRRCRRRR", "exit 0", "7 starts"},
        SomeCases{"LeavesADaemon", "RRRCRRRCRRRR", "exit 5", "7 starts"},
        SomeCases{"LeavesAGrandchild", "RRRCRRRCRRRR", "exit 5", "7 starts"},
        SomeCases{"Hangs", "RRRTRRRTRRRR", "no reply for 1 s", "7 starts"},
        SomeCases{"HangsInABatch", "RRRTRRRTRRRR", "no reply for 0.5 s",
                  "9 starts"},
        SomeCases{"ClosesInputAndSleeps", "RRRTRRRTRRRR", "no reply for 1 s",
                  "7 starts"},
        SomeCases{"ClosesOutputAndSleeps", "RRRTRRRTRRRR", "no reply for 1 s",
                  "7 starts"},
        SomeCases{"SendsGarbage", "RRRPRRRPRRRR", "not a reply", "5 starts"},
        SomeCases{"SendsAHugeLine", "RRRPRRRPRRRR", "over 1 MiB", "5 starts"},
        SomeCases{"SendsAHugeLineWithoutAnEnd", "RRRPRRRPRRRR", "over 1 MiB",
                  "5 starts"},
        SomeCases{"AnswersWithAnotherId", "RRRPRRRPRRRR", "another case",
                  "5 starts"},
        SomeCases{"LeavesOutAStep", "RRRPRRRPRRRR", "\"steps\"", "1 starts"},
        SomeCases{"LeavesOutStrides", "RRRPRRRPRRRR",
                  "field \"strides\": missing", "1 starts"},
        SomeCases{"AddsAKey", "RRRPRRRPRRRR", "field \"colour\": unknown",
                  "1 starts"}),
    testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(
    OnEveryCase, Verdicts,
    testing::Values(SomeCases{"AlwaysDies", "CCCCCCCCCCCC",
                              "signal 9 (SIGKILL)", "36 starts"},
                    // The extra line shows when the next one is due.
                    SomeCases{"AnswersTwice", "RPRPRPRPRPRP",
                              "nobody asked for", "12 starts"},
                    SomeCases{"SupportsNothing", "RRRRRRRRRRRR", "",
                              "1 starts"},
                    SomeCases{"AlwaysFails", "RRRRRRRRRRRR", "", "1 starts"},
                    SomeCases{"ReadsZeros", "RRRRRRRRRRRR", "", "1 starts"},
                    SomeCases{"ReadsNans", "RRRRRRRRRRRR", "", "1 starts"}),
    testing::PrintToStringParamName());

struct Unusable {
  const char* fault;
  const char* thrown;
  const char* because;
};

std::ostream& operator<<(std::ostream& os, const Unusable& row) {
  return os << row.fault;
}

class UnusableAdapters : public testing::TestWithParam<Unusable> {};

TEST_P(UnusableAdapters, EndTheRunAndSayWhy) {
  AdapterCommand command = Broken(GetParam().fault);
  if (GetParam().fault == std::string("SaysNothing")) {
    command.start_seconds = 0.5;
  }
  const std::string thrown = WhatIsThrown([&] {
    const std::unique_ptr<Executor> executor = Spawn(command);
    std::vector<Case> cases = TwelveCases();
    const std::vector<Case> more = TwelveCases();
    cases.insert(cases.end(), more.begin(), more.end());
    RunAll(*executor, cases);
  });
  ExpectContains(thrown, GetParam().thrown);
  ExpectContains(thrown, GetParam().because);
}

INSTANTIATE_TEST_SUITE_P(
    BeforeTheFirstCase, UnusableAdapters,
    testing::Values(
        Unusable{"ExitsAtStart", "Infrastructure: ", "no such device"},
        Unusable{"AbortsAtStart", "Infrastructure: ", "signal 6 (SIGABRT)"},
        Unusable{"SaysNothing", "Infrastructure: ", "nothing for 0.5 s"},
        Unusable{"SpeaksAnotherProtocol",
                 "AdapterFault: ", "field \"protocol\": 2"},
        Unusable{"AddsAKeyToHello",
                 "AdapterFault: ", "field \"colour\": unknown"}),
    testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(
    AmongTheCases, UnusableAdapters,
    testing::Values(
        Unusable{"AnswersInReverse", "AdapterFault: ",
                 "3 times, in batches only: a reply with the id of another"},
        Unusable{"EchoesRequests", "AdapterFault: ", "10 replies in a row"},
        Unusable{"ShowsMoreThanItDeclares", "AdapterFault: ",
                 "field \"storage\": belongs to no declared facet"},
        Unusable{"ChangesItsHello", "AdapterFault: ", "hello: a new process"}),
    testing::PrintToStringParamName());

TEST(Spawn, SaysWhatCannotBeStarted) {
  AdapterCommand command;
  command.command = {"/no/such/adapter"};
  ExpectContains(WhatIsThrown([&] { Spawn(command); }),
                 "Infrastructure: cannot start /no/such/adapter");
}

TEST(Spawn, SetsVariablesAndTheDirectory) {
  AdapterCommand command;
  command.command = {"sh", "-c", "echo $COLOUR in $PWD >&2; exit 1"};
  command.env = {{"COLOUR", "blue"}};
  command.directory = "/usr";
  ExpectContains(WhatIsThrown([&] { Spawn(command); }), "blue in /usr");
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

TEST(Spawn, TakesNoMoreCasesThanTwoBatches) {
  const std::unique_ptr<Executor> executor = Spawn(Broken("Correct"));
  const std::vector<Case> cases = TwelveCases();
  std::size_t given = 0;
  std::size_t finished = 0;
  executor->Run(
      [&] { return given < cases.size() ? &cases[given++] : nullptr; },
      [&](const Case&, Execution) {
        EXPECT_LE(given - finished++, 2 * executor->hello().batch);
      });
  EXPECT_EQ(finished, cases.size());
}

bool Lives(const std::string& process) {
  std::ifstream stat("/proc/" + process + "/stat");
  std::string id, name, state;
  return (stat >> id >> name >> state) && state != "Z" && state != "X";
}

// Whether the process lives of which the fault tells, after `word`.
bool Lives(const char* fault, std::string_view word) {
  const std::string tail = RunBroken(fault)[3].stderr_tail;
  const std::size_t at = tail.rfind(word);
  EXPECT_NE(at, std::string::npos) << tail;
  return Lives(std::to_string(std::stoi(tail.substr(at + word.size()))));
}

TEST(Spawn, EndsTheWholeProcessGroup) {
  EXPECT_FALSE(Lives("LeavesAGrandchild", "grandchild "));
}

TEST(Spawn, EndsWhatLeftItsGroup) {
  EXPECT_FALSE(Lives("LeavesADaemon", "daemon "));
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
  AdapterCommand command = Broken("Hangs");
  command.stop = &stop;
  const std::unique_ptr<Executor> executor = Spawn(command);
  const std::vector<Case> cases = TwelveCases();
  std::size_t given = 0;
  std::size_t finished = 0;
  const auto begin = std::chrono::steady_clock::now();
  executor->Run(
      [&] { return given < cases.size() ? &cases[given++] : nullptr; },
      [&](const Case&, Execution) { stop = ++finished == 3; });
  EXPECT_EQ(finished, 3u);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
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

}  // namespace
}  // namespace viewproof
