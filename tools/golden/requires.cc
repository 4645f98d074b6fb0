#include "tools/golden/requires.h"

#include <algorithm>
#include <cstddef>
#include <memory>

#include "conformance/case/bounds.h"
#include "conformance/case/index_facts.h"
#include "conformance/case/number.h"
#include "conformance/case/operands.h"
#include "conformance/gen/edit.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

bool IsError(const Outcome& outcome) {
  return std::holds_alternative<ErrorReply>(outcome);
}

bool Failed(const Outcome& outcome) {
  return IsError(outcome) || std::holds_alternative<Unobserved>(outcome);
}

bool HasDigest(const Outcome& outcome) {
  return AnyOutput(outcome,
                   [](const Output& o) { return o.crc32.has_value(); });
}

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
    std::visit([this](const auto& one) { See(one); }, any);
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

// Whether one edit of the case makes step `k` succeed, without making an
// earlier step fail.
bool HasSucceedingNeighbour(const Case& test,
                            const std::vector<Outcome>& expect, std::size_t k,
                            Subject& reference) {
  Case prefix = test;
  prefix.chain.resize(k + 1);
  Reply reply;
  return AnyNeighbour(prefix, [&](const Case& neighbour) {
    reference.Run(neighbour, reply);
    const std::size_t steps = neighbour.chain.size();
    if (reply.steps.size() != steps || Failed(reply.steps.back())) {
      return false;
    }
    const std::size_t left_out = k + 1 - steps;
    for (std::size_t j = 0; j + 1 < steps && left_out == 0; ++j) {
      if (Failed(reply.steps[j]) && !Failed(expect[j])) return false;
    }
    return true;
  });
}

// Whether an output shows a fraction, nan, inf or an integer beyond 2^53.
bool ShowsNumbers(const Outcome& outcome) {
  return AnyOutput(outcome,
                   [](const Output& o) { return !ArePlain(o.values); });
}

std::vector<CaseForm> FormsOf(const Case& test,
                              const std::vector<Outcome>& expect) {
  std::vector<CaseForm> forms;
  if (std::any_of(expect.begin(), expect.end(), HasDigest)) {
    forms.push_back(CaseForm::kDigest);
  }
  if (IsData(test.base.fill)) forms.push_back(CaseForm::kData);
  if (NeedsNumbers(test) ||
      std::any_of(expect.begin(), expect.end(), ShowsNumbers)) {
    forms.push_back(CaseForm::kNumbers);
  }
  if (std::any_of(test.chain.begin(), test.chain.end(), &NamesIndexTensors)) {
    forms.push_back(CaseForm::kIndexTensors);
  }
  return forms;
}

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

bool IsOneEditFromSuccess(const Case& test,
                          const std::vector<Outcome>& expect) {
  const std::unique_ptr<Subject> reference = MakeReference();
  for (std::size_t k = 0; k < expect.size(); ++k) {
    if (IsError(expect[k]) &&
        !HasSucceedingNeighbour(test, expect, k, *reference)) {
      return false;
    }
  }
  return true;
}

Requires RequirementsOf(const Case& test, const std::vector<Outcome>& expect,
                        const std::vector<Outcome>& alternative) {
  const auto error = std::find_if(expect.begin(), expect.end(), IsError);
  return {
      .after_error = error != expect.end() && error + 1 != expect.end(),
      .error_kind = !IsOneEditFromSuccess(test, expect),
      .views = NeedsViews(test, expect),
      .wide_int = std::max(LargestNumber(test, expect),
                           LargestNumber(test, alternative)) > kMaxExact,
      .forms = FormsOf(test, expect),
  };
}

}  // namespace viewproof
