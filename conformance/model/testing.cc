#include "conformance/model/testing.h"

#include <cstddef>
#include <variant>

#include "gtest/gtest.h"

namespace viewproof::model {

Tensor Base(const Ints& sizes, DType dtype) {
  std::vector<std::byte> bytes(Count(sizes) * ItemSize(dtype));
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = std::byte(k);
  return Fresh(dtype, sizes, bytes);
}

Tensor Of(DType dtype, const Ints& sizes, const Ints& numbers) {
  std::vector<std::byte> bytes(Count(sizes) * ItemSize(dtype));
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    Encode(dtype, {static_cast<double>(numbers[k])},
           bytes.data() + k * ItemSize(dtype));
  }
  return Fresh(dtype, sizes, bytes);
}

Tensor Number() {
  std::vector<std::byte> bytes(8);
  Encode(DType::kComplex64, {.re = 1, .im = 2}, bytes.data());
  return Fresh(DType::kComplex64, {1}, bytes);
}

Scalar Read(const Tensor& x) { return Decode(x.dtype, BytesOf(x).data()); }

Tensor Longs(const Ints& numbers) {
  return Of(DType::kInt64, {std::ssize(numbers)}, numbers);
}

Tensor Mask(const Ints& sizes, const Ints& truths) {
  return Of(DType::kBool, sizes, truths);
}

std::vector<int> BytesIn(const Tensor& x) {
  std::vector<int> bytes;
  for (const std::byte byte : *x.storage) {
    bytes.push_back(static_cast<int>(byte));
  }
  return bytes;
}

std::vector<int> Held(const Tensor& x) {
  std::vector<int> held;
  for (const Wide address : Addresses(x)) {
    held.push_back(static_cast<int>(*Element(x, address)));
  }
  return held;
}

Tensor Get(const Tensor& x) { return x; }
Tensor Get(const TensorOrError& made) { return made.value(); }
Tensor Get(const ViewResult& viewed) { return std::get<Tensor>(viewed); }

std::optional<ErrorKind> KindOf(const ViewResult& viewed) {
  const auto* error = std::get_if<Error>(&viewed);
  return error == nullptr ? std::nullopt : std::optional(error->kind);
}

void ExpectPlaces(const Tensor& x, const Ints& sizes, const Wides& addresses,
                  const Line& line) {
  const testing::ScopedTrace trace(line.file, line.number, "here");
  EXPECT_EQ(x.sizes, sizes);
  EXPECT_EQ(Addresses(x), addresses);
  EXPECT_TRUE(IsAffine(x));
}

void ExpectPlaces(const TensorOrError& made, const Ints& sizes,
                  const Wides& addresses, const Line& line) {
  const testing::ScopedTrace trace(line.file, line.number, "here");
  ASSERT_TRUE(made.ok());
  ExpectPlaces(made.value(), sizes, addresses, line);
}

void ExpectPlaces(const ViewResult& viewed, const Ints& sizes,
                  const Wides& addresses, const Line& line) {
  const testing::ScopedTrace trace(line.file, line.number, "here");
  ASSERT_TRUE(std::holds_alternative<Tensor>(viewed));
  ExpectPlaces(std::get<Tensor>(viewed), sizes, addresses, line);
}

void ExpectPieces(const TensorsOrError& pieces, const std::vector<Wides>& lists,
                  const Line& line) {
  const testing::ScopedTrace trace(line.file, line.number, "here");
  ASSERT_TRUE(pieces.ok());
  ASSERT_EQ(pieces.value().size(), lists.size());
  for (std::size_t k = 0; k < lists.size(); ++k) {
    EXPECT_EQ(Addresses(pieces.value()[k]), lists[k]) << k;
  }
}

}  // namespace viewproof::model
