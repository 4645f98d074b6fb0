#include "conformance/sdk/cpp/sdk_subject.h"

#include <algorithm>
#include <forward_list>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/crc32.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/fill.h"
#include "conformance/case/hex.h"
#include "conformance/case/kernel.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/sdk/cpp/sdk_arguments.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/chain.h"

namespace viewproof {
namespace {

// The case that this thread runs.
struct RunningCase {
  sdk::Subject& adapter;
  const Hello& hello;
  const Case& test;
  const Reply& reply;
  const std::function<void(const Case&, const Reply&)>& on_begin;
  // A chain that is run as a whole shows nothing on its way.
  bool is_whole = false;
  sdk::Tensor base = nullptr;  // The base of such a chain.
  sdk::Result last = {};       // What its last step gave.

  // A subject that is asked what shares has them: its tensors, by storages.
  struct Known {
    std::weak_ptr<void> tensor;
    const void* storage;
  };
  std::vector<Known> known = {};
  std::forward_list<char> storages = {};

  void Begin() const {
    if (on_begin) on_begin(test, reply);
  }

  const void* StorageOf(const sdk::Tensor& x, const sdk::Look& look) {
    if (!adapter.hello.asks_sharing) return look.storage;
    const auto shares = [&](const Known& one) {
      const sdk::Tensor y = one.tensor.lock();
      return y != nullptr && (x == y || adapter.Shares(x, y));
    };
    const auto found = std::ranges::find_if(known, shares);
    const void* storage =
        found != known.end() ? found->storage : &storages.emplace_front();
    known.push_back({x, storage});
    return storage;
  }

