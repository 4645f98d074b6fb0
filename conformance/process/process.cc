#include "conformance/process/process.h"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/process/starter.h"
#include "conformance/process/worker.h"

namespace viewproof {
namespace {

// Says how often we look for what no descriptor shows: deadlines, a process
// that died while another keeps its pipes open, and the word to stop.
constexpr int kLook = 20;  // Milliseconds.
constexpr double kByeSeconds = 1;

// Says how long replies gather before they are read. To be woken for each costs
// more than to take it, the adapter too; one that has another batch to go on
// with does not wait for us.
class Pace {
 public:
  void Wait() const { std::this_thread::sleep_for(nap_); }

  // After a wait, a worker took so many replies of a batch of this size:
  // between an eighth and a half is right.
  void Note(std::size_t taken, std::size_t batch) {
    if (2 * taken > batch) {
      nap_ /= 2;
    } else if (8 * taken < batch) {
      nap_ = std::min(2 * nap_ + kFirst, kLongest);
    }
  }

 private:
  using Time = std::chrono::microseconds;
  static constexpr Time kFirst{20};
  static constexpr Time kLongest{1000};

  Time nap_{0};
};

class ProcessExecutor : public Executor {
 public:
  explicit ProcessExecutor(AdapterCommand command)
      : starter_(std::move(command)) {
    for (int64_t k = 0; k < starter_.command().jobs; ++k) {
      workers_.push_back(std::make_unique<Worker>(starter_));
    }
    Worker& first = *workers_.front();
    first.Start();
    while (!first.greeted() && !IsStopped()) PollAll({});
    if (!first.greeted()) throw Infrastructure("stopped before its hello");
  }

  ~ProcessExecutor() override { ProcessExecutor::End(); }

  void End() override {
    const double seconds = IsStopped() ? 0 : kByeSeconds;
    if (seconds > 0) {
      for (const auto& worker : workers_) worker->SayBye();
    }
    for (const auto& worker : workers_) worker->End(seconds);
  }

  const Hello& hello() const override { return starter_.hello(); }
  const Trouble& trouble() const override { return starter_.trouble; }

  void Run(const Next& next, const Done& done, const Manner& manner) override {
    for (const auto& worker : workers_) worker->Begin(manner);
    const std::size_t used = manner.fresh ? 1 : workers_.size();
    bool ended = false;
    const Next rest = [&]() -> const Case* {
      const Case* test = ended ? nullptr : next();
      ended = test == nullptr;
      return test;
    };
    while (true) {
      if (IsStopped()) {
        for (const auto& worker : workers_) worker->End();
        return;
      }
      bool busy = false;
      for (std::size_t k = 0; k < used; ++k) busy |= workers_[k]->Feed(rest);
      if (!busy) return;
      if (manner.tick) manner.tick();
      PollAll(done);
    }
  }

 private:
  bool IsStopped() const {
    return starter_.command().stop != nullptr && *starter_.command().stop;
  }

  void PollAll(const Done& done) {
    polled_.clear();
    for (const auto& worker : workers_) {
      if (worker->has_process()) worker->AddTo(polled_);
    }
    const bool gathers = IsAhead();
    if (gathers) pace_.Wait();
    poll(polled_.data(), polled_.size(), kLook);
    std::size_t at = 0;
    std::size_t taken = 0;
    for (const auto& worker : workers_) {
      if (!worker->has_process()) continue;
      const std::span<const pollfd> all(polled_);
      const int64_t before = worker->answers();
      worker->Handle(all.subspan(at).first<Connection::kPolled>(), done);
      taken = std::max<std::size_t>(taken, worker->answers() - before);
      at += Connection::kPolled;
    }
    if (gathers) pace_.Note(taken, starter_.hello().batch);
  }

  // Returns whether each process has another batch after the one that it
  // answers.
  bool IsAhead() const {
    return std::ranges::all_of(workers_, [](const auto& worker) {
      return !worker->has_process() || worker->IsAhead();
    });
  }

  Starter starter_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<pollfd> polled_;
  Pace pace_;
};

}  // namespace

std::unique_ptr<Executor> Spawn(AdapterCommand command) {
  signal(SIGPIPE, SIG_IGN);
  return std::make_unique<ProcessExecutor>(std::move(command));
}

}  // namespace viewproof
