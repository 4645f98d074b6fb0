#include "fuzz/hunt/expectation.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/operands.h"
#include "conformance/case/span.h"
#include "conformance/judge/declared.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"

namespace viewproof {

Expectation::Expectation(const Hello& hello, SubjectRole role)
    : hello_(hello),
      role_(role),
      reference_(MakeReference()),
      model_(MakeModel()) {}

Expectation::~Expectation() = default;

namespace {

// Returns whether this assignment may have written a part of its elements
// before it was refused (setitem.u3).
bool LeavesWritesOpen(const Step& step, const Outcome& outcome) {
  const auto* error = std::get_if<ErrorReply>(&outcome);
  return error != nullptr && error->rule == "index.e9" &&
         step.op->kind == OpKind::kWrite;
}

// Returns whether it shows sizes that need not be taken (geometry.u1).
bool ShowsOpenSizes(const Outcome& outcome) {
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  return outputs != nullptr &&
         std::ranges::any_of(*outputs,
                             [](const Output& o) { return AreOpen(o.sizes); });
}

}  // namespace

// The reference refuses what is left open (address.u1); the model says so.
bool Expectation::IsOpen(const Vector& vector, std::size_t k) const {
  const auto* error = std::get_if<ErrorReply>(&vector.expect[k]);
  if (error == nullptr) return ShowsOpenSizes(vector.expect[k]);
  if (error->kind != ErrorKind::kOverflow) return false;
  Case test = vector.test;
  test.chain.resize(k + 1);
  Reply reply;
  model_->Run(test, reply);
  if (reply.steps.size() <= k) return false;
  const auto* same = std::get_if<ErrorReply>(&reply.steps[k]);
  return same != nullptr && same->open;
}

std::size_t Expectation::Kept(const Vector& vector) const {
  if (AreOpen(vector.test.base.sizes)) return 0;
  std::size_t kept = vector.expect.size();
  for (std::size_t k = 0; k < kept; ++k) {
    if (IsOpen(vector, k)) {
      kept = k;
    } else if (LeavesWritesOpen(vector.test.chain[k], vector.expect[k])) {
      kept = k + 1;
    }
  }
  if (!hello_.after_error || !hello_.observes_every) {
    const auto error = std::ranges::find_if(
        vector.expect,
        [](const Outcome& o) { return std::holds_alternative<ErrorReply>(o); });
    if (error != vector.expect.end()) {
      kept = static_cast<std::size_t>(error - vector.expect.begin()) + 1;
    }
  }
  const std::vector<int64_t> free = FreeViews(vector.test.chain, vector.expect);
  if (free.size() > 1) {
    kept = std::min(kept, static_cast<std::size_t>(free[1] - 1));
  }
  return kept;
}

bool Expectation::Ask(const Case& test) {
  reference_->Run(test, reply_);
  return !reply_.too_large && !reply_.unsupported;
}

void Expectation::Take(Vector& vector) {
  vector.expect.swap(reply_.steps);  // The next reply has its storage.
  DropUnspecified(vector.test, vector.expect);
  for (Outcome& outcome : vector.expect) {
    auto* error = std::get_if<ErrorReply>(&outcome);
    if (error != nullptr) error->number.reset();  // No vector says it.
  }
}

// PyTorch's own world is the only one.
bool Expectation::FillForWitness(Vector& vector) {
  Case& test = vector.test;
  if (!Ask(test)) return false;
  if (role_ == SubjectRole::kOracle) {
    const ExplainedStep found = FindExplained(test, reply_.steps);
    if (found.entry != nullptr && found.steps < test.chain.size()) {
      test.chain.resize(found.steps);
      if (!Ask(test)) return false;
    }
  }
  Take(vector);
  vector.alternative.clear();
  vector.profile = test.chain.back().op->profile;
  return true;
}

const ExplainedDifference* Expectation::Explains(
    const Case& test, const std::vector<Difference>& differences) {
  if (role_ != SubjectRole::kOracle || differences.empty() || !Ask(test)) {
    return nullptr;
  }
  const ExplainedStep found = FindExplained(test, reply_.steps);
  const ExplainedDifference* entry = found.entry;
  if (entry == nullptr || found.steps != test.chain.size()) return nullptr;
  const bool all = std::ranges::all_of(differences, [&](const Difference& d) {
    return viewproof::Explains(*entry, test, d);
  });
  return all ? entry : nullptr;
}

bool Expectation::Fill(Vector& vector) {
  if (role_ != SubjectRole::kLibrary) return FillForWitness(vector);
  Case& test = vector.test;
  if (!Ask(test)) return false;
  Take(vector);
  const std::size_t kept = Kept(vector);
  if (kept == 0) return false;
  if (kept < test.chain.size()) {
    test.chain.resize(kept);
    // A later dtype decides on how the base is filled (FillBytes).
    if (!Ask(test)) return false;
    Take(vector);
  }
  vector.alternative.clear();
  if (!FreeViews(test.chain, vector.expect).empty()) {
    try {
      vector.alternative = OtherOutcomes(test);
    } catch (const BadInput&) {  // Its copy would be too large.
      return false;
    }
  }
  vector.profile = test.chain.back().op->profile;
  vector.needs = NeedsOf(test, vector.expect, vector.alternative);
  if (!hello_.views) vector.needs.views = NeedsViews(test, vector.expect);
  return true;
}

}  // namespace viewproof
