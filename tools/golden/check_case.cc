#include "tools/golden/check_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/number.h"
#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/case/write_rules.h"
#include "conformance/gen/state.h"

namespace viewproof {

namespace {

// The elements of all outputs; never more than kMaxCopied + 1 of one.
int64_t ElementsMade(const std::vector<Output>& outputs) {
  int64_t made = 0;
  for (const Output& output : outputs) {
    made += std::min(Numel(output.sizes).value_or(INT64_MAX), kMaxCopied + 1);
  }
  return made;
}

}  // namespace

std::vector<std::string> KernelsProblemsOf(const Vector& vector) {
  const FillKind fill = vector.test.base.fill;
  std::vector<std::string> problems;
  if (vector.profile != Profile::kKernels) {
    if (fill == FillKind::kCycle) {
      problems.emplace_back("base: fill cycle outside of profile kernels");
    }
    return problems;
  }
  if (!IsData(fill)) {
    problems.emplace_back("base: profile kernels needs cycle, values or hex");
  }
  for (std::size_t k = 0; k < vector.expect.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&vector.expect[k]);
    if (std::holds_alternative<ErrorReply>(vector.expect[k])) {
      problems.push_back(fmt::format(
          "expect: step {} is an error, in profile kernels", k + 1));
    } else if (outputs != nullptr && ElementsMade(*outputs) > kMaxCopied) {
      problems.push_back(fmt::format(
          "expect: step {} makes more than {} elements", k + 1, kMaxCopied));
    }
  }
  return problems;
}

namespace {

using Outputs = std::vector<Output>;

std::optional<int64_t> StorageOf(const std::vector<Outcome>& steps,
                                 OutputRef ref) {
  const Output* output = FindOutput(steps, ref);
  return output == nullptr ? 0 : output->storage;
}

bool IsSpecified(const Case& test, const std::vector<Outcome>& steps,
                 const Step& step, OutputRef operand) {
  bool of_bases = true;
  ForEachRef(step, [&](OutputRef ref, std::string_view field) {
    of_bases &= field == "on" || IsBaseDType(DTypeOf(test, steps, ref));
  });
  return of_bases &&
         (SuitsEveryDType(step) || IsBaseDType(DTypeOf(test, steps, operand)));
}

// Checks that no write makes bytes that another dtype of the chain cannot
// represent.
void CheckWrites(const Case& test, const std::vector<Outcome>& steps,
                 const std::vector<OutputRef>& operands,
                 std::vector<std::string>& problems) {
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (test.chain[k].op->kind != OpKind::kWrite ||
        MayWrite(test, DTypeOf(test, steps, operands[k]))) {
      continue;
    }
    problems.push_back(fmt::format(
        "chain: step {} writes through another dtype than bool or float16 "
        "while the chain views bytes as such (view_dtype.u1)",
        k + 1));
  }
}

void CheckDrops(const Case& test, std::string_view world,
                const std::vector<Outcome>& steps,
                std::vector<std::string>& problems) {
  std::vector<OutputRef> living = {OutputRef()};
  OutputRef current;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const Step& step = test.chain[k];
    const auto* outputs = std::get_if<Outputs>(&steps[k]);
    if (outputs == nullptr || Observes(*step.op)) continue;
    const auto number = static_cast<int64_t>(k) + 1;
    for (int64_t o = 0; o < std::ssize(*outputs); ++o) {
      living.push_back({number, o});
    }
    if (!outputs->empty()) current = {number, 0};
    if (step.op->kind != OpKind::kForget) continue;
    std::erase(living, *step.on);
    const bool shared =
        std::any_of(living.begin(), living.end(), [&](OutputRef ref) {
          return StorageOf(steps, ref) == StorageOf(steps, *step.on);
        });
    if (*step.on == current) {
      problems.push_back(
          fmt::format("{}: step {} drops the current tensor", world, number));
    } else if (!shared) {
      problems.push_back(fmt::format(
          "{}: step {} drops the last tensor of a storage", world, number));
    }
  }
}

}  // namespace

std::vector<std::string> ProblemsOfTensors(const Case& test,
                                           std::string_view world,
                                           const std::vector<Outcome>& steps) {
  std::vector<std::string> problems;
  const std::vector<OutputRef> operands = OperandsOf(test.chain, steps);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (IsSpecified(test, steps, test.chain[k], operands[k])) continue;
    problems.push_back(fmt::format(
        "{}: step {} leaves open what it does with a dtype of view.dtype alone "
        "(dtype.u2)",
        world, k + 1));
  }
  CheckWrites(test, steps, operands, problems);
  CheckDrops(test, world, steps, problems);
  return problems;
}

std::vector<std::string> ProblemsOfSigns(const Case& test) {
  std::vector<std::string> problems;
  State state(test.base);
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    if (state.OpensASign(test.chain[k])) {
      problems.push_back(fmt::format(
          "chain: after step {} a sign is unspecified (tensor.u1)", k + 1));
    }
    state.Append(test.chain[k]);
  }
  return problems;
}

namespace {

constexpr int64_t kMaxGoldenBase = 127;
constexpr int64_t kMaxSteps = 14;

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
