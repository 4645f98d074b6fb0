#include "conformance/case/largest_number.h"

#include <algorithm>
#include <optional>
#include <variant>

namespace viewproof {
namespace {

// The largest magnitude seen so far.
class Largest {
 public:
  void See(int64_t number) {
    const int64_t magnitude = number == INT64_MIN ? INT64_MAX
                              : number < 0        ? -number
                                                  : number;
    value_ = std::max(value_, magnitude);
  }
  void See(const Ints& list) {
    for (const int64_t number : list) See(number);
  }
  template <typename T>
  void See(const std::optional<T>& maybe) {
    if (maybe) See(*maybe);
  }
  void See(OutputRef) {}
  void See(const Literal& literal) { See(literal.sizes); }
  void See(const Range& range) {
    See(range.start);
    See(range.stop);
    See(range.step);
  }
  template <typename... T>
  void See(const std::variant<T...>& any) {
    std::visit([this](const auto& one) { this->See(one); }, any);
  }
  void See(const Index<TensorArg>& index) {
    for (const IndexItem<TensorArg>& item : index) See(item);
  }
  void See(const Scalar&) {}  // NeedsNumbers() tells.
  void See(DType) {}
  void See(MemoryFormat) {}
  void See(bool) {}
  void See(NewAxis) {}
  void See(Ellipsis) {}
  void See(const Outcome& outcome) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
    if (outputs == nullptr) return;
    for (const Output& output : *outputs) {
      See(output.sizes);
      See(output.strides);
      See(output.offset);
    }
  }
  int64_t value() const { return value_; }

 private:
  int64_t value_ = 0;
};

}  // namespace

int64_t LargestNumber(const Case& test, const std::vector<Outcome>& outcomes) {
  Largest largest;
  for (const Step& step : test.chain) {
    for (const Arg& arg : step.args) {
      largest.See(arg);
    }
  }
  for (const Outcome& outcome : outcomes) largest.See(outcome);
  return largest.value();
}

}  // namespace viewproof
