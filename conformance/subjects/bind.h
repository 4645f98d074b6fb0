#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_BIND_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_BIND_H_

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/case.h"
#include "conformance/case/kernel.h"
#include "conformance/case/tensor_facts.h"

namespace viewproof {

// The tensors that an op returned, and whether the only one of them is its
// operand itself. Of a write that rebinds: the tensor that takes the operand's
// place, under its name or under every name that its object has.
template <typename T>
struct Outputs {
  std::vector<T> tensors;
  bool self = false;
  std::optional<T> rebound = std::nullopt;
  bool everywhere = false;
  bool told = true;  // False: a bug does not say what comes out.
};

// The subject has the op, but cannot tell what it makes of this operand.
struct Abstention {};

// The result of one step on a subject whose tensors are of type T.
template <typename T>
using Answer = std::variant<Outputs<T>, bool, ErrorReply, Abstention>;

// Specialised once per subject, so that each of its ops binds in one line:
//   static Operand<P>(const T&) -> P                T, or a part of it
//   static Wrap(const T& operand, R result) -> Answer<T>  for each R it uses
template <typename T>
struct Lift;

// The C++ types that arguments arrive as.
enum class ArgumentTypes {
  kInt,
  kInts,
  kOptionalInt,
  kNumber,
  kDType,
  kMemoryFormat,
  kIndex,
  kNumberOrTensor,
  kTensor,
};

template <typename A>
inline constexpr bool kIsIndex = false;
template <typename T>
inline constexpr bool kIsIndex<Index<T>> = true;

template <typename A>
inline constexpr bool kIsNumberOr = false;
template <typename T>
inline constexpr bool kIsNumberOr<NumberOr<T>> = true;

template <typename A>
constexpr ArgumentTypes PassedAs() {
  using Plain = std::decay_t<A>;
  if constexpr (std::is_same_v<Plain, int64_t>) return ArgumentTypes::kInt;
  if constexpr (std::is_same_v<Plain, Ints>) return ArgumentTypes::kInts;
  if constexpr (std::is_same_v<Plain, std::optional<int64_t>>) {
    return ArgumentTypes::kOptionalInt;
  }
  if constexpr (std::is_same_v<Plain, Scalar>) return ArgumentTypes::kNumber;
  if constexpr (std::is_same_v<Plain, DType>) return ArgumentTypes::kDType;
  if constexpr (std::is_same_v<Plain, MemoryFormat>) {
    return ArgumentTypes::kMemoryFormat;
  }
  if constexpr (kIsIndex<Plain>) return ArgumentTypes::kIndex;
  if constexpr (kIsNumberOr<Plain>) return ArgumentTypes::kNumberOrTensor;
  return ArgumentTypes::kTensor;
}

// No op has more.
inline constexpr std::size_t kMaxParameters = 4;

// No op has more parameters and items of an index: an op that calls a kernel
// has up to 7 operands besides its own, and 12 of what it gives twice, as
// targets and as literals.
inline constexpr std::size_t kMaxNamed = 32;
static_assert(kMaxNamed >= kMaxParameters + kMaxItems);
static_assert(kMaxNamed >= kMaxKernelOperands - 1 + 2 * kMaxKernelResults);

// The tensors that the arguments of a step name. First, parallel to the
// arguments, that of each tensor argument (null elsewhere); then those of the
// case that the items of its index name, in their order.
template <typename T>
using ArgumentTensors = std::array<const T*, kMaxNamed>;

// How an op is called.
template <typename T>
struct Binding {
  using Function = Answer<T> (*)(const Binding& binding, const T& operand,
                                 std::span<const Arg> args,
                                 std::span<const T* const> tensors);

  Function function = nullptr;
  std::span<const ArgumentTypes> passed;
  const Op* op = nullptr;     // A function that serves several ops has it.
  Function target = nullptr;  // Of an alias: the function of its target.

  // `tensors`: as in Named.
  Answer<T> Make(const T& operand, std::span<const Arg> args,
                 std::span<const T* const> tensors) const {
    return function(*this, operand, args, tensors);
  }
};

// A step, ready to be run by its binding.
template <typename T>
struct Call {
  int64_t number;  // The step's, counted from 1.
  const Op& op;
  const Binding<T>& binding;
  const T& operand;
  std::span<const Arg> args;
  std::span<const T* const> tensors;  // As Binding::Make takes them.
  bool has_twin = false;              // A write's operand has another name.

  Answer<T> Make() const { return binding.Make(operand, args, tensors); }
};

// Runs a step instead of its binding (mutants, worlds); may call the binding.
// nullopt: the result would exceed kMaxCopied elements.
template <typename T>
using Wrapper = std::function<std::optional<Answer<T>>(const Call<T>&)>;

// A function known by its value: `Permute` becomes the type Fn<&Permute>.
template <auto kFunction>
struct Fn {
  template <typename... X>
  static decltype(auto) Invoke(X&&... x) {
    return kFunction(std::forward<X>(x)...);
  }
};

// A captureless lambda known by its type.
template <typename Lambda>
struct La {
  template <typename... X>
  static decltype(auto) Invoke(X&&... x) {
    return Lambda{}(std::forward<X>(x)...);
  }
};

// Calls F(P operand, A... arguments), whose types say everything.
template <typename T, typename F, typename P, typename... A>
struct Caller {
  static_assert(sizeof...(A) <= kMaxParameters);
  static constexpr std::array<ArgumentTypes, sizeof...(A)> kPassed = {
      PassedAs<A>()...};

