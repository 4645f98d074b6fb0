#include "conformance/process/greeting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

namespace viewproof {
namespace greeting_test {

using Kind = Greeting::Kind;
using testing::HasSubstr;
using testing::StartsWith;

// Nothing that ends by itself is late; what does not is, however slow we are.
constexpr double kNever = 600;
constexpr double kSoon = 0.2;

Greeting Of(const std::string& script, ExpectedGreeting expected,
            double seconds) {
  AdapterCommand command;
  command.command = {"sh", "-c", script};
  return Greet({command}, expected, seconds).front();
}

void ExpectBroken(const std::string& script, ExpectedGreeting expected,
                  double seconds, const std::string& said) {
  const Greeting greeting = Of(script, expected, seconds);
  EXPECT_EQ(greeting.kind, Kind::kBroken) << script;
  EXPECT_THAT(greeting.text, StartsWith(said)) << script;
}

constexpr char kHelloLine[] =
    R"(echo '{"hello":{"protocol":1,"subject":{"name":"x","version":"2.1",)"
    R"("language":"sh"},"ops":["read"],"dtypes":["int8"],"facets":[]}}';)";

TEST(Greet, TakesTheVersionOfAHelloAndEndsItsProcess) {
  const Greeting greeting = Of("echo a banner; " + std::string(kHelloLine) +
                                   "while :; do sleep 1000; done",
                               ExpectedGreeting::kHello, kNever);
  EXPECT_EQ(greeting.text, "2.1");
  EXPECT_EQ(greeting.kind, Kind::kGood);
}

TEST(Greet, TakesTheFirstLineOfAProgramThatEndsWell) {
  const Greeting greeting =
      Of("echo; echo 3.1; echo more", ExpectedGreeting::kVersion, kNever);
  EXPECT_EQ(greeting.text, "3.1");
  EXPECT_EQ(greeting.kind, Kind::kGood);
}

TEST(Greet, TellsWhatIsAbsentFromWhatIsRefused) {
  AdapterCommand command;
  command.command = {"/no/such/program"};
  const Greeting absent =
      Greet({command}, ExpectedGreeting::kHello, kNever).front();
  EXPECT_EQ(absent.kind, Kind::kAbsent);
  EXPECT_THAT(absent.text, HasSubstr("/no/such/program"));
  const Greeting refused =
      Of("echo noise >&2; echo 'no x:\n    get x' >&2; exit 3",
         ExpectedGreeting::kHello, kNever);
  EXPECT_EQ(refused.kind, Kind::kRefused);
  EXPECT_EQ(refused.text, "no x:\n    get x");
}

TEST(Greet, SaysHowAnAdapterDied) {
  ExpectBroken("echo a; echo no table >&2; exit 1", ExpectedGreeting::kHello,
               kNever, "exit 1 before its hello: no table");
  ExpectBroken("exit 3", ExpectedGreeting::kHello, kNever,
               "exit 3 before its hello");
  ExpectBroken("kill -SEGV $$", ExpectedGreeting::kHello, kNever,
               "signal 11 (SIGSEGV) before its hello");
  ExpectBroken("echo '{}'", ExpectedGreeting::kHello, kNever, "hello: ");
}

TEST(Greet, KillsWhatTakesTooMuchMemory) {
  AdapterCommand command;
  command.command = {"sh", "-c",
                     "python3 -SEc 'x = b\"x\" * (150 << 20)\n"
                     "while True: pass'"};
  command.memory_mib = 100;
  for (const auto& [expected, end] :
       {std::pair(ExpectedGreeting::kHello,
                  "beyond memory_mib = 100 before its hello"),
        std::pair(ExpectedGreeting::kVersion, "beyond memory_mib = 100")}) {
    const Greeting greeting = Greet({command}, expected, kNever).front();
    EXPECT_EQ(greeting.kind, Kind::kBroken);
    EXPECT_THAT(greeting.text, StartsWith("memory: "));
    EXPECT_THAT(greeting.text, testing::EndsWith(end));
  }
}

TEST(Greet, SaysHowAProgramDied) {
  ExpectBroken("echo 3.1; kill -ABRT $$", ExpectedGreeting::kVersion, kNever,
               "signal 6 (SIGABRT)");
  ExpectBroken("echo 3.1; echo no home >&2; exit 3", ExpectedGreeting::kVersion,
               kNever, "exit 3: no home");
  ExpectBroken("exit 0", ExpectedGreeting::kVersion, kNever, "exit 0");
}

TEST(Greet, EndsWhateverAProgramDoes) {
  for (const char* script : {
           "exec sleep 1000",
           "trap '' TERM INT HUP; while :; do sleep 1000; done",
           "exec >&- 2>&- <&-; exec sleep 1000",
           "echo 3.1; exec sleep 1000",
           "sleep 1000 & setsid sleep 1000 & wait",
           "while :; do echo error; sleep 0.01; done >&2",
       }) {
    ExpectBroken(script, ExpectedGreeting::kVersion, kSoon, "no end for 0.2 s");
    ExpectBroken(script, ExpectedGreeting::kHello, kSoon, "no hello for 0.2 s");
  }
}

// The deadline is of the whole, not of the silence between two lines.
TEST(Greet, EndsWhatSaysALineNowAndThen) {
  constexpr char kScript[] = "while :; do echo line; sleep 0.01; done";
  ExpectBroken(kScript, ExpectedGreeting::kVersion, kSoon, "no end for 0.2 s");
  ExpectBroken(kScript, ExpectedGreeting::kHello, kSoon, "no hello for 0.2 s");
}

TEST(Greet, EndsWhatPrintsForever) {
  ExpectBroken("exec yes", ExpectedGreeting::kVersion, kNever,
               "over 4 MiB before its end");
  ExpectBroken("exec yes", ExpectedGreeting::kHello, kNever,
               "over 4 MiB before its hello");
  ExpectBroken("exec cat /dev/zero", ExpectedGreeting::kVersion, kNever,
               "over 4 MiB before its end");
}

TEST(Greet, TakesAHelloAfterLessNoiseThanALineMayHave) {
  const Greeting greeting =
      Of(std::string("yes | head -2000000; ") + kHelloLine,
         ExpectedGreeting::kHello, kNever);
  EXPECT_EQ(greeting.kind, Kind::kGood);
  EXPECT_EQ(greeting.text, "2.1");
}

// Its own end is waited for, and not that of who has its pipes, too.
TEST(Greet, DoesNotWaitForWhatAProgramLeavesOver) {
  std::string held = ::testing::TempDir() + "held";
  unlink(held.c_str());
  const Greeting greeting =
      Of("(trap '' TERM; exec setsid sleep 1000) & echo $! > " + held +
             "; echo 3.1",
         ExpectedGreeting::kVersion, kNever);
  EXPECT_EQ(greeting.text, "3.1");
  std::FILE* file = std::fopen(held.c_str(), "r");
  ASSERT_NE(file, nullptr);
  int left = 0;
  ASSERT_EQ(std::fscanf(file, "%d", &left), 1);
  std::fclose(file);
  EXPECT_EQ(kill(left, 0), -1) << "it still runs";
}

TEST(Greet, StartsAllAtOnce) {
  // Each waits for the other one.
  const std::string folder = ::testing::TempDir();
  std::vector<AdapterCommand> commands(2);
  for (int k = 0; k < 2; ++k) {
    const std::string own = folder + "/greet" + std::to_string(k);
    const std::string other = folder + "/greet" + std::to_string(1 - k);
    unlink(own.c_str());
    commands[k].command = {"sh", "-c",
                           "touch " + own + "; until [ -e " + other +
                               " ]; do sleep 0.01; done; echo " +
                               std::to_string(k)};
  }
  const auto greetings = Greet(commands, ExpectedGreeting::kVersion, kNever);
  ASSERT_EQ(greetings.size(), 2u);
  EXPECT_EQ(greetings[0].text, "0");
  EXPECT_EQ(greetings[1].text, "1");
}

}  // namespace greeting_test
}  // namespace viewproof
