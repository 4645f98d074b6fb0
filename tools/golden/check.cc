#include "tools/golden/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/fill.h"
#include "conformance/case/largest_number.h"
#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/write.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/reference.h"
#include "tools/golden/check_case.h"
#include "tools/golden/computed_flags.h"
#include "tools/golden/requires.h"

namespace viewproof {
namespace {

using Outputs = std::vector<Output>;

// Collects the problems of one vector.
class VectorChecker {
 public:
  VectorChecker(const Vector& vector, const Spec& spec)
      : vector_(vector), test_(vector.test), spec_(spec) {}

  std::vector<std::string> Run() {
    problems_ = ProblemsOf(test_, MaxRank(vector_.flags));
    CheckWords();
    CheckRules();
    CheckProfile();
    CheckWorld("expect", vector_.expect);
    if (!vector_.alternative.empty()) CheckWorld("or", vector_.alternative);
    if (problems_.empty()) CheckComputed();
    return std::move(problems_);
  }

 private:
  template <typename... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    problems_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  void CheckWords() {
    const std::string fault = FaultOfLength(vector_.why);
    if (!fault.empty()) Add("why: {}", fault);
    if (vector_.rev < 1) Add("rev: {} is below 1", vector_.rev);
    CheckSorted("rules", vector_.rules);
    CheckSorted("flags", vector_.flags);
  }

  void CheckSorted(std::string_view field,
                   const std::vector<std::string>& list) {
    for (std::size_t k = 1; k < list.size(); ++k) {
      if (list[k - 1] >= list[k]) {
        Add("{}: {} does not come after {}", field, list[k], list[k - 1]);
      }
    }
  }

  void CheckRules() {
    if (vector_.rules.empty()) Add("rules: none");
    for (const std::string& rule : vector_.rules) {
      if (!spec_.contains(rule)) Add("rules: {} is not in SPEC.md", rule);
    }
  }

  void CheckProfile() {
    for (const Step& step : test_.chain) {
      if (step.op->profile <= vector_.profile) continue;
      Add("profile: {} has the op {} of {}", Name(vector_.profile),
          step.op->name, Name(step.op->profile));
    }
    for (std::string& problem : KernelsProblemsOf(vector_)) {
      problems_.push_back(std::move(problem));
    }
    const int64_t largest = std::max(LargestNumber(test_, vector_.expect),
                                     LargestNumber(test_, vector_.alternative));
    const bool is_limits = vector_.profile == Profile::kLimits;
    const bool is_wide = IsBeyond31Bits(largest);
    if (is_limits ? !is_wide && !HasHugeNumel() : is_wide) {
      Add("profile: {}, but the largest number is {}; limits begins at 2^31",
          Name(vector_.profile), largest);
    }
  }

  // Returns whether an output has 2^31 elements.
  bool HasHugeNumel() const {
    for (const Outcome& outcome : vector_.expect) {
      const auto* outputs = std::get_if<Outputs>(&outcome);
      if (outputs == nullptr) continue;
      for (const Output& output : *outputs) {
        if (IsBeyond31Bits(Numel(output.sizes).value_or(INT64_MAX))) {
          return true;
        }
      }
    }
    return false;
  }

  void CheckWorld(std::string_view world, const std::vector<Outcome>& steps) {
    if (steps.size() != test_.chain.size()) {
      Add("{}: {} entries for {} steps", world, steps.size(),
          test_.chain.size());
      return;
    }
    CheckNames(world, steps);
    CheckOperands(world, steps);
    for (std::string& problem : ProblemsOfTensors(test_, world, steps)) {
      problems_.push_back(std::move(problem));
    }
    std::set<int64_t> storages = {0};
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const std::string where = fmt::format("{}: step {}", world, k + 1);
      const Step& step = test_.chain[k];
      if (const auto* error = std::get_if<ErrorReply>(&steps[k])) {
        CheckError(where, *error);
      } else if (std::holds_alternative<UnobservedStep>(steps[k])) {
        Add("{}: the outcome is missing", where);
      } else if (const auto* outputs = std::get_if<Outputs>(&steps[k])) {
        if (static_cast<int64_t>(outputs->size()) > kMaxOutputs) {
          Add("{}: {} outputs, more than {}", where, outputs->size(),
              kMaxOutputs);
        }
        for (const Output& output : *outputs) {
          if (Observes(*step.op)) continue;
          CheckOutput(where, output, storages);
        }
      }
    }
  }

