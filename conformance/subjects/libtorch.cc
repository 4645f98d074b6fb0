#include "conformance/subjects/libtorch.h"

#include "libtorch_version.h"

#if VIEWPROOF_HAVE_LIBTORCH

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/TensorIndexing.h>
#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>
#include <c10/util/Logging.h>
#include <torch/version.h>

#include <array>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/subjects/bind.h"
#include "conformance/subjects/chain.h"
#include "conformance/subjects/libtorch_errors.h"

namespace viewproof {
namespace {

// Indexed by DType.
constexpr std::array kScalarTypes = {
    at::kBool,  at::kByte,   at::kChar,         at::kShort,
    at::kInt,   at::kLong,   at::kHalf,         at::kBFloat16,
    at::kFloat, at::kDouble, at::kComplexFloat, at::kComplexDouble};

at::ScalarType ScalarType(DType dtype) {
  return kScalarTypes[static_cast<std::size_t>(dtype)];
}

std::optional<DType> FindDType(at::ScalarType type) {
  for (const DType dtype : kDTypes) {
    if (ScalarType(dtype) == type) return dtype;
  }
  return std::nullopt;
}

// The text of an error without the place in libtorch where it was raised.
std::string Message(const std::exception& exception) {
  const auto* error = dynamic_cast<const c10::Error*>(&exception);
  std::string text =
      error != nullptr ? error->what_without_backtrace() : exception.what();
  text.resize(std::min(text.size(), text.find("\nException raised")));
  return text;
}

ErrorReply ErrorOf(const Op& op, const std::exception& exception) {
  ErrorReply error;
  error.message = Message(exception);
  const auto rows = MatchLibtorchError(op.name, error.message);
  if (rows.size() == 1) error.kind = LibtorchErrors()[rows[0]].kind;
  return error;
}

void AppendHex(const at::Tensor& dense, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto* bytes = static_cast<const unsigned char*>(dense.data_ptr());
  for (std::size_t k = 0; k < dense.nbytes(); ++k) {
    out += kDigits[bytes[k] >> 4];
    out += kDigits[bytes[k] & 15];
  }
}

}  // namespace

template <>
struct Lift<at::Tensor> {
  template <typename P>
  static P Operand(const at::Tensor& tensor) {
    return tensor;
  }

  static Answer<at::Tensor> Wrap(const at::Tensor& operand, at::Tensor result) {
    Outputs<at::Tensor> outputs;
    outputs.self = result.is_same(operand);
    outputs.tensors.push_back(std::move(result));
    return outputs;
  }
  static Answer<at::Tensor> Wrap(const at::Tensor&,
                                 std::vector<at::Tensor> results) {
    return Outputs<at::Tensor>{.tensors = std::move(results), .self = false};
  }
  static Answer<at::Tensor> Wrap(const at::Tensor&, bool answer) {
    return answer;
  }
  struct Written {};
  static Answer<at::Tensor> Wrap(const at::Tensor&, Written) {
    return Outputs<at::Tensor>();
  }

  template <typename Call>
  static Answer<at::Tensor> Guard(const Op& op, Call call) {
    try {
      return call();
    } catch (const std::exception& exception) {
      return ErrorOf(op, exception);
    }
  }

  static at::Tensor Make(const Base& base, bool with_bool) {
    at::Tensor tensor = at::empty(base.sizes, ScalarType(base.dtype));
    const std::vector<std::byte> bytes = FillBytes(base, with_bool);
    if (!bytes.empty()) {
      std::memcpy(tensor.data_ptr(), bytes.data(), bytes.size());
    }
    return tensor;
  }
  static at::Tensor Make(const Literal& literal) {
    at::Tensor tensor = at::empty(literal.sizes, ScalarType(literal.dtype));
    auto* to = static_cast<std::byte*>(tensor.data_ptr());
    for (const Scalar value : ElementsOf(literal).list) {
      Encode(literal.dtype, value, to);
      to += ItemSize(literal.dtype);
    }
    return tensor;
  }

  static Ints SizesOf(const at::Tensor& tensor) { return tensor.sizes().vec(); }
  static DType DTypeOf(const at::Tensor& tensor) {
    return FindDType(tensor.scalar_type()).value();
  }
  static const void* StorageOf(const at::Tensor& tensor) {
    return tensor.storage().unsafeGetStorageImpl();
  }

