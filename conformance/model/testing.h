#ifndef VIEWPROOF_CONFORMANCE_MODEL_TESTING_H_
#define VIEWPROOF_CONFORMANCE_MODEL_TESTING_H_

#include <optional>
#include <vector>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// The line of the test that calls.
struct Line {
  const char* file;
  int number;

  static Line Current(const char* file = __builtin_FILE(),
                      int number = __builtin_LINE()) {
    return {file, number};
  }
};

// A contiguous tensor whose byte k holds k. Of uint8 an address is an element.
Tensor Base(const Ints& sizes, DType dtype = DType::kUInt8);

// A contiguous tensor of these numbers.
Tensor Of(DType dtype, const Ints& sizes, const Ints& numbers);

// One element of complex64: 1 + 2j.
Tensor Number();

// The first element of x.
Scalar Read(const Tensor& x);

// Index tensors.
Tensor Longs(const Ints& numbers);
Tensor Mask(const Ints& sizes, const Ints& truths);

// The bytes of the whole storage of x.
std::vector<int> BytesIn(const Tensor& x);

// The first byte of each element of x.
std::vector<int> Held(const Tensor& x);

// Returns what was made. Requires: no error.
Tensor Get(const Tensor& x);
Tensor Get(const TensorOrError& made);
Tensor Get(const ViewResult& viewed);

// The kind of the error; nothing if there is none.
std::optional<ErrorKind> KindOf(const ViewResult& viewed);
template <typename T>
std::optional<ErrorKind> KindOf(const Result<T>& result) {
  return result.ok() ? std::nullopt : std::optional(result.error().kind);
}

// The result has these sizes, and these addresses in row-major order, which
// strides can express.
void ExpectPlaces(const Tensor& x, const Ints& sizes, const Wides& addresses,
                  const Line& line = Line::Current());
void ExpectPlaces(const TensorOrError& made, const Ints& sizes,
                  const Wides& addresses, const Line& line = Line::Current());
void ExpectPlaces(const ViewResult& viewed, const Ints& sizes,
                  const Wides& addresses, const Line& line = Line::Current());

// Every piece has the addresses of its list.
void ExpectPieces(const TensorsOrError& pieces, const std::vector<Wides>& lists,
                  const Line& line = Line::Current());

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_TESTING_H_
