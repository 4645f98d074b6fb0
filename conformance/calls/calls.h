#ifndef VIEWPROOF_CONFORMANCE_CALLS_CALLS_H_
#define VIEWPROOF_CONFORMANCE_CALLS_CALLS_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/calls/call_case.h"
#include "conformance/calls/call_sizes.h"
#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/process/executor.h"

namespace viewproof {

// The cases of the kernels that a library declares: each in its forms, dtypes,
// sizes and layouts. The library itself says what comes out, on plain tensors.
class KernelCalls {
 public:
  explicit KernelCalls(const Hello& hello);

  // Asks the library for its answers on plain tensors, each once. Throws
  // BadInput for a declaration that these show to be wrong, and Infrastructure.
  // `tick` is called often, with the op that is asked.
  void AskPlain(Executor& executor, const std::atomic<bool>& stop,
                const std::function<void(const std::string& op)>& tick);

  // The cases, once the answers are known.
  std::size_t size() const { return questions_.size(); }
  std::string IdOf(std::size_t k) const;
  DType DTypeOf(std::size_t k) const;  // Its base has this one.
  Vector MakeVector(std::size_t k) const;

  // So many cases have plain calls that were refused, beside the one of these
  // that is asked in another layout.
  int64_t refused() const { return refused_; }

 private:
  // A call, with a layout for each operand and target.
  struct Question {
    std::size_t kernel = 0;
    CallForm form = CallForm::kNew;
    DType dtype = DType::kFloat32;  // T is this one.
    std::size_t sizes = 0;
    std::vector<std::size_t> layouts = {};
    int64_t draw = 0;
    const PlainAnswer* answer = nullptr;  // Once it is known.
  };
  struct Asked {
    Question question;
    Case test;
    std::string key;
  };

  const std::vector<OperandLayout>& LayoutsFor(DType dtype,
                                               const Ints& sizes) const;
  CallTensors TensorsOf(const Question& question) const;
  CallTensors PlainTensorsOf(const Question& question) const;
  const PlainAnswer& PlainOf(const Question& question) const;
  // The layouts that each tensor of a call may have; the plain one is first.
  std::vector<std::vector<std::size_t>> MayHave(const Question& question) const;
  void ForEachPlace(
      CallForm form, std::size_t kernel,
      const std::function<void(Question, std::size_t dtype)>& visit) const;
  std::vector<Question> QuestionsOf(CallForm form, std::size_t kernel) const;
  void KeepAnswered();
  void Ask(const std::vector<Question>& questions, Executor& executor,
           const std::atomic<bool>& stop,
           const std::function<void(const std::string& op)>& tick,
           const std::function<void(const Asked&, PlainAnswer)>& done) const;
  // The kernels among these whose `new` gives the same for so many draws of
  // other elements: of the first sizes if there is one draw, else of all.
  std::vector<std::size_t> ConstantAmong(
      const std::vector<std::size_t>& kernels, int64_t draws,
      Executor& executor, const std::atomic<bool>& stop,
      const std::function<void(const std::string& op)>& tick) const;
  void RefuseWrong(const std::vector<std::pair<Question, PlainAnswer>>& again,
                   const std::vector<std::size_t>& constant) const;

  const Hello hello_;
  std::vector<std::vector<CallSizes>> sizes_;  // Each kernel has a list.
  mutable std::map<std::pair<DType, Ints>, std::vector<OperandLayout>> layouts_;
  std::map<std::string, PlainAnswer> answers_;  // By the text of the case.
  std::vector<Question> questions_;
  int64_t refused_ = 0;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_CALLS_H_
