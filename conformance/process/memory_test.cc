#include "conformance/process/memory.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace viewproof {
namespace {

void Say(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(
      std::filesystem::path(path).parent_path());
  std::ofstream(path) << text;
}

TEST(HalfOfMemory, IsThatOfTheMachineOrOfTheLeastOfItsControlGroups) {
  const std::string root = testing::TempDir() + "half";
  std::filesystem::remove_all(root);
  const int64_t machine = HalfOfMemory(root);
  EXPECT_GT(machine, 100);
  EXPECT_LE(HalfOfMemory(), machine);

  const std::string groups = root + "/sys/fs/cgroup";
  Say(root + "/proc/self/cgroup", "3:cpu,memory_not:/x\n0::/a/b\n");
  Say(groups + "/a/b/memory.max", "max\n");
  EXPECT_EQ(HalfOfMemory(root), machine);
  Say(groups + "/a/memory.max", "104857600\n");
  EXPECT_EQ(HalfOfMemory(root), 50);
  Say(groups + "/a/b/memory.max", "83886080\n");
  EXPECT_EQ(HalfOfMemory(root), 40);
  // A container sees this as its root.
  Say(groups + "/memory.max", "62914560\n");
  EXPECT_EQ(HalfOfMemory(root), 30);

  Say(root + "/proc/self/cgroup", "4:memory:/c\n0::/\n");
  Say(groups + "/memory/c/memory.limit_in_bytes", "41943040\n");
  EXPECT_EQ(HalfOfMemory(root), 20);
  Say(groups + "/memory/c/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(HalfOfMemory(root), 30);
  Say(groups + "/memory.max", "0\n");
  EXPECT_EQ(HalfOfMemory(root), 1);
}

// A process in a group of its own that does something and waits; it is killed
// in the end, with its group and with what is made of this class in it.
class Forked {
 public:
  explicit Forked(const std::function<void()>& act) {
    std::array<int, 2> ready;
    EXPECT_EQ(pipe(ready.data()), 0);
    id_ = fork();
    if (id_ == 0) {
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      act();
      EXPECT_EQ(write(ready[1], "x", 1), 1);
      while (true) pause();
    }
    char byte = 0;
    EXPECT_EQ(read(ready[0], &byte, 1), 1);
    for (const int end : ready) close(end);
  }
  Forked(const Forked&) = delete;
  Forked& operator=(const Forked&) = delete;
  ~Forked() {
    kill(-id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }

  pid_t id() const { return id_; }

 private:
  pid_t id_ = 0;
};

// MiB that do not matter.
constexpr int64_t kSmall = 100;

std::vector<char>& Taken() {
  static std::vector<char> taken;
  return taken;
}

void Take(int64_t mebibytes) { Taken().assign(mebibytes << 20, 'x'); }

// An earlier look is remembered for less than 60 ms; to wait for longer changes
// nothing.
std::optional<int64_t> Beyond(int64_t most, const Forked& process) {
  ::poll(nullptr, 0, 60);
  return MemoryBeyond(most, process.id());
}

// Returns MiB that a process has which takes nothing: half of what it has in
// common with its parent.
int64_t OfIdle() {
  const Forked process([] {});
  return Beyond(0, process).value_or(0);
}

TEST(MemoryBeyond, AddsUpWhatDescendsFromAGroup) {
  const int64_t idle = OfIdle();
  const Forked process([] {
    static const Forked child([] {
      static const Forked grandchild([] { Take(100); });
      Take(100);
    });
    Take(100);
  });
  EXPECT_EQ(Beyond(1000 + 4 * idle, process), std::nullopt);
  const std::optional<int64_t> seen = Beyond(299, process);
  ASSERT_TRUE(seen);
  EXPECT_LT(*seen, 300 + 2 * idle + kSmall);
  EXPECT_EQ(Beyond(*seen + kSmall, process), std::nullopt);
  const Forked other([] {});
  EXPECT_EQ(Beyond(idle + kSmall, other), std::nullopt);
}

TEST(MemoryBeyond, CountsWhatSeveralProcessesShareOnce) {
  if (!std::ifstream("/proc/self/smaps_rollup")) {
    GTEST_SKIP() << "this kernel does not say what processes share";
  }
  const int64_t idle = OfIdle();
  const Forked process([] {
    Take(200);
    for (int k = 0; k < 4; ++k) {
      if (fork() == 0) {
        while (true) pause();
      }
    }
  });
  EXPECT_EQ(Beyond(200 + 2 * idle + kSmall, process), std::nullopt);
  EXPECT_NE(Beyond(199, process), std::nullopt);
}

TEST(Descendants, AreWhatThisProcessStartedAndNothingElse) {
  const Forked first([] {});
  EXPECT_EQ(Descendants().at(first.id()).parent, getpid());
  // Others are known now, and are not looked at again.
  const Forked second([] {});
  const auto found = Descendants();
  EXPECT_EQ(found.at(first.id()).group, first.id());
  EXPECT_GT(found.at(second.id()).pages, 0);
  EXPECT_FALSE(found.contains(getpid()));
  EXPECT_FALSE(found.contains(getppid()));
  EXPECT_FALSE(found.contains(1));
}

}  // namespace
}  // namespace viewproof
