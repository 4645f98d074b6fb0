#include "conformance/subjects/libtorch_errors.h"

#include <string>

#include "gtest/gtest.h"

namespace viewproof {
namespace libtorch_errors_test {

std::size_t Count(std::string_view op, std::string_view text) {
  return MatchLibtorchError(op, text).size();
}

ErrorKind KindOf(std::string_view op, std::string_view text) {
  return LibtorchErrors()[MatchLibtorchError(op, text).at(0)].kind;
}

TEST(LibtorchErrors, HasOneRowForATextOfAnyOp) {
  constexpr std::string_view kText =
      "Dimension out of range (expected to be in range of [-2, 1], but got 5)";
  EXPECT_EQ(Count("permute", kText), 1u);
  EXPECT_EQ(KindOf("select", kText), ErrorKind::kDimOutOfRange);
}

TEST(LibtorchErrors, KnowsATextOfOneOpOnlyForThatOp) {
  constexpr std::string_view kText = "slice step must be positive";
  EXPECT_EQ(KindOf("slice", kText), ErrorKind::kArgument);
  EXPECT_EQ(Count("permute", kText), 0u);
}

TEST(LibtorchErrors, KnowsATextOfAnAliasAsOneOfItsTarget) {
  constexpr std::string_view kText = "expand(torch.FloatTensor{[2]}, size=[])";
  EXPECT_EQ(MatchLibtorchError("broadcast_to", kText),
            MatchLibtorchError("expand", kText));
  EXPECT_EQ(Count("broadcast_to", kText), 1u);
}

TEST(LibtorchErrors, PrefersTheRowForTheOpToTheOneForAnyOp) {
  constexpr std::string_view kText =
      "IntArrayRef contains an int that cannot be represented as a SymInt";
  EXPECT_EQ(KindOf("unfold", kText), ErrorKind::kOverflow);
  EXPECT_EQ(KindOf("view", kText), ErrorKind::kArgument);
  EXPECT_EQ(Count("unfold", kText), 1u);
}

TEST(LibtorchErrors, LooksForTheNameOfTheOpWithoutItsOverload) {
  constexpr std::string_view kText =
      "torch.hsplit requires a tensor with at least 1 dimension, but got a "
      "tensor with 0 dimensions!";
  EXPECT_EQ(KindOf("hsplit.indices", kText), ErrorKind::kRank);
  EXPECT_EQ(Count("hsplit", kText), 1u);
  EXPECT_EQ(Count("vsplit", kText), 0u);
}

TEST(LibtorchErrors, TakesAHashForAnInteger) {
  EXPECT_EQ(KindOf("select", "select(): index -7 out of range for tensor"),
            ErrorKind::kIndexOutOfRange);
  EXPECT_EQ(Count("select", "select(): index  out of range for tensor"), 0u);
}

TEST(LibtorchErrors, LooksAtTheErrorThatAnotherOneReports) {
  constexpr std::string_view kText =
      "unflatten got an unexpected error:\nonly one dimension can be inferred";
  EXPECT_EQ(Count("unflatten", kText), 1u);
  EXPECT_EQ(KindOf("unflatten", kText), ErrorKind::kInference);
}

TEST(LibtorchErrors, LeavesOutThePlaceInLibtorch) {
  constexpr std::string_view kText =
      "SymIntArrayRef expected to contain only concrete integers";
  const std::string placed = "/src/Register.cpp:1754: " + std::string(kText);
  EXPECT_EQ(MatchLibtorchError("unsqueeze", placed),
            MatchLibtorchError("unsqueeze", kText));
  EXPECT_EQ(Count("unsqueeze", placed), 1u);
  EXPECT_EQ(Count("unsqueeze", "/src/Register.cpp: " + std::string(kText)), 0u);
}

TEST(LibtorchErrors, LeavesATextThatNobodyMappedUnmatched) {
  EXPECT_EQ(Count("view", "something new"), 0u);
}

}  // namespace libtorch_errors_test
}  // namespace viewproof
