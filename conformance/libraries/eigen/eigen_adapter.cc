// Eigen 3.4 (Debian's libeigen3-dev) as a subject; beside the SDK's two files:
//   c++ -std=c++20 -I/usr/include/eigen3 eigen_adapter.cc viewproof_adapter.cc
// Its views are expressions with data() and strides; each is kept as a Map, of
// a rank below 2 as a row.
#include <stdexcept>
#define eigen_assert(x) (x) ? void() : throw std::runtime_error(#x)
#include <Eigen/Core>
#include <cstring>

#include "viewproof_adapter.h"

namespace sdk = viewproof::sdk;
using Elements = Eigen::Matrix<float, -1, -1, Eigen::RowMajor>;  // -1: Dynamic.
using Strides = Eigen::Stride<-1, -1>;
using Map = Eigen::Map<Elements, 0, Strides>;
const char kMatrices[] = "all but rows, columns and diagonals of matrices";

struct Array {
  std::shared_ptr<Elements> memory;
  float* data;
  sdk::Ints sizes, strides;

  Map map() const {
    const std::size_t rank = sizes.size();
    return Map(data, rank == 2 ? sizes[0] : 1, rank > 0 ? sizes.back() : 1,
               Strides(rank == 2 ? strides[0] : 0, rank ? strides.back() : 1));
  }

  template <typename E>
  Array of(E&& e, std::size_t rank) const {
    auto* at = const_cast<float*>(e.data());
    if (rank == 0) return {memory, at, {}, {}};
    if (rank == 1) return {memory, at, {e.size()}, {e.innerStride()}};
    return {memory, at, {e.rows(), e.cols()}, {e.rowStride(), e.colStride()}};
  }
};

class Adapter : public sdk::Table<Array> {
 public:
  Adapter() {
    hello.name = "eigen", hello.version = "3.4.0";
    hello.left_out = {kMatrices};
    hello.dtypes = {"float32"};
    hello.max_rank = 2;
    VIEWPROOF_OP("t", x.of(Matrix(x).transpose(), 2));
    VIEWPROOF_OP("diagonal", x.of(Matrix(x, a.integer("dim1") == 0 &&
                                                a.integer("dim2") == 1)
                                      .diagonal(a.integer("offset")),
                                  1));
    VIEWPROOF_OP("select", Select(x, a.integer("dim"), a.integer("index")));
    VIEWPROOF_OP("narrow", Narrow(x, a.integer("dim"), a.integer("start"),
                                  a.integer("length")));
    VIEWPROOF_OP("zero_", x.map().setZero(), void());
    VIEWPROOF_OP("fill_", x.map().fill(a.number("value").as<float>()));
    VIEWPROOF_OP("copy_", x.map() = a.tensor("src").map(), void());
    VIEWPROOF_OP("new", a.tensor("tensor"));
    VIEWPROOF_OP("read", x);
    VIEWPROOF_OP("drop", x);
  }

 private:
  static Map Matrix(const Array& x, bool is_taken = true) {
    if (is_taken && x.sizes.size() == 2) return x.map();
    throw sdk::Unsupported("left_out", kMatrices);
  }
  static Array Select(const Array& x, int64_t dim, int64_t index) {
    if (x.sizes.size() == 1 && dim == 0) return x.of(x.map().col(index), 0);
    return dim == 0 ? x.of(Matrix(x).row(index), 1)
                    : x.of(Matrix(x, dim == 1).col(index), 1);
  }
  static Array Narrow(const Array& x, int64_t dim, int64_t start, int64_t n) {
    const bool is_row = x.sizes.size() == 1 && dim == 0;
    if (is_row) return x.of(x.map().middleCols(start, n), 1);
    return dim == 0 ? x.of(Matrix(x).middleRows(start, n), 2)
                    : x.of(Matrix(x, dim == 1).middleCols(start, n), 2);
  }
  Array New(const std::string&, const sdk::Ints& sizes,
            const std::string& bytes) override {
    Array x = {nullptr, nullptr, sizes, sdk::Ints(sizes.size())};
    x.memory = std::make_shared<Elements>(x.map().rows(), x.map().cols());
    x.data = x.memory->data();
    std::memcpy(x.data, bytes.data(), bytes.size());
    return x.of(*x.memory, sizes.size());
  }
  sdk::Look See(const Array& x) override {
    return {"float32", x.sizes,       x.strides, x.data - x.memory->data(),
            false,     x.memory.get()};
  }
  std::string Read(const Array& x) override {
    const Elements copy = x.map();
    return {reinterpret_cast<const char*>(copy.data()),
            sizeof(float) * static_cast<std::size_t>(copy.size())};
  }
};

int main(int argc, char** argv) {
  Adapter adapter;
  return sdk::Main(adapter, argc, argv);
}
