// Eigen 3.4's TensorMap (unsupported/Eigen/CXX11/Tensor of Debian's
// libeigen3-dev) as a subject; beside the SDK's two files:
//   c++ -std=c++20 -I/usr/include/eigen3 eigen_tensor_adapter.cc
//   viewproof_adapter.cc
// Its ops are expressions, which are evaluated when they are assigned: each is
// assigned to a new tensor, so that no op gives a view; setitem writes through
// one. The rank belongs to the type: lists have its length, or are left out.
#include <stdexcept>
#define eigen_assert(x) (x) ? void() : throw std::runtime_error(#x)
#include <cstring>
#include <unsupported/Eigen/CXX11/Tensor>

#include "viewproof_adapter.h"

namespace sdk = viewproof::sdk;
constexpr int kRanks = 5;
const char kLeftOut[] =
    "lists of another length, negative sizes, -1, bools, axes of shuffle() "
    "just out of range (what it reads beside the sizes differs from run to "
    "run)";
template <int N>
using Elements = Eigen::Tensor<float, N, Eigen::RowMajor>;
template <int N>
using List = std::array<Eigen::Index, N>;

[[noreturn]] void LeaveOut() { throw sdk::Unsupported("left_out", kLeftOut); }

template <int N>
List<N> ToList(const sdk::Ints& ints) {
  List<N> list;
  if (ints.size() != N) LeaveOut();
  std::copy(ints.begin(), ints.end(), list.begin());
  return list;
}

struct Array {
  std::shared_ptr<std::vector<float>> memory;
  sdk::Ints sizes;

  // f(it as a TensorMap of its rank).
  template <class R, int N = 0, class F>
  R on(F f) const {
    if (N == static_cast<int>(sizes.size())) {
      return f(Eigen::TensorMap<Elements<N>>(memory->data(), ToList<N>(sizes)));
    }
    if constexpr (N + 1 < kRanks) return on<R, N + 1>(f);
    LeaveOut();
  }
};

// Returns what an expression is when it is assigned.
template <class X>
Array Eval(const X& expression) {
  constexpr int kRank = Eigen::internal::traits<X>::NumDimensions;
  const Elements<kRank> y = expression;
  Array array = {
      std::make_shared<std::vector<float>>(y.data(), y.data() + y.size()), {}};
  for (int d = 0; d < kRank; ++d) array.sizes.push_back(y.dimension(d));
  return array;
}

// f(m with a range on each dimension).
template <class M, class F>
auto Sliced(M& m, const sdk::Items& items, F f) {
  List<M::NumIndices> from = {}, to = m.dimensions(), by;
  by.fill(1);
  if (items.size() > from.size()) LeaveOut();
  for (std::size_t d = 0; d < items.size(); ++d) {
    if (items[d].kind != sdk::Item::Kind::kRange) LeaveOut();
    from[d] = items[d].start.value_or(0);
    to[d] = items[d].stop.value_or(to[d]);
    by[d] = items[d].step.value_or(1);
  }
  return f(m.stridedSlice(from, to, by));
}
template <class M, class E>
void Write(M&, E& e, const Array* y, const std::function<float()>& number) {
  if (!y) {
    e = e.constant(number());
    return;
  }
  if (y->sizes.size() != M::NumIndices) LeaveOut();
  e = Eigen::TensorMap<Elements<M::NumIndices>>(
      y->memory->data(), ToList<M::NumIndices>(y->sizes));
}

class Adapter : public sdk::Table<Array> {
 public:
  Adapter() {
    hello.name = "eigen-tensor";
    hello.version = "3.4.0";
    hello.dtypes = {"float32"};
    hello.facets = {"values"};
    hello.forms = {"digest", "data", "numbers", "signed_zero"};
    hello.left_out = {kLeftOut};
    hello.views = false;
    hello.max_rank = kRanks - 1;
    VIEWPROOF_OP("permute", x.on<Array>([&](auto m) {
      for (const auto axis : a.ints("dims")) {
        if (axis < 0 ? axis > -64 : axis >= m.NumIndices && axis < 64)
          LeaveOut();
      }
      return Eval(m.shuffle(ToList<m.NumIndices>(a.ints("dims"))));
    }));
    VIEWPROOF_OP("select", x.on<Array>([&](auto m) -> Array {
      if constexpr (m.NumIndices == 0)
        LeaveOut();
      else
        return Eval(m.chip(a.integer("index"), a.integer("dim")));
    }));
    VIEWPROOF_OP("view", Reshaped(x, a.ints("size")));
    VIEWPROOF_OP("narrow", x.on<Array>([&](auto m) {
      List<m.NumIndices> from = {}, size = m.dimensions();
      if (a.integer("dim") < 0 || a.integer("dim") >= m.NumIndices) LeaveOut();
      from[a.integer("dim")] = a.integer("start");
      size[a.integer("dim")] = a.integer("length");
      return Eval(m.slice(from, size));
    }));
    VIEWPROOF_OP("slice", x.on<Array>([&](auto m) {
      const auto index =
          sdk::At(m.NumIndices, a.integer("dim"),
                  {a.optional("start"), a.optional("end"), a.integer("step")});
      return Sliced(m, index, [](const auto& e) { return Eval(e); });
    }));
    VIEWPROOF_OP("getitem", x.on<Array>([&](auto m) {
      return Sliced(m, a.index("index"), [](const auto& e) { return Eval(e); });
    }));
    VIEWPROOF_OP("setitem", x.on<void>([&](auto m) {
      Sliced(m, a.index("index"), [&](auto e) {
        Write(m, e, a.value("value"),
              [&] { return a.number("value").as<float>(); });
      });
    }));
    VIEWPROOF_OP("copy_",
                 x.on<void>([&](auto m) { Write(m, m, a.value("src"), {}); }));
    VIEWPROOF_OP("zero_", x.on<void>([](auto m) { m.setZero(); }));
    VIEWPROOF_OP("fill_", x.on<void>([&](auto m) {
      m.setConstant(a.number("value").as<float>());
    }));
    VIEWPROOF_OP("contiguous", x.on<Array>([](auto m) { return Eval(m); }));
    VIEWPROOF_OP("new", a.tensor("tensor"));
    VIEWPROOF_OP("read", x);
    VIEWPROOF_OP("drop", x);
  }

 private:
  template <int N = 0>
  static Array Reshaped(const Array& x, const sdk::Ints& sizes) {
    if (N == static_cast<int>(sizes.size())) {
      for (const auto n : sizes)
        if (n < 0) LeaveOut();
      return x.on<Array>(
          [&](auto m) { return Eval(m.reshape(ToList<N>(sizes))); });
    }
    if constexpr (N + 1 < kRanks) return Reshaped<N + 1>(x, sizes);
    LeaveOut();
  }
  Array New(const std::string&, const sdk::Ints& sizes,
            const std::string& bytes) override {
    Array x = {
        std::make_shared<std::vector<float>>(bytes.size() / sizeof(float)),
        sizes};
    std::memcpy(x.memory->data(), bytes.data(), bytes.size());
    return x;
  }
  sdk::Look See(const Array& x) override { return {"float32", x.sizes}; }
  std::string Read(const Array& x) override {
    return {reinterpret_cast<const char*>(x.memory->data()),
            sizeof(float) * x.memory->size()};
  }
};

int main(int argc, char** argv) {
  Adapter adapter;
  return sdk::Main(adapter, argc, argv);
}
