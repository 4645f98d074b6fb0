#ifndef VIEWPROOF_CONFORMANCE_GEN_STATE_H_
#define VIEWPROOF_CONFORMANCE_GEN_STATE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/bind.h"
#include "reference/core/geometry.h"
#include "reference/core/tensor.h"

namespace viewproof {

// Returns whether a literal may have these sizes.
bool FitsLiteral(const Ints& sizes);

// A tensor of a chain as the reference made it.
struct TensorRecord {
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

  const Case& test() const { return test_; }
  // The reference's reply to the chain so far; runs all of it.
  Reply reply() const;

  // Every tensor that was not dropped, in order; never empty.
  const std::vector<TensorRecord>& tensors() const { return tensors_; }
  // The tensor that a step without `on` acts on.
  const TensorRecord& current() const { return tensors_[current_]; }
  // The operand of `step` if it came next. Requires: it exists.
  const TensorRecord& OperandOf(const Step& step) const;
  // Null if there is no such tensor.
  const TensorRecord* Find(const OutputRef& ref) const;
  // Returns what the tensor holds now. Requires: it exists, with at most
  // kMaxCopied elements.
  Literal Held(const OutputRef& ref) const;
  // The step with a literal in place of each tensor that its index names: what
  // that holds now. Requires: as for Held, and it is not too large.
  Step Plain(const Step& step) const;

  // Returns whether a subject may be asked to run `step` next:
  //   - the tensors it names exist and have the operand's dtype, unless it is
  //     refused or what their elements become is specified (but for add_);
  //     literals are small
  //   - a number is written only if AllowsNumber() permits it
  //   - another dtype is viewed only if AllowsDType() permits it
  //   - no unspecified stride matters, and it is not too large (bounds.h)
  //   - a tensor is dropped only if CanDrop() permits it
  //   - of what an index tensor holds, it writes nothing (write.u1)
  //   - its result is specified (spec: view_as_complex.u1, tensor.u1), and what
  //     it writes is specified (write.h), unless it is refused; so is whether
  //     it is (copy_.u1)
  bool Allows(const Step& step) const;

  // Returns whether, after `step`, a tensor has an element whose sign, or whose
  // bits, are unspecified (tensor.u1). Requires: the tensors that it names
  // exist.
  bool OpensASign(const Step& step) const;

  // Returns whether the tensor may be dropped: another one shares its storage,
  // and no step acts on it without saying so.
  bool CanDrop(const TensorRecord& known) const;

  // True if view.dtype(dtype) may be applied to `operand`. Another dtype than
  // its own needs a base of `bytes` or `hex`. bool and float16, some of whose
  // byte patterns a copy may change, also need that nothing was written, and
  // float16 a small base.
  bool AllowsDType(DType dtype, const TensorRecord& operand) const;

  // True if `op` may write `number` to `operand`: one that is in no fill
  // (kFirstWritten), or that is specified and shown as a number.
  bool AllowsNumber(const Op& op, const Scalar& number,
                    const TensorRecord& operand) const;

  // Requires: Allows(step).
  void Append(Step step);

 private:
  // The facts about a tensor argument; the storage of a literal is -1.
  struct Source {
    Geometry geometry;
    DType dtype;
    int64_t storage;
    bool conj = false;
    bool neg = false;
  };
  std::optional<Source> SourceOf(const TensorArg& tensor) const;
  bool MakesUnspecified(const Op& op, const TensorRecord& operand) const;
  // Not if a complex number has a part that is infinite, NaN or -0.0; nor,
  // where bits are shown, if the sum may be a NaN (add_.u1).
  bool SumIsSpecified(const Step& step) const;
  // Returns whether it is specified what the elements of a source of another
  // dtype become in the target (dtype.u1, copy_.u3, tensor.u1).
  bool CastsAreSpecified(const TensorArg& tensor,
                         const TensorRecord& target) const;
  // The tensor of tensors_ that a step or an argument names.
  const Tensor* TensorOf(const OutputRef& ref) const;
  // Does `step` as the reference does it; nullopt if an argument names no
  // tensor.
  std::optional<Answer<Tensor>> Run(const Step& step) const;
  // Calls look(answer) with what the reference would answer, while what it
  // writes can be seen, and takes that back. Does nothing if the step observes.
  template <typename Look>
  void Try(const Step& step, Look look) const;
  // Returns whether the reference would refuse it.
  bool Refuses(const Step& step) const;
  std::optional<std::string> RefusalOf(const Step& step) const;  // Its rule.
  bool IsTooLarge(const Step& step) const;
  // Returns whether the step, if it writes by index, keeps the tensors that its
  // index names.
  bool KeepsIndexTensors(const Step& step, const Step& plain) const;
  void Add(const Tensor& tensor, int64_t output);
  void Drop(OutputRef ref);

  Case test_;
  std::vector<TensorRecord> tensors_;
  std::vector<Tensor> made_;              // The same, with their storages.
  std::vector<const Storage*> storages_;  // In order of appearance.
  std::size_t current_ = 0;
  bool any_bits_ = false;  // True if a tensor had a bit.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_STATE_H_