  void CheckError(const std::string& where, const ErrorReply& error) {
    const auto rule = spec_.find(error.rule);
    if (rule == spec_.end() || rule->second.letter != 'e') {
      Add("{}: {} is no error of SPEC.md", where, error.rule);
    } else if (error.kind != rule->second.kind) {
      Add("{}: {} is of kind {}", where, error.rule, Name(*rule->second.kind));
    }
    if (!std::binary_search(vector_.rules.begin(), vector_.rules.end(),
                            error.rule)) {
      Add("rules: without {}, which {} breaks", error.rule, where);
    }
  }

  void CheckOutput(const std::string& where, const Output& output,
                   std::set<int64_t>& storages) {
    const int64_t max_rank = MaxRank(vector_.flags);
    if (static_cast<int64_t>(output.sizes.size()) > max_rank) {
      Add("{}: rank {} exceeds {}", where, output.sizes.size(), max_rank);
    }
    if (!output.dtype) Add("{}: dtype is missing", where);
    const std::pair<std::string_view, bool> fields[] = {
        {"strides", output.strides.has_value()},
        {"offset", output.offset.has_value()},
        {"contiguous", output.contiguous.has_value()},
        {"storage", output.storage.has_value()}};
    for (const auto& [field, present] : fields) {
      if (!present && !CitesUnspecified()) {
        Add("{}: {} is absent and no cited u rule says why", where, field);
      }
    }
    const std::optional<int64_t> numel = Numel(output.sizes);
    const bool is_new =
        output.storage && storages.insert(*output.storage).second;
    if (is_new && (!numel || *numel > kMaxCopied)) {
      Add("{}: more than {} elements of new storage", where, kMaxCopied);
    }
    CheckElements(where, output, numel);
  }

  bool CitesUnspecified() const {
    return std::any_of(vector_.rules.begin(), vector_.rules.end(),
                       [this](const std::string& rule) {
                         const auto found = spec_.find(rule);
                         return found != spec_.end() &&
                                found->second.letter == 'u';
                       });
  }

  void CheckElements(const std::string& where, const Output& output,
                     std::optional<int64_t> numel) {
    const ElementDisplay how = HowShown(test_.base.fill, numel);
    if (output.values.has_value() != (how == ElementDisplay::kValues) ||
        output.bytes.has_value() != (how == ElementDisplay::kBytes) ||
        output.crc32.has_value() != (how == ElementDisplay::kDigest)) {
      Add("{}: expected {}", where,
          how == ElementDisplay::kNothing  ? "no elements above 256"
          : how == ElementDisplay::kDigest ? "crc32"
          : how == ElementDisplay::kBytes  ? "bytes"
                                           : "values");
      return;
    }
    if (how == ElementDisplay::kDigest &&
        vector_.profile != Profile::kKernels) {
      Add("{}: crc32 outside of profile kernels", where);
    }
    if (output.values &&
        static_cast<int64_t>(output.values->list.size()) != *numel) {
      Add("{}: {} values for {} elements", where, output.values->list.size(),
          *numel);
    }
    if (!output.bytes || !output.dtype) return;
    const int64_t digits = 2 * *numel * ItemSize(*output.dtype);
    if (static_cast<int64_t>(output.bytes->size()) != digits) {
      Add("{}: {} hex digits, expected {}", where, output.bytes->size(),
          digits);
    }
  }