  // The object has changed: what it shares is asked again.
  void Forget(const sdk::Tensor& x) {
    std::erase_if(known,
                  [&](const Known& one) { return one.tensor.lock() == x; });
  }
};

thread_local RunningCase* running = nullptr;

// Shows the elements of a tensor; null: the dtype is none of ours.
void ShowElementsOf(const sdk::Tensor& x, const sdk::Look& look,
                    std::optional<DType> dtype, Output& shown) {
  if (!running->hello.facets.Contains(Facet::kValues)) return;
  const FillKind fill = running->test.base.fill;
  const std::optional<int64_t> numel = Numel(look.sizes);
  if (HowShown(fill, numel) == ElementDisplay::kNothing) return;
  if (!dtype) throw sdk::Unsupported("dtype", look.dtype);
  const std::string bytes = *numel == 0 ? "" : running->adapter.Bytes(x);
  const auto data = std::as_bytes(std::span(bytes));
  switch (ReadyToShow(shown, fill, *dtype, std::max<int64_t>(*numel, 0))) {
    case ElementDisplay::kDigest:
      shown.crc32 = Crc32(data);
      break;
    case ElementDisplay::kBytes:
      AppendHex(data, *shown.bytes);
      break;
    default:
      const int64_t item = ItemSize(*dtype);
      ShowElements(*dtype, data.data(), item, std::ssize(data) / item, shown);
  }
}

void ShowOnlyElements(const sdk::Tensor& x, Output& shown) {
  const sdk::Look look = running->adapter.Observe(x);
  ShowElementsOf(x, look, FindDType(look.dtype), shown);
}

// A number of bytes in elements; what is no whole number of them is shown as
// such.
int64_t InElements(int64_t number, int64_t item) {
  return number % item == 0 ? number / item : kNotAnInteger;
}

void ShowStrides(sdk::Look& look, Output& shown) {
  const sdk::Hello& hello = running->adapter.hello;
  const int64_t unit = hello.in_bytes ? sdk::ItemSize(look.dtype) : 1;
  shown.offset = InElements(look.offset, unit);
  shown.strides = std::move(look.strides);
  for (int64_t& stride : *shown.strides) stride = InElements(stride, unit);
  if (Contains(running->hello.ops, "is_contiguous")) {
    shown.contiguous = look.contiguous;
  }
}

// A word of hello or of an error as what it names.
template <typename Find>
auto FindWord(Find find, const std::string& word) {
  const auto found = find(word);
  if (!found) throw sdk::Misdeclared("nothing is called " + word);
  return *found;
}

ErrorReply ErrorOf(const Op& op, const std::exception& error) {
  ErrorReply reply;
  reply.message = error.what();
  if (running->hello.facets.Contains(Facet::kErrorKind)) {
    const std::string kind =
        running->adapter.KindOf(std::string(op.name), error);
    if (!kind.empty()) reply.kind = FindWord(&FindErrorKind, kind);
  }
  return reply;
}

// Returns what call() answers; an error of the library, which ends a whole
// chain.
template <typename Call>
Answer<SdkTensor> AnswerOf(const Op& op, Call call) {
  if (running->is_whole) return call();
  try {
    return call();
  } catch (const sdk::Unsupported&) {
    throw;
  } catch (const sdk::Misdeclared&) {
    throw;
  } catch (const std::exception& error) {
    return ErrorOf(op, error);
  } catch (...) {
    return ErrorOf(op, std::runtime_error("no std::exception"));
  }
}

// A tensor that a step gave, with what is shown of it.
SdkTensor Given(const sdk::Tensor& x, const sdk::Tensor& operand) {
  SdkTensor given{x};
  if (running->is_whole) return given;
  const Facets& facets = running->hello.facets;
  sdk::Look look = running->adapter.Observe(x);
  Output& shown = given.shown;
  shown.dtype = FindDType(look.dtype);
  if (!shown.dtype) shown.other_dtype = look.dtype;
  if (facets.Contains(Facet::kStrides)) ShowStrides(look, shown);
  if (facets.Contains(Facet::kAlias)) {
    given.storage = running->StorageOf(x, look);
  }
  shown.self = facets.Contains(Facet::kIdentity) && operand != nullptr &&
               running->adapter.Same(x, operand);
  if (facets.Contains(Facet::kExact)) {
    shown.conj = look.conj;
    shown.neg = look.neg;
  }
  ShowElementsOf(x, look, shown.dtype, shown);
  shown.sizes = std::move(look.sizes);
  return given;
}

// The same of one that nothing is shown of.
SdkTensor Unshown(const sdk::Tensor& x) {
  SdkTensor made{x};
  if (running->is_whole || !running->hello.facets.Contains(Facet::kAlias)) {
    return made;
  }
  made.storage = running->StorageOf(x, running->adapter.Observe(x));
  return made;
}

// Returns what a write leaves in the place of its operand.
Outputs<SdkTensor> Rebound(const sdk::Result& result,
                           const sdk::Tensor& operand) {
  Outputs<SdkTensor> outputs;
  const bool is_changed =
      result.outputs.empty() || result.outputs[0] == operand;
  if (is_changed) running->Forget(operand);
  outputs.rebound = Unshown(is_changed ? operand : result.outputs[0]);
  outputs.everywhere = is_changed;
  return outputs;
}

// Calls the op that the binding is of.
Answer<SdkTensor> CallOp(const Binding<SdkTensor>& binding,
                         const SdkTensor& operand, std::span<const Arg> args,
                         std::span<const SdkTensor* const> tensors) {
  const Op& op = *binding.op;
  if (op.kind == OpKind::kForget) return Outputs<SdkTensor>();
  return AnswerOf(op, [&]() -> Answer<SdkTensor> {
    sdk::Subject& adapter = running->adapter;
    const sdk::StepArguments step{adapter, op, args, tensors};
    running->Begin();
    sdk::Result result =
        adapter.Call(std::string(op.name), operand.tensor, sdk::Args(step));
    if (running->is_whole) running->last = result;
    if (op.kind == OpKind::kQuery) return result.answer;
    if (op.kind == OpKind::kWrite) {
      if (op.call != nullptr || !adapter.hello.rebinds)
        return Outputs<SdkTensor>();
      return Rebound(result, operand.tensor);
    }
    Outputs<SdkTensor> outputs;
    outputs.tensors.reserve(result.outputs.size());
    for (const sdk::Tensor& x : result.outputs) {
      outputs.tensors.push_back(Given(x, operand.tensor));
      outputs.self |= x == operand.tensor;
    }
    return outputs;
  });
}

// The same, where the expression has not the arguments of the op's row.
Answer<SdkTensor> RefuseArguments(const Binding<SdkTensor>& binding,
                                  const SdkTensor&, std::span<const Arg>,
                                  std::span<const SdkTensor* const>) {
  throw sdk::Unsupported("argument",
                         std::string(binding.op->name) + ": one is missing");
}

Bindings<SdkTensor> BindingsOf(sdk::Subject& adapter) {
  Bindings<SdkTensor> bindings({});
  for (const Op& op : Ops()) {
    const sdk::Names* keys = adapter.Keys(std::string(op.name));
    if (keys == nullptr || Observes(op)) continue;
    const bool fits =
        keys->size() == op.parameters.size() &&
        std::ranges::all_of(op.parameters, [&](const Parameter& parameter) {
          return std::ranges::find(*keys, parameter.name) != keys->end();
        });
    Binding<SdkTensor> binding;
    binding.function = fits ? &CallOp : &RefuseArguments;
    binding.op = &op;
    bindings.Set(op, binding);
  }
  return bindings;
}

DeclaredKernel KernelOf(const sdk::Kernel& said, const sdk::Names& ops,
                        bool rebinds) {
  DeclaredKernel kernel;
  kernel.name = said.name;
  for (const CallForm form : kCallForms) {
    const bool is_there =
        std::ranges::count(ops, CallName(said.name, form)) > 0;
    // Nothing sees the write of a library that rebinds.
    if (is_there && (form == CallForm::kNew || !rebinds)) {
      kernel.forms.push_back(form);
    }
  }
  for (const std::string& operand : said.operands) {
    kernel.operands.push_back(ReadOperand(operand, "operands"));
  }
  for (const std::string& dtype : said.dtypes) {
    kernel.dtypes.push_back(FindWord(&FindDType, dtype));
  }
  kernel.ulps = said.ulps;
  kernel.writes = said.writes;
  kernel.may_alias = said.may_alias;
  return kernel;
}

Hello HelloOf(const sdk::Hello& said) {
  Hello hello;
  try {
    for (const sdk::Kernel& kernel : said.calls) {
      DeclaredKernel declared = KernelOf(kernel, said.ops, said.rebinds);
      if (declared.forms.empty() && said.rebinds) {
        hello.left_out.push_back("kernels that it lacks: " + kernel.name);
        continue;
      }
      CheckKernel(declared);
      hello.calls.push_back(std::move(declared));
    }
  } catch (const BadInput& error) {
    throw sdk::Misdeclared(std::string("calls: ") + error.what());
  }
  hello.name = said.name;
  hello.version = said.version;
  hello.language = said.language;
  hello.device = said.device;
  hello.ops = said.ops;
  hello.copies = said.copies;
  hello.borrowed = said.borrowed;
  for (auto* list : {&hello.ops, &hello.copies, &hello.borrowed}) {
    std::ranges::sort(*list);
  }
  std::erase_if(hello.ops, [&](const std::string& op) {
    const bool calls = op.starts_with(kCallPrefix);
    if (calls && !said.rebinds && FindKernel(hello.calls, op) == nullptr) {
      throw sdk::Misdeclared("calls: no kernel is declared for " + op);
    }
    return calls;
  });
  for (const std::string& dtype : said.dtypes) {
    hello.dtypes.push_back(FindWord(&FindDType, dtype));
  }
  for (const std::string& facet : said.facets) {
    hello.facets.Insert(FindWord(&FindFacet, facet));
  }
  for (const std::string& form : said.forms) {
    hello.forms.push_back(FindWord(&FindCaseForm, form));
  }
  hello.left_out.insert(hello.left_out.begin(), said.left_out.begin(),
                        said.left_out.end());
  hello.views = said.views;
  hello.rebinds = said.rebinds;
  hello.observes_every = !said.observes_last;
  hello.after_error = said.after_error;
  hello.index_range = said.index_range;
  hello.ints = said.ints;
  hello.max_rank = said.max_rank;
  hello.batch = said.batch;
  hello.case_seconds = said.case_seconds;
  return hello;
}

}  // namespace

template <>
struct Lift<SdkTensor> {
  static SdkTensor Make(const Base& base, bool with_bool) {
    if (running->base != nullptr) return {running->base};
    running->Begin();
    sdk::Subject& adapter = running->adapter;
    const sdk::Tensor filled = MakeTensor(
        adapter, base.dtype, FilledSizes(base), FillBytes(base, with_bool));
    if (!base.coo) return Unshown(filled);
    const sdk::Tensor places = MakeLiteral(adapter, IndicesOf(*base.coo));
    SdkTensor sparse{
        adapter.MakeSparse(places, filled, base.sizes, base.coo->coalesced)};
    sparse.storage = Unshown(filled).storage;
    sparse.indices = Unshown(places).storage;
    return sparse;
  }
  static SdkTensor Make(const Literal& literal) {
    SdkTensor argument;
    argument.literal = &literal;
    return argument;
  }
  static const void* StorageOf(const SdkTensor& x) { return x.storage; }
  static const void* IndicesOfSparse(const SdkTensor& x) { return x.indices; }
  static void Forget(SdkTensor& x) { x = {}; }

