#ifndef VIEWPROOF_FUZZ_HUNT_WHOLE_CHAINS_H_
#define VIEWPROOF_FUZZ_HUNT_WHOLE_CHAINS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/plan.h"
#include "fuzz/hunt/expectation.h"

namespace viewproof {

// Cases by their numbers, each with what is expected of it.
class Cases {
 public:
  virtual ~Cases() = default;

  // Returns whether the case of that number is one of those that are asked for.
  virtual bool IsMeant(int64_t /*number*/) const { return true; }

  // Called before cases of [from, to) are drawn.
  virtual void Prepare(int64_t /*from*/, int64_t /*to*/) {}

  // Smaller cases that may fail as this one does, the smallest first, each with
  // what is expected; none: the case is one that edits can shrink.
  virtual std::vector<Vector> Smaller(int64_t /*number*/) { return {}; }

  // Overwrites `vector` with case `number`: a function of the number alone. Its
  // id may be anything. False if there is none that the subject may be asked.
  virtual bool Draw(int64_t number, Vector& vector) = 0;

  // So many numbers in a row are drawn faster than fewer, by ForEach().
  virtual int64_t stretch() const { return 4096; }

  // Calls visit() with the numbers of [from, to) that are meant, in the order
  // in which they are drawn fastest.
  virtual void ForEach(int64_t from, int64_t to,
                       const std::function<void(int64_t)>& visit) {
    for (int64_t number = from; number < to; ++number) {
      if (IsMeant(number)) visit(number);
    }
  }

  // Returns what its id says after the op: it ends in "-NUMBER".
  virtual std::string NameOf(int64_t number) const = 0;

  // The drawn cases that the subject is not asked, by the reason.
  virtual const SkipCounts& skipped() const = 0;

  // Numbers are below this.
  virtual int64_t count() const { return INT64_MAX; }
};

// Chains of every op (CaseOf in gen.h), for subjects that answer all that is
// asked: nothing is left out, and nothing is cut that SPEC.md leaves open.
class WholeChains : public Cases {
 public:
  // `hello` is kept. Requires: the subject is no library.
  WholeChains(const Hello& hello, SubjectRole role, uint64_t seed)
      : expectation_(hello, role), seed_(seed) {}

  bool Draw(int64_t number, Vector& vector) override;
  std::string NameOf(int64_t number) const override;
  const SkipCounts& skipped() const override { return skipped_; }

 private:
  Expectation expectation_;
  const uint64_t seed_;
  const SkipCounts skipped_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_WHOLE_CHAINS_H_
