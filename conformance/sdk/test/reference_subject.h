#ifndef VIEWPROOF_CONFORMANCE_SDK_TEST_REFERENCE_SUBJECT_H_
#define VIEWPROOF_CONFORMANCE_SDK_TEST_REFERENCE_SUBJECT_H_

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/error_kind.h"
#include "conformance/sdk/cpp/viewproof_adapter.h"
#include "reference/core/tensor.h"
#include "reference/ops/as_strided.h"
#include "reference/ops/contiguity.h"
#include "reference/ops/diagonal.h"
#include "reference/ops/expand.h"
#include "reference/ops/movedim.h"
#include "reference/ops/permute.h"
#include "reference/ops/reshape.h"
#include "reference/ops/slice.h"
#include "reference/ops/split.h"
#include "reference/ops/squeeze.h"
#include "reference/ops/unflatten.h"
#include "reference/ops/unfold.h"
#include "reference/ops/view.h"
#include "reference/ops/write.h"

namespace viewproof {

// The reference on the C++ SDK: a fast library, to price the SDK by, and one
// that is never wrong, to test it by. It is spelt as adapters of version 0.1
// are.
class ReferenceOnSdk : public viewproof_sdk::Table<Tensor> {
 public:
  ReferenceOnSdk() {
    hello.name = "reference on the SDK";
    hello.version = "1";
    hello.dtypes = {"bool",    "uint8",   "int8",      "int16",
                    "int32",   "int64",   "float16",   "bfloat16",
                    "float32", "float64", "complex64", "complex128"};
    hello.facets = {"values",   "strides", "alias",
                    "identity", "exact",   "error_kind"};
    VIEWPROOF_OP("permute", On(x, Permute(x.geometry, a.ints("dims"))));
    VIEWPROOF_OP("transpose", On(x, Transpose(x.geometry, a.integer("dim0"),
                                              a.integer("dim1"))));
    VIEWPROOF_OP("t", On(x, TransposeMatrix(x.geometry)));
    VIEWPROOF_OP("T", On(x, ReverseDims(x.geometry)));
    VIEWPROOF_OP("select", On(x, Select(x.geometry, a.integer("dim"),
                                        a.integer("index"))));
    VIEWPROOF_OP("slice",
                 On(x, Slice(x.geometry, a.integer("dim"), a.optional("start"),
                             a.optional("end"), a.integer("step"))));
    VIEWPROOF_OP("narrow",
                 On(x, Narrow(x.geometry, a.integer("dim"), a.integer("start"),
                              a.integer("length"))));
    VIEWPROOF_OP("expand", On(x, Expand(x.geometry, a.ints("size"))));
    VIEWPROOF_OP("squeeze", On(x, Squeeze(x.geometry)));
    VIEWPROOF_OP("squeeze.dim",
                 On(x, SqueezeDim(x.geometry, a.integer("dim"))));
    VIEWPROOF_OP("squeeze.dims", On(x, SqueezeDims(x.geometry, a.ints("dim"))));
    VIEWPROOF_OP("unsqueeze", On(x, Unsqueeze(x.geometry, a.integer("dim"))));
    VIEWPROOF_OP("view", On(x, View(x.geometry, a.ints("size"))));
    VIEWPROOF_OP("detach", On(x, Detach(x.geometry)));
    VIEWPROOF_OP("unbind", On(x, Unbind(x.geometry, a.integer("dim"))));
    VIEWPROOF_OP("split", On(x, Split(x.geometry, a.integer("split_size"),
                                      a.integer("dim"))));
    VIEWPROOF_OP("chunk", On(x, Chunk(x.geometry, a.integer("chunks"),
                                      a.integer("dim"))));
    VIEWPROOF_OP("diagonal",
                 On(x, Diagonal(x.geometry, a.integer("offset"),
                                a.integer("dim1"), a.integer("dim2"))));
    VIEWPROOF_OP("unfold", On(x, Unfold(x.geometry, a.integer("dimension"),
                                        a.integer("size"), a.integer("step"))));
    VIEWPROOF_OP("movedim", On(x, MoveDim(x.geometry, a.ints("source"),
                                          a.ints("destination"))));
    VIEWPROOF_OP("unflatten", On(x, Unflatten(x.geometry, a.integer("dim"),
                                              a.ints("sizes"))));
    VIEWPROOF_OP("as_strided",
                 On(x, AsStrided(x, a.ints("size"), a.ints("stride"),
                                 a.optional("storage_offset"))));
    VIEWPROOF_OP("contiguous", Self(x, Contiguous(x)));
    VIEWPROOF_OP("flatten", Self(x, Flatten(x, a.integer("start_dim"),
                                            a.integer("end_dim"))));
    VIEWPROOF_OP("is_contiguous", IsContiguous(x.geometry));
    VIEWPROOF_OP("zero_", Write(Zero(x)));
    VIEWPROOF_OP("copy_", Write(Copy(x, a.tensor("src"))));
    VIEWPROOF_OP("new", a.tensor("tensor"));
    VIEWPROOF_OP("read", x);
    VIEWPROOF_OP("drop", x);
  }

 private:
  struct Refusal : std::runtime_error {
    explicit Refusal(ErrorKind of) : std::runtime_error("refused"), kind(of) {}
    ErrorKind kind;
  };

  template <typename R>
  static R Of(Result<R> result) {
    if (!result.ok()) throw Refusal(result.error().kind());
    return std::move(result).value();
  }

  // The view that a geometry, or a list of them, is of x.
  static Tensor On(const Tensor& x, Geometry geometry) {
    return ViewOf(x, std::move(geometry));
  }
  static Tensor On(const Tensor& x, Result<Geometry> result) {
    return ViewOf(x, Of(std::move(result)));
  }
  static std::vector<Tensor> On(const Tensor& x,
                                Result<std::vector<Geometry>> result) {
    std::vector<Tensor> views;
    for (Geometry& geometry : Of(std::move(result))) {
      views.push_back(ViewOf(x, std::move(geometry)));
    }
    return views;
  }

  Tensor& Self(Tensor& x, Result<TensorOrItself> result) {
    TensorOrItself given = Of(std::move(result));
    if (std::holds_alternative<Itself>(given)) return x;
    return made_ = std::get<Tensor>(std::move(given));
  }

  static void Write(Result<Written> result) { Of(std::move(result)); }

  Tensor New(const std::string& dtype, const Ints& sizes,
             const std::string& bytes) override {
    auto storage = std::make_shared<Storage>();
    storage->bytes.resize(bytes.size());
    std::memcpy(storage->bytes.data(), bytes.data(), bytes.size());
    return {.storage = std::move(storage),
            .dtype = *FindDType(dtype),
            .geometry = {sizes, ContiguousStrides(sizes).value(), 0}};
  }

  viewproof_sdk::Look See(const Tensor& x) override {
    return {std::string(Name(x.dtype)), x.geometry.sizes,
            x.geometry.strides,         x.geometry.offset,
            IsContiguous(x.geometry),   x.storage.get()};
  }

  std::string Read(const Tensor& x) override {
    const Tensor copy = ContiguousCopy(x);
    const auto& bytes = copy.storage->bytes;
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  std::string KindOf(const std::string&, const std::exception& error) override {
    const auto* refusal = dynamic_cast<const Refusal*>(&error);
    return refusal != nullptr ? std::string(Name(refusal->kind)) : "";
  }

  Tensor made_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SDK_TEST_REFERENCE_SUBJECT_H_