  static Answer<SdkTensor> CallKernel(
      const Binding<SdkTensor>& binding, const SdkTensor& operand,
      std::span<const Arg> args, std::span<const SdkTensor* const> tensors) {
    const std::string name(binding.op->name);
    if (FindKernel(running->hello.calls, name) == nullptr) {
      throw sdk::Unsupported("op", name);
    }
    return CallOp(binding, operand, args, tensors);
  }

  template <typename Call>
  static Answer<SdkTensor> Guard(const Op& op, Call call) {
    return AnswerOf(op, call);
  }

  static void Show(const SdkTensor& x, FillKind, Output& output) {
    const std::optional<int64_t> storage = output.storage;
    output = std::move(x.shown);
    if (running->hello.facets.Contains(Facet::kAlias)) output.storage = storage;
  }
  // `read` is an op of the subject like others.
  static void ShowValues(const SdkTensor& x, FillKind, Output& output) {
    sdk::Subject& adapter = running->adapter;
    const Op& read = *FindOp("read");
    running->Begin();
    const sdk::Result result =
        adapter.Call("read", x.tensor, sdk::Args({adapter, read}));
    if (running->is_whole) running->last = result;
    for (const sdk::Tensor& y : result.outputs) {
      if (!running->is_whole) ShowOnlyElements(y, output);
    }
  }
};

namespace {

class SdkSubject : public Subject {
 public:
  SdkSubject(sdk::Subject& adapter,
             std::function<void(const Case&, const Reply&)> begin)
      : adapter_(adapter),
        begin_(std::move(begin)),
        hello_(HelloOf(adapter.hello)),
        bindings_(BindingsOf(adapter)),
        chain_(bindings_) {}

