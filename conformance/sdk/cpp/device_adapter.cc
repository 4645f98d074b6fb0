// A library whose tensors lie in a device's memory, as a subject of viewproof:
// how elements come back, when to synchronize, what to do after an error, as
// PROTOCOL.md, section 9, says. Beside the SDK's two files:
//   c++ -std=c++20 -I../templates/cpp device_adapter.cc viewproof_adapter.cc
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "plain_array.h"
#include "viewproof_adapter.h"

namespace sdk = viewproof::sdk;
using plain::Array;

// Replace: your library. Its device is a second heap and a queue.
namespace device {

// A kernel's error, which shows only at a later call.
struct Error : plain::Error {
  using plain::Error::Error;
};

// A block of the device's memory. The host holds it and cannot look inside.
class Memory {
  friend class Device;
  std::shared_ptr<std::string> bytes_ = std::make_shared<std::string>();
};

struct Tensor {
  std::shared_ptr<Memory> memory;
  Array view;  // Dtype, sizes, strides, offset; it has no bytes.

  Tensor With(Array other) const { return {memory, std::move(other)}; }
};

class Device {
 public:
  Tensor Empty(const std::string& dtype, const sdk::Ints& sizes) {
    return {
        std::make_shared<Memory>(),
        {nullptr, dtype, sdk::ItemSize(dtype), sizes, plain::RowMajor(sizes)}};
  }

  // Both copy at once: of what is queued nothing has run.
  void CopyToDevice(const std::string& bytes, const Memory& memory) {
    Demand(!is_lost_);
    *memory.bytes_ = bytes;
  }
  std::string CopyToHost(const Memory& memory) {
    Demand(!is_lost_);
    return *memory.bytes_;
  }

  // The next three queue a kernel.
  void Fill(const Tensor& x, const sdk::Number& number) {
    queue_.push_back([=] {
      const double size = std::abs(number.re);
      const bool fits =
          x.view.dtype == "float32"
              ? !(size > FLT_MAX) || std::isinf(size)
              : (number.is_whole && !number.is_huge) || size < 0x1p63;
      // The device outlives this error.
      if (!fits || number.im != 0) throw Error("argument", "it does not fit");
      OnDevice(x).Fill(sdk::Element(x.view.dtype, number));
    });
  }

  Tensor Clone(const Tensor& x) {
    Tensor copy = Empty(x.view.dtype, x.view.sizes);
    queue_.push_back([=] { *copy.memory->bytes_ = OnDevice(x).Bytes(); });
    return copy;
  }

  Tensor TakeRows(const Tensor& x, const Tensor& numbers) {
    sdk::Ints sizes = x.view.sizes;
    if (sizes.empty()) throw plain::Error("rank", "there are no rows");
    if (sizes[0] == 0 && numbers.view.sizes[0] != 0)
      throw plain::Error("index_out_of_range", "there is no row");
    sizes[0] = numbers.view.sizes[0];
    Tensor rows = Empty(x.view.dtype, sizes);
    queue_.push_back([=, this] {
      const std::string bytes = OnDevice(numbers).Bytes();
      for (std::size_t at = 0; at < bytes.size(); at += sizeof(int64_t)) {
        int64_t row;
        std::memcpy(&row, &bytes[at], sizeof row);
        // An assertion: the device's context ends with it.
        is_lost_ = row < -x.view.sizes[0] || row >= x.view.sizes[0];
        Demand(!is_lost_);
        *rows.memory->bytes_ += OnDevice(x).Index({{true, row}}).Bytes();
      }
    });
    return rows;
  }

  // Runs what is queued up to the first error, which it throws.
  void Synchronize() {
    Demand(!is_lost_);
    for (const auto& kernel : std::exchange(queue_, {})) kernel();
  }

 private:
  static void Demand(bool is_well) {
    if (!is_well) throw Error("", "the device's context is lost");
  }

  static Array OnDevice(const Tensor& x) {
    Array array = x.view;
    array.data = x.memory->bytes_;
    return array;
  }

  std::vector<std::function<void()>> queue_;
  bool is_lost_ = false;
};

}  // namespace device

using device::Tensor;
const char kIndexes[] = "an index that is no list of whole numbers";

