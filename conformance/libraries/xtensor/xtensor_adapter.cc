// xtensor 0.24 (Debian's libxtensor-dev) as a subject; compile it so that
// deaths repeat: c++ -std=c++20 -D_GLIBCXX_ASSERTIONS xtensor_adapter.cc
// viewproof_adapter.cc. A view's type tells what made it, so each is kept as
// what it says of itself on the xt::xarray that it lies in, and made again by
// xt::strided_view(). Dimensions and sizes are unsigned: a negative one cannot
// be put to it. Expressions that lie nowhere are evaluated: copies.
#include <complex>
#include <cstring>
#include <variant>
#include <xtensor/xarray.hpp>
#include <xtensor/xeval.hpp>
#include <xtensor/xmanipulation.hpp>

#include "viewproof_adapter.h"

namespace sdk = viewproof::sdk;
using xt::placeholders::xtuph;
template <class... E>
using Memories = std::variant<std::shared_ptr<xt::xarray<E>>...>;
using Memory = Memories<bool, uint8_t, int8_t, int16_t, int32_t, int64_t, float,
                        double, std::complex<float>, std::complex<double>>;
const sdk::Names kDtypes = {"bool",      "uint8",     "int8",    "int16",
                            "int32",     "int64",     "float32", "float64",
                            "complex64", "complex128"};
// The xt::xarray of an expression's elements.
template <class V>
using Of = xt::xarray<typename std::decay_t<V>::value_type>;
constexpr auto kFull = xt::check_policy::full();

std::size_t Size(int64_t n) {
  if (n >= 0) return static_cast<std::size_t>(n);
  throw sdk::Unsupported("left_out", "negative dimensions and sizes");
}
std::vector<std::size_t> Sizes(const sdk::Ints& list) {
  std::vector<std::size_t> sizes;
  for (const auto n : list) sizes.push_back(Size(n));
  return sizes;
}

struct Array {
  Memory memory;
  std::vector<std::size_t> shape;
  std::vector<std::ptrdiff_t> strides;
  std::size_t offset;
  xt::layout_type layout;

  template <class V>
  Array(Memory m, const V& v, std::size_t at)
      : memory(std::move(m)),
        shape(v.shape().begin(), v.shape().end()),
        strides(v.strides().begin(), v.strides().end()),
        offset(at),
        layout(v.layout()) {}
  template <class E>
  Array(std::shared_ptr<xt::xarray<E>> all) : Array(all, *all, 0) {}

  // f(it as a view of the library's own type).
  template <class F>
  auto on(F f) const {
    return std::visit(
        [&](const auto& m) {
          auto sizes = shape;
          auto steps = strides;
          auto v = xt::strided_view(*m, std::move(sizes), std::move(steps),
                                    offset, layout);
          return f(v);
        },
        memory);
  }
  template <class F>
  Array view(F f) const {
    return on([&](auto& v) {
      const auto y = f(v);
      return Array(memory, y, y.data_offset());
    });
  }
  template <class F>
  Array copy(F f) const {
    return inside().on([&](auto& v) {
      return Array(std::make_shared<Of<decltype(v)>>(f(v)));
    });
  }
  // Indices are not checked: what lies outside of its memory is not touched.
  bool is_inside() const {
    auto low = static_cast<double>(static_cast<int64_t>(offset)), high = low;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (shape[d] == 0) return true;
      const auto far = double(strides[d]) * double(shape[d] - 1);
      (far < 0 ? low : high) += far;
    }
    const auto size = std::visit([](auto& m) { return m->size(); }, memory);
    return low >= 0 && high < static_cast<double>(size);
  }
  const Array& inside() const {
    if (is_inside()) return *this;
    throw std::out_of_range("the view lies outside of its memory");
  }
};

