#include "tools/golden/lock.h"

#include "conformance/case/bad_input.h"
#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace lock_test {

Vector MakeVector(const std::string& id, int64_t rev, const char* text) {
  Vector vector;
  vector.test = ParseText(text);
  vector.test.id = id;
  vector.rev = rev;
  return vector;
}

using Problems = std::vector<std::string>;

class LockTest : public testing::Test {
 protected:
  LockTest() { Update({&first_}); }

  Problems Update(const std::vector<const Vector*>& vectors) {
    Problems problems;
    lock_.Update(vectors, problems);
    return problems;
  }

  const Vector first_ = MakeVector("t/first", 1, "float32[2] | t()");
  Lock lock_;
};

TEST_F(LockTest, ReadsBackWhatItWrites) {
  const Vector second = MakeVector("t/second", 1, "int8[2] | t()");
  Update({&second});
  EXPECT_EQ(Lock::Parse(lock_.Text()), lock_);
  EXPECT_NE(lock_.Text().find("t/first 1 "), std::string::npos);
  EXPECT_NE(lock_.Text().find(" retired\n"), std::string::npos);
}

TEST_F(LockTest, StaysAsItIsWhereNothingIsNew) {
  const Lock before = lock_;
  EXPECT_EQ(Update({&first_}), Problems());
  EXPECT_EQ(lock_, before);
}

TEST_F(LockTest, RefusesAnotherCaseUnderTheSameRevision) {
  const Vector changed = MakeVector("t/first", 1, "float32[3] | t()");
  EXPECT_EQ(Update({&changed}).size(), 1u);
}

TEST_F(LockTest, TakesAnotherCaseUnderAHigherRevisionAndKeepsTheOldLine) {
  const Vector changed = MakeVector("t/first", 2, "float32[3] | t()");
  EXPECT_EQ(Update({&changed}), Problems());
  EXPECT_NE(lock_.Text().find("t/first 1 "), std::string::npos);
  EXPECT_NE(lock_.Text().find("t/first 2 "), std::string::npos);
  EXPECT_EQ(Update({&first_}).size(), 1u) << "a lower revision";
}

TEST_F(LockTest, NeverGivesARetiredIdAwayAgain) {
  EXPECT_EQ(Update({}), Problems());
  EXPECT_EQ(Update({&first_}).size(), 1u);
}

TEST(Lock, RefusesALineThatIsNone) {
  EXPECT_THROW(Lock::Parse("t/first one 0123\n"), BadInput);
  EXPECT_THROW(Lock::Parse("t/first 1 0123 gone\n"), BadInput);
  EXPECT_THROW(Lock::Parse("t/first 1 0\nt/first 1 0\n"), BadInput);
}

}  // namespace lock_test
}  // namespace viewproof
