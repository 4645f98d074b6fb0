#ifndef VIEWPROOF_CONFORMANCE_RUN_JUDGE_H_
#define VIEWPROOF_CONFORMANCE_RUN_JUDGE_H_

#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/gate/without.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"

namespace viewproof {

// Overwrites `record` with that of a vector that passes.
void StartRecord(const Vector& vector, Record& record);

// Returns whether a reply says that the case needs what hello's left_out names:
// that is no fault, since a library may have no tensors of this rank.
bool IsLeftOut(const Reply& reply);

// Turns executions into records.
class Judge {
 public:
  // Everything but `hello` and `withouts` is copied.
  Judge(const Hello& hello, Facets demanded,
        const std::vector<Without>& withouts)
      : comparator_(hello, demanded),
        demanded_(demanded),
        borrowed_(hello.borrowed),
        leaves_out_(!hello.left_out.empty()),
        withouts_(withouts) {}

  // Overwrites `record`.
  void operator()(const PlannedVector& asked, const Execution& execution,
                  Record& record);

 private:
  // A borrowed op that is wrong is no failure of the library.
  void Excuse(const Case& test, Record& record);

  Comparator comparator_;
  const Facets demanded_;
  const std::vector<std::string> borrowed_;
  const bool leaves_out_;
  const std::vector<Without>& withouts_;
  Judgement judgement_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_JUDGE_H_