class Adapter : public sdk::Table<Tensor> {
 public:
  Adapter() {
    hello.name = "device", hello.version = "0.1", hello.device = "second heap";
    hello.dtypes = {"int64", "float32"};
    hello.facets = {"values", "strides", "alias", "error_kind"};
    hello.left_out = {kIndexes};
    hello.index_range = false;
    VIEWPROOF_OP("permute", x.With(x.view.Permute(a.ints("dims"))));
    VIEWPROOF_OP("expand", x.With(x.view.Expand(a.ints("size"))));
    VIEWPROOF_OP("slice", at(x, a.integer("dim"),
                             {a.optional("start"), a.optional("end"),
                              a.integer("step")}));
    VIEWPROOF_OP("contiguous", x.view.IsContiguous() ? x : device_.Clone(x));
    VIEWPROOF_OP("getitem", device_.TakeRows(x, Numbers(a.index("index"))));
    VIEWPROOF_OP("fill_", device_.Fill(x, a.number("value")));
    VIEWPROOF_OP("new", a.tensor("tensor"));
    VIEWPROOF_OP("drop", x);
    VIEWPROOF_OP("read", x);
  }

 private:
  // When to synchronize: before what a step gave is shown, and after a write.
  // Else its error is another step's, or another case's.
  sdk::Result Call(const std::string& op, const sdk::Tensor& x,
                   const sdk::Args& args) override {
    return Guarded([&] {
      sdk::Result result = Table::Call(op, x, args);
      device_.Synchronize();
      return result;
    });
  }

  // How elements come back: the host walks a copy of the whole storage. The
  // library's own copy of the view must agree with that, so that a copy kernel
  // at fault does not look like a view at fault.
  std::string Read(const Tensor& x) override {
    return Guarded([&] {
      Array here = x.view;
      here.data = std::make_shared<std::string>(device_.CopyToHost(*x.memory));
      const Tensor copy = device_.Clone(x);
      device_.Synchronize();
      if (device_.CopyToHost(*copy.memory) != here.Bytes())
        throw std::logic_error("a copy kernel is at fault, not the view");
      return here.Bytes();
    });
  }

  // After a device's error, no text tells whether the device still
  // works, so it is tried. If not, leave without a reply: the runner starts
  // another process, and only this case is lost.
  template <typename F>
  auto Guarded(F act) -> decltype(act()) {
    try {
      return act();
    } catch (const device::Error&) {
      if (!Works()) std::_Exit(EXIT_FAILURE);
      throw;
    }
  }

  bool Works() {
    try {
      const Tensor one = New("int64", {1}, std::string(sizeof(int64_t), '\0'));
      device_.Fill(one, {1});
      device_.Synchronize();
      return device_.CopyToHost(*one.memory) == sdk::Element("int64", {1});
    } catch (const device::Error&) {
      return false;
    }
  }

  Tensor New(const std::string& dtype, const sdk::Ints& sizes,
             const std::string& bytes) override {
    const Tensor x = device_.Empty(dtype, sizes);
    device_.CopyToDevice(bytes, *x.memory);
    return x;
  }

  sdk::Look See(const Tensor& x) override {
    return {x.view.dtype,  x.view.sizes, x.view.strides,
            x.view.offset, false,        x.memory.get()};
  }

  std::string KindOf(const std::string&, const std::exception& error) override {
    const auto* ours = dynamic_cast<const plain::Error*>(&error);
    return ours != nullptr ? ours->kind : "";
  }

  // at() calls it.
  Tensor Index(Tensor& x, const sdk::Items& items) override {
    std::vector<plain::At> list;
    for (const sdk::Item& item : items) {
      list.push_back({false,
                      0,
                      {item.start.value_or(0), item.stop.value_or(INT64_MAX),
                       item.step.value_or(1)}});
    }
    return x.With(x.view.Index(list));
  }

  static Tensor Numbers(const sdk::Items& items) {
    const sdk::Tensor list = items.size() == 1 ? items[0].tensor : nullptr;
    if (list == nullptr || Unbox(list).view.sizes.size() != 1 ||
        Unbox(list).view.dtype != "int64")
      throw sdk::Unsupported("left_out", kIndexes);
    return Unbox(list);
  }

  device::Device device_;
};

int main(int argc, char** argv) {
  Adapter adapter;
  return sdk::Main(adapter, argc, argv);
}
