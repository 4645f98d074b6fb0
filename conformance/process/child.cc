#include "conformance/process/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/process/executor.h"
#include "conformance/process/memory.h"

extern char** environ;

namespace viewproof {
namespace {

constexpr int kPipeBytes = 1 << 20;  // Asked for; a smaller pipe also works.
constexpr std::chrono::milliseconds kReapPause(1);
constexpr std::chrono::seconds kReapLimit(5);
constexpr std::chrono::milliseconds kLookAtMemory(100);

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

// Fills what malloc gives and free takes with a byte that is no zero, so that a
// view which outlives its storage shows.
constexpr const char* kFill[] = {"MALLOC_PERTURB_", "165"};

// Our environment with `env` added, as NAME=VALUE.
std::vector<std::string> Environment(std::map<std::string, std::string> env) {
  env.emplace(kFill[0], kFill[1]);
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

// Does what dup2 does, also if both are one: it stays open.
bool Onto(int from, int to) {
  return from == to ? fcntl(from, F_SETFD, 0) == 0 : dup2(from, to) >= 0;
}

// Holds what the new process does before it becomes the adapter. It may call
// only what is safe after a fork: nothing here allocates.
struct Exec {
  const char* program;
  char* const* arguments;
  char* const* environment;
  const char* directory;  // Or null.
  int input, output, error;
  int failure;  // Gets errno if the adapter does not start.
  pid_t parent;

  [[noreturn]] void operator()() const {
    setpgid(0, 0);
    // The signal comes when the thread that forked ends; if it has ended
    // already, nobody would send it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    if (Onto(input, STDIN_FILENO) && Onto(output, STDOUT_FILENO) &&
        Onto(error, STDERR_FILENO) &&
        (directory == nullptr || chdir(directory) == 0)) {
      execvpe(program, arguments, environment);
    }
    const int reason = errno;
    [[maybe_unused]] const ssize_t told =
        write(failure, &reason, sizeof(reason));
    _exit(127);
  }
};

// The processes that we started and have not reaped.
std::set<pid_t>& Adapters() {
  static std::set<pid_t> ids;
  return ids;
}

// Ends what adapters have left over. Processes that left their group come to
// us, since we are a subreaper, when their parent has ended.
void EndOrphans() {
  for (bool found = true; found;) {
    found = false;
    for (const auto& [id, process] : Descendants()) {
      if (process.parent != getpid() || Adapters().contains(id)) continue;
      kill(id, SIGKILL);
      found |= waitpid(id, nullptr, 0) == id;
    }
  }
}

// The Debian packages of programs that adapters are started by.
constexpr std::pair<std::string_view, std::string_view> kPackages[] = {
    {"node", "nodejs"}, {"python3", "python3"}};

// Returns why the command does not start, by errno, and what to do.
std::string NotStarted(const std::vector<std::string>& words, int reason) {
  std::string text = fmt::format("cannot start {}: {}", fmt::join(words, " "),
                                 strerror(reason));
  if (reason != ENOENT) return text;
  for (const auto& [program, package] : kPackages) {
    if (words[0] != program) continue;
    text +=
        fmt::format("; install {}:\n    apt-get install {}", program, package);
  }
  return text;
}

pid_t Start(const AdapterCommand& command, const Pipe& in, const Pipe& out,
            const Pipe& err) {
  if (command.command.empty()) throw Infrastructure("no command to start");
  std::vector<std::string> arguments = command.command;
  std::vector<std::string> environment = Environment(command.env);
  const std::vector<char*> argument_list = Pointers(arguments);
  const std::vector<char*> environment_list = Pointers(environment);
  Pipe failure = MakePipe();
  const Exec exec = {
      arguments[0].c_str(),
      argument_list.data(),
      environment_list.data(),
      command.directory.empty() ? nullptr : command.directory.c_str(),
      in.read.get(),
      out.write.get(),
      err.write.get(),
      failure.write.get(),
      getpid()};
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t id = fork();
  if (id == 0) exec();
  int reason = id < 0 ? errno : 0;
  failure.write.Close();
  if (id > 0 &&
      read(failure.read.get(), &reason, sizeof(reason)) == sizeof(reason)) {
    waitpid(id, nullptr, 0);
  }
  if (reason != 0) {
    throw Infrastructure(NotStarted(arguments, reason));
  }
  Adapters().insert(id);
  return id;
}

}  // namespace

void Descriptor::Close() {
  if (number_ >= 0) close(std::exchange(number_, -1));
}

std::string Word(const Death& death) {
  if (!death.memory.empty()) return "memory";
  if (death.signal == 0) return fmt::format("exit {}", death.status);
  const char* name = sigabbrev_np(death.signal);
  return name == nullptr ? fmt::format("signal {}", death.signal)
                         : fmt::format("SIG{}", name);
}

std::string Text(const Death& death) {
  if (!death.memory.empty()) return "memory: " + death.memory;
  if (death.signal == 0) return fmt::format("exit {}", death.status);
  return fmt::format("signal {} ({})", death.signal, Word(death));
}

Child::Child(const AdapterCommand& command)
    : memory_mib_(command.memory_mib > 0 ? command.memory_mib : HalfOfMemory()),
      look_at_(Clock::now() + kLookAtMemory) {
  Pipe in = MakePipe();
  Pipe out = MakePipe();
  Pipe err = MakePipe();
  id_ = Start(command, in, out, err);
  input = std::move(in.write);
  output = std::move(out.read);
  error = std::move(err.read);
  for (const Descriptor* ours : {&input, &output, &error}) NeverBlock(*ours);
}

Child::~Child() {
  kill(-id_, SIGKILL);
  const Clock::time_point limit = Clock::now() + kReapLimit;
  while (waitpid(id_, nullptr, WNOHANG) == 0 && Clock::now() < limit) {
    std::this_thread::sleep_for(kReapPause);
  }
  Adapters().erase(id_);
  EndOrphans();
}

void Child::Signal(int signal) {
  if (!death()) kill(id_, signal);
}

std::optional<Death> Child::death() {
  if (death_) return death_;
  siginfo_t info{};
  // WNOWAIT leaves a zombie, so no other process gets the id of its group.
  if (waitid(P_PID, id_, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid == 0) {
    LookAtMemory();
  } else {
    death_ = info.si_code == CLD_EXITED ? Death{.status = info.si_status}
                                        : Death{.signal = info.si_status};
  }
  return death_;
}

void Child::LookAtMemory() {
  const Clock::time_point now = Clock::now();
  if (now < look_at_) return;
  look_at_ = now + kLookAtMemory;
  const std::optional<int64_t> seen = MemoryBeyond(memory_mib_, id_);
  if (!seen) return;
  kill(-id_, SIGKILL);
  death_ = Death{.signal = SIGKILL,
                 .memory = fmt::format("{} MiB, beyond memory_mib = {}", *seen,
                                       memory_mib_)};
}

double Child::SecondsWaited() const {
  namespace fs = std::filesystem;
  int64_t longest = 0;
  std::error_code error;
  const fs::path tasks = "/proc/" + std::to_string(id_) + "/task";
  for (const auto& task : fs::directory_iterator(tasks, error)) {
    int64_t ran = 0;
    int64_t waited = 0;
    std::ifstream file(task.path() / "schedstat");
    if (file >> ran >> waited) longest = std::max(longest, waited);
  }
  return static_cast<double>(longest) / 1e9;
}

int64_t Child::Writes() const {
  std::ifstream file("/proc/" + std::to_string(id_) + "/io");
  std::string name;
  for (int64_t count = 0; file >> name >> count;) {
    if (name == "syscw:") return count;
  }
  return 0;
}

}  // namespace viewproof
