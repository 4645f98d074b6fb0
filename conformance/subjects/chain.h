#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_CHAIN_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_CHAIN_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/case.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Walks a chain on a subject whose tensors are of type T: which tensor a step
// acts on, which storages there are and in what order they appeared. It knows
// no op. Lift<T> says besides what bind.h asks for:
//   static T Make(const Base&, bool with_bool) / T Make(const Literal&)
//   static Ints SizesOf(const T&) / DType DTypeOf(const T&)
//       if it is asked about steps that are too large
//   static const void* StorageOf(const T&)    equal for tensors that share
//   static const void* IndicesOfSparse(const T&)   the same of its indices
//   static void Show(const T&, FillKind, Output&)
//       everything but storage and self, which stand there
//   static void ShowValues(const T&, FillKind, Output&)
//       values, bytes or crc32 alone, as HowShown says (fill.h)
//   static void Forget(T&)                    holds its storage no more
// It may have a Guard(op, call), which answers what call() throws, and a
// CallKernel, a Binding::Function that carries out an op that calls a kernel.
template <typename T>
class Chain {
 public:
  explicit Chain(const Bindings<T>& bindings, Wrapper<T> wrapper = nullptr)
      : bindings_(bindings), wrapper_(std::move(wrapper)) {}

  // Fills in what `reply` holds already, for the sake of its storage.
  void Run(const Case& test, Reply& reply) {
    reply.id = test.id;
    reply.unsupported.reset();
    reply.too_large.reset();
    tensors_.clear();
    dropped_.clear();
    storages_.clear();
    objects_.clear();
    fill_ = test.base.fill;
    current_ = {};
    const bool with_bool =
        fill_ == FillKind::kBytes && Names(test, DType::kBool);
    tensors_.emplace_back().push_back(Lift<T>::Make(test.base, with_bool));
    storages_.push_back(Lift<T>::StorageOf(tensors_[0][0]));
    if (test.base.coo) {
      storages_.push_back(Lift<T>::IndicesOfSparse(tensors_[0][0]));
    }
    std::size_t done = 0;
    while (done < test.chain.size()) {
      if (done == reply.steps.size()) reply.steps.emplace_back();
      if (!RunStep(test, done, reply)) break;
      ++done;
    }
    reply.steps.resize(Abstains(reply) ? 0 : done);
  }

 private:
  const T* Find(OutputRef ref) const {
    const auto step = static_cast<std::size_t>(ref.step);
    const auto output = static_cast<std::size_t>(ref.output);
    if (step >= tensors_.size() || output >= tensors_[step].size()) {
      return nullptr;
    }
    const bool dropped =
        std::find(dropped_.begin(), dropped_.end(), ref) != dropped_.end();
    return dropped ? nullptr : &tensors_[step][output];
  }

  // False, and the reply says why, if the step cannot be run.
  bool RunStep(const Case& test, std::size_t k, Reply& reply) {
    const Step& step = test.chain[k];
    const auto number = static_cast<int64_t>(k) + 1;
    Binding<T> caller;
    const Binding<T>* binding = nullptr;
    if (step.op->call == nullptr) {
      binding = bindings_.Find(*step.op);
    } else if constexpr (requires { &Lift<T>::CallKernel; }) {
      caller = {.function = &Lift<T>::CallKernel, .passed = {}, .op = step.op};
      binding = &caller;
    }
    if (binding == nullptr && !Observes(*step.op)) {
      reply.unsupported = {number, "op", std::string(step.op->name)};
      return false;
    }
    const OutputRef ref = step.on.value_or(current_);
    if (MisusesSparse(test.base, step, ref)) {
      reply.unsupported = {number, "base", "sparse_coo"};
      return false;
    }
    const T* operand = Find(ref);
    if constexpr (requires { Lift<T>::SizesOf(*operand); }) {
      if (operand != nullptr && IsTooLarge(step, *operand)) {
        reply.too_large = number;
        return false;
      }
    }
    tensors_.emplace_back();
    target_ = ref;
    if (!Answers(step, binding, operand, reply.steps[k], reply)) return false;
    if (operand != nullptr && step.op->kind == OpKind::kForget) Forget(ref);
    if (!tensors_.back().empty()) current_ = {number, 0};
    return true;
  }

