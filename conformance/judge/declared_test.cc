#include "conformance/judge/declared.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/judge/testing.h"

namespace viewproof {
namespace declared_test {

using Names = std::vector<std::string>;

Hello Copying(std::vector<std::string> ops) {
  Hello hello = FullHello();
  hello.copies = std::move(ops);
  return hello;
}

TEST(Declared, IsSeenWhereACopyMakesADifference) {
  DeclarationCheck declared(Copying({"t", "view"}));
  EXPECT_EQ(declared.unseen(), (Names{"t", "view"}));
  EXPECT_TRUE(declared.See(VectorOf("int8[2,3] | t()")));
  EXPECT_EQ(declared.unseen(), Names{"view"});
  EXPECT_FALSE(declared.See(VectorOf("int8[2] | view([2,1])")));
}

TEST(Declared, IsNotSeenInFacetsThatAreNotDeclared) {
  Hello hello = Copying({"t"});
  hello.facets = {Facet::kValues};
  DeclarationCheck declared(hello);
  EXPECT_TRUE(declared.See(VectorOf("int8[2,3] | t()")));
  EXPECT_FALSE(
      declared.See(VectorOf("int8[2,3] | t() | fill_(101) | read() "
                            "@0.0")));
}

TEST(Declared, IsNotSeenInAVectorThatIsNotRun) {
  Hello hello = Copying({"t"});
  std::erase(hello.ops, "view");
  DeclarationCheck declared(hello);
  EXPECT_TRUE(declared.See(VectorOf("int8[2,3] | t() | view([6])")));
}

TEST(Declared, HoldsOfEachWriteThatRebinds) {
  Hello hello = FullHello();
  hello.rebinds = true;
  DeclarationCheck declared(hello);
  EXPECT_EQ(declared.unseen(),
            (Names{"add_", "copy_", "fill_", "setitem", "zero_"}));
  // In place, the base shows the write.
  EXPECT_TRUE(declared.See(VectorOf("int8[2] | fill_(101) | read()")));
  EXPECT_EQ(declared.unseen().size(), 5u);
  EXPECT_TRUE(
      declared.See(VectorOf("int8[2] | view([2]) | fill_(101) | read() @0.0")));
  EXPECT_EQ(declared.unseen().size(), 4u);
}

}  // namespace declared_test
}  // namespace viewproof