  static void Show(const at::Tensor& tensor, FillKind fill, Output& output) {
    output.dtype = FindDType(tensor.scalar_type());
    output.sizes = tensor.sizes().vec();
    output.strides = tensor.strides().vec();
    output.offset = tensor.storage_offset();
    output.contiguous = tensor.is_contiguous();
    output.conj = tensor.is_conj();
    output.neg = tensor.is_neg();
    ShowValues(tensor, fill, output);
  }
  static void ShowValues(const at::Tensor& tensor, FillKind fill,
                         Output& output) {
    const DType dtype = DTypeOf(tensor);
    if (!ReadyToShow(output, fill, dtype, tensor.numel())) return;
    const at::Tensor dense = tensor.resolve_conj().resolve_neg().contiguous();
    if (output.bytes) return AppendHex(dense, *output.bytes);
    const auto* from = static_cast<const std::byte*>(dense.data_ptr());
    for (int64_t k = 0; k < dense.numel(); ++k) {
      output.values->list.push_back(Decode(dtype, from));
      from += ItemSize(dtype);
    }
  }
};

namespace {

using X = const at::Tensor&;
using Lifted = Lift<at::Tensor>;
using Written = Lifted::Written;
using Maybe = const std::optional<int64_t>&;

// Before libtorch 2.4, c10::optional is a class of its own.
c10::optional<int64_t> At(Maybe number) {
  if (!number) return {};
  return *number;
}

using Items = const Index<at::Tensor>&;
using NumberOrTensor = const NumberOr<at::Tensor>&;

// An item as libtorch takes it: every kind but these two as it is.
template <typename Item>
at::indexing::TensorIndex ItemOf(const Item& item) {
  return {item};
}
at::indexing::TensorIndex ItemOf(NewAxis) { return {at::indexing::None}; }
at::indexing::TensorIndex ItemOf(Ellipsis) { return {at::indexing::Ellipsis}; }
at::indexing::TensorIndex ItemOf(const Range& range) {
  const auto bound = [](Maybe number) -> c10::optional<c10::SymInt> {
    if (!number) return {};
    return c10::SymInt(*number);
  };
  return {at::indexing::Slice(bound(range.start), bound(range.stop),
                              bound(range.step))};
}

std::vector<at::indexing::TensorIndex> ItemsOf(Items index) {
  std::vector<at::indexing::TensorIndex> items;
  for (const IndexItem<at::Tensor>& item : index) {
    items.push_back(std::visit([](const auto& i) { return ItemOf(i); }, item));
  }
  return items;
}

Written Assign(at::Tensor x, Items index, NumberOrTensor value) {
  if (const auto* number = std::get_if<int64_t>(&value)) {
    x.index_put_(ItemsOf(index), at::Scalar(*number));
  } else {
    x.index_put_(ItemsOf(index), std::get<at::Tensor>(value));
  }
  return {};
}

// Swallows what libtorch has to say of uint8 masks and expanded targets, once
// per call.
class Silence : public c10::WarningHandler {
 public:
  void process(const c10::Warning&) override {}
};

template <typename Lambda>
constexpr Binding<at::Tensor> On(Lambda lambda) {
  return Bind<at::Tensor>(lambda);
}

const Bindings<at::Tensor>& LibtorchBindings() {
  using I = int64_t;
  using L = const Ints&;
  static const Bindings<at::Tensor> bindings = {
    {"as_strided", On([](X x, L size, L stride, Maybe offset) {
       return x.as_strided(size, stride, At(offset));
     })},
    {"chunk", On([](X x, I chunks, I dim) { return x.chunk(chunks, dim); })},
    {"contiguous", On([](X x) { return x.contiguous(); })},
    {"copy_", On([](X x, X src) {
       x.copy_(src);
       return Written();
     })},
    {"detach", On([](X x) { return x.detach(); })},
    {"diagonal", On([](X x, I offset, I dim1, I dim2) {
       return x.diagonal(offset, dim1, dim2);
     })},
    {"expand", On([](X x, L size) { return x.expand(size); })},
    {"fill_", On([](X x, I value) {
       x.fill_(value);
       return Written();
     })},
    {"flatten", On([](X x, I start, I end) { return x.flatten(start, end); })},
    {"getitem", On([](X x, Items index) { return x.index(ItemsOf(index)); })},
    {"is_contiguous", On([](X x) { return x.is_contiguous(); })},
    {"narrow", On([](X x, I dim, I start, I length) {
       return x.narrow(dim, start, length);
     })},
    {"permute", On([](X x, L dims) { return x.permute(dims); })},
    {"reshape", On([](X x, L shape) { return x.reshape(shape); })},
    {"select", On([](X x, I dim, I index) { return x.select(dim, index); })},
    {"setitem", On([](X x, Items index, NumberOrTensor value) {
       return Assign(x, index, value);
     })},
    {"slice", On([](X x, I dim, Maybe start, Maybe end, I step) {
       return x.slice(dim, At(start), At(end), step);
     })},
    {"split", On([](X x, I size, I dim) { return x.split(size, dim); })},
    {"split_with_sizes",
     On([](X x, L sizes, I dim) { return x.split_with_sizes(sizes, dim); })},
    {"squeeze", On([](X x) { return x.squeeze(); })},
    {"squeeze.dim", On([](X x, I dim) { return x.squeeze(dim); })},
#if TORCH_VERSION_MAJOR >= 2
    {"squeeze.dims",
     On([](X x, L dims) { return x.squeeze(at::IntArrayRef(dims)); })},
#endif
    {"t", On([](X x) { return x.t(); })},
    {"transpose",
     On([](X x, I dim0, I dim1) { return x.transpose(dim0, dim1); })},
    {"unbind", On([](X x, I dim) { return x.unbind(dim); })},
    {"unfold", On([](X x, I dimension, I size, I step) {
       return x.unfold(dimension, size, step);
     })},
    {"unsqueeze", On([](X x, I dim) { return x.unsqueeze(dim); })},
    {"view", On([](X x, L size) { return x.view(size); })},
    {"view_as", On([](X x, X other) { return x.view_as(other); })},
  };
  return bindings;
}

class Libtorch : public Subject {
 public:
  explicit Libtorch(Dispatch dispatch)
      : dispatch_(dispatch), chain_(LibtorchBindings()) {
    c10::SetStackTraceFetcher([] { return std::string(); });
    at::set_num_threads(1);
    static Silence silence;
    c10::WarningUtils::set_warning_handler(&silence);
    hello_.name = "libtorch";
    hello_.version = VIEWPROOF_LIBTORCH_VERSION;
    hello_.language = "c++";
    hello_.ops = LibtorchBindings().OpNames();
    hello_.dtypes.assign(kDTypes.begin(), kDTypes.end());
    hello_.facets = Facets::All();
  }

