#include "conformance/subjects/reference.h"

#include <algorithm>
#include <array>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/crc32.h"
#include "conformance/case/fill.h"
#include "conformance/case/message.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/chain.h"
#include "conformance/subjects/reference_step.h"
#include "conformance/subjects/serve.h"
#include "reference/core/tensor.h"
#include "reference/index/getitem.h"
#include "reference/index/setitem.h"
#include "reference/ops/adjoint.h"
#include "reference/ops/as_strided.h"
#include "reference/ops/clone.h"
#include "reference/ops/complex.h"
#include "reference/ops/contiguity.h"
#include "reference/ops/diagonal.h"
#include "reference/ops/drop.h"
#include "reference/ops/dtype_view.h"
#include "reference/ops/expand.h"
#include "reference/ops/flip.h"
#include "reference/ops/memory_format.h"
#include "reference/ops/movedim.h"
#include "reference/ops/new.h"
#include "reference/ops/permute.h"
#include "reference/ops/reshape.h"
#include "reference/ops/slice.h"
#include "reference/ops/sparse.h"
#include "reference/ops/split.h"
#include "reference/ops/squeeze.h"
#include "reference/ops/tensor_split.h"
#include "reference/ops/unflatten.h"
#include "reference/ops/unfold.h"
#include "reference/ops/view.h"
#include "reference/ops/write.h"

namespace viewproof {
namespace {

// A contiguous tensor whose storage has no bytes yet.
Tensor Unfilled(DType dtype, Ints sizes) {
  Ints strides = ContiguousStrides(sizes).value();
  return {.storage = std::make_shared<Storage>(),
          .dtype = dtype,
          .geometry = {std::move(sizes), std::move(strides), 0}};
}

// The stored bytes of a tensor whose elements in row-major order are just
// these; nullopt of any other tensor.
std::optional<std::span<const std::byte>> BytesInOrder(const Tensor& tensor) {
  const Geometry& geometry = tensor.geometry;
  if (tensor.conj || tensor.neg || tensor.coo || !IsContiguous(geometry)) {
    return std::nullopt;
  }
  const int64_t numel = Numel(geometry.sizes).value();
  if (numel == 0) return std::span<const std::byte>();
  return std::span<const std::byte>(
      ElementAt(tensor, geometry.offset),
      static_cast<std::size_t>(numel * ItemSize(tensor.dtype)));
}

}  // namespace

void AppendExplainedReply(const Case& test, Reply& reply, std::string& out) {
  AddMessages(test, reply);
  AppendReply(test, reply, out);
}

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
    return ErrorReply{.kind = error.kind(),
                      .rule = std::string(error.rule.id()),
                      .message = {},
                      .number = error.number};
  }

  static Tensor Make(const Base& base, bool with_bool) {
    Tensor tensor = Unfilled(base.dtype, FilledSizes(base));
    tensor.storage->bytes = FillBytes(base, with_bool);
    if (base.coo) {
      tensor.coo = std::make_shared<const CooTensors>(
          CooTensors{Make(IndicesOf(*base.coo)), tensor, base.coo->coalesced});
    }
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

  static const void* IndicesOfSparse(const Tensor& sparse) {
    return StorageOf(sparse.coo->indices);
  }

  static void Forget(Tensor& tensor) { Drop(tensor); }

  // Does what the plain call was seen to do: writes the elements of the
  // literals that the step gives, and makes tensors of the others (spec:
  // call.r1, call.r3, call.r4).
  static Answer<Tensor> CallKernel(const Binding<Tensor>& binding,
                                   const Tensor& operand,
                                   std::span<const Arg> args,
                                   std::span<const Tensor* const> tensors) {
    const CallFacts& effect = *binding.op->call;
    if (effect.is_refused)
      return ErrorReply{.kind = {}, .rule = "call.r6", .message = {}};
    std::size_t next = binding.op->asked();
    for (const std::size_t written : effect.written) {
      const Tensor& target = written == 0 ? operand : *tensors[written - 1];
      const Result<Written> result = Copy(target, *tensors[next++]);
      if (!result.ok()) return Wrap(operand, result);
    }
    Outputs<Tensor> outputs;
    for (; next < args.size(); ++next) {
      outputs.tensors.push_back(*tensors[next]);
    }
    return outputs;
  }

  static void Show(const Tensor& tensor, FillKind fill, Output& output) {
    ShowHeader(tensor, output);
    ShowValues(tensor, fill, output);
  }
  static void ShowValues(const Tensor& tensor, FillKind fill, Output& output) {
    const std::optional<int64_t> numel = Numel(tensor.geometry.sizes);
    const ElementDisplay how = ReadyToShow(output, fill, tensor.dtype, numel);
    if (how == ElementDisplay::kNothing) return;
    if (how == ElementDisplay::kDigest) {
      const auto bytes = BytesInOrder(tensor);
      output.crc32 =
          bytes ? Crc32(*bytes) : Crc32(ContiguousCopy(tensor).storage->bytes);
      return;
    }
    if (!tensor.conj && !tensor.neg) {
      ForEachRow(
          tensor.geometry, [&](int64_t address, int64_t stride, int64_t size) {
            // The stride of a row of one element may be any.
            const int64_t step = size > 1 ? stride * ItemSize(tensor.dtype) : 0;
            ShowElements(tensor.dtype, ElementAt(tensor, address), step, size,
                         output);
          });
      return;
    }
    std::array<std::byte, kMaxItemSize> element;
    ForEachAddress(tensor.geometry, [&](int64_t address) {
      LoadElement(tensor, address, element.data());
      ShowElements(tensor.dtype, element.data(), 0, 1, output);
    });
  }
};

