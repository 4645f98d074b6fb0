#ifndef VIEWPROOF_FUZZ_HUNT_EXPECTATION_H_
#define VIEWPROOF_FUZZ_HUNT_EXPECTATION_H_

#include <memory>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Makes vectors of cases: what is expected is what the reference answers.
class Expectation {
 public:
  // `hello` is kept.
  explicit Expectation(const Hello& hello);
  ~Expectation();

  // Fills in all but the case and, for a subject that has views, `needs.views`.
  // Cuts the case after its first error if the subject cannot go on, before the
  // second step that may view or copy, and before one of which SPEC.md leaves
  // open whether it is refused. False if nothing is left that can be judged.
  bool Fill(Vector& vector);

 private:
  // Overwrites what is expected; false if a step is too large.
  bool Answer(Vector& vector);
  // Whether SPEC.md leaves open if step k, counted from 0, is refused.
  bool IsOpen(const Vector& vector, std::size_t k) const;
  // The number of steps to keep.
  std::size_t Kept(const Vector& vector) const;

  const Hello& hello_;
  std::unique_ptr<Subject> reference_;
  std::unique_ptr<Subject> model_;
  Reply reply_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_EXPECTATION_H_
