// @NAME@ as a subject of viewproof. Replace what is marked; docs are in
// viewproof_adapter.h. @NAME@_adapter.sh builds and runs it:
//   viewproof check @NAME@.gate.toml
//   viewproof check -- sh @NAME@_adapter.sh      every profile, without a gate
#include "plain_array.h"  // replace: your library
#include "viewproof_adapter.h"

namespace sdk = viewproof::sdk;
using plain::Array;  // replace: your library's tensor

class Library : public sdk::Table<Array> {
  // A fresh contiguous array; `bytes` are its elements, row-major.
  Array New(const std::string& dtype, const sdk::Ints& sizes,
            const std::string& bytes) override {
    // replace
    return Array::Of(bytes, dtype, sdk::ItemSize(dtype), sizes);
  }

  // Says what is seen of it. Strides in bytes? Say hello.in_bytes = true.
  sdk::Look See(const Array& x) override {
    // @only full structure
    // replace
    return {x.dtype,  x.sizes,          x.strides,
            x.offset, x.IsContiguous(), x.data.get()};
    // @end
    // @only values compiled
    // replace
    return {x.dtype, x.sizes};
    // @end
  }

  // @only full values compiled
  // Its elements, row-major: replace.
  std::string Read(const Array& x) override { return x.Bytes(); }
  // @end
  // @only full

  std::string KindOf(const std::string&, const std::exception& error) override {
    // replace
    const auto* ours = dynamic_cast<const plain::Error*>(&error);
    return ours != nullptr ? ours->kind : "";
  }
  // @end
  // @only compiled

  // Compiles the chain, a function of its base, and runs it.
  sdk::Result RunChain(const sdk::Program& program,
                       const sdk::Tensor& x) override {
    // replace
    return program(x);
  }
  // @end
  // @only full structure compiled

  // Gives what your library's indexing gives; at() calls it.
  Array Index(Array& x, const sdk::Items& items) override {
    // replace
    std::vector<plain::At> list;
    for (const sdk::Item& item : items) {
      const bool is_number = item.kind == sdk::Item::Kind::kInt;
      list.push_back({is_number,
                      item.number,
                      {item.start.value_or(0), item.stop.value_or(INT64_MAX),
                       item.step.value_or(1)}});
    }
    return x.Index(list);
  }
  // @end
};

// @only values
Array Zeros(const Array& x) {
  return Array::Of(std::string(x.Bytes().size(), '\0'), x.dtype, x.item,
                   x.sizes);
}

// @end
int main(int argc, char** argv) {
  Library library;
  sdk::Hello& hello = library.hello;
  hello.name = "@NAME@";
  hello.version = "0.1";
  hello.dtypes = {"bool", "uint8", "int32", "int64", "float32", "float64"};
  // @only full
  // "identity" too, if IsSame() can tell the very same array.
  hello.facets = {"values", "strides", "alias", "exact", "error_kind"};
  // @end
  // @only values
  hello.facets = {"values"};
  // Every op gives a new array, a write too.
  hello.views = false;
  hello.rebinds = true;
  // @end
  // @only structure
  // No elements.
  hello.facets = {"strides", "alias", "exact"};
  // @end
  // @only compiled
  hello.facets = {"values"};
  // RunChain() runs the chain as a whole.
  hello.observes_last = true;
  // @end
  // An expression for each op that your library has: `viewproof list ops` has
  // all of them and their arguments.
  VIEWPROOF_OPS(library);
  // @only full structure compiled
  VIEWPROOF_OP("permute", x.Permute(a.ints("dims")));
  VIEWPROOF_OP("expand", x.Expand(a.ints("size")));
  VIEWPROOF_OP("select", library.at(x, a.integer("dim"), a.integer("index")));
  VIEWPROOF_OP("slice", library.at(x, a.integer("dim"),
                                   {a.optional("start"), a.optional("end"),
                                    a.integer("step")}));
  VIEWPROOF_OP("unbind", x.Split(a.integer("dim")));
  VIEWPROOF_OP("detach", x.View(x.sizes, x.strides, x.offset));
  // @end
  // @only full structure
  VIEWPROOF_OP("is_contiguous", x.IsContiguous());
  // @end
  // @only full
  VIEWPROOF_OP("drop", x);
  VIEWPROOF_OP("contiguous", x.IsContiguous() ? x : x.Clone());
  VIEWPROOF_OP("zero_", x.Fill(std::string(x.item, '\0')));
  // @end
  // @only values
  VIEWPROOF_OP("permute", x.Permute(a.ints("dims")).Clone());
  VIEWPROOF_OP("expand", x.Expand(a.ints("size")).Clone());
  VIEWPROOF_OP("zero_", Zeros(x));
  // @end
  VIEWPROOF_OP("read", x);
  return sdk::Main(library, argc, argv);
}