  // Checks that every tensor that a step names was made by an earlier step.
  void CheckNames(std::string_view world, const std::vector<Outcome>& steps) {
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const Step& step = test_.chain[k];
      ForEachRef(step, [&](OutputRef ref, std::string_view field) {
        CheckName(world, steps, k, field, ref);
      });
    }
  }

  // Checks that only ops that do not depend on strides act on a tensor whose
  // strides are unspecified (getitem.u1).
  void CheckOperands(std::string_view world,
                     const std::vector<Outcome>& steps) {
    const std::vector<OutputRef> operands = OperandsOf(test_.chain, steps);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const Output* operand = FindOutput(steps, operands[k]);
      if (operand == nullptr || operand->strides ||
          NeedsNoStrides(WithShownLiterals(test_, steps, k))) {
        continue;
      }
      Add("{}: step {} acts on a tensor whose strides are unspecified", world,
          k + 1);
    }
  }

  void CheckName(std::string_view world, const std::vector<Outcome>& steps,
                 std::size_t k, std::string_view field, OutputRef ref) {
    if (ref == OutputRef()) return;
    if (ref.step <= static_cast<int64_t>(k) && ref.step > 0 &&
        !Observes(*test_.chain[ref.step - 1].op) && FindOutput(steps, ref)) {
      return;
    }
    Add("{}: step {}: field \"{}\": names [{},{}], which does not exist", world,
        k + 1, field, ref.step, ref.output);
  }

  void CheckComputed() {
    AddWrites(vector_.expect, WithIndexLiterals(test_));
    const Requires needs =
        RequirementsOf(test_, vector_.expect, vector_.alternative);
    const std::pair<std::string_view, bool Requires::*> fields[] = {
        {"after_error", &Requires::after_error},
        {"error_kind", &Requires::error_kind},
        {"views", &Requires::views},
        {"wide_int", &Requires::wide_int}};
    for (const auto& [name, field] : fields) {
      if (needs.*field == vector_.needs.*field) continue;
      Add("requires: {} {}", name, needs.*field ? "is missing" : "is not so");
    }
    if (needs.forms != vector_.needs.forms) {
      Add("requires: the forms are not those that the case needs");
    }
    for (std::string& problem : ProblemsOfSigns(test_)) {
      problems_.push_back(std::move(problem));
    }
    for (const std::string& fault : FaultsOfComputedFlags(vector_)) {
      Add("flags: {}", fault);
    }
    try {
      if (!vector_.alternative.empty()) {
        const std::optional<World> other = OtherWorld(test_);
        AddWrites(vector_.alternative,
                  !other || other->plain.empty() ? test_.chain : other->plain);
      }
      if (OtherWorld(vector_) != vector_.alternative) {
        Add("or: not what comes out where the free step copies");
      }
    } catch (const BadInput& e) {
      Add("or: {}", e.what());
    }
  }

  void AddWrites(const std::vector<Outcome>& steps,
                 const std::vector<Step>& plain) {
    for (std::string& problem : WriteProblems(test_, steps, plain)) {
      problems_.push_back(std::move(problem));
    }
  }

  const Vector& vector_;
  const Case& test_;
  const Spec& spec_;
  std::vector<std::string> problems_;
};

}  // namespace

std::string FaultOfLength(std::string_view why) {
  const auto characters = static_cast<std::size_t>(
      std::ranges::count_if(why, [](char c) { return (c & 0xC0) != 0x80; }));
  if (characters >= kMinWhy && characters <= kMaxWhy) return "";
  return fmt::format("{} characters, expected {} to {}", characters, kMinWhy,
                     kMaxWhy);
}

int64_t MaxRank(const std::vector<std::string>& flags) {
  return std::binary_search(flags.begin(), flags.end(), "HighRank")
             ? kMaxRank
             : kMaxGoldenRank;
}

std::vector<std::string> ProblemsOf(const Vector& vector, const Spec& spec) {
  return VectorChecker(vector, spec).Run();
}

}  // namespace viewproof