  template <typename X>
  static decltype(auto) Argument(std::span<const Arg> args,
                                 std::span<const T* const> tensors,
                                 std::size_t k) {
    [[maybe_unused]] const Arg& arg = args[k];
    [[maybe_unused]] const T* tensor = tensors[k];
    if constexpr (PassedAs<X>() == ArgumentTypes::kTensor) {
      return Lift<T>::template Operand<X>(*tensor);
    } else if constexpr (PassedAs<X>() == ArgumentTypes::kIndex) {
      std::size_t next = args.size();
      return WithTensors<T>(
          *std::get_if<Index<TensorArg>>(&arg), [&](const TensorArg& item) {
            const auto* literal = std::get_if<Literal>(&item);
            return literal != nullptr ? Lift<T>::Make(*literal)
                                      : *tensors[next++];
          });
    } else if constexpr (PassedAs<X>() == ArgumentTypes::kNumberOrTensor) {
      const auto* number = std::get_if<Scalar>(&arg);
      return number != nullptr ? NumberOr<T>(*number) : NumberOr<T>(*tensor);
    } else {
      return (*std::get_if<std::decay_t<X>>(&arg));
    }
  }

  static Answer<T> Call(const Binding<T>&, const T& operand,
                        [[maybe_unused]] std::span<const Arg> args,
                        [[maybe_unused]] std::span<const T* const> tensors) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return Lift<T>::Wrap(operand,
                           F::Invoke(Lift<T>::template Operand<P>(operand),
                                     Argument<A>(args, tensors, I)...));
    }
    (std::index_sequence_for<A...>{});
  }
};

// {"permute", Bind<Tensor, &Permute>()}
template <typename T, auto kFunction>
constexpr Binding<T> Bind() {
  return []<typename R, typename P, typename... A>(R (*)(P, A...)) {
    using C = Caller<T, Fn<kFunction>, P, A...>;
    return Binding<T>{&C::Call, C::kPassed};
  }(kFunction);
}

// {"t", Bind<at::Tensor>([](const at::Tensor& x) { return x.t(); })}
template <typename T, typename Lambda>
constexpr Binding<T> Bind(Lambda) {
  return
      []<typename R, typename P, typename... A>(R (Lambda::*)(P, A...) const) {
        using C = Caller<T, La<Lambda>, P, A...>;
        return Binding<T>{&C::Call, C::kPassed};
      }(&Lambda::operator());
}

// Calls the target of an alias: with the sizes of a tensor in place of the
// tensor, and under the alias's own rules.
template <typename T>
Answer<T> CallAlias(const Binding<T>& binding, const T& operand,
                    std::span<const Arg> args,
                    std::span<const T* const> tensors) {
  std::vector<Arg> spelt(args.begin(), args.end());
  for (std::size_t k = 0; k < spelt.size(); ++k) {
    if (tensors[k] != nullptr) spelt[k] = Lift<T>::SizesOf(*tensors[k]);
  }
  Answer<T> answer = binding.target(binding, operand, spelt, tensors);
  auto* error = std::get_if<ErrorReply>(&answer);
  if (error != nullptr && !error->rule.empty()) {
    error->rule = RuleOfAlias(*binding.op, error->rule);
  }
  return answer;
}

// Returns what is wrong with a binding of the op `name` to a function that
// takes `passed` after its operand, e.g. "select: parameter 2, index: the row
// says int (an int64_t), the function takes Ints". Empty: nothing.
std::string FaultOfBinding(std::string_view name,
                           std::span<const ArgumentTypes> passed);

// The bindings of a subject. Aborts at start-up, and says why, if one has a
// fault.
template <typename T>
class Bindings {
 public:
  using Entry = std::pair<std::string_view, Binding<T>>;

  Bindings(std::initializer_list<Entry> entries) : by_row_(Ops().size()) {
    for (const auto& [name, binding] : entries) {
      const std::string fault = FaultOfBinding(name, binding.passed);
      if (!fault.empty()) {
        std::fprintf(stderr, "binding of %s\n", fault.c_str());
        std::abort();
      }
      by_row_[FindOp(name) - Ops().data()] = binding;
    }
  }

  // The same, and each alias is bound to the function of its target. Not for an
  // oracle: it is asked what the alias is.
  static Bindings WithAliases(std::initializer_list<Entry> entries) {
    Bindings bindings(entries);
    for (const Op& op : Ops()) {
      if (!op.is_alias()) continue;
      const Binding<T>* target = bindings.Find(TargetOf(op));
      if (target == nullptr) continue;
      bindings.by_row_[&op - Ops().data()] = {.function = &CallAlias<T>,
                                              .passed = target->passed,
                                              .op = &op,
                                              .target = target->function};
    }
    return bindings;
  }

  void Set(const Op& op, const Binding<T>& binding) {
    by_row_[&op - Ops().data()] = binding;
  }

  // Null if the subject lacks the op.
  const Binding<T>* Find(const Op& op) const {
    const Binding<T>& binding = by_row_[&op - Ops().data()];
    return binding.function == nullptr ? nullptr : &binding;
  }

  // Returns what the subject can run: its bindings, and `read`, which needs
  // none.
  std::vector<std::string> OpNames() const {
    std::vector<std::string> names;
    for (const Op& op : Ops()) {
      if (Observes(op) || Find(op) != nullptr) names.emplace_back(op.name);
    }
    return names;
  }

 private:
  std::vector<Binding<T>> by_row_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_BIND_H_
