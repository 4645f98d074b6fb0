#ifndef VIEWPROOF_REFERENCE_CORE_DTYPE_H_
#define VIEWPROOF_REFERENCE_CORE_DTYPE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

namespace viewproof {

// Says what an element is. Closed; in PyTorch's names.
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
  kUInt16,
  kUInt32,
  kUInt64,
  kFloat8E4M3FN,
  kFloat8E5M2,
};

inline constexpr std::array kDTypes = {
    DType::kBool,         DType::kUInt8,      DType::kInt8,
    DType::kInt16,        DType::kInt32,      DType::kInt64,
    DType::kFloat16,      DType::kBFloat16,   DType::kFloat32,
    DType::kFloat64,      DType::kComplex64,  DType::kComplex128,
    DType::kUInt16,       DType::kUInt32,     DType::kUInt64,
    DType::kFloat8E4M3FN, DType::kFloat8E5M2,
};

// Those of bases and literals. A tensor gets one of the others by view.dtype
// alone (spec: dtype.d4).
inline constexpr auto kBaseDTypes = std::span(kDTypes).first<12>();
constexpr bool IsBaseDType(DType dtype) { return dtype < DType::kUInt16; }

// A number, exactly: re + low, and im times i.
struct Scalar {
  double re = 0;    // The nearest double.
  double im = 0;    // 0 unless the number is complex.
  int64_t low = 0;  // Holds what an integer beyond 2^53 has besides `re`.

  // As numbers: -0.0 equals 0. A NaN equals a NaN.
  bool operator==(const Scalar& other) const;
};

// Says what is written: a number, or a tensor of type T.
template <typename T>
using NumberOr = std::variant<Scalar, T>;

// Equals no number.
inline constexpr Scalar kNoNumber = {.re = 0, .im = 0, .low = INT64_MIN};

// The number of an integer, and back: nullopt for a fraction, -0.0, a complex
// number, and what int64 cannot hold.
Scalar Whole(int64_t number);
Scalar Whole(uint64_t number);
std::optional<int64_t> WholeOf(const Scalar& number);

// Bytes of the largest element.
inline constexpr std::size_t kMaxItemSize = 16;

// Bytes per element (spec: dtype.d1).
int64_t ItemSize(DType dtype);
bool IsComplex(DType dtype);
bool IsFloat8(DType dtype);
// int8 to int64.
bool IsSignedInteger(DType dtype);
// These and uint8.
bool IsInteger(DType dtype);

// PyTorch's name, e.g. "float32"; and back (nullopt for another name).
std::string_view Name(DType dtype);
std::optional<DType> FindDType(std::string_view name);

// Returns whether a number may be written into a tensor of this dtype (spec:
// dtype.d3).
bool Takes(DType dtype, const Scalar& value);

// Writes `value` as one element at `to` (ItemSize bytes, little-endian),
// converted (spec: dtype.d2).
void Encode(DType dtype, Scalar value, std::byte* to);

// The value of the element at `from` (spec: dtype.d2).
Scalar Decode(DType dtype, const std::byte* from);

// The same of the elements at `from`, `from + step` and so on, in bytes.
void DecodeEach(DType dtype, const std::byte* from, int64_t step,
                std::span<Scalar> to);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_DTYPE_H_
