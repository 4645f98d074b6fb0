#ifndef VIEWPROOF_TOOLS_GOLDEN_WITNESSES_H_
#define VIEWPROOF_TOOLS_GOLDEN_WITNESSES_H_

#include <memory>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// The three who are asked what must come out of a case, none of them built from
// another.
struct Witnesses {
  std::unique_ptr<Subject> reference;
  std::unique_ptr<Subject> model;
  std::unique_ptr<Subject> libtorch;
};

// What golden/ says of a case.
struct Testimony {
  std::vector<Outcome> expect;
  bool model_abstained = false;
};

// libtorch's answer, with the rules of its errors from the reference. Where
// `oracle_differs`, the reference's answer instead, which the model must share;
// libtorch is then not asked, since it may read outside of a storage. Throws
// BadInput naming the step, the witnesses who disagree there and what they say.
Testimony Testify(const Witnesses& witnesses, const Case& test,
                  bool oracle_differs);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_WITNESSES_H_
