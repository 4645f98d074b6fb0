#include "conformance/subjects/model.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/model/digest.h"
#include "conformance/model/number.h"
#include "conformance/model/ops.h"
#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/chain.h"

namespace viewproof {

template <>
struct Lift<model::Tensor> {
  using Tensor = model::Tensor;

  template <typename P>
  static const Tensor& Operand(const Tensor& tensor) {
    return tensor;
  }

  static Answer<Tensor> Wrap(const Tensor&, Tensor tensor) {
    Outputs<Tensor> outputs;
    outputs.tensors.push_back(std::move(tensor));
    return outputs;
  }
  static Answer<Tensor> Wrap(const Tensor&, std::vector<Tensor> tensors) {
    return Outputs<Tensor>{.tensors = std::move(tensors)};
  }
  static Answer<Tensor> Wrap(const Tensor&, bool answer) { return answer; }
  static Answer<Tensor> Wrap(const Tensor&, model::Written) {
    return Outputs<Tensor>();
  }
  static Answer<Tensor> Wrap(const Tensor&, const model::Error& error) {
    return ErrorReply{
        .kind = error.kind, .rule = {}, .message = {}, .open = error.open};
  }
  static Answer<Tensor> Wrap(const Tensor&, model::Abstention) {
    return Abstention();
  }
  static Answer<Tensor> Wrap(const Tensor& operand, model::ViewResult viewed) {
    return std::visit([&](auto& v) { return Wrap(operand, std::move(v)); },
                      viewed);
  }
  template <typename R>
  static Answer<Tensor> Wrap(const Tensor& operand, model::Result<R> result) {
    return result.ok() ? Wrap(operand, std::move(result).value())
                       : Wrap(operand, result.error());
  }

  static Tensor Make(const Base& base, bool with_bool) {
    Tensor tensor =
        model::Fresh(base.dtype, FilledSizes(base), FillBytes(base, with_bool));
    if (base.coo) {
      tensor.coo = std::make_shared<const model::CooTensors>(model::CooTensors{
          Make(IndicesOf(*base.coo)), tensor, base.coo->coalesced});
    }
    return tensor;
  }
  static Tensor Make(const Literal& literal) {
    const Values values = ElementsOf(literal);
    const int64_t item_size = ItemSize(literal.dtype);
    std::vector<std::byte> bytes(values.list.size() * item_size);
    std::byte* to = bytes.data();
    for (const Scalar& value : values.list) {
      Encode(literal.dtype, value, to);
      to += item_size;
    }
    return model::Fresh(literal.dtype, literal.sizes, std::move(bytes));
  }

  static const Ints& SizesOf(const Tensor& tensor) { return tensor.sizes; }
  static DType DTypeOf(const Tensor& tensor) { return tensor.dtype; }
  static const void* StorageOf(const Tensor& tensor) {
    return tensor.storage.get();
  }

  static const void* IndicesOfSparse(const Tensor& sparse) {
    return StorageOf(sparse.coo->indices);
  }

  static void Forget(Tensor& tensor) { tensor = {}; }

  static void Show(const Tensor& tensor, FillKind fill, Output& output) {
    const model::Wide item_size = ItemSize(tensor.dtype);
    output.dtype = tensor.dtype;
    output.sizes = tensor.sizes;
    output.strides = StridesOf(tensor);
    output.offset = static_cast<int64_t>(model::Start(tensor) / item_size);
    output.contiguous = model::IsContiguous(tensor);
    output.conj = tensor.conj;
    output.neg = tensor.neg;
    ShowValues(tensor, fill, output);
  }
  static void ShowValues(const Tensor& tensor, FillKind fill, Output& output) {
    const model::Wide count = model::Count(tensor.sizes);
    const auto numel =
        static_cast<int64_t>(std::min<model::Wide>(count, kMaxCopied + 1));
    const ElementDisplay how = ReadyToShow(output, fill, tensor.dtype, numel);
    if (how == ElementDisplay::kNothing) return;
    const std::vector<std::byte> bytes = model::BytesOf(tensor);
    if (how == ElementDisplay::kDigest) {
      output.crc32 = model::DigestOf(bytes);
      return;
    }
    const auto item_size = static_cast<std::size_t>(ItemSize(tensor.dtype));
    for (std::size_t at = 0; at < bytes.size(); at += item_size) {
      const std::byte* element = bytes.data() + at;
      if (how == ElementDisplay::kBytes) {
        ShowElements(tensor.dtype, element, 0, 1, output);
      } else {
        output.values->list.push_back(
            ScalarOf(model::Load(tensor.dtype, element)));
      }
    }
  }

