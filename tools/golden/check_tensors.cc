#include "tools/golden/check_tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "conformance/case/index_facts.h"
#include "conformance/case/operands.h"
#include "conformance/case/write_rules.h"
#include "conformance/gen/state.h"

namespace viewproof {
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

}  // namespace viewproof
