#ifndef VIEWPROOF_FUZZ_COMPARISON_H_
#define VIEWPROOF_FUZZ_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"
#include "conformance/gen/gen.h"
#include "conformance/judge/difference.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/coverage.h"
#include "conformance/laws/explained.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Which cases are compared, and of whom.
struct ComparisonOptions {
  uint64_t seed = 1;
  GenOptions cases;
  bool oracle = true;  // Asks libtorch too.
  std::string mutant;  // "OP:NAME": stands in for the model.
};

// A difference that is not explained, and the first case that has it.
struct Unexplained {
  int64_t times = 0;
  int64_t number = 0;
  std::size_t pair = 0;  // Or kThrown.
  std::string op;
  DifferenceKind kind = DifferenceKind::kCount;
  bool operator==(const Unexplained&) const = default;
};

inline constexpr std::size_t kThrown = SIZE_MAX;  // In place of a pair.

// What a comparison has seen.
struct Compared {
  // Adds what was seen of other cases.
  void Add(const Compared& other);
  void Add(const std::string& what, const Unexplained& difference);

  Coverage coverage;
  std::map<std::string, Unexplained> differences;  // By pair, op and kind.
  int64_t explained = 0;
  int64_t unexplained = 0;
};

// Asks reference, model and libtorch about cases, and compares them; one of
// these per thread.
class Comparison {
 public:
  // `options` are kept. Throws std::invalid_argument of a mutant that is none.
  explicit Comparison(const ComparisonOptions& options);

  // Compares cases [from, to).
  void Run(int64_t from, int64_t to);

  const Compared& seen() const { return seen_; }

  // Cases in which one of a pair abstained, by pair.
  std::map<std::string, int64_t> Abstained() const;

  // The smallest case that has the same difference, for people.
  std::string Example(const Unexplained& difference);

 private:
  struct Witness {
    std::string Name() const { return subject->hello().name; }

    std::unique_ptr<Subject> subject;
    std::vector<Reply> replies;  // To the cases asked last.
  };

  struct Pair {
    std::string name;
    Witness& first;
    Witness& second;
    WitnessPair witnesses;
  };

  void Add(Witness& first, Witness& second);
  Case CaseNumber(int64_t number) const;
  // Compares cases [from, to), of which each witness is asked all at once.
  void RunInARow(int64_t from, int64_t to);
  // Asks each once. A case with a step at which libtorch is known to differ is
  // not for libtorch.
  void Ask(std::vector<Case> tests);
  // How a pair differs on the k-th case asked last, but for explained ways.
  std::vector<Difference> Differences(std::size_t pair, std::size_t k);
  // Counts case `number`, which was asked last as the k-th.
  void Count(int64_t number, std::size_t k);
  // No witness may throw: all answer.
  void CountThrown(int64_t number, const std::exception& e);

  const ComparisonOptions& options_;
  Witness reference_;
  Witness model_;
  Witness libtorch_;
  std::vector<Pair> pairs_;
  std::vector<Case> tests_;  // Asked last.
  std::vector<Cut> cuts_;    // Of each.
  Compared seen_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_COMPARISON_H_
