#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/shrink.h"
#include "conformance/golden_file/golden.h"
#include "conformance/laws/agree.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace signs_test {

// Gives what tensor.u1 leaves open another value: a NaN under a bit other
// bits, a zero part of a complex tensor with the negative bit another sign.
void TakeAnotherWay(const Tensor& tensor) {
  if (!tensor.conj && !tensor.neg) return;
  const std::optional<int64_t> numel = Numel(tensor.geometry.sizes);
  if (!numel || *numel > kMaxCopied) return;
  const bool complex = IsComplex(tensor.dtype);
  const auto item_size = static_cast<std::size_t>(ItemSize(tensor.dtype));
  const std::size_t size = complex ? item_size / 2 : item_size;
  ForEachAddress(tensor.geometry, [&](int64_t address) {
    std::byte* element = ElementAt(tensor, address);
    const Scalar number = Decode(tensor.dtype, element);
    for (std::size_t at = 0; at < item_size; at += size) {
      const double part = at == 0 ? number.re : number.im;
      std::byte* last = element + at + size - 1;
      if (std::isnan(part)) {
        std::fill(element + at, last, std::byte{0xff});
        *last = std::byte{0x7f};
      } else if (part == 0 && complex && tensor.neg) {
        *last ^= std::byte{0x80};
      }
    }
  });
}

std::unique_ptr<Subject> MakeAnother() {
  return MakeWrapped("another", [](const Call<Tensor>& call) {
    TakeAnotherWay(call.operand);
    std::optional<Answer<Tensor>> answer = call.Make();
    TakeAnotherWay(call.operand);
    if (const auto* outputs = std::get_if<Outputs<Tensor>>(&*answer)) {
      for (const Tensor& tensor : outputs->tensors) TakeAnotherWay(tensor);
    }
    return answer;
  });
}

class Signs : public testing::Test {
 protected:
  std::vector<Difference> Differences(const Case& test) {
    return pair_.Compare(test);
  }

 private:
  const std::unique_ptr<Subject> reference_ = MakeReference();
  const std::unique_ptr<Subject> another_ = MakeAnother();
  WitnessPair pair_{*reference_, *another_};
};

// tensor.u1
TEST_F(Signs, OfVectorsAreSpecified) {
  ForEachVector(OpenGolden("golden"), [this](const Vector& vector) {
    EXPECT_TRUE(Differences(vector.test).empty()) << vector.test.id;
  });
}

// tensor.u1
TEST_F(Signs, OfDrawnCasesAreSpecified) {
  for (uint64_t number = 0; number < 20000; ++number) {
    const Case test = CaseOf(1, number);
    EXPECT_TRUE(Differences(test).empty()) << test;
  }
}

TEST_F(Signs, ThatAreUnspecifiedDiffer) {
  for (const char* text :
       {"complex64[1] 0x0000803f4523c17f | conj() | resolve_conj()",
        "complex64[2] | conj() | imag() | as_strided([2], [1], 0) | "
        "view_as_complex() | zero_() | read() @0.0"}) {
    EXPECT_FALSE(Differences(ParseText(text)).empty()) << text;
    EXPECT_FALSE(Lawful(ParseText(text))) << text;
  }
}

// Signs that are specified are compared: a real zero under the negative bit.
TEST_F(Signs, OfARealZeroIsSpecified) {
  const Case test =
      ParseText("complex64[1] | zero_() | conj() | imag() | clone()");
  Reply reply;
  MakeReference()->Run(test, reply);
  const auto& outputs = std::get<std::vector<Output>>(reply.steps.back());
  EXPECT_TRUE(std::signbit(outputs[0].values->list[0].re));
  EXPECT_TRUE(Lawful(test));
}

}  // namespace signs_test
}  // namespace viewproof
