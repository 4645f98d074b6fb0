#include "conformance/model/tensor.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "conformance/model/number.h"

namespace viewproof::model {
namespace {

constexpr uint64_t kProbes = 64;
constexpr uint64_t kCornerBits = 6;  // 2^6 corners.

Wides Corner(const Ints& sizes, uint64_t k) {
  Wides index;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    index.push_back(k >> d % kCornerBits & 1 ? sizes[d] - 1 : 0);
  }
  return index;
}

Wides Scattered(const Ints& sizes, uint64_t k) {
  Wides index;
  uint64_t number = k;
  for (const int64_t size : sizes) {
    number = (number + 1) * 0x9E3779B97F4A7C15u;
    index.push_back((number >> 1) % static_cast<uint64_t>(size));
  }
  return index;
}

}  // namespace

Tensor Fresh(DType dtype, const Ints& sizes, std::vector<std::byte> bytes) {
  return {.storage = std::make_shared<std::vector<std::byte>>(std::move(bytes)),
          .dtype = dtype,
          .sizes = sizes,
          .address = RowMajor(0, sizes, ItemSize(dtype))};
}

Tensor ViewOf(const Tensor& x, Ints sizes, Address address) {
  return {.storage = x.storage,
          .dtype = x.dtype,
          .sizes = std::move(sizes),
          .address = std::move(address),
          .conj = x.conj,
          .neg = x.neg};
}

Address RowMajor(Wide start, const Ints& sizes, int64_t item_size) {
  Ints counted = sizes;
  for (int64_t& size : counted) size = std::max<int64_t>(size, 1);
  return [=](const Wides& i) {
    return Along(start, Ravel(i, counted), item_size);
  };
}

Wide Start(const Tensor& x) { return x.address(Wides(x.sizes.size(), 0)); }

Wides Steps(const Tensor& x) {
  const Wide start = Start(x);
  Wides steps;
  for (std::size_t d = 0; d < x.sizes.size(); ++d) {
    Wides next(x.sizes.size(), 0);
    next[d] = 1;
    steps.push_back(Along(x.address(next), -1, start));
  }
  return steps;
}

Wides Addresses(const Tensor& x) {
  const Wide count = Count(x.sizes);
  Wides list;
  Wides index(x.sizes.size(), 0);
  for (Wide k = 0; k < count; ++k) {
    list.push_back(x.address(index));
    Advance(index, x.sizes);
  }
  return list;
}

bool AllOfSample(const Tensor& x,
                 const std::function<bool(const Wides& index)>& is_so) {
  const Wide count = Count(x.sizes);
  if (count <= kListed) {
    Wides index(x.sizes.size(), 0);
    for (Wide k = 0; k < count; ++k) {
      if (!is_so(index)) return false;
      Advance(index, x.sizes);
    }
    return true;
  }
  for (uint64_t k = 0; k < kProbes; ++k) {
    if (!is_so(Corner(x.sizes, k)) || !is_so(Scattered(x.sizes, k))) {
      return false;
    }
  }
  return true;
}

bool IsAffine(const Tensor& x) {
  const Wide start = Start(x);
  const Wides steps = Steps(x);
  return AllOfSample(x, [&](const Wides& index) {
    Wide address = start;
    for (std::size_t d = 0; d < index.size(); ++d) {
      address = Along(address, index[d], steps[d]);
    }
    return x.address(index) == address;
  });
}

bool IsContiguous(const Tensor& x) {
  const Wide start = Start(x);
  return AllOfSample(x, [&](const Wides& index) {
    return x.address(index) ==
           Along(start, Ravel(index, x.sizes), ItemSize(x.dtype));
  });
}

bool IsDense(const Tensor& x) {
  // More elements than the storage has: some lie in the same place.
  if (Count(x.sizes) * ItemSize(x.dtype) >
      static_cast<Wide>(x.storage->size())) {
    return false;
  }
  Wides list = Addresses(x);
  std::sort(list.begin(), list.end());
  for (std::size_t k = 1; k < list.size(); ++k) {
    if (list[k] != list[k - 1] + ItemSize(x.dtype)) return false;
  }
  return true;
}

bool HoldsAnElementTwice(const Tensor& x) {
  const Wides steps = Steps(x);
  for (std::size_t d = 0; d < steps.size(); ++d) {
    if (x.sizes[d] > 1 && steps[d] == 0) return Count(x.sizes) > 0;
  }
  return false;
}

bool RunsMeet(const Tensor& a, const Tensor& b) {
  if (a.storage != b.storage || Count(a.sizes) == 0 || Count(b.sizes) == 0 ||
      !IsDense(a) || !IsDense(b)) {
    return false;
  }
  const Wides in_a = Addresses(a), in_b = Addresses(b);
  const auto [a_first, a_last] = std::minmax_element(in_a.begin(), in_a.end());
  const auto [b_first, b_last] = std::minmax_element(in_b.begin(), in_b.end());
  return *b_first < *a_last + ItemSize(a.dtype) &&
         *a_first < *b_last + ItemSize(b.dtype);
}

std::byte* Element(const Tensor& x, Wide address) {
  if (address < 0 ||
      address + ItemSize(x.dtype) > static_cast<Wide>(x.storage->size())) {
    std::fputs("model: an address leaves the storage\n", stderr);
    std::abort();
  }
  return x.storage->data() + address;
}

void Turn(const Tensor& x, const std::byte* stored, std::byte* to) {
  if (!x.conj && !x.neg) {
    std::memcpy(to, stored, ItemSize(x.dtype));
    return;
  }
  std::memcpy(to, stored, ItemSize(x.dtype));
  if (x.conj) FlipImaginary(x.dtype, to);
  if (x.neg) FlipImaginary(x.dtype, to);
  if (x.neg) FlipReal(x.dtype, to);
}

std::vector<std::byte> BytesOf(const Tensor& x) {
  const Wides addresses = Addresses(x);
  std::vector<std::byte> bytes(addresses.size() * ItemSize(x.dtype));
  std::byte* to = bytes.data();
  for (const Wide address : addresses) {
    Turn(x, Element(x, address), to);
    to += ItemSize(x.dtype);
  }
  return bytes;
}

Tensor CopyOf(const Tensor& x) { return Fresh(x.dtype, x.sizes, BytesOf(x)); }

void Store(const Tensor& src, const Tensor& x) {
  const std::vector<std::byte> read = BytesOf(src);
  const std::byte* from = read.data();
  std::array<std::byte, kMaxItemSize> element;
  for (const Wide address : Addresses(x)) {
    if (src.dtype == x.dtype) {
      std::memcpy(element.data(), from, ItemSize(x.dtype));
    } else {
      Put(Load(src.dtype, from), x.dtype, element.data());
    }
    Turn(x, element.data(), Element(x, address));
    from += ItemSize(src.dtype);
  }
}

}  // namespace viewproof::model