  const Hello& hello() const override { return hello_; }

  void Run(const Case& test, Reply& reply) override {
    reply.id = test.id;
    reply.steps.clear();
    reply.unsupported.reset();
    RunningCase now{adapter_, hello_, test, reply, begin_};
    running = &now;
    try {
      if (hello_.observes_every) {
        chain_.Run(test, reply);
      } else {
        RunAsWhole(now, reply);
      }
    } catch (const sdk::Unsupported& error) {
      reply.unsupported = {std::ssize(reply.steps), error.lacks, error.what()};
    } catch (const sdk::Misdeclared&) {
      throw;
    } catch (const std::exception& error) {
      // A base that the library refuses costs no process.
      reply.unsupported = {0, "base", error.what()};
    }
    if (reply.unsupported) reply.steps.clear();
  }

 private:
  // Runs the chain as one function, of which the last step alone is shown.
  void RunAsWhole(RunningCase& now, Reply& reply) {
    const std::vector<Step>& steps = now.test.chain;
    const SdkTensor base = Lift<SdkTensor>::Make(now.test.base, NamesBool());
    for (std::size_t k = 0; k < steps.size(); ++k) {
      reply.steps.emplace_back(UnobservedStep());
      const Op& op = *steps[k].op;
      if (!Observes(op) && op.call == nullptr &&
          bindings_.Find(op) == nullptr) {
        throw sdk::Unsupported("op", std::string(op.name));
      }
    }
    if (steps.empty()) return;
    const Op& last = *steps.back().op;
    now.is_whole = true;
    const sdk::Program program = [&](const sdk::Tensor& x) {
      Reply unseen;
      now.base = x;
      now.last = {};
      chain_.Run(now.test, unseen);
      return now.last;
    };
    Outcome& outcome = reply.steps.back();
    now.Begin();
    try {
      const sdk::Result result = adapter_.RunChain(program, base.tensor);
      now.is_whole = false;
      ShowLast(last, result, base, outcome);
    } catch (const sdk::Unsupported&) {
      throw;
    } catch (const std::exception& error) {
      outcome = ErrorOf(last, error);
    }
  }

  bool NamesBool() const {
    return Names(running->test, DType::kBool) &&
           running->test.base.fill == FillKind::kBytes;
  }

  void ShowLast(const Op& op, const sdk::Result& result, const SdkTensor& base,
                Outcome& outcome) const {
    if (op.kind == OpKind::kQuery) {
      outcome = result.answer;
      return;
    }
    auto& outputs = outcome.emplace<std::vector<Output>>();
    if (op.kind == OpKind::kWrite || op.kind == OpKind::kForget) return;
    std::vector<const void*> storages = {base.storage};
    for (const sdk::Tensor& x : result.outputs) {
      if (Observes(op)) {
        ShowOnlyElements(x, outputs.emplace_back());
        continue;
      }
      const SdkTensor given = Given(x, nullptr);
      const auto found = std::ranges::find(storages, given.storage);
      Output& shown = outputs.emplace_back(given.shown);
      if (hello_.facets.Contains(Facet::kAlias)) {
        shown.storage = found - storages.begin();
      }
      if (found == storages.end()) storages.push_back(given.storage);
    }
  }

  sdk::Subject& adapter_;
  const std::function<void(const Case&, const Reply&)> begin_;
  const Hello hello_;
  const Bindings<SdkTensor> bindings_;
  Chain<SdkTensor> chain_;
};

}  // namespace

std::unique_ptr<Subject> MakeSubject(
    sdk::Subject& adapter,
    std::function<void(const Case&, const Reply&)> begin) {
  return std::make_unique<SdkSubject>(adapter, std::move(begin));
}

}  // namespace viewproof
