#ifndef VIEWPROOF_CONFORMANCE_RUN_SOURCE_H_
#define VIEWPROOF_CONFORMANCE_RUN_SOURCE_H_

#include <cstdint>

#include "conformance/case/case.h"

namespace viewproof {

// Gives cases to run, with what is expected of them, one after the other.
class Source {
 public:
  virtual ~Source() = default;

  // Overwrites `vector`, and sets `fits` to whether its dtype can hold it.
  // False at the end. Throws BadInput.
  virtual bool Next(Vector& vector, bool& fits) = 0;

  // The number of the case that Next gave last.
  virtual int64_t number() const = 0;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_SOURCE_H_
