#include "conformance/report/facts.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/case/padding.h"

namespace viewproof {
namespace facts_test {

constexpr char kEach[] =
    R"({"facts":{"stray_deaths":{"SIGSEGV":2,"exit 1":1},)"
    R"("noise":{"lines":3,"first":"\"hi\""},"late_deaths":{"SIGABRT":1},)"
    R"("open_deaths":[{"death":"SIGBUS","cases":["t/x int8","t/y int8"]}]}})";

Trouble Read(const std::string& line) {
  return ReadFacts(PaddedText(line).view());
}

TEST(Facts, AreReadAsTheyAreWritten) {
  const Trouble trouble = Read(kEach);
  EXPECT_EQ(trouble.stray_deaths.at("SIGSEGV"), 2);
  EXPECT_EQ(trouble.noisy_lines, 3);
  EXPECT_EQ(trouble.noise, "\"hi\"");
  EXPECT_EQ(trouble.late_deaths.at("SIGABRT"), 1);
  EXPECT_EQ(FactsLine(trouble), kEach);
}

TEST(Facts, OfAQuietRunAreNoLine) {
  Trouble costs;
  costs.deaths = 3;
  costs.starts = 4;
  EXPECT_EQ(FactsLine(costs), "");
}

TEST(Facts, AddUpFromWhatWasToldBefore) {
  const Trouble now = Read(kEach);
  Trouble before;
  before.stray_deaths = {{"SIGSEGV", 1}};
  before.noisy_lines = 1;
  before.noise = "\"hi\"";
  const Trouble more = FactsSince(now, before);
  EXPECT_EQ(FactsLine(more),
            R"({"facts":{"stray_deaths":{"SIGSEGV":1,"exit 1":1},)"
            R"("noise":{"lines":2,"first":"\"hi\""},)"
            R"("late_deaths":{"SIGABRT":1},"open_deaths":)"
            R"([{"death":"SIGBUS","cases":["t/x int8","t/y int8"]}]}})");
  AddFacts(more, before);
  EXPECT_EQ(before, now);
  EXPECT_EQ(FactsLine(FactsSince(now, now)), "");
}

TEST(Facts, OfTheFirstNoiseAreKept) {
  Trouble sum = Read(R"({"facts":{"noise":{"lines":1,"first":"a"}}})");
  AddFacts(Read(R"({"facts":{"noise":{"lines":1,"first":"b"}}})"), sum);
  EXPECT_EQ(sum.noise, "a");
  EXPECT_EQ(sum.noisy_lines, 2);
}

TEST(Facts, OfACompleteRunAreStrayDeathsWhereNoCaseRepeatedThem) {
  Trouble trouble = Read(kEach);
  CloseDeaths(trouble);
  EXPECT_EQ(trouble.stray_deaths.at("SIGBUS"), 1);
  EXPECT_TRUE(trouble.open_deaths.empty());
}

TEST(Facts, DoNotOverflow) {
  const std::string line =
      R"({"facts":{"stray_deaths":{"x":9223372036854775807}}})";
  Trouble sum = Read(line);
  AddFacts(Read(line), sum);
  EXPECT_EQ(sum.stray_deaths.at("x"), std::numeric_limits<int64_t>::max());
}

TEST(Facts, ThatAnEarlierProgramDoesNotTellStayUntold) {
  const std::string line = R"({"facts":{"untold":true}})";
  Trouble sum;
  AddFacts(Read(line), sum);
  AddFacts(Trouble(), sum);
  EXPECT_EQ(FactsLine(sum), line);
  EXPECT_THROW(Read(R"({"facts":{"untold":false}})"), BadInput);
}

TEST(Facts, OfOtherWordsAreRefused) {
  for (const char* line :
       {R"({"facts":{"deaths":1}})", R"({"facts":{"noise":{"lines":1}}})",
        R"({"facts":{"stray_deaths":{"SIGSEGV":0}}})"}) {
    EXPECT_THROW(Read(line), BadInput) << line;
  }
}

}  // namespace facts_test
}  // namespace viewproof
