#ifndef VIEWPROOF_FUZZ_HUNT_CASES_H_
#define VIEWPROOF_FUZZ_HUNT_CASES_H_

#include <cstdint>
#include <functional>
#include <string>

#include "conformance/case/case.h"
#include "conformance/judge/plan.h"

namespace viewproof {

// Cases by their numbers, each with what is expected of it.
class Cases {
 public:
  virtual ~Cases() = default;

  // Whether the case of that number is one of those that are asked for.
  virtual bool IsMeant(int64_t /*number*/) const { return true; }

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

  // What its id says after the op: it ends in "-NUMBER".
  virtual std::string NameOf(int64_t number) const = 0;

  // The drawn cases that the subject is not asked, by the reason.
  virtual const SkipCounts& skipped() const = 0;

  // Numbers are below this.
  virtual int64_t count() const { return INT64_MAX; }
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_CASES_H_
