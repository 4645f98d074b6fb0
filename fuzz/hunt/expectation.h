#ifndef VIEWPROOF_FUZZ_HUNT_EXPECTATION_H_
#define VIEWPROOF_FUZZ_HUNT_EXPECTATION_H_

#include <memory>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/difference.h"
#include "conformance/judge/explained.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Says how a subject is held to the reference.
enum class SubjectRole {
  kLibrary,  // In all that SPEC.md settles; its views may be copies where
             // PyTorch's may.
  kWitness,  // Step by step, whatever is asked.
  kOracle,   // The same, but for what explained.h says: it is libtorch.
};

// Makes vectors of cases: what is expected is what the reference answers.
class Expectation {
 public:
  // `hello` is kept.
  explicit Expectation(const Hello& hello,
                       SubjectRole role = SubjectRole::kLibrary);
  ~Expectation();

  // Fills in all but the case and, for a subject that has views, `needs.views`;
  // of a witness no needs.
  // Of a library, cuts the case after its first error if the subject cannot go
  // on, before the second step that may view or copy, and before one of which
  // SPEC.md leaves open whether it is refused. Of libtorch, cuts it after the
  // first step at which libtorch is known to differ. False if nothing is left
  // that can be judged.
  bool Fill(Vector& vector);

  // Returns why libtorch differs thus on a case that Fill() filled; null: for
  // no reason that is known, or the subject is another one.
  const ExplainedDifference* Explains(
      const Case& test, const std::vector<Difference>& differences);

 private:
  // Asks the reference; false if a step is too large.
  bool Ask(const Case& test);
  // Moves what it answered to the vector.
  void Take(Vector& vector);
  bool FillForWitness(Vector& vector);
  // Returns whether SPEC.md leaves open if step k, counted from 0, is refused.
  bool IsOpen(const Vector& vector, std::size_t k) const;
  // The number of steps to keep.
  std::size_t Kept(const Vector& vector) const;

  const Hello& hello_;
  const SubjectRole role_;
  std::unique_ptr<Subject> reference_;
  std::unique_ptr<Subject> model_;
  Reply reply_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_EXPECTATION_H_
