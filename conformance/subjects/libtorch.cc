#include "conformance/subjects/libtorch.h"

#include "libtorch_version.h"

#if VIEWPROOF_HAVE_LIBTORCH

#include <ATen/ATen.h>
#include <ATen/TensorIndexing.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "conformance/subjects/bind.h"
#include "conformance/subjects/chain.h"
#include "conformance/subjects/libtorch_tensor.h"

namespace viewproof {
namespace {

using X = const at::Tensor&;
using Written = Lift<at::Tensor>::Written;
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
  // Only Python takes x[()]; it makes of it what it makes of x[...].
  if (items.empty()) items.push_back(ItemOf(Ellipsis()));
  return items;
}

// Returns it as Python hands it over: an int, a float or a complex.
at::Scalar At(const Scalar& number) {
  if (number.im != 0) return c10::complex<double>(number.re, number.im);
  if (const auto whole = WholeOf(number)) return *whole;
  return number.re;
}

Written Assign(at::Tensor x, Items index, NumberOrTensor value) {
  if (const auto* number = std::get_if<Scalar>(&value)) {
    x.index_put_(ItemsOf(index), At(*number));
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

}  // namespace

const Bindings<at::Tensor>& LibtorchBindings() {
  using I = int64_t;
  using L = const Ints&;
  using N = const Scalar&;
  static const Bindings<at::Tensor> bindings = {
    {"H", On([](X x) { return x.matrix_H(); })},
    {"T", On([](X x) { return x.numpy_T(); })},
    {"add_", On([](at::Tensor x, NumberOrTensor other) {
       if (const auto* number = std::get_if<Scalar>(&other)) {
         x.add_(At(*number));
       } else {
         x.add_(std::get<at::Tensor>(other));
       }
       return Written();
     })},
    {"adjoint", On([](X x) { return x.adjoint(); })},
    {"as_strided", On([](X x, L size, L stride, Maybe offset) {
       return x.as_strided(size, stride, At(offset));
     })},
    {"broadcast_to", On([](X x, L size) { return x.broadcast_to(size); })},
    {"chunk", On([](X x, I chunks, I dim) { return x.chunk(chunks, dim); })},
    {"clone", On([](X x) { return x.clone(); })},
    {"clone.format",
     On([](X x, MemoryFormat format) { return x.clone(At(format)); })},
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
    {"drop", On([](X) { return Written(); })},
    {"dsplit", On([](X x, I sections) { return x.dsplit(sections); })},
    {"dsplit.indices",
     On([](X x, L indices) { return x.dsplit(at::IntArrayRef(indices)); })},
    {"expand", On([](X x, L size) { return x.expand(size); })},
    {"expand_as", On([](X x, X other) { return x.expand_as(other); })},
    {"fill_", On([](X x, N value) {
       x.fill_(At(value));
       return Written();
     })},
    {"flatten", On([](X x, I start, I end) { return x.flatten(start, end); })},
    {"flip", On([](X x, L dims) { return x.flip(dims); })},
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
    {"moveaxis", On([](X x, L source, L destination) {
       return x.moveaxis(source, destination);
     })},
    {"movedim", On([](X x, L source, L destination) {
       return x.movedim(source, destination);
     })},
    {"narrow", On([](X x, I dim, I start, I length) {
       return x.narrow(dim, start, length);
     })},
    {"new", On([](X, X literal) { return literal; })},
    {"permute", On([](X x, L dims) { return x.permute(dims); })},
    {"ravel", On([](X x) { return x.ravel(); })},
    {"real", On([](X x) { return at::real(Doubled(x)); })},
    {"reshape", On([](X x, L shape) { return x.reshape(shape); })},
    {"reshape_as", On([](X x, X other) { return x.reshape_as(other); })},
    {"resolve_conj", On([](X x) { return x.resolve_conj(); })},
    {"resolve_neg", On([](X x) { return x.resolve_neg(); })},
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
    {"view_as_real", On([](X x) {  // A conjugate is refused before that.
       return at::view_as_real(x.is_conj() ? x : Doubled(x));
     })},
    {"vsplit", On([](X x, I sections) { return x.vsplit(sections); })},
    {"vsplit.indices",
     On([](X x, L indices) { return x.vsplit(at::IntArrayRef(indices)); })},
    {"zero_", On([](at::Tensor x) {
       x.zero_();
       return Written();
     })},
  };
  return bindings;
}

namespace {

class Libtorch : public Subject {
 public:
  explicit Libtorch(Dispatch dispatch)
      : dispatch_(dispatch), chain_(LibtorchBindings()) {
    hello_.name = "libtorch";
    hello_.version = VIEWPROOF_LIBTORCH_VERSION;
    hello_.language = "c++";
    hello_.ops = LibtorchBindings().OpNames();
    hello_.dtypes = LibtorchDTypes();
    hello_.facets = Facets::All();
    hello_.forms.assign(kCaseForms.begin(), kCaseForms.end());
  }

  const Hello& hello() const override { return hello_; }

  void Run(const Case& test, Reply& reply) override {
    MakeThreadQuick();
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

}  // namespace viewproof

#endif