class Adapter : public sdk::Table<Array> {
 public:
  Adapter() {
    hello.name = "xtensor";
    hello.version = "0.24.3";
    hello.dtypes = kDtypes;
    hello.forms = {"digest", "data", "numbers", "signed_zero"};
    hello.left_out = {"negative dimensions and sizes",  // They are unsigned.
                      "bools and tensors as indices"};  // keep() is no grid.
    hello.copies = {"reshape", "contiguous", "diagonal", "broadcast_to"};
    VIEWPROOF_OP("permute", x.view([&](auto& v) {
      return xt::transpose(v, Sizes(a.ints("dims")), kFull);
    }));
    VIEWPROOF_OP("T", x.view([](auto& v) { return xt::transpose(v); }));
    VIEWPROOF_OP("squeeze", x.view([](auto& v) { return xt::squeeze(v); }));
    VIEWPROOF_OP("squeeze.dims", x.view([&](auto& v) {
      return xt::squeeze(v, Sizes(a.ints("dim")), kFull);
    }));
    VIEWPROOF_OP("unsqueeze", x.view([&](auto& v) {
      return xt::expand_dims(v, Size(a.integer("dim")));
    }));
    VIEWPROOF_OP("as_strided", x.view([&](auto& v) {
      return xt::strided_view(v, Sizes(a.ints("size")), a.ints("stride"),
                              Size(a.optional("storage_offset").value_or(0)));
    }));
    VIEWPROOF_OP("tensor_split", Parts(x, [&](auto& v) {
                   return xt::split(v, Size(a.integer("sections")),
                                    Size(a.integer("dim")));
                 }));
    VIEWPROOF_OP("hsplit", Parts(x, [&](auto& v) {
                   return xt::hsplit(v, Size(a.integer("sections")));
                 }));
    VIEWPROOF_OP("vsplit", Parts(x, [&](auto& v) {
                   return xt::vsplit(v, Size(a.integer("sections")));
                 }));
    VIEWPROOF_OP("select", at(x, a.integer("dim"), a.integer("index")));
    VIEWPROOF_OP("narrow",
                 at(x, a.integer("dim"),
                    sdk::Item(a.integer("start"),
                              a.integer("start") + a.integer("length"))));
    VIEWPROOF_OP("slice", at(x, a.integer("dim"),
                             sdk::Item(a.optional("start"), a.optional("end"),
                                       a.integer("step"))));
    VIEWPROOF_OP("getitem", Index(x, a.index("index")));
    VIEWPROOF_OP("view", Lay(x, Sizes(a.ints("size"))));
    VIEWPROOF_OP("reshape", x.copy([&](auto& v) {
      auto y = xt::eval(v);
      y.reshape(a.ints("shape"));
      return y;
    }));
    VIEWPROOF_OP("contiguous", x.copy([](auto& v) { return v; }));
    VIEWPROOF_OP("diagonal", x.copy([&](auto& v) {
      return xt::diagonal(v, static_cast<int>(a.integer("offset")),
                          Size(a.integer("dim1")), Size(a.integer("dim2")));
    }));
    VIEWPROOF_OP("broadcast_to", x.copy([&](auto& v) {
      return xt::broadcast(v, Sizes(a.ints("size")));
    }));
    VIEWPROOF_OP("is_contiguous",
                 x.on([](auto& v) { return v.is_contiguous(); }));
    VIEWPROOF_OP("zero_", x.inside().on([](auto& v) { v.fill(0); }));
    VIEWPROOF_OP("fill_", x.inside().on([&](auto& v) {
      v.fill(Scalar(v, a.number("value")));
    }));
    VIEWPROOF_OP("copy_", Write(x, a.value("src"), {}, Assign()));
    VIEWPROOF_OP("add_", Write(
                             x, a.value("other"),
                             [&] { return a.number("other"); }, Plus()));
    VIEWPROOF_OP("setitem", Write(
                                Index(x, a.index("index")), a.value("value"),
                                [&] { return a.number("value"); }, Assign()));
    VIEWPROOF_OP("new", a.tensor("tensor"));
    VIEWPROOF_OP("read", x);
    VIEWPROOF_OP("drop", x);
  }

