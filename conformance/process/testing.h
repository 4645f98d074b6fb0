#ifndef VIEWPROOF_CONFORMANCE_PROCESS_TESTING_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_TESTING_H_

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/process/process.h"

// Helpers for the tests of Spawn.
namespace viewproof {

// Adapters of sdk/testing in front of the reference.
AdapterCommand Broken(const std::string& fault);

Case Named(std::string_view id, std::string_view text);

// Twelve cases. Two of them trigger what a fault does to some: the fourth at
// step 2 of 3, the eighth at its only step.
std::vector<Case> TwelveCases();

// Runs the cases in order, and expects that they are done in order.
std::vector<Execution> RunAll(Executor& executor,
                              const std::vector<Case>& cases);
std::vector<Execution> RunBroken(const std::string& fault);

// One letter a case: Reply, Crash, Timeout, Protocol error.
std::string Letters(const std::vector<Execution>& executions);

std::string WhatIsThrown(const std::function<void()>& action);

void ExpectContains(const std::string& text, std::string_view part);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_TESTING_H_
