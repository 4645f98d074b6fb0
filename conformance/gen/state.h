#ifndef VIEWPROOF_CONFORMANCE_GEN_STATE_H_
#define VIEWPROOF_CONFORMANCE_GEN_STATE_H_

#include <memory>
#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/subject.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Whether a literal may have these sizes.
bool FitsLiteral(const Ints& sizes);

// A tensor of a chain as the reference made it.
struct Known {
  OutputRef ref;
  DType dtype = DType::kFloat32;
  Geometry geometry;
  int64_t storage = 0;
  int64_t storage_bytes = 0;  // Bytes that its whole storage holds.
  bool free_layout = false;   // Its strides are unspecified (getitem.u1).
  bool conj = false;
  bool neg = false;
};

// A case that grows by one step at a time, and the tensors that exist so far.
class State {
 public:
  explicit State(const Base& base);
  State(const State& other);
  State& operator=(const State&) = delete;

  const Case& test() const { return test_; }
  // What the reference says to the chain so far.
  const Reply& reply() const { return reply_; }

  // Every tensor, the base first; never empty.
  const std::vector<Known>& tensors() const { return tensors_; }
  // The tensor that a step without `on` acts on.
  const Known& current() const { return tensors_[current_]; }
  // The operand of `step` were it the next one. Requires: it exists.
  const Known& OperandOf(const Step& step) const;
  // Null if there is no such tensor.
  const Known* Find(const OutputRef& ref) const;

  // Whether a subject may be asked to run `step` next: the tensors it names
  // exist and have the operand's dtype (but where it is refused), literals are
  // small, a number to write is one that only a write puts there, another dtype
  // is only looked through where AllowsDType() says so, no unspecified stride
  // matters, the step is not too large (bounds.h), what it makes is specified
  // (spec: view_as_complex.u1, tensor.u1), and what it writes is (write.h) or
  // it is refused.
  bool Allows(const Step& step);

  // Whether `operand` may be looked at as `dtype`: another one than its own
  // only where the fill is bytes, and one that not all bytes are numbers of
  // only where they are few, and none were written (write_rules.h).
  bool AllowsDType(DType dtype, const Known& operand) const;

  // Requires: Allows(step).
  void Append(Step step);

 private:
  // What is known of a tensor argument, its storage -1 where it is a literal;
  // nothing where it is not there, or too large.
  struct Source {
    Geometry geometry;
    DType dtype;
    int64_t storage;
    bool conj = false;
    bool neg = false;
  };
  std::optional<Source> SourceOf(const TensorArg& tensor) const;
  bool MakesUnspecified(const Op& op, const Known& operand) const;
  bool Refuses(const Step& step);
  int64_t StorageBytes(int64_t storage, const Output& shown) const;

  std::unique_ptr<Subject> reference_;
  Case test_;
  Reply reply_;
  std::vector<Known> tensors_;
  std::size_t current_ = 0;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_STATE_H_
