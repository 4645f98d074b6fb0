// Finds what a death may be of, and at which step.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "conformance/process/worker.h"

namespace viewproof {
namespace {

constexpr int kMaxPrefixes = 4;

}  // namespace

void Worker::Open(const Fault& fault) {
  OpenDeath open{fault.word, {}};
  for (const Case* test : suspects_)
    open.cases.push_back(
        fmt::format("{} {}", test->id, Name(test->base.dtype)));
  opened_.push_back(open);
  starter_.trouble.open_deaths.insert(std::move(open));
}

void Worker::CloseOpened() {
  for (const OpenDeath& open : std::exchange(opened_, {})) {
    starter_.trouble.open_deaths.erase(open);
  }
}

void Worker::TellCleared(const Executor::Done& done) {
  for (auto& [test, execution] : std::exchange(cleared_, {})) {
    done(*test, std::move(execution));
  }
}

void Worker::StartProbe(const Case& test, Execution verdict,
                        int prefixes_of_hang, const Executor::Done& done) {
  probe_.emplace(Probe());
  probe_->test = &test;
  probe_->verdict = std::move(verdict);
  probe_->prefix = test;
  probe_->dies = test.chain.size();
  probe_->left = kMaxPrefixes;
  if (probe_->verdict.kind == Execution::Kind::kTimeout) {
    // A hang costs a deadline each time: one prefix, without the last step.
    probe_->left = prefixes_of_hang;
    if (probe_->dies > 2) probe_->lives = probe_->dies - 2;
  }
  TakeProbe(true, {}, done);
}

void Worker::TakeProbe(bool dead, Reply reply, const Executor::Done& done) {
  Probe& probe = *probe_;
  (dead ? probe.dies : probe.lives) = probe.prefix.chain.size();
  if (!dead) probe.verdict.reply = std::move(reply);
  if (probe.dies > probe.lives + 1 && probe.left-- > 0) {
    const std::size_t middle = (probe.lives + probe.dies) / 2;
    const auto begin = probe.test->chain.begin();
    probe.prefix.chain.assign(begin, begin + middle);
    return;  // Feed sends it.
  }
  const bool unknown =
      probe.verdict.kind == Execution::Kind::kTimeout && dead && probe.dies > 1;
  probe.verdict.step = unknown ? 0 : static_cast<int64_t>(probe.dies);
  const Probe ended = *std::exchange(probe_, std::nullopt);
  done(*ended.test, ended.verdict);
}

}  // namespace viewproof
