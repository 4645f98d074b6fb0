#include "conformance/subjects/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "conformance/subjects/bind.h"
#include "conformance/subjects/chain.h"
#include "reference/as_strided.h"
#include "reference/contiguity.h"
#include "reference/diagonal.h"
#include "reference/expand.h"
#include "reference/getitem.h"
#include "reference/permute.h"
#include "reference/reshape.h"
#include "reference/setitem.h"
#include "reference/slice.h"
#include "reference/split.h"
#include "reference/squeeze.h"
#include "reference/tensor.h"
#include "reference/unfold.h"
#include "reference/view.h"
#include "reference/write.h"

namespace viewproof {
namespace {

// A contiguous tensor whose storage has no bytes yet.
Tensor Unfilled(DType dtype, const Ints& sizes) {
  return {.storage = std::make_shared<Storage>(),
          .dtype = dtype,
          .geometry = {.sizes = sizes,
                       .strides = ContiguousStrides(sizes).value(),
                       .offset = 0}};
}

}  // namespace

Tensor TensorOf(const Literal& literal) {
  Tensor tensor = Unfilled(literal.dtype, literal.sizes);
  const Values values = ElementsOf(literal);
  tensor.storage->bytes.resize(values.list.size() * ItemSize(literal.dtype));
  for (std::size_t k = 0; k < values.list.size(); ++k) {
    Encode(literal.dtype, values.list[k],
           ElementAt(tensor, static_cast<int64_t>(k)));
  }
  return tensor;
}

// An op that only rearranges is a function of geometries; the storage is
// shared.
template <>
struct Lift<Tensor> {
  template <typename P>
  static P Operand(const Tensor& tensor) {
    if constexpr (std::is_same_v<P, const Geometry&>) {
      return tensor.geometry;
    } else {
      return tensor;
    }
  }

  static Answer<Tensor> Wrap(const Tensor&, Tensor tensor) {
    Outputs<Tensor> outputs;
    outputs.tensors.push_back(std::move(tensor));
    return outputs;
  }
  static Answer<Tensor> Wrap(const Tensor& operand, Geometry geometry) {
    return Wrap(operand, ViewOf(operand, std::move(geometry)));
  }
  static Answer<Tensor> Wrap(const Tensor& operand,
                             std::vector<Geometry> geometries) {
    Outputs<Tensor> outputs;
    outputs.tensors.reserve(geometries.size());
    for (Geometry& geometry : geometries) {
      outputs.tensors.push_back(ViewOf(operand, std::move(geometry)));
    }
    return outputs;
  }
  static Answer<Tensor> Wrap(const Tensor& operand, TensorOrItself result) {
    if (auto* tensor = std::get_if<Tensor>(&result)) {
      return Wrap(operand, std::move(*tensor));
    }
    return Outputs<Tensor>{.tensors = {operand}, .self = true};
  }
  static Answer<Tensor> Wrap(const Tensor&, Written) {
    return Outputs<Tensor>();
  }
  static Answer<Tensor> Wrap(const Tensor&, bool answer) { return answer; }
  template <typename R>
  static Answer<Tensor> Wrap(const Tensor& operand, Result<R> result) {
    if (result.ok()) return Wrap(operand, std::move(result).value());
    const Error& error = result.error();
    return ErrorReply{.kind = error.kind,
                      .rule = std::string(error.rule),
                      .message = fmt::format("{} = {} breaks {}", error.what,
                                             error.value, error.rule)};
  }

  static Tensor Make(const Base& base, bool with_bool) {
    Tensor tensor = Unfilled(base.dtype, base.sizes);
    tensor.storage->bytes = FillBytes(base, with_bool);
    return tensor;
  }
  static Tensor Make(const Literal& literal) { return TensorOf(literal); }

  static const Ints& SizesOf(const Tensor& tensor) {
    return tensor.geometry.sizes;
  }
  static DType DTypeOf(const Tensor& tensor) { return tensor.dtype; }
  static const void* StorageOf(const Tensor& tensor) {
    return tensor.storage.get();
  }

  static void Show(const Tensor& tensor, FillKind fill, Output& output) {
    output.dtype = tensor.dtype;
    output.sizes = tensor.geometry.sizes;
    output.strides = tensor.geometry.strides;
    output.offset = tensor.geometry.offset;
    output.contiguous = IsContiguous(tensor.geometry);
    output.conj = tensor.conj;
    output.neg = tensor.neg;
    ShowValues(tensor, fill, output);
  }
  static void ShowValues(const Tensor& tensor, FillKind fill, Output& output) {
    const Ints& sizes = tensor.geometry.sizes;
    const std::optional<int64_t> numel = Numel(sizes);
    if (!ReadyToShow(output, fill, tensor.dtype, numel)) return;
    if (*numel == 0) return;
    Ints index(sizes.size(), 0);
    do {
      ShowElement(tensor, ElementAt(tensor, Address(tensor.geometry, index)),
                  output);
    } while (NextIndex(sizes, index));
  }

