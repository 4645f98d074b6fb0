#include "fuzz/hunt/chains.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/case/fill.h"
#include "conformance/case/suggest.h"
#include "conformance/gen/aim.h"
#include "conformance/gen/condition_aim.h"
#include "conformance/gen/edit.h"
#include "conformance/gen/layout.h"
#include "conformance/gen/pair_case.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/subjects/conditions.h"

namespace viewproof {
namespace {

constexpr int64_t kMaxSteps = 12;
// A case that is directed at some has so many more.
constexpr int64_t kMoreOps = 5;
// With numbers that a narrower one lacks.
constexpr std::array kExactDTypes = {DType::kInt64, DType::kInt64,
                                     DType::kFloat64, DType::kInt32,
                                     DType::kComplex128};
constexpr uint64_t kAttempts = 32;  // Draws of one number.

bool Has(const std::vector<std::string_view>& names, const Op& op) {
  return std::ranges::find(names, op.name) != names.end();
}

// The op of hello with this name.
const Op& OwnOp(const Hello& hello, const std::string& name) {
  const Op* op = FindOp(name);
  if (op != nullptr && Contains(hello.ops, op->name)) return *op;
  throw BadInput(
      fmt::format("--ops: the subject has no op \"{}\"{}", name,
                  DidYouMean(name, {hello.ops.begin(), hello.ops.end()})));
}

}  // namespace

Chains::Chains(const Hello& hello, const Gate* gate,
               const ChainOptions& options, SubjectRole role)
    : hello_(hello),
      options_(options),
      expectation_(hello, role),
      planner_(hello) {
  drawn_.max_steps = kMaxSteps - 1;
  drawn_.edit_last = true;
  std::ranges::copy_if(hello.dtypes, std::back_inserter(drawn_.dtypes),
                       &IsBaseDType);
  for (const auto* names : {&hello.ops, &hello.borrowed}) {
    for (const std::string& name : *names) drawn_.ops.push_back(FindOp(name));
  }
  std::vector<const Op*> asked;
  for (const std::string& name : options.ops) {
    asked.push_back(&OwnOp(hello, name));
  }
  if (asked.empty()) {
    for (const std::string& name : hello.ops) asked.push_back(FindOp(name));
  }
  for (const Op* op : asked) {
    const bool is_meant = options.profiles.empty() ||
                          std::ranges::find(options.profiles, op->profile) !=
                              options.profiles.end();
    if (is_meant && !Observes(*op)) asked_.push_back(op);
  }
  if (asked_.empty()) {
    throw BadInput(
        "there is no op to ask: the subject declares none beside "
        "read that --ops and --profile admit");
  }
  for (const Op* op : asked_) {
    for (const Condition& condition : SingleConditions()) {
      std::vector<Cell>& cells = condition.what == What::kCast     ? casts_
                                 : condition.what == What::kBefore ? histories_
                                                                   : cells_;
      for (const std::string& kernel : KernelsOf(*op)) {
        if (condition.can_hold(*op, kernel)) {
          cells.push_back({kernel, &condition});
        }
      }
    }
  }
  for (const std::string_view kernel : kPairKernels) {
    if (IsAsked(OpOfKernel(kernel))) pair_kernels_.push_back(kernel);
  }
  walks_ = std::ranges::all_of(kWalkKernels, [this](std::string_view kernel) {
    return IsAsked(OpOfKernel(kernel)) && IsAsked(*FindOp("setitem"));
  });
  if (gate == nullptr) return;
  for (const KnownFailure& entry : gate->entries) {
    const bool dies = entry.dies || entry.or_dies || IsDeath(entry.verdict);
    (dies ? dying_ : failing_).push_back(entry.op);
  }
}

bool Chains::IsAsked(const Op& op) const {
  return std::ranges::find(asked_, &op) != asked_.end();
}

// Ends the chain with its last step of an op that is asked, and the `read` that
// follows it.
bool Chains::CutAfterAsked(std::vector<Step>& chain) const {
  std::size_t kept = chain.size();
  while (kept > 0 && !IsAsked(*chain[kept - 1].op)) --kept;
  if (kept == 0) return false;
  if (kept < chain.size() && Observes(*chain[kept].op)) ++kept;
  chain.resize(kept);
  return true;
}

bool Chains::Cut(Chooser& choose, std::vector<Step>& chain) const {
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const Op& op = *chain[k].op;
    if (Has(dying_, op)) {
      chain.resize(choose.Chance(31, 32) ? k : k + 1);
      break;
    }
    if (Has(failing_, op) && k + 1 < chain.size() && choose.Chance(15, 16)) {
      chain.resize(k + 1);
      break;
    }
  }
  if (!hello_.facets.Contains(Facet::kValues)) {
    while (!chain.empty() && Observes(*chain.back().op)) chain.pop_back();
  }
  return CutAfterAsked(chain);
}

