#ifndef VIEWPROOF_CONFORMANCE_CALLS_CALLS_H_
#define VIEWPROOF_CONFORMANCE_CALLS_CALLS_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "conformance/calls/call_case.h"
#include "conformance/calls/call_sizes.h"
#include "conformance/calls/layout_choices.h"
#include "conformance/calls/layout_probe.h"
#include "conformance/calls/misuse.h"
#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"

namespace viewproof {

// Operands that were made, since many calls have the same; of each layout, kind
// of elements, size that these are below, and draw.
class PlacedOperands {
 public:
  using Key = std::tuple<const OperandLayout*, ElementKind, int64_t, int64_t>;

  // It stays until the next call.
  const PlacedOperand& Get(const Key& key,
                           const std::function<PlacedOperand()>& make);

 private:
  static constexpr int64_t kMostCells = 1 << 20;

  std::map<Key, PlacedOperand> kept_;
  int64_t cells_ = 0;  // So many have their storages.
};

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

  // Throws BadInput for a declaration that its plain calls in the first sizes
  // show to be wrong, and Infrastructure.
  void RefuseWrong(Executor& executor, const std::atomic<bool>& stop);

  // A call, with a layout for each operand and target.
  struct Question {
    std::size_t kernel = 0;
    CallForm form = CallForm::kNew;
    DType dtype = DType::kFloat32;  // T is this one.
    std::size_t sizes = 0;
    std::vector<std::size_t> layouts = {};
    int64_t draw = 0;
    const PlainAnswer* answer = nullptr;         // Once it is known.
    std::optional<int64_t> read = std::nullopt;  // As EndWith() takes it.
    // The elements of one operand are those that are read so.
    std::optional<std::pair<std::size_t, Misuse>> misuse = std::nullopt;
    // Those of a drawn call, in place of `sizes` and `layouts`; null is plain.
    std::optional<CallSizes> drawn_sizes = std::nullopt;
    std::vector<std::shared_ptr<const OperandLayout>> drawn_layouts = {};
    // Two tensors in one storage: drawn_layouts has their layouts, too.
    std::optional<SharedStorage> shared = std::nullopt;

    // Each tensor gets the plain layout, on a storage of its own.
    void MakePlain();
  };

  // Asks the library for its answers to these calls on plain tensors, and puts
  // them in. Throws Infrastructure.
  void Answer(std::vector<Question>& questions, Executor& executor,
              const std::atomic<bool>& stop);

  // The calls of its kernel, form and dtype in each of the usual sizes, the
  // smallest first, with each tensor in each layout alone. They are answered.
  std::vector<Question> EachAloneLike(const Question& question,
                                      Executor& executor,
                                      const std::atomic<bool>& stop);
  Vector MakeVector(const Question& question) const;

  // The dtypes and sizes of the operands, and of the targets once it is
  // answered, in which a question's layouts are.
  struct TensorPlan {
    DType dtype;
    Ints sizes;
    Ints may_repeat;  // Along these it may show an element several times.
    bool is_written;
  };
  std::vector<TensorPlan> PlanOf(const Question& question) const;

  // The same call in each way in which two of its tensors, plain else, can lie
  // in one storage.
  std::vector<Question> SharedOf(const Question& question) const;
  bool CanMake(const OperandLayout& layout) const;
  bool Fits(const Question& question) const;
  const Hello& hello() const { return hello_; }

  // The cases, once the answers are known.
  std::size_t size() const { return questions_.size(); }
  std::string IdOf(std::size_t k) const;
  DType DTypeOf(std::size_t k) const;  // Its base has this one.
  Vector MakeVector(std::size_t k) const;

  // Tells of failed calls, in their order, which misuses of a tensor give what
  // was answered: the library is asked for its answers on plain tensors that
  // hold what would have been read. Throws Infrastructure.
  std::vector<std::set<std::string>> FindMisuses(
      const std::vector<Record>& failed, Executor& executor,
      const std::atomic<bool>& stop,
      const std::function<void(const std::string& op)>& tick) const;

  // So many cases have plain calls that were refused, beside the one of these
  // that is asked in another layout.
  int64_t refused() const { return refused_; }

  // The layouts that the library cannot make: no kernel gets them.
  const LayoutProbe& probe() const { return probe_; }

  // The ops that no case can ask, by the reason.
  const std::map<std::string, std::vector<std::string>>& never_asked() const {
    return never_asked_;
  }

  // The ops whose every plain call the library refuses, each with a message.
  const std::map<std::string, std::string>& refusing() const {
    return refusing_;
  }

 private:
  // A misuse of one tensor of a call, by its number, that may explain a record.
  struct Suspicion {
    std::size_t record;
    std::string sentence;
    Question question;
  };
  // A plain call that is asked: one case, or several if only the last step of
  // a chain shows. What these show is put together as if they were one.
  struct Asked {
    Question question;
    std::string key;
    Case whole;
    std::vector<Case> parts;
    std::size_t due = 0;  // So many parts are not answered yet.
    Reply reply;
    std::string death;  // It has one if a part died.
    void Take(const Case& part, Execution execution);
  };

