#ifndef VIEWPROOF_CONFORMANCE_CASE_DROPPED_H_
#define VIEWPROOF_CONFORMANCE_CASE_DROPPED_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "conformance/case/case.h"

namespace viewproof {

// The tensors that the steps of a chain have dropped, read one after another.
class DroppedTensors {
 public:
  // Notes what the next step drops. Returns what is wrong with it, as field and
  // fault, if it names a dropped tensor or drops without `on`; else nothing.
  std::string See(const Step& step);

 private:
  std::map<std::pair<int64_t, int64_t>, int64_t> steps_;  // By what they drop.
  int64_t number_ = 0;                                    // Of the last step.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_DROPPED_H_
