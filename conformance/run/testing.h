#ifndef VIEWPROOF_CONFORMANCE_RUN_TESTING_H_
#define VIEWPROOF_CONFORMANCE_RUN_TESTING_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/run/check.h"

// Helpers for the tests of RunCheck and Accept.
namespace viewproof {

// One vector of every op, so that no declared op goes unexecuted.
std::vector<Vector> OfEveryOp();

// Returns how many vectors those are, and some more or fewer.
std::string CountOfOps(int more = 0);

// One vector of every op; of two of them, narrow/a and select/a, the reference
// differs by an offset.
std::vector<Vector> WithWrongOffsets();

// The lines of a file, each with its end.
std::vector<std::string> LinesOfFile(const std::string& path);

// Replaces `what` in a file, which must hold it.
void EditFile(const std::string& path, const std::string& what,
              const std::string& with);

// The outputs that a vector expects of a step, counted from 1.
std::vector<Output>& ExpectedOf(Vector& vector, std::size_t step);

// Runs the reference, as "acme", in a repository root of its own.
class Checks : public testing::Test {
 protected:
  struct Result {
    ExitStatus status;
    std::string text;
  };

  // Makes the root, with a gate file that is not complete yet.
  void MakeRootWith(const std::vector<Vector>& vectors);

  Result Run();
  Result Update();  // Run with --update.
  void AcceptGroup(int64_t group, const std::string& reason);

  std::string GatePath() const;

  // Replaces `what` in the gate file, which must hold it.
  void EditGate(const std::string& what, const std::string& with);
  void EditLock(const std::string& what, const std::string& with);

  CheckOptions options_;
  std::string report_;  // A path below the root.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TESTING_H_
