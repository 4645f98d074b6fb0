#include "conformance/case/text.h"
#include "conformance/gen/write.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace write_problems_test {

// copy_.u1
TEST(WriteProblems, NameAnOverlapThatPyTorchMayTake) {
  const auto problems = [](const std::string& dtype) {
    const Case test = ParseText(
        "float32[2] bytes | narrow(0, 0, 1) | "
        "view.dtype(" +
        dtype + ") | copy_(@0.0)");
    Reply reply;
    MakeReference()->Run(test, reply);
    return WriteProblems(test, reply.steps, test.chain);
  };
  EXPECT_EQ(problems("float16"),
            std::vector<std::string>{
                "chain: whether step 3 is refused is unspecified (copy_.u1, "
                "copy_.u3)"});
  EXPECT_TRUE(problems("int16").empty());
}

// copy_.u3
TEST(WriteProblems, NameANegativeBitThatPyTorchCannotResolve) {
  const auto problems = [](const std::string& dtype) {
    const Case test = ParseText("complex64[2] | conj() | imag() | new(" +
                                dtype + "[2]{1,0}) | copy_(@2.0)");
    Reply reply;
    MakeReference()->Run(test, reply);
    return WriteProblems(test, reply.steps, test.chain).size();
  };
  EXPECT_EQ(problems("bool"), 1u);
  EXPECT_EQ(problems("uint8"), 0u);
}

}  // namespace write_problems_test
}  // namespace viewproof
