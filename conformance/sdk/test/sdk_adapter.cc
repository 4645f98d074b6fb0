// Plain arrays on the C++ SDK, in several ways: sdk_adapter
// full|bytes|rebind|last|asks [--program].
#include <cstdio>
#include <cstdlib>

#include "conformance/sdk/cpp/viewproof_adapter.h"
#include "conformance/sdk/templates/cpp/plain_array.h"

namespace sdk = viewproof::sdk;
using plain::Array;

// Functions of a library that are called as members of the SDK's Table are: the
// expressions below mean these.
Array Add(const Array& x) { return x; }
Array Call(const Array& x) { return x; }
Array Index(const Array& x) { return x; }
Array Keys(const Array& x) { return x; }
Array Make(const Array& x) { return x; }
Array New(const Array& x) { return x; }
Array Read(const Array& x) { return x; }
Array See(const Array& x) { return x; }
Array Text(const Array& x) { return x; }

// Gives it a dtype whose elements are as large.
Array Retyped(Array x, const std::string& dtype) {
  x.dtype = dtype;
  return x;
}

Array Filled(const Array& x, const sdk::Number& number) {
  Array y = x.Clone();
  y.Fill(sdk::Element(x.dtype, number));
  return y;
}

Array Copied(const Array& x, const Array& source) {
  Array y = x.Clone();
  y.Copy(source);
  return y;
}

Array& Contiguous(Array& x, Array& copy) {
  if (x.IsContiguous()) return x;
  return copy = x.Clone();
}

class Adapter : public sdk::Table<Array> {
 public:
  explicit Adapter(const std::string& way) : way_(way) {
    hello.name = "plain";
    hello.version = "1";
    hello.dtypes = {"bool",      "uint8",   "int32",         "int64",
                    "float32",   "float64", "bfloat16",      "float16",
                    "complex64", "uint64",  "float8_e4m3fn", "float8_e5m2"};
    hello.facets = {"values", "strides", "alias", "exact", "error_kind"};
    if (way != "last") hello.facets.push_back("identity");
    hello.in_bytes = way == "bytes";
    hello.rebinds = way == "rebind";
    hello.observes_last = way == "last";
    hello.asks_sharing = way == "asks";
  }

 private:
  Array New(const std::string& dtype, const sdk::Ints& sizes,
            const std::string& bytes) override {
    std::puts("a line that is no reply");
    std::fflush(stdout);
    return Array::Of(bytes, dtype, sdk::ItemSize(dtype), sizes);
  }

  sdk::Look See(const Array& x) override {
    const int64_t unit = way_ == "bytes" ? x.item : 1;
    sdk::Look look = {x.dtype, x.sizes, x.strides, x.offset * unit,
                      x.IsContiguous()};
    for (int64_t& stride : look.strides) stride *= unit;
    if (way_ != "asks") look.storage = x.data.get();
    return look;
  }

  std::string Read(const Array& x) override { return x.Bytes(); }

  bool IsShared(const Array& x, const Array& y) override {
    return x.data == y.data;
  }

  std::string KindOf(const std::string&, const std::exception& error) override {
    const auto* ours = dynamic_cast<const plain::Error*>(&error);
    return ours != nullptr ? ours->kind : "";
  }

  // With a mask on the first dimension.
  Array Index(Array& x, const sdk::Items& items) override {
    if (items[0].kind == sdk::Item::Kind::kTensor) {
      std::string bytes;
      Array copy = x;
      copy.sizes[0] = 0;
      const std::string mask = Unbox(items[0].tensor).Bytes();
      for (std::size_t k = 0; k < mask.size(); ++k) {
        if (!mask[k]) continue;
        bytes += x.Index({{true, static_cast<int64_t>(k)}}).Bytes();
        ++copy.sizes[0];
      }
      return Array::Of(bytes, x.dtype, x.item, copy.sizes);
    }
    std::vector<plain::At> list;
    for (const sdk::Item& item : items) {
      list.push_back({item.kind == sdk::Item::Kind::kInt,
                      item.number,
                      {item.start.value_or(0), item.stop.value_or(INT64_MAX),
                       item.step.value_or(1)}});
    }
    return x.Index(list);
  }

  std::string way_;
};

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::string way = argv[1];
  Adapter adapter(way);
  Array copy;
  VIEWPROOF_OPS(adapter);
  VIEWPROOF_OP("permute", x.Permute(a.ints("dims")));
  VIEWPROOF_OP("expand", x.Expand(a.ints("size")));
  VIEWPROOF_OP("select", adapter.at(x, a.integer("dim"), a.integer("index")));
  VIEWPROOF_OP("slice", adapter.at(x, a.integer("dim"),
                                   {a.optional("start"), a.optional("end"),
                                    a.integer("step")}));
  VIEWPROOF_OP("getitem", adapter.at(x, 0, a.index("index")[0]));
  VIEWPROOF_OP("unbind", x.Split(a.integer("dim")));
  VIEWPROOF_OP("as_strided",
               x.View(a.ints("size"), a.ints("stride"),
                      a.optional("storage_offset").value_or(x.offset)));
  VIEWPROOF_OP("contiguous", Contiguous(x, copy));
  VIEWPROOF_OP("is_contiguous", x.IsContiguous());
  VIEWPROOF_OP("detach", Add(Call(Index(Keys(Make(New(Read(See(Text(x))))))))));
  VIEWPROOF_OP("view.dtype", Retyped(x, a.dtype("dtype")));
  if (way == "rebind") {
    VIEWPROOF_OP("fill_", Filled(x, a.number("value")));
    VIEWPROOF_OP("copy_", Copied(x, a.tensor("src")));
  } else {
    VIEWPROOF_OP("fill_", x.Fill(sdk::Element(x.dtype, a.number("value"))));
    VIEWPROOF_OP("copy_", x.Copy(a.tensor("src")));
  }
  VIEWPROOF_OP("zero_", std::abort());
  VIEWPROOF_OP("new", a.tensor("tensor"));
  VIEWPROOF_OP("drop", x);
  VIEWPROOF_OP("read", x);
  VIEWPROOF_BORROWED("clone", x.Clone());
  adapter.hello.calls = {{.name = "copied",
                          .operands = {"x T[N, M] any", "y T[M] any"},
                          .dtypes = {"float32"}},
                         {.name = "halves",
                          .operands = {"x T[2, N] any"},
                          .dtypes = {"float32", "int32"},
                          .ulps = 1,
                          .may_alias = "they are views"},
                         {.name = "drained",
                          .operands = {"x T[N] any", "y T[N] any"},
                          .dtypes = {"float32"},
                          .writes = {"y"}}};
  VIEWPROOF_OP("call.copied", a.tensor("y").Expand(x.sizes).Clone());
  VIEWPROOF_OP("call.copied_", x.Copy(a.tensor("y")));
  VIEWPROOF_OP("call.copied.out",
               a.tensor("o").Copy(a.tensor("y").Expand(x.sizes)));
  VIEWPROOF_OP("call.halves", x.Split(0));
  VIEWPROOF_OP("call.halves.out", (a.tensor("o1").Copy(x.Split(0)[0]),
                                   a.tensor("o2").Copy(x.Split(0)[1])));
  VIEWPROOF_OP("call.drained_",
               (x.Copy(a.tensor("y")),
                a.tensor("y").Fill(sdk::Element(x.dtype, sdk::Number()))));
  return sdk::Main(adapter, argc - 1, argv + 1);
}
