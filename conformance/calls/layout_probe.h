#ifndef VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_PROBE_H_
#define VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_PROBE_H_

#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/calls/layout.h"
#include "conformance/case/case.h"
#include "conformance/process/executor.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Finds the layouts that a library cannot make: what its own views do is no
// fault of the kernels that get them.
class LayoutProbe {
 public:
  // Asks for a layout of these sizes, once. One of more elements than an
  // output of a chain without a kernel shows is not asked.
  void Add(const OperandLayout& layout, DType dtype, const Ints& sizes);

  // Throws Infrastructure.
  void Ask(Executor& executor, const std::atomic<bool>& stop,
           const std::function<void()>& tick);

  // Returns whether the elements of an operand in this layout were not those
  // that its views should show.
  bool IsWrong(const OperandLayout& layout, const Ints& sizes) const;

  // So many layouts are wrong, and what the first of them is: "reversed of
  // float32[0,3]".
  std::size_t wrong() const { return wrong_.size(); }
  const std::string& first() const { return first_; }

 private:
  using Key = std::pair<std::string_view, Ints>;  // A layout's name, and sizes.
  struct Asked {
    Case test;
    Literal due;
  };

  std::map<Key, Asked> asked_;
  std::set<Key> wrong_;
  std::string first_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_LAYOUT_PROBE_H_