 private:
  static void ShowElement(const Tensor& tensor, const std::byte* element,
                          Output& output) {
    if (output.values) {
      output.values->list.push_back(Decode(tensor.dtype, element));
      return;
    }
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (int64_t k = 0; k < ItemSize(tensor.dtype); ++k) {
      const auto byte = static_cast<unsigned>(element[k]);
      *output.bytes += kDigits[byte >> 4];
      *output.bytes += kDigits[byte & 15];
    }
  }
};

namespace {

const Bindings<Tensor>& ReferenceBindings() {
  static const Bindings<Tensor> bindings = {
      {"as_strided", Bind<Tensor, &AsStrided>()},
      {"chunk", Bind<Tensor, &Chunk>()},
      {"contiguous", Bind<Tensor, &Contiguous>()},
      {"copy_", Bind<Tensor, &Copy>()},
      {"detach", Bind<Tensor, &Detach>()},
      {"diagonal", Bind<Tensor, &Diagonal>()},
      {"expand", Bind<Tensor, &Expand>()},
      {"fill_", Bind<Tensor, &Fill>()},
      {"flatten", Bind<Tensor, &Flatten>()},
      {"getitem", Bind<Tensor, &GetItem>()},
      {"is_contiguous", Bind<Tensor, &IsContiguous>()},
      {"narrow", Bind<Tensor, &Narrow>()},
      {"permute", Bind<Tensor, &Permute>()},
      {"reshape", Bind<Tensor, &Reshape>()},
      {"select", Bind<Tensor, &Select>()},
      {"setitem", Bind<Tensor, &SetItem>()},
      {"slice", Bind<Tensor, &Slice>()},
      {"split", Bind<Tensor, &Split>()},
      {"split_with_sizes", Bind<Tensor, &SplitWithSizes>()},
      {"squeeze", Bind<Tensor, &Squeeze>()},
      {"squeeze.dim", Bind<Tensor, &SqueezeDim>()},
      {"squeeze.dims", Bind<Tensor, &SqueezeDims>()},
      {"t", Bind<Tensor, &TransposeMatrix>()},
      {"transpose", Bind<Tensor, &Transpose>()},
      {"unbind", Bind<Tensor, &Unbind>()},
      {"unfold", Bind<Tensor, &Unfold>()},
      {"unsqueeze", Bind<Tensor, &Unsqueeze>()},
      {"view", Bind<Tensor, &View>()},
      {"view_as", Bind<Tensor, &ViewAs>()},
  };
  return bindings;
}

// Replaces the tensors of an answer by contiguous copies; false: too large.
bool CopyTensors(Answer<Tensor>& answer) {
  auto* made = std::get_if<Outputs<Tensor>>(&answer);
  if (made == nullptr) return true;
  for (Tensor& tensor : made->tensors) {
    const Ints& sizes = tensor.geometry.sizes;
    const std::optional<int64_t> numel = Numel(sizes);
    if (!numel || *numel > kMaxCopied || !ContiguousStrides(sizes)) {
      return false;
    }
    tensor = ContiguousCopy(tensor);
  }
  made->self = false;
  return true;
}

Chain<Tensor>::Amend AmendFor(Copies copies) {
  if (!copies) return nullptr;
  return [copies = std::move(copies)](int64_t step, const Op& op,
                                      Answer<Tensor>& answer) {
    return !copies(step, op) || CopyTensors(answer);
  };
}

class Reference : public Subject {
 public:
  explicit Reference(Copies copies)
      : chain_(ReferenceBindings(), AmendFor(std::move(copies))) {
    hello_.name = "reference";
    hello_.version = kSuiteVersion;
    hello_.language = "c++";
    hello_.ops = ReferenceBindings().OpNames();
    hello_.dtypes.assign(kDTypes.begin(), kDTypes.end());
    hello_.facets = Facets::All();
  }

  const Hello& hello() const override { return hello_; }
  void Run(const Case& test, Reply& reply) override { chain_.Run(test, reply); }

 private:
  Hello hello_;
  Chain<Tensor> chain_;
};

}  // namespace

std::unique_ptr<Subject> MakeReference(Copies copies) {
  return std::make_unique<Reference>(std::move(copies));
}

}  // namespace viewproof
