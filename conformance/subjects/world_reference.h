#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_WORLD_REFERENCE_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_WORLD_REFERENCE_H_

#include <memory>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

struct StepWrapper;  // step_wrapper.h

// Holds what a library does in its own way, and where it is free.
struct Ways {
  std::vector<std::string> copies;  // Sorted; ops that copy what they give.
  bool rebinds = false;             // A write replaces the tensor it acts on.
  bool may_copy = true;  // So may each op of kind either that gives a view.
};

// The option taken at each step; later steps take 0, the first.
using Choices = std::vector<int>;

// Says how a case came out in one world.
struct Course {
  Reply reply;
  Choices taken;             // Per step.
  std::vector<int> options;  // Per step: how many there were; at least 1.
  std::vector<Step> plain;   // The chain with a literal in place of each tensor
                             // that an index names; empty: no index names one.
  bool chose_copy = false;   // A step copied that was free to view;
  bool copied = false;       // one that always copies gave tensors;
  bool rebound = false;      // a write replaced a tensor.
};

// The choices after those of a course, depth first: the last step with an
// option left takes its next one. False after the last course.
bool NextChoices(const Course& course, Choices& choices);

// The reference implementation in the world of a library, with the choices that
// its ways leave open.
//
//   an op of `copies`     each tensor that PyTorch's op gives is a fresh one:
//                         row-major, at offset 0, without bits, never itself
//   an op of kind either  0: its view; 1: such a copy
//   a write that rebinds  acts on a fresh copy, which takes the operand's place
//                         under its name. 0: row-major; 1: with the operand's
//                         strides, if that is dense. Then the same again, if
//                         its object has other names: under all of them
class WorldReference {
 public:
  WorldReference();
  // Runs the bindings through `inner`: a library with a bug in its own world. A
  // write that rebinds has it on the fresh copy.
  explicit WorldReference(const StepWrapper& inner);
  ~WorldReference();

  // Overwrites `course`. Its reply says too_large where a fresh tensor would
  // have more than kMaxCopied elements.
  void Run(const Case& test, const Ways& ways, const Choices& choices,
           Course& course);

 private:
  class Steps;
  std::unique_ptr<Steps> steps_;
  std::unique_ptr<Subject> reference_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_WORLD_REFERENCE_H_
