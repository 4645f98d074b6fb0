#include <set>
#include <string>

#include "conformance/case/text.h"
#include "conformance/gen/outline.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace signature_test {

std::string SignatureOf(const char* text) {
  const auto number = Universe::Pinned().NumberOf(ParseText(text));
  if (!number) return "not in the universe";
  const Cursor cursor(Universe::Pinned(), *number);
  return Signer().Of(cursor);
}

TEST(Signer, SaysWhatBecomesOfTheLastStep) {
  EXPECT_EQ(SignatureOf("float32[2,3] | t()"), "t view 2");
  EXPECT_EQ(SignatureOf("float32[2,3] | clone()"), "clone copy 2");
  EXPECT_EQ(SignatureOf("float32[2,3] | contiguous()"), "contiguous self 2");
  EXPECT_EQ(SignatureOf("float32[2,3] | fill_(101)"), "fill_ written 2");
  EXPECT_EQ(SignatureOf("float32[2,3] | is_contiguous()"),
            "is_contiguous true 2");
  EXPECT_EQ(SignatureOf("float32[2,3] | view([4])"), "view view.e4 2");
  EXPECT_EQ(SignatureOf("float32[0] | unbind(0)"), "unbind none 1 empty");
}

TEST(Signer, SaysWhatTheOperandIs) {
  EXPECT_EQ(SignatureOf("float32[] | t()"), "t view 0 rank_0");
  EXPECT_EQ(SignatureOf("float32[2,3] | t() | t()"), "t view 2 non_contiguous");
  EXPECT_EQ(
      SignatureOf("float32[2,1] | expand([2,3]) | unsqueeze(1) | view([6])"),
      "view view.e5 3 size_1 size_1_inside stride_0 non_contiguous overlap");
  // A refused step leaves its operand.
  EXPECT_EQ(SignatureOf("float32[2,3] | unsqueeze(-1) | t()"),
            "t t.e1 3 size_1");
  EXPECT_EQ(SignatureOf("float32[2,3] | select(0, 2) | t()"), "t view 2");
}

TEST(Signer, KnowsACaseThatDiffersInArgumentsAlone) {
  const int64_t first =
      Universe::Pinned().NumberOf(ParseText("float32[2,3] | view([])")).value();
  Cursor cursor(Universe::Pinned(), first);
  Signer signer;
  std::set<std::string> met;
  for (int64_t number = first; number < first + 500; ++number) {
    const Cursor here(Universe::Pinned(), number);
    ASSERT_EQ(signer.Of(cursor), Signer().Of(here)) << cursor.test();
    met.insert(signer.Of(cursor));
    cursor.Next();
  }
  EXPECT_GE(met.size(), 3U);
}

}  // namespace signature_test
}  // namespace viewproof
