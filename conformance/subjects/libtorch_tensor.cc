#include "conformance/subjects/libtorch_tensor.h"

#if VIEWPROOF_HAVE_LIBTORCH

#include <ATen/Parallel.h>
#include <c10/util/Exception.h>
#include <c10/util/Logging.h>
#include <torch/version.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <string>

#include "conformance/case/crc32.h"
#include "conformance/case/fill.h"
#include "conformance/case/hex.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/subjects/libtorch_errors.h"

namespace viewproof {
namespace {

// The text of an error without the place in libtorch where it was raised.
std::string Message(const std::exception& exception) {
  const auto* error = dynamic_cast<const c10::Error*>(&exception);
  std::string text =
      error != nullptr ? error->what_without_backtrace() : exception.what();
  text.resize(std::min(text.size(), text.find("\nException raised")));
  return text;
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

}  // namespace

// True if this libtorch is of that version, or of a later one.
#define VIEWPROOF_TORCH_HAS(major, minor) \
  (TORCH_VERSION_MAJOR > (major) ||       \
   (TORCH_VERSION_MAJOR == (major) && TORCH_VERSION_MINOR >= (minor)))

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
#if VIEWPROOF_TORCH_HAS(2, 1)
    case DType::kFloat8E4M3FN:
      return at::kFloat8_e4m3fn;
    case DType::kFloat8E5M2:
      return at::kFloat8_e5m2;
#endif
#if VIEWPROOF_TORCH_HAS(2, 3)
    case DType::kUInt16:
      return at::kUInt16;
    case DType::kUInt32:
      return at::kUInt32;
    case DType::kUInt64:
      return at::kUInt64;
#endif
    default:
      return at::ScalarType::Undefined;
  }
}

std::vector<DType> LibtorchDTypes() {
  std::vector<DType> dtypes;
  std::copy_if(kDTypes.begin(), kDTypes.end(), std::back_inserter(dtypes),
               [](DType dtype) {
                 return ScalarType(dtype) != at::ScalarType::Undefined;
               });
  return dtypes;
}

std::optional<DType> FindDType(at::ScalarType type) {
  constexpr auto kScalarTypes =
      static_cast<std::size_t>(at::ScalarType::NumOptions);
  static const auto dtypes = [] {
    std::array<std::optional<DType>, kScalarTypes> found;
    for (const DType dtype : LibtorchDTypes()) {
      found[static_cast<std::size_t>(ScalarType(dtype))] = dtype;
    }
    return found;
  }();
  return dtypes[static_cast<std::size_t>(type)];
}

ErrorReply ErrorOf(const Op& op, const std::exception& exception) {
  ErrorReply error;
  error.message = Message(exception);
  const auto rows = MatchLibtorchError(op.name, error.message);
  if (rows.size() == 1) error.kind = LibtorchErrors()[rows[0]].kind;
  return error;
}

void MakeThreadQuick() {
  thread_local bool is_quick = false;
  if (is_quick) return;
  is_quick = true;
  static Silence silence;
#if TORCH_VERSION_MAJOR >= 2
  c10::WarningUtils::set_warning_handler(&silence);
#else
  c10::Warning::set_warning_handler(&silence);
#endif
  c10::SetStackTraceFetcher([] { return std::string(); });
  at::set_num_threads(1);
}

at::Tensor Lift<at::Tensor>::Make(const Base& base, bool with_bool) {
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

at::Tensor Lift<at::Tensor>::Make(const Literal& literal) {
  at::Tensor tensor = at::empty(literal.sizes, ScalarType(literal.dtype));
  auto* to = static_cast<std::byte*>(tensor.data_ptr());
  for (const Scalar value : ElementsOf(literal).list) {
    Encode(literal.dtype, value, to);
    to += ItemSize(literal.dtype);
  }
  return tensor;
}

void Lift<at::Tensor>::Show(const at::Tensor& tensor, FillKind fill,
                            Output& output) {
  output.dtype = FindDType(tensor.scalar_type());
  output.sizes.assign(tensor.sizes().begin(), tensor.sizes().end());
  if (!output.strides) output.strides.emplace();
  output.strides->assign(tensor.strides().begin(), tensor.strides().end());
  output.offset = tensor.storage_offset();
  output.contiguous = tensor.is_contiguous();
  output.conj = tensor.is_conj();
  output.neg = tensor.is_neg();
  ShowValues(tensor, fill, output);
}

void Lift<at::Tensor>::ShowValues(const at::Tensor& tensor, FillKind fill,
                                  Output& output) {
  const DType dtype = DTypeOf(tensor);
  const ElementDisplay how = ReadyToShow(output, fill, dtype, tensor.numel());
  if (how == ElementDisplay::kNothing) return;
  if (tensor.numel() == 0) return;  // Not even a copy of sizes [0,-3].
  const at::Tensor dense = tensor.resolve_conj().resolve_neg().contiguous();
  const auto* from = static_cast<const std::byte*>(dense.data_ptr());
  if (how == ElementDisplay::kDigest) {
    output.crc32 = Crc32({from, dense.nbytes()});
    return;
  }
  if (output.bytes) return AppendHex({from, dense.nbytes()}, *output.bytes);
  if (IsFloat8(dtype)) return ShowValues(dense.to(at::kFloat), fill, output);
  ShowElements(dtype, from, ItemSize(dtype), dense.numel(), output);
}

}  // namespace viewproof

#endif
