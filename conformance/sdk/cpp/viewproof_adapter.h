// Keeps a viewproof adapter to a table of ops: protocol version 1, this header
// and viewproof_adapter.cc, nothing but the standard library and POSIX. The
// latter needs C++20. Both may be copied into any repository (Apache License
// 2.0).
//
// A class that derives from Table<T>, T being the library's tensor, says how
// tensors are made and seen; then main() gives an expression for each op. `x`
// is the tensor that the step acts on, `a` has the arguments; what it returns
// says what the op gives: a T, a std::vector<T>, a bool (a query), nothing (a
// write):
//
//   Library library;
//   VIEWPROOF_OPS(library);
//   VIEWPROOF_OP("permute", x.permute(a.ints("dims")));
//   return viewproof::sdk::Main(library, argc, argv);
//
// There, no name of Table hides one of yours, as it does in the constructor,
// where expressions may stand, too. An expression is compiled to run it, and
// printed by `adapter --program < requests`, so that what is shown is what ran.
// `viewproof init` writes an adapter to start from. What needs no T overrides
// Subject.
#ifndef VIEWPROOF_ADAPTER_H_
#define VIEWPROOF_ADAPTER_H_

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace viewproof::sdk {

using Ints = std::vector<int64_t>;
using Names = std::vector<std::string>;
// A tensor of any library. The same object is the very same tensor.
using Tensor = std::shared_ptr<void>;

// The library has no such form; what: op, argument, base, dtype or left_out.
struct Unsupported : std::runtime_error {
  Unsupported(std::string what, const std::string& detail)
      : std::runtime_error(detail), lacks(std::move(what)) {}
  std::string lacks;
};

// The adapter is not what it says: the process ends with status 2.
struct Misdeclared : std::logic_error {
  using std::logic_error::logic_error;
};

// A function of the library that is no op of the protocol, as a sum:
// PROTOCOL.md, section 14. VIEWPROOF_OP("call.NAME", ...) says what it gives,
// "call.NAME_" how it writes into x, and "call.NAME.out" how into
// a.tensor("o"), or a.tensor("o1") and so on. Those that are there are its
// forms.
struct Kernel {
  std::string name;
  Names operands;     // "x T[..., N] exact"; the first is x.
  Names dtypes = {};  // T is each of these.
  int ulps = 0;       // So many units in the last place may a number be wrong.
  Names writes = {};  // Operands that it writes besides.
  std::string may_alias = {};  // Why a result may share an operand's storage.
};

// Holds what is known of a subject before the first case.
struct Hello {
  std::string name;
  std::string version;
  std::string language = "c++";
  std::string device = "cpu";
  Names ops = {};       // Table fills in both of these.
  Names borrowed = {};  // The library lacks them; the adapter sets cases up.
  Names dtypes = {};
  // These can be shown beside shapes, and are compared: "values", every
  // element; "strides", and offsets; "alias", which tensors share a storage;
  // "identity", the very same tensor came back; "exact", strides of size-1 and
  // empty dimensions too; "error_kind".
  Names facets = {"values", "strides", "alias"};
  Names forms = {"digest",        "data",         "numbers",
                 "index_tensors", "many_outputs", "signed_zero"};
  bool views = true;     // False: view ops share no storage.
  Names copies = {};     // Ops that copy where PyTorch may give a view.
  Names left_out = {};   // Forms that its documents do not promise: a case that
                         // needs one, Unsupported("left_out", ...), is a skip.
  bool rebinds = false;  // A write gives a new tensor instead of changing one.
  bool observes_last = false;  // RunChain() runs the whole chain at once.
  bool asks_sharing = false;   // Shares() is asked; Look::storage is not seen.
  bool in_bytes = false;       // Look::strides and offset are bytes.
  bool after_error = true;     // A chain can go on after an error.
  bool index_range = true;     // False: an index tensor's number out of range
                               // is not refused in time, as on a GPU.
  int ints = 64;               // Integers that get through: 64, 53 or 32 bits.
  int max_rank = 64;
  int batch = 64;                  // Cases in one request.
  double case_seconds = 2;         // A case that takes longer is a time-out.
  std::vector<Kernel> calls = {};  // `check --calls` asks them.
};

// Holds what is seen of a tensor. A field that belongs to no declared facet may
// be left out.
struct Look {
  std::string dtype;
  Ints sizes;
  Ints strides = {};   // In elements, or Hello::in_bytes.
  int64_t offset = 0;  // From the start of the storage, in the same unit.
  bool contiguous = false;
  const void* storage = nullptr;  // Equal keys are one storage.
  bool conj = false;
  bool neg = false;
};

// A number that a case writes: an integer of 64 bits, a double or complex.
struct Number {
  double re = 0;
  double im = 0;
  bool is_whole = false;  // It is `whole`, of int64, or of uint64 if is_huge.
  bool is_huge = false;
  int64_t whole = 0;

  // As the element type of a library: Number(...).as<float>().
  template <typename E>
  E as() const {
    if (is_huge) return static_cast<E>(static_cast<uint64_t>(whole));
    return is_whole ? static_cast<E>(whole) : static_cast<E>(re);
  }
};

// An item of an index.
struct Item {
  enum class Kind { kInt, kRange, kNewAxis, kEllipsis, kBool, kTensor };
  Kind kind = Kind::kRange;
  int64_t number = 0;                        // kInt has it; kBool has 0 or 1.
  std::optional<int64_t> start, stop, step;  // Of kRange.
  Tensor tensor;                             // Of kTensor.

  Item() = default;  // The whole dimension.
  Item(int64_t index) : kind(Kind::kInt), number(index) {}
  Item(std::optional<int64_t> from, std::optional<int64_t> to,
       std::optional<int64_t> by = {})
      : start(from), stop(to), step(by) {}
};
using Items = std::vector<Item>;

// One item on dimension `dim` of a tensor of this rank, for a library without a
// function per op. A `dim` out of range is left to the library: there are more
// items than dimensions.
Items At(int64_t rank, int64_t dim, Item item);

class Subject;
struct StepArguments;  // The step that is run has them: see
                       // viewproof_adapter.cc.

// The arguments of a step, by the names that the op gives them.
class Args {
 public:
  explicit Args(const StepArguments& step) : step_(step) {}

  int64_t integer(const char* key) const;
  std::optional<int64_t> optional(const char* key) const;
  Ints ints(const char* key) const;
  std::string dtype(const char* key) const;  // One of the subject's.
  std::string text(const char* key) const;
  Number number(const char* key) const;
  Tensor any(const char* key) const;  // Null if the argument is a number.
  Items index(const char* key) const;

 private:
  const StepArguments& step_;
};

// The same, with tensors as the library's.
template <typename T>
class ArgsOf : public Args {
 public:
  explicit ArgsOf(const Args& args) : Args(args) {}
  T& tensor(const char* key) const { return *Of(any(key)); }
  // Null if it is a number, which number() tells.
  T* value(const char* key) const { return Of(any(key)); }

 private:
  T* Of(Tensor x) const {
    kept_.push_back(std::move(x));
    return static_cast<T*>(kept_.back().get());
  }
  mutable std::vector<Tensor> kept_;  // Literals live as long as the step.
};

// Holds what a step gave.
struct Result {
  std::vector<Tensor> outputs = {};
  bool answer = false;   // A query gives it.
  bool is_list = false;  // The op gives a list of outputs.
};

// A chain as a function of its base that gives what its last step gives.
using Program = std::function<Result(const Tensor&)>;

// One subject. Every error of the library is an exception; what() is shown.
class Subject {
 public:
  virtual ~Subject() = default;

  Hello hello;

  // A fresh contiguous tensor; `bytes` are its elements, row-major, in the
  // machine's byte order (bfloat16 is the upper half of a float32).
  virtual Tensor Make(const std::string& dtype, const Ints& sizes,
                      const std::string& bytes) = 0;
  virtual Tensor MakeSparse(const Tensor& indices, const Tensor& entries,
                            const Ints& sizes, bool coalesced);
  virtual Look Observe(const Tensor& x) = 0;
  // Its elements, row-major. Asked for with the facet "values", if it has any.
  virtual std::string Bytes(const Tensor& x);
  // The arguments that the op takes; null if there is no such op.
  virtual const Names* Keys(const std::string& op) = 0;
  virtual Result Call(const std::string& op, const Tensor& x,
                      const Args& args) = 0;
  virtual bool Same(const Tensor& x, const Tensor& y) { return x == y; }
  // Returns whether two tensors have the same buffer, overlap or not.
  virtual bool Shares(const Tensor& x, const Tensor& y);
  // Compiles the whole chain and runs it; only its last step is observed.
  virtual Result RunChain(const Program& program, const Tensor& x) {
    return program(x);
  }
  // One of the protocol's kinds of errors, or "" if nobody mapped it.
  virtual std::string KindOf(const std::string& op,
                             const std::exception& error);
  // The op's expression, with `x` and a.TYPE("KEY") in it.
  virtual std::string Text(const std::string& op) { return op; }
};

// The keys in an expression: of each a.TYPE("KEY").
Names KeysIn(std::string_view text);

// Runs expressions on tensors of a library; a T is kept in a box of its own.
template <typename T>
class Table : public Subject {
 public:
  virtual T New(const std::string& dtype, const Ints& sizes,
                const std::string& bytes) = 0;
  virtual Look See(const T& x) = 0;
  virtual std::string Read(const T&) { return {}; }
  virtual bool IsSame(const T& x, const T& y) { return &x == &y; }
  virtual bool IsShared(const T&, const T&) { return false; }
  // at() calls it.
  virtual T Index(T&, const Items&) {
    throw Unsupported("argument", "the adapter does not override Index()");
  }

  static Tensor Box(T x) { return std::make_shared<T>(std::move(x)); }
  static T& Unbox(const Tensor& x) { return *static_cast<T*>(x.get()); }

  Tensor Make(const std::string& dtype, const Ints& sizes,
              const std::string& bytes) final {
    return Box(New(dtype, sizes, bytes));
  }
  Look Observe(const Tensor& x) final { return See(Unbox(x)); }
  std::string Bytes(const Tensor& x) final { return Read(Unbox(x)); }
  bool Same(const Tensor& x, const Tensor& y) final {
    return IsSame(Unbox(x), Unbox(y));
  }
  bool Shares(const Tensor& x, const Tensor& y) final {
    return IsShared(Unbox(x), Unbox(y));
  }
  const Names* Keys(const std::string& op) final {
    const auto entry = entries_.find(op);
    return entry == entries_.end() ? nullptr : &entry->second.keys;
  }
  Result Call(const std::string& op, const Tensor& x,
              const Args& args) override {
    return entries_.at(op).call(x, ArgsOf<T>(args));
  }
  std::string Text(const std::string& op) final { return entries_.at(op).text; }

  // x with one item, a number, a range or a mask, on one dimension.
  T at(T& x, int64_t dim, Item item) {
    const auto rank = static_cast<int64_t>(See(x).sizes.size());
    return Index(x, At(rank, dim, std::move(item)));
  }

  // VIEWPROOF_OP and VIEWPROOF_BORROWED call it.
  using ViewproofTensor = T;
  Table& ViewproofTable() { return *this; }
  template <typename F>
  void AddExpression(Names Hello::*list, const char* op, const char* text,
                     F f) {
    (hello.*list).push_back(op);
    entries_[op] = {text, KeysIn(text), [f](const Tensor& x, ArgsOf<T> args) {
                      return Give<F>(f, x, args);
                    }};
  }

 private:
  struct Entry {
    std::string text;
    Names keys;
    std::function<Result(const Tensor&, ArgsOf<T>)> call;
  };

  template <typename F>
  static Result Give(const F& f, const Tensor& x, const ArgsOf<T>& args) {
    using CallResult = std::invoke_result_t<F, T&, const ArgsOf<T>&>;
    Result result;
    if constexpr (std::is_void_v<CallResult>) {
      f(Unbox(x), args);
    } else if constexpr (std::is_same_v<std::decay_t<CallResult>, bool>) {
      result.answer = f(Unbox(x), args);
    } else if constexpr (std::is_same_v<CallResult, T&>) {
      T& given = f(Unbox(x), args);
      result.outputs.push_back(&given == &Unbox(x) ? x : Box(given));
    } else if constexpr (std::is_same_v<std::decay_t<CallResult>, T>) {
      result.outputs.push_back(Box(f(Unbox(x), args)));
    } else {
      result.is_list = true;
      for (auto& one : f(Unbox(x), args)) {
        result.outputs.push_back(Box(std::move(one)));
      }
    }
    return result;
  }

  std::map<std::string, Entry> entries_;
};

// An op of the library: in the constructor of what derives from Table, or,
// after VIEWPROOF_OPS, in the function that calls Main(). The expression may
// name what is there then: members, or locals of that function.
#define VIEWPROOF_OP(op, ...) VIEWPROOF_ADD_(ops, op, __VA_ARGS__)
// An op that the library lacks and the adapter carries out to set cases up.
#define VIEWPROOF_BORROWED(op, ...) VIEWPROOF_ADD_(borrowed, op, __VA_ARGS__)
// The table that the ops below are of.
#define VIEWPROOF_OPS(table)                                     \
  using ViewproofTensor =                                        \
      std::remove_reference_t<decltype(table)>::ViewproofTensor; \
  const auto ViewproofTable = [&]() -> auto& { return (table); }
#define VIEWPROOF_ADD_(list, op, ...)                                        \
  ViewproofTable().AddExpression(                                            \
      &viewproof::sdk::Hello::list, op, #__VA_ARGS__,                        \
      [&]([[maybe_unused]] ViewproofTensor& x,                               \
          [[maybe_unused]] const viewproof::sdk::ArgsOf<ViewproofTensor>& a) \
          -> decltype(auto) { return (__VA_ARGS__); })

// The bytes of one element; throws Unsupported for another name.
int64_t ItemSize(const std::string& dtype);
// The bytes of a number as an element.
std::string Element(const std::string& dtype, const Number& number);

// The process: serves standard input, or prints programs if the first argument
// is --program. Returns its exit status. Standard output is moved aside first,
// so that no print of the library breaks the protocol.
int Main(Subject& subject, int argc, char** argv);

}  // namespace viewproof::sdk

namespace viewproof_sdk = viewproof::sdk;  // Its name in version 0.1.

#endif  // VIEWPROOF_ADAPTER_H_
