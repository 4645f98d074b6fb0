#include "fuzz/hunt/examine.h"

#include <gtest/gtest.h>

#include "conformance/case/ops.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace examine_test {

// Returns whether an entry of an op that fails after fill_ knows a step of a
// case.
bool IsKnown(std::string entry_op, std::string_view text,
             const std::string& op) {
  KnownFailure entry;
  entry.op = std::move(entry_op);
  entry.difference = "strides";
  entry.facets = {Facet::kStrides};
  entry.after = {FindOp("fill_")};
  const KnownFeatures known{&entry, {}};
  Failure failure;
  failure.op = op;
  failure.difference = "strides";
  failure.facets = {Facet::kStrides};
  return Knows(known, ParseText(text), failure, {}, "");
}

TEST(Knows, AnEntryOfEveryOp) {
  EXPECT_TRUE(IsKnown("*", "float32[2] | fill_(7) | t()", "t"));
  EXPECT_TRUE(IsKnown("t", "float32[2] | fill_(7) | t()", "t"));
  EXPECT_FALSE(IsKnown("permute", "float32[2] | fill_(7) | t()", "t"));
}

TEST(Knows, OnlyWhatComesAfterAnOpThatTheEntryNames) {
  EXPECT_FALSE(IsKnown("*", "float32[2] | t() | fill_(7)", "t"));
  EXPECT_FALSE(IsKnown("*", "float32[2] | zero_() | t()", "t"));
  EXPECT_FALSE(IsKnown("*", "float32[2] | fill_(7)", "fill_"));
  EXPECT_TRUE(IsKnown("*", "float32[2] | fill_(7) | t() | T()", "t"));
}

}  // namespace examine_test
}  // namespace viewproof
