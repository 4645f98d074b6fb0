#include "conformance/judge/plan.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/case/largest_number.h"
#include "conformance/case/named.h"
#include "conformance/case/tensor_facts.h"

namespace viewproof {
namespace {

bool HasDTypes(const Hello& hello, const Step& step) {
  bool has = true;
  ForEachLiteral(step, [&](const Literal& l) { has &= hello.Has(l.dtype); });
  for (const Arg& arg : step.args) {
    const auto* named = std::get_if<DType>(&arg);
    has &= named == nullptr || hello.Has(*named);
  }
  return has;
}

bool HasDTypes(const Hello& hello, const Outcome& outcome) {
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  return outputs == nullptr || std::all_of(outputs->begin(), outputs->end(),
                                           [&hello](const Output& output) {
                                             return !output.dtype ||
                                                    hello.Has(*output.dtype);
                                           });
}

bool FitsRank(const Step& step, int64_t max_rank) {
  bool fits = true;
  ForEachLiteral(step, [&](const Literal& literal) {
    fits &= std::ssize(literal.sizes) <= max_rank;
  });
  return fits;
}

bool FitsRank(const Outcome& outcome, int64_t max_rank) {
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  return outputs == nullptr ||
         std::all_of(outputs->begin(), outputs->end(),
                     [max_rank](const Output& output) {
                       return static_cast<int64_t>(output.sizes.size()) <=
                              max_rank;
                     });
}

SkipReason ReasonOf(CaseForm form) {
  switch (form) {
    case CaseForm::kDigest:
      return SkipReason::kDigest;
    case CaseForm::kData:
      return SkipReason::kData;
    case CaseForm::kNumbers:
      return SkipReason::kNumbers;
    case CaseForm::kIndexTensors:
      return SkipReason::kIndexTensors;
    case CaseForm::kManyOutputs:
      return SkipReason::kManyOutputs;
    case CaseForm::kSignedZero:
      break;  // No vector needs it.
  }
  return {};
}

bool IsError(const Outcome& outcome) {
  return std::holds_alternative<ErrorReply>(outcome);
}

bool HasNumberOutOfRange(const std::vector<Outcome>& outcomes) {
  return std::ranges::any_of(outcomes, [](const Outcome& outcome) {
    const auto* error = std::get_if<ErrorReply>(&outcome);
    return error != nullptr && error->rule == "index.e9";
  });
}

// Calls visit(outcomes) with each list of outcomes that the vector may have.
template <typename Visit>
void ForEachWorld(const Vector& vector, const std::vector<World>& worlds,
                  Visit visit) {
  for (const World& world : worlds) visit(world.outcomes);
  if (!worlds.empty()) return;
  visit(vector.expect);
  if (!vector.alternative.empty()) visit(vector.alternative);
}

template <typename Holds>
bool AnyWorld(const Vector& vector, const std::vector<World>& worlds,
              Holds holds) {
  bool any = false;
  ForEachWorld(vector, worlds, [&](const auto& o) { any = any || holds(o); });
  return any;
}

std::optional<SkipReason> ReasonOfOps(const Vector& vector,
                                      const Hello& hello) {
  const bool has = std::ranges::all_of(
      vector.test.chain,
      [&](const Step& step) { return hello.Knows(step.op->name); });
  return has ? std::nullopt : std::optional(SkipReason::kOp);
}

// The largest number that gets through.
int64_t MaxOf(int64_t ints) {
  switch (ints) {
    case 32:
      return INT32_MAX;
    case 53:
      return kMaxExact;
    default:
      return INT64_MAX;
  }
}

}  // namespace

std::string_view Name(SkipReason reason) {
  switch (reason) {
    case SkipReason::kOp:
      return "op";
    case SkipReason::kDType:
      return "dtype";
    case SkipReason::kRank:
      return "rank";
    case SkipReason::kWideInt:
      return "wide_int";
    case SkipReason::kViews:
      return "views";
    case SkipReason::kAfterError:
      return "after_error";
    case SkipReason::kIndexRange:
      return "index_range";
    case SkipReason::kErrorKind:
      return "error_kind";
    case SkipReason::kDigest:
      return Name(CaseForm::kDigest);
    case SkipReason::kData:
      return Name(CaseForm::kData);
    case SkipReason::kNumbers:
      return Name(CaseForm::kNumbers);
    case SkipReason::kIndexTensors:
      return Name(CaseForm::kIndexTensors);
    case SkipReason::kManyOutputs:
      return Name(CaseForm::kManyOutputs);
    case SkipReason::kBorrowed:
      return "borrowed";
    case SkipReason::kWrites:
      return "writes";
    case SkipReason::kValues:
      return "values";
    case SkipReason::kWorlds:
      return "worlds";
    case SkipReason::kLeftOut:
      return "left_out";
  }
  return {};
}

std::optional<SkipReason> FindSkipReason(std::string_view name) {
  return FindNamed(name, SkipReason::kLeftOut);
}

// Returns whether no step but `read` is the library's own, or a borrowed step
// is due to fail.
bool Planner::AsksOnlyBorrowed(const Vector& vector,
                               const std::vector<World>& worlds) const {
  if (hello_.borrowed.empty()) return false;
  const std::vector<Step>& chain = vector.test.chain;
  const auto is_borrowed = [this](const Step& step) {
    return Contains(hello_.borrowed, step.op->name);
  };
  const bool has_own = std::ranges::any_of(chain, [&](const Step& step) {
    return !Observes(*step.op) && !is_borrowed(step);
  });
  return !has_own || AnyWorld(vector, worlds, [&](const auto& outcomes) {
    for (std::size_t k = 0; k < outcomes.size(); ++k) {
      if (is_borrowed(chain[k]) && IsError(outcomes[k])) return true;
    }
    return false;
  });
}

Planner::Planner(const Hello& hello) : hello_(hello), finder_(WaysOf(hello)) {}

std::optional<SkipReason> Planner::Plan(Vector& vector,
                                        std::vector<World>& worlds) {
  worlds.clear();
  const std::size_t steps = vector.test.chain.size();
  const bool shows_nothing_last =
      vector.test.chain.back().op->kind == OpKind::kWrite;
  std::optional<NoWorlds> none;
  if (const auto reason = ReasonOfOps(vector, hello_)) return reason;
  if (finder_.AreOther(vector.test)) {
    finder_.set_may_copy(std::ranges::find(vector.flags, kSharesWhenViewable) ==
                         vector.flags.end());
    if (hello_.observes_every || shows_nothing_last) {
      finder_.AddWitnessReads(vector.test);
    }
    none = finder_.Find(vector.test, worlds);
    if (!none && std::ranges::any_of(worlds, [&](const World& world) {
          return IsUnspecified(vector.test, world);
        })) {
      none = NoWorlds::kTooMany;
    }
    if (none) worlds.clear();
  }
  if (const auto reason = ReasonToSkip(vector, worlds)) return reason;
  if (none == NoWorlds::kWrites) return SkipReason::kWrites;
  const auto fails = [](const std::vector<Outcome>& outcomes) {
    return std::ranges::any_of(outcomes, IsError);
  };
  if (!hello_.facets.Contains(Facet::kValues) &&
      Observes(*vector.test.chain[steps - 1].op) &&
      !AnyWorld(vector, worlds, fails)) {
    return SkipReason::kValues;
  }
  if (none) return SkipReason::kWorlds;
  return std::nullopt;
}

bool Planner::Runs(Vector& vector) {
  const std::size_t steps = vector.test.chain.size();
  std::vector<World> worlds;
  const std::optional<SkipReason> reason = Plan(vector, worlds);
  vector.test.chain.resize(steps);
  if (reason) ++skipped_[*reason];
  return !reason;
}

std::optional<SkipReason> Planner::ReasonToSkip(
    const Vector& vector, const std::vector<World>& worlds) {
  const Case& test = vector.test;
  const Requires& needs = vector.needs;
  const auto any = [&](auto holds) { return AnyWorld(vector, worlds, holds); };
  const auto has_dtypes = [&](const auto& s) { return HasDTypes(hello_, s); };
  if (!hello_.Has(test.base.dtype) ||
      !std::ranges::all_of(test.chain, has_dtypes) ||
      any([&](const std::vector<Outcome>& outcomes) {
        return !std::ranges::all_of(outcomes, has_dtypes);
      })) {
    return SkipReason::kDType;
  }
  const auto fits_rank = [&](const auto& s) {
    return FitsRank(s, hello_.max_rank);
  };
  if (std::ssize(test.base.sizes) > hello_.max_rank ||
      !std::ranges::all_of(test.chain, fits_rank) ||
      any([&](const std::vector<Outcome>& outcomes) {
        return !std::ranges::all_of(outcomes, fits_rank);
      })) {
    return SkipReason::kRank;
  }
  const bool says_width = worlds.empty() && hello_.ints == 53;
  if (says_width
          ? needs.wide_int
          : hello_.ints != 64 && any([&](const std::vector<Outcome>& outcomes) {
              return LargestNumber(test, outcomes) > MaxOf(hello_.ints);
            })) {
    return SkipReason::kWideInt;
  }
  if (!hello_.views &&
      (worlds.empty() ? needs.views
                      : std::ranges::any_of(worlds, [&](const World& world) {
                          return finder_.NeedsViews(test, world);
                        }))) {
    return SkipReason::kViews;
  }
  const bool after_error =
      worlds.empty()
          ? needs.after_error
          : any([](const std::vector<Outcome>& outcomes) {
              const auto error = std::ranges::find_if(outcomes, IsError);
              return error != outcomes.end() && error + 1 != outcomes.end();
            });
  if (after_error && !(hello_.after_error && hello_.observes_every)) {
    return SkipReason::kAfterError;
  }
  if (!hello_.index_range && any(&HasNumberOutOfRange)) {
    return SkipReason::kIndexRange;
  }
  if (needs.error_kind && !hello_.facets.Contains(Facet::kErrorKind)) {
    return SkipReason::kErrorKind;
  }
  for (const CaseForm form : needs.forms) {
    if (!hello_.Has(form)) return ReasonOf(form);
  }
  if (AsksOnlyBorrowed(vector, worlds)) return SkipReason::kBorrowed;
  return std::nullopt;
}

}  // namespace viewproof
