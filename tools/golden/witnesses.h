#ifndef VIEWPROOF_TOOLS_GOLDEN_WITNESSES_H_
#define VIEWPROOF_TOOLS_GOLDEN_WITNESSES_H_

#include <memory>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// The three independent subjects that say what a case must give. Without
// libtorch, the other two vouch for entries that wait (pending.h).
struct Witnesses {
  std::unique_ptr<Subject> reference;
  std::unique_ptr<Subject> model;
  std::unique_ptr<Subject> libtorch;  // May be null.
};

// Holds what the witnesses say of a case.
struct Testimony {
  std::vector<Outcome> expect;
  bool model_abstained = false;
};

// libtorch's answer, with the rules of its errors from the reference. If
// `oracle_differs`, the reference's answer, which the model must confirm;
// libtorch is then not asked, since it may read outside of a storage. Without
// libtorch, the reference's answer, which the model must not contradict. Throws
// BadInput naming the step, the witnesses that disagree there, and their
// answers.
Testimony Testify(const Witnesses& witnesses, const Case& test,
                  bool oracle_differs);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_WITNESSES_H_