namespace {

const Bindings<Tensor>& ReferenceBindings() {
  static const auto bindings = Bindings<Tensor>::WithAliases({
      {"H", Bind<Tensor, &ConjugateTranspose>()},
      {"T", Bind<Tensor, &ReverseDims>()},
      {"add_", Bind<Tensor, &Add>()},
      {"as_strided", Bind<Tensor, &AsStrided>()},
      {"chunk", Bind<Tensor, &Chunk>()},
      {"clone", Bind<Tensor, &Clone>()},
      {"clone.format", Bind<Tensor, &CloneIn>()},
      {"conj", Bind<Tensor, &Conj>()},
      {"contiguous", Bind<Tensor, &Contiguous>()},
      {"contiguous.format", Bind<Tensor, &ContiguousIn>()},
      {"copy_", Bind<Tensor, &Copy>()},
      {"detach", Bind<Tensor, &Detach>()},
      {"diagonal", Bind<Tensor, &Diagonal>()},
      {"drop", Bind<Tensor>([](const Tensor&) { return Written(); })},
      {"dsplit", Bind<Tensor, &DSplit>()},
      {"dsplit.indices", Bind<Tensor, &DSplitIndices>()},
      {"expand", Bind<Tensor, &Expand>()},
      {"fill_", Bind<Tensor, &Fill>()},
      {"flatten", Bind<Tensor, &Flatten>()},
      {"flip", Bind<Tensor, &Flip>()},
      {"getitem", Bind<Tensor, &GetItem>()},
      {"hsplit", Bind<Tensor, &HSplit>()},
      {"hsplit.indices", Bind<Tensor, &HSplitIndices>()},
      {"imag", Bind<Tensor, &Imag>()},
      {"indices", Bind<Tensor, &SparseIndices>()},
      {"is_contiguous", Bind<Tensor, &IsContiguous>()},
      {"is_contiguous.format", Bind<Tensor, &IsContiguousIn>()},
      {"mH", Bind<Tensor, &BatchConjugateTranspose>()},
      {"mT", Bind<Tensor, &TransposeMatrices>()},
      {"movedim", Bind<Tensor, &MoveDim>()},
      {"narrow", Bind<Tensor, &Narrow>()},
      {"new", Bind<Tensor, &New>()},
      {"permute", Bind<Tensor, &Permute>()},
      {"ravel", Bind<Tensor, &Ravel>()},
      {"real", Bind<Tensor, &Real>()},
      {"reshape", Bind<Tensor, &Reshape>()},
      {"resolve_conj", Bind<Tensor, &ResolveConj>()},
      {"resolve_neg", Bind<Tensor, &ResolveNeg>()},
      {"select", Bind<Tensor, &Select>()},
      {"setitem", Bind<Tensor, &SetItem>()},
      {"slice", Bind<Tensor, &Slice>()},
      {"split", Bind<Tensor, &Split>()},
      {"split_with_sizes", Bind<Tensor, &SplitWithSizes>()},
      {"squeeze", Bind<Tensor, &Squeeze>()},
      {"squeeze.dim", Bind<Tensor, &SqueezeDim>()},
      {"squeeze.dims", Bind<Tensor, &SqueezeDims>()},
      {"t", Bind<Tensor, &TransposeMatrix>()},
      {"tensor_split", Bind<Tensor, &TensorSplit>()},
      {"tensor_split.indices", Bind<Tensor, &TensorSplitIndices>()},
      {"transpose", Bind<Tensor, &Transpose>()},
      {"unbind", Bind<Tensor, &Unbind>()},
      {"unflatten", Bind<Tensor, &Unflatten>()},
      {"unfold", Bind<Tensor, &Unfold>()},
      {"unsqueeze", Bind<Tensor, &Unsqueeze>()},
      {"values", Bind<Tensor, &SparseValues>()},
      {"view", Bind<Tensor, &View>()},
      {"view.dtype", Bind<Tensor, &ViewDType>()},
      {"view_as_complex", Bind<Tensor, &ViewAsComplex>()},
      {"view_as_real", Bind<Tensor, &ViewAsReal>()},
      {"vsplit", Bind<Tensor, &VSplit>()},
      {"vsplit.indices", Bind<Tensor, &VSplitIndices>()},
      {"zero_", Bind<Tensor, &Zero>()},
  });
  return bindings;
}

class Reference : public Subject {
 public:
  Reference(std::string name, Wrapper<Tensor> wrapper)
      : chain_(ReferenceBindings(), std::move(wrapper)) {
    hello_.name = std::move(name);
    hello_.version = kSuiteVersion;
    hello_.language = "c++";
    hello_.ops = ReferenceBindings().OpNames();
    hello_.dtypes.assign(kDTypes.begin(), kDTypes.end());
    hello_.facets = Facets::All();
    hello_.forms.assign(kCaseForms.begin(), kCaseForms.end());
  }

