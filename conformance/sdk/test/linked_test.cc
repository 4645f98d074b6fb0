#include "conformance/sdk/test/linked.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <variant>

#include "conformance/case/encode.h"
#include "conformance/golden_file/golden.h"
#include "conformance/run/launch.h"
#include "conformance/sdk/test/reference_subject.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace linked_test {

bool IsAsked(const Hello& hello, const Case& test) {
  return !test.base.coo &&
         std::ranges::all_of(test.chain, [&](const Step& step) {
           return std::ranges::binary_search(hello.ops, step.op->name);
         });
}

// The reference on the SDK, linked, answers as the reference does.
TEST(Linked, AnswersAsTheSubjectThatItIs) {
  const auto wrapped = MakeLinked(std::make_unique<ReferenceOnSdk>());
  const auto bare = MakeReference();
  int count = 0;
  ForEachVector(OpenGolden(FindRoot() + "/golden"), [&](Vector& vector) {
    if (!IsAsked(wrapped->hello(), vector.test)) return;
    Reply expected;
    Reply actual;
    bare->Run(vector.test, expected);
    wrapped->Run(vector.test, actual);
    ASSERT_FALSE(actual.unsupported) << vector.test.id;
    for (std::size_t k = 0; k < expected.steps.size(); ++k) {
      if (auto* error = std::get_if<ErrorReply>(&expected.steps[k])) {
        error->rule.clear();
        error->message = "refused";
      }
      std::string wanted;
      std::string given;
      AppendJson(expected.steps[k], wanted);
      AppendJson(actual.steps[k], given);
      EXPECT_EQ(given, wanted) << vector.test.id << ", step " << k + 1;
    }
    ++count;
  });
  EXPECT_GT(count, 2000);
  std::printf("vectors: reference-on-sdk %d\n", count);
}

}  // namespace linked_test
}  // namespace viewproof