 private:
  // Differences of neighbours, in elements; 0 where there are no neighbours.
  static Ints StridesOf(const Tensor& tensor) {
    Ints strides(tensor.sizes.size(), 0);
    if (model::Count(tensor.sizes) == 0) return strides;
    if (!model::IsAffine(tensor)) {
      std::fputs("model: an op made addresses without strides\n", stderr);
      std::abort();
    }
    const model::Wides steps = model::Steps(tensor);
    for (std::size_t d = 0; d < strides.size(); ++d) {
      if (tensor.sizes[d] == 1) continue;
      strides[d] = static_cast<int64_t>(steps[d] / ItemSize(tensor.dtype));
    }
    return strides;
  }
};

namespace {

const Bindings<model::Tensor>& ModelBindings() {
  using model::Tensor;
  static const auto bindings = Bindings<Tensor>::WithAliases({
      {"H", Bind<Tensor, &model::ConjugateTranspose>()},
      {"T", Bind<Tensor, &model::ReverseDims>()},
      {"add_", Bind<Tensor, &model::Add>()},
      {"as_strided", Bind<Tensor, &model::AsStrided>()},
      {"chunk", Bind<Tensor, &model::Chunk>()},
      {"clone", Bind<Tensor, &model::Clone>()},
      {"clone.format", Bind<Tensor, &model::CloneIn>()},
      {"conj", Bind<Tensor, &model::Conj>()},
      {"contiguous", Bind<Tensor, &model::Contiguous>()},
      {"contiguous.format", Bind<Tensor, &model::ContiguousIn>()},
      {"copy_", Bind<Tensor, &model::Copy>()},
      {"detach", Bind<Tensor, &model::Detach>()},
      {"diagonal", Bind<Tensor, &model::Diagonal>()},
      {"drop", Bind<Tensor>([](const Tensor&) { return model::Written(); })},
      {"dsplit", Bind<Tensor, &model::DSplit>()},
      {"dsplit.indices", Bind<Tensor, &model::DSplitIndices>()},
      {"expand", Bind<Tensor, &model::Expand>()},
      {"fill_", Bind<Tensor, &model::Fill>()},
      {"flatten", Bind<Tensor, &model::Flatten>()},
      {"flip", Bind<Tensor, &model::Flip>()},
      {"getitem", Bind<Tensor, &model::GetItem>()},
      {"hsplit", Bind<Tensor, &model::HSplit>()},
      {"hsplit.indices", Bind<Tensor, &model::HSplitIndices>()},
      {"imag", Bind<Tensor, &model::Imag>()},
      {"indices", Bind<Tensor, &model::Indices>()},
      {"is_contiguous", Bind<Tensor, &model::IsContiguous>()},
      {"is_contiguous.format", Bind<Tensor, &model::IsContiguousIn>()},
      {"mH", Bind<Tensor, &model::BatchConjugateTranspose>()},
      {"mT", Bind<Tensor, &model::TransposeMatrices>()},
      {"movedim", Bind<Tensor, &model::MoveDim>()},
      {"narrow", Bind<Tensor, &model::Narrow>()},
      {"new", Bind<Tensor, &model::New>()},
      {"permute", Bind<Tensor, &model::Permute>()},
      {"ravel", Bind<Tensor, &model::Raveled>()},
      {"real", Bind<Tensor, &model::Real>()},
      {"reshape", Bind<Tensor, &model::Reshape>()},
      {"resolve_conj", Bind<Tensor, &model::ResolveConj>()},
      {"resolve_neg", Bind<Tensor, &model::ResolveNeg>()},
      {"select", Bind<Tensor, &model::Select>()},
      {"setitem", Bind<Tensor, &model::SetItem>()},
      {"slice", Bind<Tensor, &model::Slice>()},
      {"split", Bind<Tensor, &model::Split>()},
      {"split_with_sizes", Bind<Tensor, &model::SplitWithSizes>()},
      {"squeeze", Bind<Tensor, &model::Squeeze>()},
      {"squeeze.dim", Bind<Tensor, &model::SqueezeDim>()},
      {"squeeze.dims", Bind<Tensor, &model::SqueezeDims>()},
      {"t", Bind<Tensor, &model::TransposeMatrix>()},
      {"tensor_split", Bind<Tensor, &model::TensorSplit>()},
      {"tensor_split.indices", Bind<Tensor, &model::TensorSplitIndices>()},
      {"transpose", Bind<Tensor, &model::Transpose>()},
      {"unbind", Bind<Tensor, &model::Unbind>()},
      {"unflatten", Bind<Tensor, &model::Unflatten>()},
      {"unfold", Bind<Tensor, &model::Unfold>()},
      {"unsqueeze", Bind<Tensor, &model::Unsqueeze>()},
      {"values", Bind<Tensor, &model::Values>()},
      {"view", Bind<Tensor, &model::View>()},
      {"view.dtype", Bind<Tensor, &model::ViewDType>()},
      {"view_as_complex", Bind<Tensor, &model::ViewAsComplex>()},
      {"view_as_real", Bind<Tensor, &model::ViewAsReal>()},
      {"vsplit", Bind<Tensor, &model::VSplit>()},
      {"vsplit.indices", Bind<Tensor, &model::VSplitIndices>()},
      {"zero_", Bind<Tensor, &model::Zero>()},
  });
  return bindings;
}

class Model : public Subject {
 public:
  Model() : chain_(ModelBindings()) {
    hello_.name = "model";
    hello_.version = kSuiteVersion;
    hello_.language = "c++";
    hello_.ops = ModelBindings().OpNames();
    hello_.dtypes.assign(kDTypes.begin(), kDTypes.end());
    hello_.facets = {Facet::kValues, Facet::kStrides, Facet::kAlias};
    hello_.forms.assign(kCaseForms.begin(), kCaseForms.end());
  }

  const Hello& hello() const override { return hello_; }

  void Run(const Case& test, Reply& reply) override { chain_.Run(test, reply); }

 private:
  Hello hello_;
  Chain<model::Tensor> chain_;
};

}  // namespace

std::unique_ptr<Subject> MakeModel() { return std::make_unique<Model>(); }

}  // namespace viewproof
