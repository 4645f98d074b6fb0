#ifndef VIEWPROOF_REFERENCE_CORE_DTYPE_H_
#define VIEWPROOF_REFERENCE_CORE_DTYPE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace viewproof {

// What an element is. Closed; in PyTorch's names.
enum class DType : uint8_t {
  kBool,
  kUInt8,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat16,
  kBFloat16,
  kFloat32,
  kFloat64,
  kComplex64,
  kComplex128,
};

inline constexpr std::array kDTypes = {
    DType::kBool,    DType::kUInt8,   DType::kInt8,      DType::kInt16,
    DType::kInt32,   DType::kInt64,   DType::kFloat16,   DType::kBFloat16,
    DType::kFloat32, DType::kFloat64, DType::kComplex64, DType::kComplex128,
};

// The value of an element; `im` is 0 unless the dtype is complex.
struct Scalar {
  double re = 0;
  double im = 0;
  bool operator==(const Scalar&) const = default;
};

// Bytes of the largest element.
inline constexpr std::size_t kMaxItemSize = 16;

// Bytes per element (spec: dtype.d1).
int64_t ItemSize(DType dtype);
bool IsComplex(DType dtype);
// int8 to int64.
bool IsSignedInteger(DType dtype);

// PyTorch's name, e.g. "float32"; and back (nullopt for another name).
std::string_view Name(DType dtype);
std::optional<DType> FindDType(std::string_view name);

// Writes `value` as one element at `to` (ItemSize bytes, little-endian), as a
// conversion in C++ does; bool holds value != 0 (spec: dtype.d2).
// If an integer dtype cannot hold value.re, the element is unspecified.
void Encode(DType dtype, Scalar value, std::byte* to);

// The value of the element at `from` (spec: dtype.d2).
Scalar Decode(DType dtype, const std::byte* from);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_DTYPE_H_
