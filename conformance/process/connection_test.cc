#include "conformance/process/connection.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "conformance/case/line_buffer.h"
#include "conformance/process/deadline.h"

namespace viewproof {
namespace connection_test {

// No test waits so long: what a program says ends the wait.
constexpr double kNever = 600;

// Says the most that one read adds: the system's pipes have at most so much.
constexpr std::size_t kPipe = std::size_t{1} << 20;

AdapterCommand Shell(const std::string& script) {
  AdapterCommand command;
  command.command = {"sh", "-c", script};
  return command;
}

constexpr const char* kFloods[] = {"exec cat /dev/zero", "exec yes"};

TEST(Connection, HoldsNoMoreThanALineThoughNobodyTakesIt) {
  for (const char* flood : kFloods) {
    Connection connection(Shell(flood));
    for (int k = 0; k < 1000; ++k) {
      std::vector<pollfd> polled;
      connection.AddTo(polled);
      poll(polled.data(), polled.size(), connection.IsFull() ? 0 : 1000);
      connection.Handle(std::span<const pollfd, Connection::kPolled>(polled));
    }
    EXPECT_TRUE(connection.IsFull()) << flood;
    EXPECT_LE(connection.rest().size(), kMaxLine + kPipe) << flood;
  }
}

TEST(Connection, WaitsForNoEndOfWhatFloods) {
  for (const char* flood : kFloods) {
    Connection connection(Shell(flood));
    EXPECT_FALSE(LetEnd(connection, kNever)) << flood;
    EXPECT_LE(connection.rest().size(), kMaxLine + kPipe) << flood;
  }
}

TEST(Connection, ReadsOnWhenLinesAreTaken) {
  constexpr int kLines = 3 << 20;  // Each has two bytes; it holds fewer.
  Connection connection(Shell("yes | head -" + std::to_string(kLines)));
  int lines = 0;
  for (bool ended = false; !ended;) {
    LetEnd(connection, kNever);
    while (const auto event = connection.Next()) {
      ended = *event != Connection::Event::kLine;
      if (ended) break;
      ++lines;
    }
  }
  EXPECT_EQ(lines, kLines);
}

}  // namespace connection_test
}  // namespace viewproof