  bool IsTooLarge(const Step& step, const T& operand) const {
    if (!MayBeTooLarge(*step.op)) return false;
    const auto exceeds = [&operand](const Step& plain) {
      return TooLarge(plain, Lift<T>::SizesOf(operand),
                      Lift<T>::DTypeOf(operand));
    };
    if (!NamesIndexTensors(step)) return exceeds(step);
    return exceeds(WithLiterals(step, [this](OutputRef ref) -> Literal {
      const T* tensor = Find(ref);
      if (tensor == nullptr) return {};
      return {Lift<T>::DTypeOf(*tensor), Lift<T>::SizesOf(*tensor), {}};
    }));
  }

  // False, and the reply says why, if the step has no outcome.
  bool Answers(const Step& step, const Binding<T>* binding, const T* operand,
               Outcome& outcome, Reply& reply) {
    if (operand == nullptr) {
      outcome = UnobservedStep();
      return true;
    }
    if (binding == nullptr) {
      const Answer<T> read = Guarded(*step.op, [&]() -> Answer<T> {
        Read(*operand, outcome);
        return Outputs<T>();
      });
      const auto* error = std::get_if<ErrorReply>(&read);
      if (error != nullptr) outcome = *error;
      return true;
    }
    std::list<T> literals;
    ArgumentTensors<T> named{};
    std::size_t count = step.args.size();
    for (std::size_t k = 0; k < step.args.size(); ++k) {
      if (const auto* index = std::get_if<Index<TensorArg>>(&step.args[k])) {
        if (!FindItems(*index, named, count)) {
          outcome = UnobservedStep();
          return true;
        }
        continue;
      }
      const auto* arg = std::get_if<TensorArg>(&step.args[k]);
      if (arg == nullptr) continue;
      const auto* ref = std::get_if<OutputRef>(arg);
      named[k] =
          ref != nullptr
              ? Find(*ref)
              : &literals.emplace_back(Lift<T>::Make(std::get<Literal>(*arg)));
      if (named[k] == nullptr) {
        outcome = UnobservedStep();
        return true;
      }
    }
    const Call<T> call{static_cast<int64_t>(tensors_.size()) - 1,
                       *step.op,
                       *binding,
                       *operand,
                       step.args,
                       std::span(named).first(count),
                       wrapper_ && step.op->kind == OpKind::kWrite &&
                           NamesOf(target_).size() > 1};
    if (!wrapper_) {
      return Show(Guarded(*step.op, [&call] { return call.Make(); }), outcome,
                  reply);
    }
    std::optional<Answer<T>> answer = wrapper_(call);
    if (answer) return Show(*std::move(answer), outcome, reply);
    reply.too_large = call.number;
    return false;
  }

  // Adds the tensors that the items name; false if one does not exist.
  bool FindItems(const Index<TensorArg>& index, ArgumentTensors<T>& named,
                 std::size_t& count) const {
    for (const IndexItem<TensorArg>& item : index) {
      const auto* tensor = std::get_if<TensorArg>(&item);
      if (tensor == nullptr || LiteralOf(item) != nullptr) continue;
      named[count] = Find(std::get<OutputRef>(*tensor));
      if (named[count++] == nullptr) return false;
    }
    return true;
  }

  template <typename Call>
  static Answer<T> Guarded([[maybe_unused]] const Op& op, Call call) {
    if constexpr (requires { Lift<T>::Guard(op, call); }) {
      return Lift<T>::Guard(op, call);
    } else {
      return call();
    }
  }

  bool Show(Answer<T> answer, Outcome& outcome, Reply& reply) {
    if (std::holds_alternative<Abstention>(answer)) {
      const auto number = static_cast<int64_t>(tensors_.size()) - 1;
      reply.unsupported = {number, "op", std::string(kAbstains)};
      return false;
    }
    if (const bool* result = std::get_if<bool>(&answer)) {
      outcome = *result;
      return true;
    }
    if (auto* error = std::get_if<ErrorReply>(&answer)) {
      outcome = std::move(*error);
      return true;
    }
    auto& made = *std::get_if<Outputs<T>>(&answer);
    if (made.rebound) Rebind(*std::move(made.rebound), made.everywhere);
    if (made.self) AddName({std::ssize(tensors_) - 1, 0});
    std::vector<Output>& shown = OutputsIn(outcome, made.tensors.size());
    for (std::size_t k = 0; k < shown.size(); ++k) {
      shown[k].storage = StorageNumber(made.tensors[k]);
      shown[k].self = made.self;
      Lift<T>::Show(made.tensors[k], fill_, shown[k]);
    }
    tensors_.back() = std::move(made.tensors);
    return true;
  }

