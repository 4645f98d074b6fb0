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

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/fill.h"
#include "conformance/case/hex.h"
#include "conformance/case/sparse_facts.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/chain.h"
#include "conformance/subjects/libtorch_errors.h"

namespace viewproof {
namespace {

at::ScalarType ScalarType(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return at::kBool;
    case DType::kUInt8:
      return at::kByte;
    case DType::kInt8:
      return at::kChar;
    case DType::kInt16:
      return at::kShort;
    case DType::kInt32:
      return at::kInt;
    case DType::kInt64:
      return at::kLong;
    case DType::kFloat16:
      return at::kHalf;
    case DType::kBFloat16:
      return at::kBFloat16;
    case DType::kFloat32:
      return at::kFloat;
    case DType::kFloat64:
      return at::kDouble;
    case DType::kComplex64:
      return at::kComplexFloat;
    case DType::kComplex128:
      return at::kComplexDouble;
  }
  return at::ScalarType::Undefined;
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

}  // namespace

template <>
struct Lift<at::Tensor> {
  template <typename P>
  static P Operand(const at::Tensor& tensor) {
    return tensor;
  }

  static Answer<at::Tensor> Wrap(const at::Tensor& operand, at::Tensor result) {
    if (result.scalar_type() == at::kComplexHalf) {
      throw std::domain_error("complex32 is no dtype of ours");
    }
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
    at::Tensor tensor = at::empty(FilledSizes(base), ScalarType(base.dtype));
    const std::vector<std::byte> bytes = FillBytes(base, with_bool);
    if (!bytes.empty()) {
      std::memcpy(tensor.data_ptr(), bytes.data(), bytes.size());
    }
    if (!base.coo) return tensor;
    return at::_sparse_coo_tensor_unsafe(Make(IndicesOf(*base.coo)), tensor,
                                         base.sizes)
        ._coalesced_(base.coo->coalesced);
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
    const at::Tensor& holder = tensor.is_sparse() ? tensor._values() : tensor;
    return holder.storage().unsafeGetStorageImpl();
  }
  static const void* IndicesOfSparse(const at::Tensor& sparse) {
    return StorageOf(sparse._indices());
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
    if (tensor.numel() == 0) return;  // Not even a copy of sizes [0,-3].
    const at::Tensor dense = tensor.resolve_conj().resolve_neg().contiguous();
    const auto* from = static_cast<const std::byte*>(dense.data_ptr());
    if (output.bytes) return AppendHex({from, dense.nbytes()}, *output.bytes);
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
#if TORCH_VERSION_MAJOR >= 2
  using Bound = c10::SymInt;
#else
  using Bound = int64_t;
#endif
  const auto bound = [](Maybe number) -> c10::optional<Bound> {
    if (!number) return {};
    return Bound(*number);
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

at::MemoryFormat At(MemoryFormat format) {
  switch (format) {
    case MemoryFormat::kContiguous:
      return at::MemoryFormat::Contiguous;
    case MemoryFormat::kChannelsLast:
      return at::MemoryFormat::ChannelsLast;
    case MemoryFormat::kChannelsLast3d:
      return at::MemoryFormat::ChannelsLast3d;
    case MemoryFormat::kPreserve:
      return at::MemoryFormat::Preserve;
  }
  return at::MemoryFormat::Contiguous;
}

// libtorch takes what is below -2^62 for the address of a symbolic number. It
// doubles strides and offset of a complex tensor unchecked, so that a wild one
// may come out: such a tensor is not asked about its parts.
X Doubled(X x) {
  const auto wild = [](int64_t number) {
    return static_cast<int64_t>(2 * static_cast<uint64_t>(number)) <
           -(int64_t{1} << 62);
  };
  const at::IntArrayRef strides = x.strides();
  if (x.is_complex() && (wild(x.storage_offset()) ||
                         std::any_of(strides.begin(), strides.end(), wild))) {
    throw std::overflow_error("not run: libtorch would make a wild pointer");
  }
  return x;
}

template <typename Lambda>
constexpr Binding<at::Tensor> On(Lambda lambda) {
  return Bind<at::Tensor>(lambda);
}

const Bindings<at::Tensor>& LibtorchBindings() {
  using I = int64_t;
  using L = const Ints&;
  static const Bindings<at::Tensor> bindings = {
    {"H", On([](X x) { return x.matrix_H(); })},
    {"T", On([](X x) { return x.numpy_T(); })},
    {"adjoint", On([](X x) { return x.adjoint(); })},
    {"as_strided", On([](X x, L size, L stride, Maybe offset) {
       return x.as_strided(size, stride, At(offset));
     })},
    {"broadcast_to", On([](X x, L size) { return x.broadcast_to(size); })},
    {"chunk", On([](X x, I chunks, I dim) { return x.chunk(chunks, dim); })},
    {"conj", On([](X x) { return x.conj(); })},
    {"contiguous", On([](X x) { return x.contiguous(); })},
    {"contiguous.format",
     On([](X x, MemoryFormat format) { return x.contiguous(At(format)); })},
    {"copy_", On([](X x, X src) {
       x.copy_(src);
       return Written();
     })},
    {"detach", On([](X x) { return x.detach(); })},
    {"diagonal", On([](X x, I offset, I dim1, I dim2) {
       return x.diagonal(offset, dim1, dim2);
     })},
    {"expand", On([](X x, L size) { return x.expand(size); })},
    {"expand_as", On([](X x, X other) { return x.expand_as(other); })},
    {"fill_", On([](X x, I value) {
       x.fill_(value);
       return Written();
     })},
    {"flatten", On([](X x, I start, I end) { return x.flatten(start, end); })},
    {"getitem", On([](X x, Items index) { return x.index(ItemsOf(index)); })},
    {"hsplit", On([](X x, I sections) { return x.hsplit(sections); })},
    {"hsplit.indices",
     On([](X x, L indices) { return x.hsplit(at::IntArrayRef(indices)); })},
    {"imag", On([](X x) { return at::imag(Doubled(x)); })},
    {"indices", On([](X x) { return x.indices(); })},
    {"is_contiguous", On([](X x) { return x.is_contiguous(); })},
    {"is_contiguous.format",
     On([](X x, MemoryFormat format) { return x.is_contiguous(At(format)); })},
    {"mH", On([](X x) { return x.mH(); })},
    {"mT", On([](X x) { return x.mT(); })},
    {"movedim", On([](X x, L source, L destination) {
       return x.movedim(source, destination);
     })},
    {"narrow", On([](X x, I dim, I start, I length) {
       return x.narrow(dim, start, length);
     })},
    {"permute", On([](X x, L dims) { return x.permute(dims); })},
    {"real", On([](X x) { return at::real(Doubled(x)); })},
    {"reshape", On([](X x, L shape) { return x.reshape(shape); })},
    {"reshape_as", On([](X x, X other) { return x.reshape_as(other); })},
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
    {"swapaxes",
     On([](X x, I axis0, I axis1) { return x.swapaxes(axis0, axis1); })},
    {"swapdims",
     On([](X x, I dim0, I dim1) { return x.swapdims(dim0, dim1); })},
    {"t", On([](X x) { return x.t(); })},
    {"tensor_split",
     On([](X x, I sections, I dim) { return x.tensor_split(sections, dim); })},
    {"tensor_split.indices", On([](X x, L indices, I dim) {
       return x.tensor_split(at::IntArrayRef(indices), dim);
     })},
    {"transpose",
     On([](X x, I dim0, I dim1) { return x.transpose(dim0, dim1); })},
    {"unbind", On([](X x, I dim) { return x.unbind(dim); })},
    {"unflatten",
     On([](X x, I dim, L sizes) { return x.unflatten(dim, sizes); })},
    {"unfold", On([](X x, I dimension, I size, I step) {
       return x.unfold(dimension, size, step);
     })},
    {"unsqueeze", On([](X x, I dim) { return x.unsqueeze(dim); })},
    {"values", On([](X x) { return x.values(); })},
    {"view", On([](X x, L size) { return x.view(size); })},
    {"view.dtype", On([](X x, DType dtype) {
       at::Tensor y = x.view(ScalarType(dtype));
       // Throws where a number wrapped to one below -2^62.
       (void)y.sizes(), (void)y.strides(), (void)y.storage_offset();
       return y;
     })},
    {"view_as", On([](X x, X other) { return x.view_as(other); })},
    {"view_as_complex", On([](X x) { return at::view_as_complex(x); })},
    {"view_as_real", On([](X x) { return at::view_as_real(Doubled(x)); })},
    {"vsplit", On([](X x, I sections) { return x.vsplit(sections); })},
    {"vsplit.indices",
     On([](X x, L indices) { return x.vsplit(at::IntArrayRef(indices)); })},
  };
  return bindings;
}

// libtorch warns of T and mT where they are deprecated, of uint8 masks and of
// expanded targets; a reply says enough.
class Silence : public c10::WarningHandler {
 public:
#if TORCH_VERSION_MAJOR >= 2
  void process(const c10::Warning&) override {}
#else
  void process(const c10::SourceLocation&, const std::string&,
               const bool) override {}
#endif
};

// Errors without a stack, kernels without threads, no warnings.
void MakeQuick() {
  static Silence silence;
#if TORCH_VERSION_MAJOR >= 2
  c10::WarningUtils::set_warning_handler(&silence);
#else
  c10::Warning::set_warning_handler(&silence);
#endif
  c10::SetStackTraceFetcher([] { return std::string(); });
  at::set_num_threads(1);
}

class Libtorch : public Subject {
 public:
  explicit Libtorch(Dispatch dispatch)
      : dispatch_(dispatch), chain_(LibtorchBindings()) {
    MakeQuick();
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
          LibtorchBindings().Find(*step.op)->Make(*operand, step.args, named);
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

std::variant<Geometry, ErrorReply> ViewInLibtorch(const Geometry& operand,
                                                  const Ints& size) {
  const c10::InferenceMode mode;
  static const Op& view = *FindOp("view");
  static const at::Tensor storage = [] {
    MakeQuick();
    return at::empty({4096}, at::kByte);
  }();
  try {
    const at::Tensor result =
        storage.as_strided(operand.sizes, operand.strides, operand.offset)
            .view(size);
    return Geometry{result.sizes().vec(), result.strides().vec(),
                    result.storage_offset()};
  } catch (const std::exception& exception) {
    return ErrorOf(view, exception);
  }
}

}  // namespace viewproof

#else

namespace viewproof {

std::unique_ptr<Subject> MakeLibtorch(Dispatch) { return nullptr; }
bool RunBareLibtorch(const Case&) { return false; }
std::variant<Geometry, ErrorReply> ViewInLibtorch(const Geometry&,
                                                  const Ints&) {
  return ErrorReply{std::nullopt, "", "the build has no libtorch"};
}

}  // namespace viewproof

#endif
