#ifndef VIEWPROOF_REFERENCE_CORE_STORAGE_H_
#define VIEWPROOF_REFERENCE_CORE_STORAGE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace viewproof {

// A flat run of bytes that tensors share (spec: storage.d1).
struct Storage {
  std::vector<std::byte> bytes;

  int64_t size() const { return static_cast<int64_t>(bytes.size()); }
};

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_STORAGE_H_