  // Values alone.
  void Read(const T& operand, Outcome& outcome) {
    Output& shown = OutputsIn(outcome, 1).front();
    Output fresh;
    fresh.values.swap(shown.values);
    fresh.bytes.swap(shown.bytes);
    shown = std::move(fresh);
    Lift<T>::ShowValues(operand, fill_, shown);
  }

  // So many outputs, each with what it held before.
  static std::vector<Output>& OutputsIn(Outcome& outcome, std::size_t count) {
    auto* outputs = std::get_if<std::vector<Output>>(&outcome);
    if (outputs == nullptr) outputs = &outcome.emplace<std::vector<Output>>();
    outputs->resize(count);
    return *outputs;
  }

  // Releases a tensor.
  void Forget(OutputRef ref) {
    const void* storage = Lift<T>::StorageOf(*Find(ref));
    dropped_.push_back(ref);
    Lift<T>::Forget(tensors_[ref.step][ref.output]);
    Release(storage);
  }

  // Puts a tensor in the place of the one that the step acts on.
  void Rebind(T tensor, bool everywhere) {
    const void* storage = Lift<T>::StorageOf(*Find(target_));
    const std::vector<OutputRef> names = NamesOf(target_);
    // A tensor that is written may lie where its operand did, and is another
    // storage.
    const std::size_t dropped = dropped_.size();
    for (const OutputRef name : names) {
      if (!everywhere && name != target_) continue;
      if (Find(name) == nullptr) continue;
      tensors_[name.step][name.output] = tensor;
      dropped_.push_back(name);
    }
    Release(storage);
    dropped_.resize(dropped);
    if (everywhere) return;
    for (auto& object : objects_) std::erase(object, target_);
  }

  // The names of the object that `ref` names.
  std::vector<OutputRef> NamesOf(OutputRef ref) const {
    for (const std::vector<OutputRef>& object : objects_) {
      if (std::find(object.begin(), object.end(), ref) != object.end()) {
        return object;
      }
    }
    return {ref};
  }

  // The step gave its operand itself.
  void AddName(OutputRef name) {
    for (std::vector<OutputRef>& object : objects_) {
      if (std::find(object.begin(), object.end(), target_) != object.end()) {
        object.push_back(name);
        return;
      }
    }
    objects_.push_back({target_, name});
  }

  // A storage without tensors loses its key: where it was, another one may
  // come.
  void Release(const void* storage) {
    for (int64_t step = 0; step < std::ssize(tensors_); ++step) {
      for (int64_t output = 0; output < std::ssize(tensors_[step]); ++output) {
        const T* tensor = Find({step, output});
        if (tensor != nullptr && Lift<T>::StorageOf(*tensor) == storage) return;
      }
    }
    std::replace(storages_.begin(), storages_.end(), storage,
                 static_cast<const void*>(nullptr));
  }

  int64_t StorageNumber(const T& tensor) {
    const void* storage = Lift<T>::StorageOf(tensor);
    const auto found = std::find(storages_.begin(), storages_.end(), storage);
    const auto number = static_cast<int64_t>(found - storages_.begin());
    if (found == storages_.end()) storages_.push_back(storage);
    return number;
  }

  const Bindings<T>& bindings_;
  const Wrapper<T> wrapper_;
  std::vector<std::vector<T>> tensors_;  // [step][output]; the base is [0][0].
  std::vector<OutputRef> dropped_;
  std::vector<std::vector<OutputRef>> objects_;  // Each has several names.
  OutputRef target_;                             // What the step acts on.
  std::vector<const void*> storages_;            // In order of appearance.
  OutputRef current_;
  FillKind fill_ = FillKind::kIota;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_CHAIN_H_
