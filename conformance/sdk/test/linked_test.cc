#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/hello.h"
#include "conformance/case/padding.h"
#include "conformance/golden_file/golden.h"
#include "conformance/run/launch.h"
#include "conformance/sdk/cpp/sdk_subject.h"
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
  ReferenceOnSdk adapter;
  const auto wrapped = MakeSubject(adapter);
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

// Reads what an adapter on the SDK of version 0.1 writes: Eigen's did.
TEST(Linked, ReadsWhatVersion01Writes) {
  const Hello hello = ReadHello(
      R"({"hello":{"protocol":1,"subject":{"name":"eigen","version":"3.4.0",)"
      R"("language":"c++","device":"cpu"},"ops":["fill_","read","t"],)"
      R"("dtypes":["float32"],"facets":["values","strides","alias"],)"
      R"("forms":["digest","data","numbers","index_tensors","many_outputs","signed_zero"],)"
      R"("copies":[],"borrowed":[],"left_out":["all but matrices"],)"
      R"("views":true,"after_error":true,"index_range":true,"ints":64,)"
      R"("max_rank":2,"batch":64,"case_seconds":2}})");
  EXPECT_EQ(hello.max_rank, 2);
  EXPECT_TRUE(hello.Knows("t"));
  Case test;
  Decoder decoder;
  decoder.Read(
      PaddedText(
          R"({"id":"a","base":{"dtype":"float32","sizes":[2,1]},"chain":[)"
          R"({"op":"t"},{"op":"view","size":[3]}]})")
          .view(),
      test);
  Reply reply;
  decoder.Read(
      PaddedText(R"({"id":"a","steps":[{"outputs":[{"dtype":"float32",)"
                 R"("sizes":[1,2],"strides":[1,1],"offset":0,"storage":0,)"
                 R"("values":[0.10000000149011612,"-0.0"]}]},)"
                 R"({"error":{"message":"xpr.rows"
}
}]
})")
          .view(),
      test, reply);
  const auto& outputs = std::get<std::vector<Output>>(reply.steps[0]);
  EXPECT_EQ(outputs[0].values->list[0], Scalar{0.1f});
  EXPECT_EQ(std::get<ErrorReply>(reply.steps[1]).message, "xpr.rows");
  decoder.Read(
      PaddedText(
          R"({"id":"a","unsupported":{"step":1,"what":"op","detail":"t"}})")
          .view(),
      test, reply);
  EXPECT_EQ(reply.unsupported->what, "op");
}

}  // namespace linked_test
}  // namespace viewproof