  const std::vector<OperandLayout>& LayoutsFor(DType dtype,
                                               const Ints& sizes) const;
  const CallSizes& SizesOf(const Question& question) const;
  const OperandLayout& LayoutOf(const Question& question, std::size_t tensor,
                                DType dtype, const Ints& sizes) const;
  CallTensors TensorsOf(const Question& question) const;
  CallTensors ApartOf(const Question& question) const;
  std::string IdOf(const Question& question) const;
  DType DTypeOf(const Question& question) const;
  bool ChangesElements(const Question& question) const;
  static int64_t MostElements(const std::vector<TensorPlan>& plan);
  bool IsLarge(const Question& question) const;
  CallTensors PlainTensorsOf(const Question& question) const;
  std::string KeyOf(const Question& question) const;
  const Question* Find(const Record& record) const;
  void AddSuspicions(std::size_t record, const Question& question,
                     std::vector<Suspicion>& suspicions) const;
  std::set<std::string> WrittenWrongly(const Question& question,
                                       const Record& record) const;
  bool Explains(const Question& question, const PlainAnswer& answer,
                const Record& record) const;
  const PlainAnswer& PlainOf(const Question& question) const;
  LayoutsOfTensors MayHave(const std::vector<TensorPlan>& plan) const;
  void ProbeLayouts(Executor& executor, const std::atomic<bool>& stop,
                    const std::function<void(const std::string& op)>& tick);
  void ForEachPlace(
      CallForm form, std::size_t kernel,
      const std::function<void(Question, std::size_t dtype)>& visit) const;
  std::vector<Question> QuestionsOf(CallForm form, std::size_t kernel) const;
  static std::vector<SharedStorage> WaysToShare(
      const std::vector<TensorPlan>& plan);
  bool CanOverlap(const Question& question, const std::vector<TensorPlan>& plan,
                  const SharedStorage& way) const;
  std::optional<Question> InOneStorage(const Question& question,
                                       const std::vector<TensorPlan>& plan,
                                       const SharedStorage& way) const;
  std::vector<Question> SharedAmong(const std::vector<Question>& places) const;
  Asked PartsOf(const Question& question) const;
  // The questions of each kernel and form.
  using Chosen =
      std::map<std::pair<std::size_t, CallForm>, std::vector<Question>>;
  void AskOfTargets(Executor& executor, const std::atomic<bool>& stop,
                    const std::function<void(const std::string& op)>& tick,
                    Chosen& chosen);
  bool FitsTargets(const Question& question) const;
  void KeepAnswered(Chosen chosen);
  void AddQuestion(Question question);
  void Ask(const std::vector<Question>& questions, Executor& executor,
           const std::atomic<bool>& stop,
           const std::function<void(const std::string& op)>& tick,
           const std::function<void(const Asked&, PlainAnswer)>& done) const;
  void AskAndKeep(const std::vector<Question>& questions, Executor& executor,
                  const std::atomic<bool>& stop,
                  const std::function<void(const std::string& op)>& tick);
  // The kernels among these whose `new` gives the same for so many draws of
  // other elements: of the first sizes if there is one draw, else of all.
  std::vector<std::size_t> ConstantAmong(
      const std::vector<std::size_t>& kernels, int64_t draws,
      Executor& executor, const std::atomic<bool>& stop,
      const std::function<void(const std::string& op)>& tick) const;
  void RefuseWrong(const std::vector<Question>& first, Executor& executor,
                   const std::atomic<bool>& stop,
                   const std::function<void(const std::string& op)>& tick);
  void RefuseAmong(const std::vector<std::pair<Question, PlainAnswer>>& again,
                   const std::vector<std::size_t>& constant);
  void AddWritten(const Question& question, const PlainAnswer& answer,
                  std::set<std::size_t>& written) const;
  bool HasShown(CallForm form, std::size_t kernel) const;
  void FindNeverAsked();

  const Hello hello_;
  std::vector<std::vector<CallSizes>> sizes_;  // Each kernel has a list.
  mutable std::map<std::pair<DType, Ints>, std::vector<OperandLayout>> layouts_;
  mutable PlacedOperands placed_;
  LayoutProbe probe_;
  std::map<std::string, PlainAnswer> answers_;  // By the text of the case.
  std::vector<Question> questions_;
  int64_t refused_ = 0;
  std::map<std::string, std::string> refusing_;
  std::map<std::string, std::vector<std::string>> never_asked_;
  // So many plain calls of a kernel and form died before one was answered.
  mutable std::map<std::pair<std::size_t, CallForm>, int> deaths_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_CALLS_H_
