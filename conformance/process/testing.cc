#include "conformance/process/testing.h"

#include <memory>
#include <utility>

#include "conformance/case/text.h"

namespace viewproof {

AdapterCommand Broken(const std::string& fault) {
  AdapterCommand command;
  command.command = {"python3", "-SE",
                     "conformance/sdk/testing/broken_adapter.py", fault,
                     "conformance/subjects/reference_adapter"};
  return command;
}

Case Named(std::string_view id, std::string_view text) {
  Case test = ParseText(text);
  test.id = id;
  return test;
}

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

}  // namespace viewproof
