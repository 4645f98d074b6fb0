#include "conformance/process/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <map>
#include <string_view>
#include <thread>
#include <vector>

#include "conformance/process/executor.h"

extern char** environ;

namespace viewproof {
namespace {

using std::chrono::steady_clock;

constexpr int kPipeBytes = 1 << 20;  // Asked for; a smaller pipe also works.
constexpr std::chrono::milliseconds kReapPause(1);
constexpr std::chrono::seconds kReapLimit(5);

struct Pipe {
  Descriptor read, write;
};

Pipe MakePipe() {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw Infrastructure(fmt::format("no pipe: {}", strerror(errno)));
  }
  fcntl(ends[0], F_SETPIPE_SZ, kPipeBytes);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void NeverBlock(const Descriptor& descriptor) {
  fcntl(descriptor.get(), F_SETFL,
        fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

// Our environment with `env` added, as NAME=VALUE.
std::vector<std::string> Environment(std::map<std::string, std::string> env) {
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    env.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  std::vector<std::string> list;
  for (const auto& [name, value] : env) {
    list.push_back(fmt::format("{}={}", name, value));
  }
  return list;
}

std::vector<char*> Pointers(std::vector<std::string>& list) {
  std::vector<char*> pointers;
  for (std::string& text : list) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// The attributes and file actions of posix_spawn.
class SpawnPlan {
 public:
  SpawnPlan() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
                                              POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  void Redirect(const Descriptor& from, int to) {
    posix_spawn_file_actions_adddup2(&actions, from.get(), to);
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

pid_t Start(const AdapterCommand& command, SpawnPlan& plan) {
  if (command.command.empty()) throw Infrastructure("no command to start");
  if (!command.directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&plan.actions,
                                         command.directory.c_str());
  }
  std::vector<std::string> arguments = command.command;
  std::vector<std::string> environment = Environment(command.env);
  pid_t id = 0;
  const int error =
      posix_spawnp(&id, arguments[0].c_str(), &plan.actions, &plan.attributes,
                   Pointers(arguments).data(), Pointers(environment).data());
  if (error != 0) {
    throw Infrastructure(fmt::format(
        "cannot start {}: {}", fmt::join(arguments, " "), strerror(error)));
  }
  return id;
}

}  // namespace

void Descriptor::Close() {
  if (number_ >= 0) close(std::exchange(number_, -1));
}

std::string Text(const Death& death) {
  if (death.signal == 0) return fmt::format("exit {}", death.status);
  const char* name = sigabbrev_np(death.signal);
  if (name == nullptr) return fmt::format("signal {}", death.signal);
  return fmt::format("signal {} (SIG{})", death.signal, name);
}

Child::Child(const AdapterCommand& command) {
  Pipe in = MakePipe();
  Pipe out = MakePipe();
  Pipe err = MakePipe();
  SpawnPlan plan;
  plan.Redirect(in.read, STDIN_FILENO);
  plan.Redirect(out.write, STDOUT_FILENO);
  plan.Redirect(err.write, STDERR_FILENO);
  id_ = Start(command, plan);
  input = std::move(in.write);
  output = std::move(out.read);
  error = std::move(err.read);
  for (const Descriptor* ours : {&input, &output, &error}) NeverBlock(*ours);
}

Child::~Child() {
  kill(-id_, SIGKILL);
  const steady_clock::time_point limit = steady_clock::now() + kReapLimit;
  while (waitpid(id_, nullptr, WNOHANG) == 0 && steady_clock::now() < limit) {
    std::this_thread::sleep_for(kReapPause);
  }
}

std::optional<Death> Child::death() {
  if (death_) return death_;
  siginfo_t info{};
  // WNOWAIT leaves a zombie, so no other process gets the id of its group.
  if (waitid(P_PID, id_, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid == 0) {
    return std::nullopt;
  }
  death_ = info.si_code == CLD_EXITED ? Death{.status = info.si_status}
                                      : Death{.signal = info.si_status};
  return death_;
}

}  // namespace viewproof
