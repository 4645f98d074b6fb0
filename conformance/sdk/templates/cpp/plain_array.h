// Plain strided arrays, a library to try an adapter on: replace it by yours.
#ifndef PLAIN_ARRAY_H_
#define PLAIN_ARRAY_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace plain {

using Ints = std::vector<int64_t>;

// The library throws it; one of the kinds of errors of the protocol.
struct Error : std::runtime_error {
  Error(const char* what_kind, const std::string& message)
      : std::runtime_error(message), kind(what_kind) {}
  const char* kind;
};

struct Range {
  int64_t start = 0, stop = INT64_MAX, step = 1;
};

// Says what index() does with a dimension: takes one of it, or a range.
struct At {
  bool is_number = false;
  int64_t number = 0;
  Range range = {};
};

inline Ints RowMajor(const Ints& sizes) {
  Ints strides(sizes.size(), 1);
  for (std::size_t d = sizes.size(); d-- > 1;) {
    strides[d - 1] = strides[d] * std::max<int64_t>(sizes[d], 1);
  }
  return strides;
}

// Strides and offset count elements.
struct Array {
  std::shared_ptr<std::string> data;  // Bytes, of every view the same.
  std::string dtype;
  int64_t item = 0;  // Bytes of an element.
  Ints sizes, strides;
  int64_t offset = 0;

  static Array Of(std::string bytes, std::string dtype, int64_t item,
                  Ints sizes) {
    Ints strides = RowMajor(sizes);
    return {std::make_shared<std::string>(std::move(bytes)), std::move(dtype),
            item, std::move(sizes), std::move(strides)};
  }

  Array View(Ints new_sizes, Ints new_strides, int64_t new_offset) const {
    return {
        data,      dtype, item, std::move(new_sizes), std::move(new_strides),
        new_offset};
  }

  // Where the elements are in `data`, in bytes, row-major.
  Ints Places() const {
    Ints places = {offset * item};
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      Ints next;
      for (const int64_t place : places) {
        for (int64_t k = 0; k < sizes[d]; ++k) {
          next.push_back(place + k * strides[d] * item);
        }
      }
      places = std::move(next);
    }
    return places;
  }

  std::string Bytes() const {
    std::string bytes;
    for (const int64_t place : Places()) bytes.append(*data, place, item);
    return bytes;
  }

  Array Clone() const { return Of(Bytes(), dtype, item, sizes); }

  bool IsContiguous() const {
    const Ints wanted = RowMajor(sizes);
    bool is_row_major = true;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      if (sizes[d] == 0) return true;
      is_row_major &= sizes[d] == 1 || strides[d] == wanted[d];
    }
    return is_row_major;
  }

  // A dimension that may count from the end, from the front.
  static int64_t Wrap(int64_t dim, int64_t rank) {
    if (dim < -rank || dim >= rank) {
      throw Error("dim_out_of_range", "no dimension " + std::to_string(dim));
    }
    return dim < 0 ? dim + rank : dim;
  }

  int64_t Rank() const { return static_cast<int64_t>(sizes.size()); }

  Array Permute(const Ints& dims) const {
    if (dims.size() != sizes.size())
      throw Error("rank", std::to_string(dims.size()) +
                              " dimensions for rank " +
                              std::to_string(sizes.size()));
    Array x = *this;
    std::vector<bool> seen(dims.size());
    for (std::size_t k = 0; k < dims.size(); ++k) {
      const int64_t d = Wrap(dims[k], Rank());
      if (seen[d]) throw Error("duplicate_dim", "a dimension is named twice");
      seen[d] = true;
      x.sizes[k] = sizes[d];
      x.strides[k] = strides[d];
    }
    return x;
  }

  // A view in which size 1 and new dimensions are repeated, with stride 0; -1
  // keeps a size.
  Array Expand(Ints wanted) const {
    const std::size_t more = wanted.size() - sizes.size();
    if (wanted.size() < sizes.size()) throw Error("rank", "too few sizes");
    Ints with(wanted.size(), 0);
    for (std::size_t d = wanted.size(); d-- > 0;) {
      const int64_t own = d < more ? 1 : sizes[d - more];
      if (wanted[d] < -1 || (wanted[d] == -1 && d < more)) {
        throw Error("argument", "negative size");
      }
      if (wanted[d] == -1) wanted[d] = own;
      if (own != 1 && own != wanted[d]) throw Error("size", "not size 1");
      if (own != wanted[d]) continue;
      with[d] = d >= more               ? strides[d - more]
                : d + 1 < wanted.size() ? wanted[d + 1] * with[d + 1]
                                        : 1;
    }
    int64_t count = 1;
    for (const int64_t size : wanted) {
      if (std::find(wanted.begin(), wanted.end(), 0) != wanted.end()) break;
      if (__builtin_mul_overflow(count, size, &count)) {
        throw Error("overflow", "the sizes multiply beyond int64");
      }
    }
    return View(std::move(wanted), std::move(with), offset);
  }

  // An item per dimension, from the first.
  Array Index(const std::vector<At>& items) const {
    if (sizes.empty() && !items.empty()) {
      throw Error("rank", "rank 0 has no dimension");
    }
    if (items.size() > sizes.size()) {
      throw Error("dim_out_of_range", "more items than dimensions");
    }
    Array x = View({}, {}, offset);
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      const At at = d < items.size() ? items[d] : At();
      if (at.is_number) {
        if (at.number < -sizes[d] || at.number >= sizes[d]) {
          throw Error("index_out_of_range", "no such index");
        }
        x.offset += (at.number + (at.number < 0 ? sizes[d] : 0)) * strides[d];
        continue;
      }
      if (at.range.step < 1) throw Error("argument", "step below 1");
      const auto bound = [size = sizes[d]](int64_t end) {
        return std::clamp<int64_t>(end < 0 ? end + size : end, 0, size);
      };
      const int64_t start = bound(at.range.start);
      const int64_t length = std::max<int64_t>(bound(at.range.stop) - start, 0);
      const int64_t more = length % at.range.step == 0 ? 0 : 1;
      x.sizes.push_back(length / at.range.step + more);
      if (at.range.step > INT64_MAX / std::max<int64_t>(strides[d], 1)) {
        throw Error("overflow", "the stride does not fit");
      }
      x.strides.push_back(strides[d] * at.range.step);
      x.offset += start * strides[d];
    }
    return x;
  }

  std::vector<Array> Split(int64_t dim) const {
    const int64_t d = Wrap(dim, std::max<int64_t>(Rank(), 1));
    if (sizes.empty()) throw Error("rank", "rank 0 has no dimension");
    std::vector<At> items(d + 1);
    std::vector<Array> parts;
    for (int64_t k = 0; k < sizes[d]; ++k) {
      items[d] = {true, k};
      parts.push_back(Index(items));
    }
    return parts;
  }

  // [the bytes of one element]
  void Fill(const std::string& element) {
    for (const int64_t place : Places()) data->replace(place, item, element);
  }

  void Copy(const Array& source) {
    const std::string bytes = source.Expand(sizes).Bytes();
    std::size_t from = 0;
    for (const int64_t place : Places()) {
      data->replace(place, item, bytes, from, item);
      from += item;
    }
  }
};

}  // namespace plain

#endif  // PLAIN_ARRAY_H_
