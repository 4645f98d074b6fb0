#include "conformance/diagnose/trial.h"

#include <algorithm>
#include <variant>

#include "conformance/case/fill.h"
#include "conformance/judge/answers.h"

namespace viewproof {
namespace {

constexpr std::size_t kSampled = 8;  // Failures of each cause.

// Takes long, and smaller ones mostly show as much.
bool IsLarge(const Vector& vector) {
  constexpr int64_t kLarge = 512;
  return Numel(FilledSizes(vector.test.base)).value_or(kLarge) >= kLarge;
}

// Returns whether this reply refuses what a bug would have read outside of a
// storage: a library may do anything there.
bool LeavesStorage(const Reply& reply, int64_t step) {
  const auto* error = std::get_if<ErrorReply>(&reply.steps[step - 1]);
  return error != nullptr && error->kind == ErrorKind::kOutOfBounds;
}

void LeaveOutStrides(Outward& outward) {
  std::erase_if(outward.signs, [](const Sign& sign) {
    return sign.facet == Facet::kStrides || sign.facet == Facet::kExact;
  });
}

// Returns what the failure of a subject says of a bug that shows as `bug`, in
// these steps.
Says Compare(const Outward& bug, const Outward& failed, uint32_t steps,
             bool is_refusal, bool leaves) {
  const int64_t step = bug.step();
  if (failed.signs == bug.signs) {
    // An error is explained by one of its kind, or by a bug that refuses.
    if (!bug.refusal || is_refusal) return Says::kSo;
    if (failed.refusal->empty() || bug.refusal->empty()) return Says::kNothing;
    return *failed.refusal == *bug.refusal ? Says::kSo : Says::kNotSo;
  }
  if (failed.first < step) return Says::kNothing;
  if (failed.died && (*failed.died == 0 || *failed.died < step)) {
    return Says::kNothing;
  }
  if (leaves) return Says::kNothing;
  // It failed so, and in another facet besides.
  if (std::ranges::all_of(bug.signs, [&](const Sign& sign) {
        return std::ranges::find(failed.signs, sign) != failed.signs.end();
      })) {
    return Says::kNothing;
  }
  // At the step that shows the bug, another one is at fault.
  const bool elsewhere =
      failed.step() == step && !failed.blamed.empty() &&
      std::ranges::all_of(failed.blamed, [&](int64_t at) {
        return at > 32 || (at > 0 && (steps >> (at - 1) & 1U) == 0);
      });
  return elsewhere ? Says::kNothing : Says::kNotSo;
}

}  // namespace

Trial::Trial(const Evidence& evidence, const Hello& hello, Facets demanded,
             const VisitVectors& visit)
    : evidence_(evidence),
      demanded_(demanded),
      comparator_(hello, demanded),
      visit_(visit) {
  for (const auto& [key, failed] : evidence.failed()) {
    numbers_.emplace(key, failed_.size());
    failed_.push_back(&failed);
  }
}

const Evidence::FailedRecord* Trial::Find(const std::string& key) const {
  const auto at = numbers_.find(key);
  return at == numbers_.end() ? nullptr : failed_[at->second];
}

Says Trial::Ask(const Vector& vector, std::size_t bug, const StepsOf& of,
                const Evidence::FailedRecord* failed) {
  if (!known_.Run(bug, of, vector.test, reply_)) return Says::kNothing;
  comparator_.Compare(vector, reply_, judgement_);
  if (judgement_.differences.empty()) return Says::kNothing;
  Outward shown =
      OutwardOf(judgement_.differences,
                AnswersAt(reply_, judgement_.differences), demanded_);
  if (shown.signs.empty()) return Says::kNothing;
  if (failed == nullptr) return Says::kNotSo;
  Outward outward = failed->outward;
  if (SaysCopied(*KnownBugs()[bug])) {
    LeaveOutStrides(shown);
    LeaveOutStrides(outward);
    if (shown.signs.empty()) return Says::kNothing;
  }
  return Compare(shown, outward, of.steps, IsRefusal(*KnownBugs()[bug]),
                 LeavesStorage(reply_, std::max<int64_t>(shown.step(), 1)));
}

void Trial::Sample(const Vector& vector, const Evidence::FailedRecord& failed) {
  const int64_t step = failed.outward.step();
  // A bug of a later step does not show there.
  const uint64_t until = (uint64_t{2} << std::min<int64_t>(step, 40)) - 1;
  for (const StepsOf& of : known_.Find(vector.test)) {
    if ((of.steps & until) == 0) continue;
    for (std::size_t bug = 0; bug < KnownBugs().size(); ++bug) {
      if (!Suspects::CanShow(bug, of)) continue;
      if (sightings_.contains({of.kernel, bug})) continue;
      if (Ask(vector, bug, of, &failed) == Says::kSo) {
        sightings_[{of.kernel, bug}];
      }
    }
  }
}

void Trial::FindSuspects() {
  std::map<std::string, std::size_t> seen;  // It is keyed by cause.
  std::map<std::string, Vector> large;  // The causes that have no small one.
  visit_([&](Vector& vector) {
    const auto* failed =
        Find(Evidence::KeyOf(vector.test.id, vector.test.base.dtype));
    if (failed == nullptr || failed->outward.signs.empty()) return;
    if (IsLarge(vector)) {
      large.try_emplace(failed->cause, vector);
      return;
    }
    if (++seen[failed->cause] <= kSampled) Sample(vector, *failed);
  });
  for (const auto& [cause, vector] : large) {
    if (seen.contains(cause)) continue;
    Sample(vector,
           *Find(Evidence::KeyOf(vector.test.id, vector.test.base.dtype)));
  }
}

void Trial::Confront(const Vector& vector) {
  const auto is_suspect = [this](const Step& step) {
    return std::ranges::any_of(KernelsIn(step), [&](const auto& kernel) {
      const auto at = sightings_.lower_bound({kernel, 0});
      return at != sightings_.end() && at->first.first == kernel;
    });
  };
  if (std::ranges::none_of(vector.test.chain, is_suspect)) return;
  const std::string key =
      Evidence::KeyOf(vector.test.id, vector.test.base.dtype);
  const Evidence::FailedRecord* failed = Find(key);
  if (failed == nullptr && !evidence_.Passed(key)) return;
  for (const StepsOf& of : known_.Find(vector.test)) {
    for (auto at = sightings_.lower_bound({of.kernel, 0});
         at != sightings_.end() && at->first.first == of.kernel; ++at) {
      Sighting& sighting = at->second;
      const std::size_t bug = at->first.second;
      if ((sighting.fits & of.conditions).none()) continue;
      if (!Suspects::CanShow(bug, of)) continue;
      switch (Ask(vector, bug, of, failed)) {
        case Says::kNothing:
          break;
        case Says::kSo:
          sighting.hits.emplace_back(numbers_.find(key)->second, of.conditions);
          sighting.strides |= failed->outward.strides;
          break;
        case Says::kNotSo:
          sighting.fits &= ~of.conditions;
          break;
      }
    }
  }
}

void Trial::Run() {
  FindSuspects();
  if (sightings_.empty()) return;
  visit_([this](Vector& vector) { Confront(vector); });
}

std::vector<int64_t> Trial::PassWithout(const std::vector<BugClaim>& claims) {
  std::vector<int64_t> pass(claims.size());
  visit_([&](Vector& vector) {
    const auto concerns = [&](const Step& step) {
      return std::ranges::any_of(KernelsIn(step), [&](const auto& kernel) {
        return std::ranges::any_of(claims, [&](const BugClaim& claim) {
          return std::ranges::count(claim.kernels, kernel) > 0;
        });
      });
    };
    if (std::ranges::none_of(vector.test.chain, concerns)) return;
    if (!evidence_.Passed(
            Evidence::KeyOf(vector.test.id, vector.test.base.dtype))) {
      return;
    }
    const std::vector<StepsOf> found = known_.Find(vector.test);
    for (std::size_t k = 0; k < claims.size(); ++k) {
      const BugClaim& claim = claims[k];
      // Where the condition holds, the bug does not show, for it passes.
      for (const StepsOf& of : found) {
        if (!of.conditions[kAlways] ||
            std::ranges::count(claim.kernels, of.kernel) == 0) {
          continue;
        }
        if (Ask(vector, claim.bug, of, nullptr) == Says::kNothing) continue;
        ++pass[k];
        break;
      }
    }
  });
  return pass;
}

}  // namespace viewproof