  const Hello& hello() const override { return hello_; }
  void Run(const Case& test, Reply& reply) override { chain_.Run(test, reply); }

 private:
  Hello hello_;
  Chain<Tensor> chain_;
};

}  // namespace

std::unique_ptr<Subject> MakeReference() {
  return MakeWrapped("reference", nullptr);
}

std::unique_ptr<Subject> MakeWrapped(std::string name,
                                     Wrapper<Tensor> wrapper) {
  return std::make_unique<Reference>(std::move(name), std::move(wrapper));
}

void ShowHeader(const Tensor& tensor, Output& output) {
  output.dtype = tensor.dtype;
  output.sizes = tensor.geometry.sizes;
  output.strides = tensor.geometry.strides;
  output.offset = tensor.geometry.offset;
  output.contiguous = IsContiguous(tensor.geometry);
  output.conj = tensor.conj;
  output.neg = tensor.neg;
}

Literal LiteralFrom(const Tensor& tensor) {
  return {tensor.dtype, tensor.geometry.sizes,
          Values{FormOf(tensor.dtype), Read(tensor)}};
}

std::vector<Step> WithIndexLiterals(const Case& test) {
  std::vector<Step> chain = test.chain;
  if (std::none_of(chain.begin(), chain.end(), &NamesIndexTensors)) {
    return chain;
  }
  const auto watch = [&](const Call<Tensor>& call) {
    Step& step = chain[call.number - 1];
    std::size_t next = call.args.size();
    step = WithLiterals(std::move(step), [&](OutputRef) {
      return LiteralFrom(*call.tensors[next++]);
    });
    return std::optional(call.Make());
  };
  Reply reply;
  MakeWrapped("watch", watch)->Run(test, reply);
  return chain;
}

std::optional<Tensor> SmallCopy(const Tensor& tensor) {
  const Ints& sizes = tensor.geometry.sizes;
  const std::optional<int64_t> numel = Numel(sizes);
  if (!numel || *numel > kMaxCopied || !ContiguousStrides(sizes)) {
    return std::nullopt;
  }
  const auto bytes = BytesInOrder(tensor);
  if (!bytes) return ContiguousCopy(tensor);
  // The same at once: worlds copy often.
  Tensor copy = Unfilled(tensor.dtype, sizes);
  copy.storage->bytes.assign(bytes->begin(), bytes->end());
  return copy;
}

Tensor MakeReferenceTensor(const Base& base) {
  return Lift<Tensor>::Make(base, base.dtype == DType::kBool);
}

Answer<Tensor> RunReferenceStep(const Step& step, const Tensor& operand,
                                NamedTensors named) {
  std::list<Tensor> literals;
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    const auto* arg = std::get_if<TensorArg>(&step.args[k]);
    if (arg == nullptr || named[k] != nullptr) continue;
    named[k] =
        &literals.emplace_back(Lift<Tensor>::Make(std::get<Literal>(*arg)));
  }
  return ReferenceBindings().Find(*step.op)->Make(operand, step.args, named);
}

}  // namespace viewproof
