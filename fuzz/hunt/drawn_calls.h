#ifndef VIEWPROOF_FUZZ_HUNT_DRAWN_CALLS_H_
#define VIEWPROOF_FUZZ_HUNT_DRAWN_CALLS_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/calls/calls.h"
#include "conformance/gen/chooser.h"
#include "conformance/process/executor.h"
#include "fuzz/hunt/whole_chains.h"

namespace viewproof {

// Calls of the kernels that a library declares: sizes are drawn, and a chain of
// one to four views for each operand and target. What is expected is what the
// library answers on plain tensors.
class DrawnCalls : public Cases {
 public:
  // All but `ops` is kept. `ops`: these are called; empty: all. Throws BadInput
  // if there is none.
  DrawnCalls(const Hello& hello, uint64_t seed,
             const std::vector<std::string>& ops, Executor& executor,
             const std::atomic<bool>& stop);

  void Prepare(int64_t from, int64_t to) override;
  bool Draw(int64_t number, Vector& vector) override;
  std::string NameOf(int64_t number) const override;
  const SkipCounts& skipped() const override { return skipped_; }
  std::vector<Vector> Smaller(int64_t number) override;

 private:
  using Question = KernelCalls::Question;

  Question DrawnAt(int64_t number, Chooser& choose) const;
  void DrawLayouts(std::size_t from, Chooser& choose, Question& question) const;

  KernelCalls calls_;
  const uint64_t seed_;
  std::vector<std::pair<std::size_t, CallForm>>
      forms_;  // Each kernel has some.
  Executor& executor_;
  const std::atomic<bool>& stop_;
  std::map<int64_t, Question> drawn_;
  const SkipCounts skipped_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_DRAWN_CALLS_H_