// Draws two tensors at two levels that can meet, or that are walked in some
// way: each two and each way are tried as often.
std::optional<Case> Chains::AnyPair(Chooser& choose) const {
  if (walks_ && choose.Chance(1, 4)) {
    return WalkCase(choose, choose.OneOf(AllWalks()), drawn_.dtypes);
  }
  for (uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    const std::string_view kernel = choose.OneOf(pair_kernels_);
    const PairLevel a = choose.OneOf(AllPairLevels());
    const PairLevel b = choose.OneOf(AllPairLevels());
    if (a.factor < b.factor && WhyApart(kernel, a, b).empty()) {
      return PairCase(choose, kernel, {a, b}, drawn_.dtypes);
    }
  }
  return std::nullopt;
}

// Four of five are aimed at a condition of the op.
Case Chains::AimedCase(Chooser& choose) const {
  Aim aim;
  // One case tries several casts; what ran before needs more of the cases.
  const int64_t kind = choose.Pick(0, 9);
  const std::vector<Cell>* cells = kind < 2   ? &casts_
                                   : kind < 5 ? &histories_
                                              : &cells_;
  if (choose.Chance(4, 5) && !cells->empty()) {
    const Cell& cell = choose.OneOf(*cells);
    aim = AimFor(cell.kernel, *cell.condition);
  } else {
    aim.ops = {choose.OneOf(asked_)};
    if (choose.Chance(2, 3)) aim.like = AnyTraits(choose);
  }
  if (aim.before && !aim.like && choose.Chance(1, 2)) {
    aim.like = AnyTraits(choose);
  }
  aim.dtypes = drawn_.dtypes;
  const auto has = [this](DType dtype) {
    return std::ranges::find(drawn_.dtypes, dtype) != drawn_.dtypes.end();
  };
  if (aim.like) {
    const DType dtype = choose.OneOf(kExactDTypes);
    if (aim.like->exact && has(dtype)) aim.like->dtype = dtype;
    if (aim.like->dtype && !has(*aim.like->dtype)) aim.like->dtype.reset();
  }
  if (aim.source) {
    const std::optional<DType> to = aim.like->dtype;
    aim.like = AnyTraits(choose);
    aim.like->dtype = to;
    if (!has(*aim.source)) aim.source.reset();
  }
  // Each cast of a case has another source.
  for (int64_t more = aim.source ? kMoreOps : choose.Pick(0, kMoreOps);
       more > 0; --more) {
    aim.ops.push_back(aim.source ? aim.ops.front() : choose.OneOf(asked_));
  }
  return CaseAt(choose, aim);
}

Case Chains::AnyTest(Chooser& choose) const {
  if (!pair_kernels_.empty() && choose.Chance(1, 4)) {
    if (std::optional<Case> pair = AnyPair(choose)) return *std::move(pair);
  }
  if (choose.Chance(4, 5)) return AimedCase(choose);
  const Op& last = *choose.OneOf(asked_);
  const bool any =
      options_.ops.empty() && options_.profiles.empty() && choose.Chance(1, 2);
  return any ? AnyCase(choose, drawn_)
             : AnyCaseEndingWith(choose, last, drawn_).test();
}

bool Chains::TryToDraw(Chooser& choose, Vector& vector) {
  vector.test = AnyTest(choose);
  const Base& base = vector.test.base;
  if (!FitsBase(FilledSizes(base), base.fill)) return false;
  const auto rank = std::ssize(vector.test.base.sizes);
  if (rank < options_.min_rank || rank > options_.max_rank) return false;
  if (!Cut(choose, vector.test.chain) || !expectation_.Fill(vector)) {
    return false;
  }
  // The expectation may have cut it again.
  const Op& end = *vector.test.chain.back().op;
  return IsAsked(end) || Observes(end);
}

bool Chains::Draw(int64_t number, Vector& vector) {
  for (uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    SeedChooser choose(options_.seed,
                       static_cast<uint64_t>(number) * kAttempts + attempt);
    if (TryToDraw(choose, vector) && planner_.Runs(vector)) return true;
  }
  return false;
}

std::string Chains::NameOf(int64_t number) const {
  return fmt::format("seed-{}-{}", options_.seed, number);
}

}  // namespace viewproof
