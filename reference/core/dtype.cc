#include "reference/core/dtype.h"

#include <bit>
#include <cstring>

#include "reference/core/small_float.h"

namespace viewproof {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename T>
void StoreBytes(T element, std::byte* to) {
  std::memcpy(to, &element, sizeof(element));
}

template <typename T>
T LoadBytes(const std::byte* from) {
  T element;
  std::memcpy(&element, from, sizeof(element));
  return element;
}

void StoreBool(Scalar value, std::byte* to) {
  StoreBytes<uint8_t>(value.re != 0 || value.im != 0, to);
}

Scalar LoadBool(const std::byte* from) {
  return {LoadBytes<uint8_t>(from) != 0 ? 1.0 : 0.0};
}

// Out-of-range values are unspecified (fill_.u1); 0 keeps the cast defined.
template <typename T>
void StoreInteger(Scalar value, std::byte* to) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  const bool fits = value.re >= -kLimit && value.re < kLimit;
  StoreBytes(static_cast<T>(fits ? static_cast<int64_t>(value.re) : 0), to);
}

template <typename T>
void StoreFloat(Scalar value, std::byte* to) {
  StoreBytes(static_cast<T>(value.re), to);
}

template <typename T>
Scalar LoadReal(const std::byte* from) {
  return {static_cast<double>(LoadBytes<T>(from))};
}

template <const SmallFloat& format>
void StoreSmall(Scalar value, std::byte* to) {
  StoreBytes(EncodeSmallFloat(format, value.re), to);
}

template <const SmallFloat& format>
Scalar LoadSmall(const std::byte* from) {
  return {DecodeSmallFloat(format, LoadBytes<uint16_t>(from))};
}

template <typename T>
void StoreComplex(Scalar value, std::byte* to) {
  StoreBytes(static_cast<T>(value.re), to);
  StoreBytes(static_cast<T>(value.im), to + sizeof(T));
}

template <typename T>
Scalar LoadComplex(const std::byte* from) {
  return {LoadBytes<T>(from), LoadBytes<T>(from + sizeof(T))};
}

struct Row {
  std::string_view name;
  int64_t item_size;
  void (*store)(Scalar value, std::byte* to);
  Scalar (*load)(const std::byte* from);
};

// dtype.d1
constexpr Row RowOf(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return {"bool", 1, StoreBool, LoadBool};
    case DType::kUInt8:
      return {"uint8", 1, StoreInteger<uint8_t>, LoadReal<uint8_t>};
    case DType::kInt8:
      return {"int8", 1, StoreInteger<int8_t>, LoadReal<int8_t>};
    case DType::kInt16:
      return {"int16", 2, StoreInteger<int16_t>, LoadReal<int16_t>};
    case DType::kInt32:
      return {"int32", 4, StoreInteger<int32_t>, LoadReal<int32_t>};
    case DType::kInt64:
      return {"int64", 8, StoreInteger<int64_t>, LoadReal<int64_t>};
    case DType::kFloat16:
      return {"float16", 2, StoreSmall<kFloat16>, LoadSmall<kFloat16>};
    case DType::kBFloat16:
      return {"bfloat16", 2, StoreSmall<kBFloat16>, LoadSmall<kBFloat16>};
    case DType::kFloat32:
      return {"float32", 4, StoreFloat<float>, LoadReal<float>};
    case DType::kFloat64:
      return {"float64", 8, StoreFloat<double>, LoadReal<double>};
    case DType::kComplex64:
      return {"complex64", 8, StoreComplex<float>, LoadComplex<float>};
    case DType::kComplex128:
      return {"complex128", 16, StoreComplex<double>, LoadComplex<double>};
  }
  return {};
}

}  // namespace

int64_t ItemSize(DType dtype) { return RowOf(dtype).item_size; }

bool IsComplex(DType dtype) { return dtype >= DType::kComplex64; }

bool IsSignedInteger(DType dtype) {
  return dtype >= DType::kInt8 && dtype <= DType::kInt64;
}

std::string_view Name(DType dtype) { return RowOf(dtype).name; }

std::optional<DType> FindDType(std::string_view name) {
  for (const DType dtype : kDTypes) {
    if (Name(dtype) == name) return dtype;
  }
  return std::nullopt;
}

void Encode(DType dtype, Scalar value, std::byte* to) {
  RowOf(dtype).store(value, to);  // dtype.d2
}

Scalar Decode(DType dtype, const std::byte* from) {
  return RowOf(dtype).load(from);  // dtype.d2
}

}  // namespace viewproof