 private:
  struct Assign {
    template <class V, class E>
    void operator()(V& v, const E& e) const {
      v = e;
    }
  };
  struct Plus {
    template <class V, class E>
    void operator()(V& v, const E& e) const {
      v += e;
    }
  };
  template <class V>
  static typename V::value_type Scalar(const V&, const sdk::Number& number) {
    using E = typename V::value_type;
    if constexpr (xtl::is_complex<E>::value) {
      using R = typename E::value_type;
      return {number.as<R>(), static_cast<R>(number.im)};
    } else {
      if (number.im == 0) return number.as<E>();
      throw sdk::Unsupported("argument", "C++ does not convert it");
    }
  }
  template <class F>
  static void Write(const Array& x, const Array* y,
                    const std::function<sdk::Number()>& number, F f) {
    x.inside().on([&](auto& v) {
      if (!y) return f(v, Scalar(v, number()));
      y->inside().on([&](auto& e) {
        using From = typename std::decay_t<decltype(e)>::value_type;
        using To = typename std::decay_t<decltype(v)>::value_type;
        if constexpr (std::is_convertible_v<From, To>) {
          f(v, e);
        } else {
          throw sdk::Unsupported("argument", "C++ does not convert it");
        }
      });
    });
  }
  template <class F>
  static std::vector<Array> Parts(const Array& x, F f) {
    return x.on([&](auto& v) {
      std::vector<Array> parts;
      for (const auto& y : f(v))
        parts.emplace_back(x.memory, y, y.data_offset());
      return parts;
    });
  }
  // reshape_view() takes any strides, and its own are not of the memory: these
  // are what the addresses of its elements say. Where no strides express them,
  // it is shown by its values.
  static Array Lay(const Array& x, const std::vector<std::size_t>& shape) {
    return x.on([&](auto& v) {
      auto y = xt::reshape_view(v, std::vector<std::size_t>(shape));
      Array lain(x.memory, y, x.offset);
      if (y.size() != v.size() || !x.is_inside() || v.size() == 0) return lain;
      std::vector<const void*> at;
      for (auto& e : y) at.push_back(&e);
      const auto size = static_cast<std::ptrdiff_t>(sizeof(*v.begin()));
      const auto to = [&](std::ptrdiff_t k) {
        return (static_cast<const char*>(at[k]) -
                static_cast<const char*>(at[0])) /
               size;
      };
      for (std::size_t d = 0; d < shape.size(); ++d) {
        if (shape[d] > 1) lain.strides[d] = to(y.strides()[d]);
      }
      for (std::size_t k = 0; k < at.size(); ++k) {
        std::ptrdiff_t sum = 0;
        for (std::size_t d = 0; d < shape.size(); ++d) {
          if (shape[d] > 1)
            sum += static_cast<std::ptrdiff_t>(k) / y.strides()[d] %
                   static_cast<std::ptrdiff_t>(shape[d]) * lain.strides[d];
        }
        if (to(static_cast<std::ptrdiff_t>(k)) != sum)
          return Array(std::make_shared<Of<decltype(v)>>(y));
      }
      return lain;
    });
  }
  static xt::xstrided_slice<std::ptrdiff_t> Slice(const sdk::Item& item) {
    using Kind = sdk::Item::Kind;
    if (item.kind == Kind::kInt) return item.number;
    if (item.kind == Kind::kNewAxis) return xt::newaxis();
    if (item.kind == Kind::kEllipsis) return xt::ellipsis();
    if (item.kind != Kind::kRange) {
      throw sdk::Unsupported("left_out", "bools and tensors as indices");
    }
    const auto from = item.start.value_or(0), to = item.stop.value_or(0);
    if (!item.step) {
      if (item.start && item.stop) return xt::range(from, to);
      if (item.start) return xt::range(from, xtuph());
      if (item.stop) return xt::range(xtuph(), to);
      return xt::all();
    }
    if (item.start && item.stop) return xt::range(from, to, *item.step);
    if (item.start) return xt::range(from, xtuph(), *item.step);
    if (item.stop) return xt::range(xtuph(), to, *item.step);
    return xt::range(xtuph(), xtuph(), *item.step);
  }
  Array Index(Array& x, const sdk::Items& items) override {
    xt::xstrided_slice_vector slices;
    for (const auto& item : items) slices.push_back(Slice(item));
    return x.view([&](auto& v) { return xt::strided_view(v, slices); });
  }
  Array New(const std::string& dtype, const sdk::Ints& sizes,
            const std::string& bytes) override {
    const auto index =
        std::find(kDtypes.begin(), kDtypes.end(), dtype) - kDtypes.begin();
    return Fresh<0>(static_cast<std::size_t>(index), Sizes(sizes), bytes);
  }
  template <std::size_t I>
  static Array Fresh(std::size_t index, const std::vector<std::size_t>& sizes,
                     const std::string& bytes) {
    if constexpr (I < std::variant_size_v<Memory>) {
      if (I < index) return Fresh<I + 1>(index, sizes, bytes);
      auto all = std::make_shared<
          typename std::variant_alternative_t<I, Memory>::element_type>(
          std::decay_t<decltype(std::variant_alternative_t<I, Memory>()
                                    ->shape())>(sizes.begin(), sizes.end()));
      std::memcpy(static_cast<void*>(all->data()), bytes.data(), bytes.size());
      return all;
    }
    throw sdk::Unsupported("dtype", "");
  }
  static const void* Key(const Array& x) {
    return std::visit([](auto& m) -> const void* { return m.get(); }, x.memory);
  }
  sdk::Look See(const Array& x) override {
    return x.on([&](auto& v) {
      return sdk::Look{kDtypes[x.memory.index()],
                       {x.shape.begin(), x.shape.end()},
                       {x.strides.begin(), x.strides.end()},
                       static_cast<int64_t>(x.offset),
                       v.is_contiguous(),
                       Key(x)};
    });
  }
  std::string Read(const Array& x) override {
    return x.on([&](auto& v) {
      using E = typename std::decay_t<decltype(v)>::value_type;
      if (v.size() > 1 << 20) return std::string();  // A size is below 0.
      if (!x.is_inside()) return std::string(v.size() * sizeof(E), '\xa5');
      std::string bytes;
      for (const E e : v)
        bytes.append(reinterpret_cast<const char*>(&e), sizeof(E));
      return bytes;
    });
  }
};

// AddressSanitizer asks: a death that looks up names of functions takes
// seconds.
extern "C" const char* __asan_default_options() { return "symbolize=0"; }

int main(int argc, char** argv) {
  Adapter adapter;
  return sdk::Main(adapter, argc, argv);
}
