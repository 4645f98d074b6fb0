#include "conformance/golden_file/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <set>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace file_test {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::set<std::string> NamesIn(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

// Returns what writing to `path` is refused with; empty if it is not.
std::string Refusal(const std::string& path) {
  try {
    WriteFile(path, "new");
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(WriteFile, ReplacesAFileAndKeepsItsMode) {
  const std::string path = MakeFolder() + "/some";
  WriteFile(path, "old");
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  WriteFile(path, "new");
  EXPECT_EQ(ReadFile(path), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
}

TEST(WriteFile, WritesWhereALinkLeads) {
  const std::string folder = MakeFolder();
  fs::create_directory(folder + "/far");
  WriteFile(folder + "/far/target", "old");
  fs::create_symlink("far/target", folder + "/second");
  fs::create_symlink(folder + "/second", folder + "/first");
  WriteFile(folder + "/first", "new");
  EXPECT_EQ(ReadFile(folder + "/far/target"), "new");
  EXPECT_TRUE(fs::is_symlink(folder + "/first"));
  EXPECT_TRUE(fs::is_symlink(folder + "/second"));
}

TEST(WriteFile, MakesTheFileThatALinkLeadsTo) {
  const std::string folder = MakeFolder();
  fs::create_symlink("target", folder + "/link");
  WriteFile(folder + "/link", "new");
  EXPECT_TRUE(fs::is_symlink(folder + "/link"));
  EXPECT_EQ(ReadFile(folder + "/target"), "new");
}

TEST(WriteFile, RefusesLinksInACircle) {
  const std::string folder = MakeFolder();
  fs::create_symlink("two", folder + "/one");
  fs::create_symlink("one", folder + "/two");
  EXPECT_THAT(Refusal(folder + "/one"), HasSubstr("/one: cannot write: Too"));
  EXPECT_TRUE(fs::is_symlink(folder + "/one"));
}

TEST(WriteFile, RefusesAFolder) {
  const std::string folder = MakeFolder();
  EXPECT_EQ(Refusal(folder), folder + ": cannot write: Is a directory");
  EXPECT_TRUE(fs::is_directory(folder));
}

TEST(WriteFile, WritesToADeviceAndLeavesIt) {
  const std::string link = MakeFolder() + "/null";
  fs::create_symlink("/dev/null", link);
  WriteFile(link, "new");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(WriteFile, WritesToAPipeAndLeavesIt) {
  const std::string folder = MakeFolder();
  const std::string path = folder + "/pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  WriteFile(path, "new");
  std::array<char, 8> text;
  EXPECT_EQ(read(reader, text.data(), text.size()), 3);
  EXPECT_EQ(std::string(text.data(), 3), "new");
  close(reader);
  EXPECT_TRUE(fs::is_fifo(path));
  EXPECT_EQ(NamesIn(folder), std::set<std::string>{"pipe"});
}

TEST(WriteFile, WritesToWhatAProcessHasOpen) {
  const std::string path = MakeFolder() + "/out";
  const int out = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(write(out, "old ", 4), 4);
  WriteFile("/proc/self/fd/" + std::to_string(out), "new");
  close(out);
  EXPECT_EQ(ReadFile(path), "old new");
}

TEST(IsWrittenInPlace, HoldsForWhatIsNoRegularFile) {
  const std::string folder = MakeFolder();
  WriteFile(folder + "/some", "old");
  fs::create_symlink("/dev/null", folder + "/null");
  fs::create_symlink("some", folder + "/link");
  EXPECT_FALSE(IsWrittenInPlace(folder + "/some"));
  EXPECT_FALSE(IsWrittenInPlace(folder + "/link"));
  EXPECT_FALSE(IsWrittenInPlace(folder + "/none"));
  EXPECT_TRUE(IsWrittenInPlace("/dev/null"));
  EXPECT_TRUE(IsWrittenInPlace(folder + "/null"));
  EXPECT_TRUE(IsWrittenInPlace("/proc/self/fd/0"));
  EXPECT_THROW(IsWrittenInPlace(folder), BadInput);
}

TEST(NewFile, OfAKilledProgramLeavesNothing) {
  const std::string folder = MakeFolder();
  WriteFile(folder + "/some", "old");
  const pid_t child = fork();
  if (child == 0) {
    NewFile file(folder + "/some");
    file.Write(std::string(100000, 'x'));
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(NamesIn(folder), std::set<std::string>{"some"});
  EXPECT_EQ(ReadFile(folder + "/some"), "old");
}

TEST(WriteTogether, WritesAllInOrder) {
  const std::string folder = MakeFolder();
  WriteTogether(
      {{folder + "/a", "1"}, {folder + "/b", "2"}, {folder + "/a", "3"}});
  EXPECT_EQ(ReadFile(folder + "/a"), "3");
  EXPECT_EQ(ReadFile(folder + "/b"), "2");
  EXPECT_EQ(NamesIn(folder), (std::set<std::string>{"a", "b"}));
}

TEST(WriteTogether, WritesNoneIfOneDoesNotFit) {
  const std::string folder = MakeFolder();
  WriteFile(folder + "/a", "old");
  WriteFile(folder + "/b", "old");
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {1000, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(WriteTogether({{folder + "/a", "new"},
                              {folder + "/b", std::string(2000, 'x')}}),
               BadInput);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(ReadFile(folder + "/a"), "old");
  EXPECT_EQ(ReadFile(folder + "/b"), "old");
  EXPECT_EQ(NamesIn(folder), (std::set<std::string>{"a", "b"}));
}

// Returns what holding `path` is refused with; empty if it is not.
std::string RefusalToHold(const std::string& path) {
  try {
    const FileLock lock(path);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(FileLock, HasOneHolder) {
  const std::string folder = MakeFolder();
  const std::string path = folder + "/some";
  WriteFile(path, "old");
  fs::create_symlink("some", folder + "/link");
  {
    const FileLock lock(path);
    EXPECT_EQ(RefusalToHold(path), "another viewproof is writing " + path);
    EXPECT_THAT(RefusalToHold(folder + "/link"), HasSubstr("another"));
    EXPECT_EQ(RefusalToHold(folder), "");
  }
  EXPECT_EQ(RefusalToHold(path), "");
}

TEST(FileLock, StaysWithTheFileThatReplacesIt) {
  const std::string path = MakeFolder() + "/some";
  WriteFile(path, "old");
  const FileLock lock(path);
  WriteTogether({{path, "first"}, {path, "second"}});
  EXPECT_EQ(ReadFile(path), "second");
  EXPECT_EQ(RefusalToHold(path), "another viewproof is writing " + path);
}

TEST(FileLock, MakesAFileAndRemovesItIfNothingIsWritten) {
  const std::string folder = MakeFolder();
  for (const bool written : {false, true}) {
    const FileLock lock(folder + "/new");
    EXPECT_TRUE(fs::is_empty(folder + "/new"));
    if (written) WriteFile(folder + "/new", "new");
  }
  EXPECT_EQ(ReadFile(folder + "/new"), "new");
  {
    WriteFile(folder + "/theirs", "");
    const FileLock lock(folder + "/theirs");
  }
  EXPECT_EQ(NamesIn(folder), (std::set<std::string>{"new", "theirs"}));
}

TEST(FileLock, ClosesNothingThatItDidNotOpen) {
  {
    const FileLock in_place("/dev/null");
    const FileLock lock(MakeFolder() + "/new");
  }
  EXPECT_NE(fcntl(STDIN_FILENO, F_GETFD), -1);
}

TEST(FileLock, EndsWithAProgramThatIsKilled) {
  const std::string path = MakeFolder() + "/some";
  WriteFile(path, "old");
  std::array<int, 2> ready;
  ASSERT_EQ(pipe(ready.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const FileLock lock(path);
    [[maybe_unused]] const ssize_t told = write(ready[1], "x", 1);
    pause();
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_THAT(RefusalToHold(path), HasSubstr("another"));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(RefusalToHold(path), "");
}

}  // namespace file_test
}  // namespace viewproof
