#ifndef VIEWPROOF_FUZZ_DIFFER_H_
#define VIEWPROOF_FUZZ_DIFFER_H_

#include <memory>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/difference.h"
#include "conformance/laws/agree.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Another witness, held to the reference.
class Differ {
 public:
  enum class Explain { kNothing, kLibtorch };

  // With kLibtorch, a case ends at its first step at which libtorch is known to
  // differ, and that difference is none (explained.h).
  Differ(std::unique_ptr<Subject> other, Explain explain);

  // Returns how the other differs on a lawful case.
  std::vector<Difference> Compare(const Case& test);

  // If it differs on the case, or afterwards on some tensor that no step shows:
  // prints this case and the smallest with the same op and difference, as case
  // text, and aborts. An unlawful case is left alone, and one with a tensor of
  // more than kMostElements.
  void Demand(const Case& test);

 private:
  std::unique_ptr<Subject> reference_;
  std::unique_ptr<Subject> other_;
  Explain explain_;
  WitnessPair witnesses_;
  Reply reply_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_DIFFER_H_
