#ifndef VIEWPROOF_FUZZ_HUNT_CASES_H_
#define VIEWPROOF_FUZZ_HUNT_CASES_H_

#include <cstdint>

#include "conformance/case/case.h"
#include "conformance/judge/plan.h"

namespace viewproof {

// Cases by their numbers, each with what is expected of it.
class Cases {
 public:
  virtual ~Cases() = default;

  // Whether the case of that number is one of those that are asked for.
  virtual bool IsMeant(int64_t /*number*/) const { return true; }

  // Overwrites `vector` with case `number`: a function of the number alone.
  // False if there is none that the subject may be asked.
  virtual bool Draw(int64_t number, Vector& vector) = 0;

  // The drawn cases that the subject is not asked, by the reason.
  virtual const SkipCounts& skipped() const = 0;

  // Numbers are below this.
  virtual int64_t count() const { return INT64_MAX; }
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_CASES_H_
