#include "conformance/run/asked.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "conformance/judge/testing.h"

namespace viewproof {
namespace asked_test {

const Vector kT = VectorOf("float32[2,3] | t()", "t/a");
const Vector kPermute = VectorOf("float32[2,3] | permute([1,0])", "permute/b");
const Vector kFlatten = VectorOf("float32[2,3] | flatten(0, 1)", "flatten/c");

// Its hello has t, and no other op.
Gate GateOf(const std::vector<DType>& dtypes) {
  Gate gate;
  gate.subject = FullHello();
  gate.subject->ops = {"t"};
  gate.dtypes = dtypes;
  return gate;
}

std::string AskedOf(const std::vector<Vector>& vectors, const Gate& gate) {
  return AskedDigest(MakeRoot(vectors, "acme", ""), gate);
}

TEST(Asked, DoesNotChangeWithVectorsOfOpsThatTheHelloLacks) {
  const Gate gate = GateOf({});
  const std::string before = AskedOf({kT, kPermute}, gate);
  EXPECT_EQ(AskedOf({kFlatten, kT, kPermute}, gate), before);
  EXPECT_EQ(AskedOf({kT}, gate), before);
  EXPECT_NE(AskedOf({kPermute}, gate), before);
  Gate more = gate;
  more.subject->ops = {"flatten", "t"};
  EXPECT_NE(AskedOf({kFlatten, kT}, more), AskedOf({kT}, more));
}

TEST(Asked, ChangesWithAVectorThatIsAsked) {
  const Gate gate = GateOf({});
  const std::string before = AskedOf({kT}, gate);
  Vector other = kT;
  std::get<std::vector<Output>>(other.expect[0])[0].sizes = {3, 3};
  EXPECT_NE(AskedOf({other}, gate), before);
  EXPECT_NE(AskedOf({VectorOf("float32[3,2] | t()", "t/a")}, gate), before);
}

TEST(Asked, ChangesWithTheDTypesAndProfilesInWhichItIsAsked) {
  const std::string before = AskedOf({kT}, GateOf({}));
  EXPECT_NE(AskedOf({kT}, GateOf({DType::kInt8})), before);
  Gate lacks_int8 = GateOf({DType::kInt8});
  std::erase(lacks_int8.subject->dtypes, DType::kInt8);
  EXPECT_EQ(AskedOf({kT}, lacks_int8), before);
  Gate of_limits = GateOf({});
  of_limits.profiles = {Profile::kLimits};
  EXPECT_NE(AskedOf({kT}, of_limits), before);
}

}  // namespace asked_test
}  // namespace viewproof
