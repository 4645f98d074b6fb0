#include "conformance/process/process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "conformance/process/testing.h"

namespace viewproof {
namespace {

using Kind = Execution::Kind;

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

}  // namespace
}  // namespace viewproof