  const Hello& hello() const override { return hello_; }

  void Run(const Case& test, Reply& reply) override {
    const c10::InferenceMode mode(dispatch_ == Dispatch::kInference);
    chain_.Run(test, reply);
  }

 private:
  Dispatch dispatch_;
  Hello hello_;
  Chain<at::Tensor> chain_;
};

}  // namespace

std::unique_ptr<Subject> MakeLibtorch(Dispatch dispatch) {
  return std::make_unique<Libtorch>(dispatch);
}

bool RunBareLibtorch(const Case& test) {
  const c10::InferenceMode mode;
  std::vector<std::vector<at::Tensor>> made = {
      {Lifted::Make(test.base, Names(test, DType::kBool))}};
  const at::Tensor* current = &made[0][0];
  const auto find = [&](OutputRef ref) { return &made[ref.step][ref.output]; };
  for (const Step& step : test.chain) {
    const at::Tensor* operand = step.on ? find(*step.on) : current;
    made.emplace_back();
    if (Observes(*step.op)) {
      Output shown;
      Lifted::ShowValues(*operand, test.base.fill, shown);
      continue;
    }
    at::Tensor literal;
    std::array<const at::Tensor*, 4> named{};
    for (std::size_t k = 0; k < step.args.size(); ++k) {
      const auto* arg = std::get_if<TensorArg>(&step.args[k]);
      if (arg == nullptr) continue;
      const auto* ref = std::get_if<OutputRef>(arg);
      if (ref == nullptr) literal = Lifted::Make(std::get<Literal>(*arg));
      named[k] = ref == nullptr ? &literal : find(*ref);
    }
    try {
      const auto answer =
          LibtorchBindings().Find(*step.op)->call(*operand, step.args, named);
      const auto* outputs = std::get_if<Outputs<at::Tensor>>(&answer);
      if (outputs == nullptr || outputs->tensors.empty()) continue;
      for (const at::Tensor& output : outputs->tensors) {
        Output shown;
        Lifted::Show(output, test.base.fill, shown);
      }
      made.back() = outputs->tensors;
      current = &made.back()[0];
    } catch (const std::exception& exception) {
      [[maybe_unused]] const ErrorReply error = ErrorOf(*step.op, exception);
    }
  }
  return true;
}

}  // namespace viewproof

#else

namespace viewproof {

std::unique_ptr<Subject> MakeLibtorch(Dispatch) { return nullptr; }
bool RunBareLibtorch(const Case&) { return false; }

}  // namespace viewproof

#endif
