#include "conformance/judge/compare.h"
#include "conformance/judge/testing.h"
#include "conformance/subjects/mutants.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace digest_effect_test {

// Returns what is said of the first difference if the only step of this op is
// wrong.
std::string SaidOf(std::string_view text, std::string_view effect,
                   uint32_t step) {
  const Vector vector = VectorOf(text);
  for (const Mutant& mutant : Effects()) {
    if (mutant.name != effect) continue;
    Reply reply;
    MaskedMutant(mutant).Run(vector.test, uint32_t{1} << (step - 1), reply);
    Judgement judgement;
    Comparator(FullHello(), Facets::All()).Compare(vector, reply, judgement);
    if (judgement.differences.empty()) return "no difference";
    return EffectOfDigest(vector.test, judgement.differences.front());
  }
  return "no such effect";
}

TEST(EffectOfDigest, NamesWhatGivesTheSameDigest) {
  EXPECT_EQ(SaidOf("float32[33,34] cycle | t() | contiguous()",
                   "copy_in_storage_order", 2),
            "in contiguous: a copy holds the elements in the order of the "
            "storage");
}

TEST(EffectOfDigest, LooksAtTheWriteBeforeARead) {
  EXPECT_EQ(SaidOf("int64[36,31] cycle | t() | fill_(101) | read() @0.0",
                   "write_tail_lost_32", 2),
            "in fill_: the elements after the last multiple of 32 are not "
            "written");
}

TEST(EffectOfDigest, SaysNothingOfAnotherDigestAndOfOtherDifferences) {
  const Vector vector = VectorOf("float32[33,34] cycle | t() | contiguous()");
  Difference difference;
  difference.step = 2;
  difference.field = "crc32";
  difference.actual = "\"00000001\"";
  EXPECT_EQ(EffectOfDigest(vector.test, difference), "");
  difference.step = 3;  // of a read that the run added
  EXPECT_EQ(EffectOfDigest(vector.test, difference), "");
  difference.step = 2;
  difference.actual = "null";
  EXPECT_EQ(EffectOfDigest(vector.test, difference), "");
  difference.field = "values";
  EXPECT_EQ(EffectOfDigest(vector.test, difference), "");
}

}  // namespace digest_effect_test
}  // namespace viewproof
