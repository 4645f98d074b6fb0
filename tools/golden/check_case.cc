#include "tools/golden/check_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/index_facts.h"
#include "conformance/case/number.h"
#include "conformance/case/sparse_facts.h"
#include "conformance/case/write_rules.h"

namespace viewproof {
namespace {

constexpr int64_t kMaxGoldenBase = 127;
constexpr int64_t kMaxSteps = 12;

// Collects the problems of one case.
class CaseChecker {
 public:
  CaseChecker(const Case& test, int64_t max_rank)
      : test_(test), max_rank_(max_rank) {}

  std::vector<std::string> Run() {
    CheckId();
    CheckBase();
    CheckChain();
    return std::move(problems_);
  }

 private:
  template <typename... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    problems_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  void CheckId() {
    static const std::regex kId("([A-Za-z0-9_.]+)/[a-z0-9-]{3,60}");
    std::smatch match;
    if (!std::regex_match(test_.id, match, kId)) {
      Add("id: not op/slug with a slug of 3-60 lower-case letters, digits "
          "and dashes");
      return;
    }
    const std::string op = match[1];
    const bool occurs =
        std::any_of(test_.chain.begin(), test_.chain.end(),
                    [&op](const Step& step) { return step.op->name == op; });
    if (!occurs) Add("id: {} does not occur in the chain", op);
  }

  bool Writes() const {
    return std::any_of(
        test_.chain.begin(), test_.chain.end(),
        [](const Step& step) { return step.op->kind == OpKind::kWrite; });
  }

  // The most elements of a literal, or of a base that is no cycle.
  int64_t MostElements() const {
    return Writes() ? kMaxWrittenBase : kMaxGoldenBase;
  }

  // Checks the sizes of a base or a literal.
  void CheckSizes(std::string_view field, const Ints& sizes, int64_t most) {
    const bool negative = std::any_of(sizes.begin(), sizes.end(),
                                      [](int64_t size) { return size < 0; });
    const std::optional<int64_t> numel = Numel(sizes);
    if (negative || !numel || *numel > most || !ContiguousStrides(sizes)) {
      Add("{}: no tensor of at most {} elements", field, most);
    }
    if (static_cast<int64_t>(sizes.size()) > max_rank_) {
      Add("{}: rank {} exceeds {}", field, sizes.size(), max_rank_);
    }
  }

  void CheckBase() {
    const Base& base = test_.base;
    CheckSizes(
        "base", FilledSizes(base),
        base.fill == FillKind::kCycle ? MaxBase(base.fill) : MostElements());
    if (const std::string_view wrong = FaultOf(base); !wrong.empty()) {
      Add("base: {}", wrong);
    }
    const int64_t bytes = Numel(base.sizes).value_or(0) * ItemSize(base.dtype);
    if (base.fill == FillKind::kBytes && Names(test_, DType::kFloat16) &&
        bytes > kMaxFloat16Bytes) {
      Add("base: {} bytes as float16 hold NaNs beyond {}", bytes,
          kMaxFloat16Bytes);
    }
  }

  void CheckChain() {
    const auto steps = static_cast<int64_t>(test_.chain.size());
    if (steps < 1 || steps > kMaxSteps) {
      Add("chain: {} steps, expected 1 to {}", steps, kMaxSteps);
    }
    for (const Step& step : test_.chain) {
      for (std::size_t k = 0; k < step.args.size(); ++k) {
        CheckDType(step, step.args[k]);
        const Scalar* number = NumberWritten(step, k);
        if (number != nullptr) CheckWritten(step, *number);
        const auto* tensor = std::get_if<TensorArg>(&step.args[k]);
        const auto* literal =
            tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
        if (literal != nullptr) CheckLiteral(step, *literal);
      }
      ForEachLiteral(step, [&](const Literal& literal) {
        CheckSizes("chain", literal.sizes, MostElements());
      });
    }
  }

  // Checks that another dtype is viewed only of bytes that the case is about,
  // and as bool only of 0 and 1.
  void CheckDType(const Step& step, const Arg& arg) {
    const auto* dtype = std::get_if<DType>(&arg);
    if (dtype == nullptr || *dtype == test_.base.dtype) return;
    const Base& base = test_.base;
    if (base.fill == FillKind::kIota) {
      Add("chain: {} to {} of a base without \"bytes\", cycle, values or hex",
          step.op->name, Name(*dtype));
    }
    const std::vector<std::byte> bytes = FillBytes(base, true);
    const bool odd =
        std::any_of(bytes.begin(), bytes.end(),
                    [](std::byte byte) { return byte > std::byte{1}; });
    if (*dtype == DType::kBool && odd) {
      Add("chain: {} to bool of bytes other than 00 and 01", step.op->name);
    }
  }

  void CheckLiteral(const Step& step, const Literal& literal) {
    if (!literal.values) return;
    for (const Scalar& value : literal.values->list) {
      if (literal.dtype != DType::kBool && step.op->kind != OpKind::kNew) {
        CheckWritten(step, value);
      }
      std::array<std::byte, kMaxItemSize> element;
      Encode(literal.dtype, value, element.data());
      if (Decode(literal.dtype, element.data()) == value) continue;
      std::string spelling;
      AppendSpelt(value, spelling);
      Add("chain: {} is no exact {}", spelling, Name(literal.dtype));
    }
    if (Numel(literal.sizes) !=
        static_cast<int64_t>(literal.values->list.size())) {
      Add("chain: a literal of {} has another number of values", step.op->name);
    }
  }

  // Checks that the value is in no fill.
  void CheckWritten(const Step& step, const Scalar& value) {
    const std::optional<int64_t> whole = WholeOf(value);
    if (!whole || *whole < 1 || *whole >= kFirstWritten) return;
    Add("chain: {} writes {}, which a base may hold already", step.op->name,
        *whole);
  }

  const Case& test_;
  const int64_t max_rank_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> ProblemsOf(const Case& test, int64_t max_rank) {
  return CaseChecker(test, max_rank).Run();
}

}  // namespace viewproof
