#include "conformance/run/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace viewproof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// What is noted of a passing run without a gate.
std::vector<std::string> NotesOn(std::vector<CaseForm> forms) {
  Hello hello;
  hello.forms = std::move(forms);
  Tally tally{Facets()};
  tally.executed = 1;
  return Conclude(nullptr, hello, tally, {}, RunFacts()).notes;
}

TEST(Conclude, SaysWithoutAGateWhichFormsHelloLacks) {
  using enum CaseForm;
  EXPECT_THAT(
      NotesOn({}),
      ElementsAre("hello lacks the forms digest data numbers index_tensors"));
  EXPECT_THAT(NotesOn({kDigest, kData, kIndexTensors}),
              ElementsAre("hello lacks the forms numbers"));
  EXPECT_THAT(NotesOn({kDigest, kData, kNumbers, kIndexTensors}), IsEmpty());
}

}  // namespace
}  // namespace viewproof
