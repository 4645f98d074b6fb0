#include "conformance/report/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/installed.h"
#include "conformance/judge/exchange.h"
#include "conformance/judge/plan.h"
#include "conformance/picture/failure.h"
#include "conformance/report/error_log.h"
#include "conformance/report/markup.h"
#include "conformance/report/spec.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

// Holds what is kept of every record.
struct Outline {
  DType dtype = DType::kFloat32;
  Standing standing = Standing::kPassed;
  std::size_t failed = 0;  // Its place in Survey::failures.
};

// The size of a case, as the nearest passing one is looked for.
struct Measure {
  int64_t steps = 0;
  int64_t rank = 0;
  int64_t bits = 0;  // The number of elements takes so many.
  DType dtype = DType::kFloat32;
  std::size_t ops = 0;  // A hash of the ops of the chain.
};

Measure MeasureOf(const Case& test, DType dtype) {
  const Ints sizes = FilledSizes(test.base);
  Measure measure;
  measure.steps = std::ssize(test.chain);
  measure.rank = std::ssize(sizes);
  measure.bits =
      std::bit_width(static_cast<uint64_t>(Numel(sizes).value_or(kMaxBase)));
  measure.dtype = dtype;
  for (const Step& step : test.chain) {
    measure.ops =
        measure.ops * 31 + std::hash<std::string_view>()(step.op->name);
  }
  return measure;
}

int64_t Distance(const Measure& a, const Measure& b) {
  return 4 * std::abs(a.steps - b.steps) + 3 * std::abs(a.rank - b.rank) +
         std::abs(a.bits - b.bits) + (a.dtype != b.dtype) +
         3 * (a.ops != b.ops);
}

std::string SizeClass(int64_t elements) {
  if (elements < 2) return elements == 0 ? "0 elements" : "1 element";
  constexpr std::array<int64_t, 4> kMost = {8, 64, 512, 4096};
  int64_t least = 2;
  for (const int64_t most : kMost) {
    if (elements <= most) return fmt::format("{}-{} elements", least, most);
    least = most + 1;
  }
  return "over 4096 elements";
}

// Fills a survey in, file by file.
class Surveyor {
 public:
  Surveyor(const std::string& root, const std::string& path, Survey& survey)
      : root_(root), path_(path), survey_(survey) {}

  void Run() {
    ReadRecords();
    const Golden golden = OpenGolden(root_ + "/golden");
    survey_.has_vectors = golden.digest == survey_.origin.header.golden;
    if (survey_.has_vectors) ReadVectors(golden);
    AddCalls();
    for (FailedCase& failed : survey_.failures) FindPassing(failed);
    Gather();
    SortFailures();
    FindRules();
    survey_.words = WordsOf(root_);
  }

 private:
  void ReadRecords() {
    const ErrorsSaid errors(path_);
    Overview& overview = survey_;
    overview = ReadOverview(path_, [&](const Record& record,
                                       Standing standing) {
      by_id_[record.id].push_back(
          {record.dtype, standing, survey_.failures.size()});
      if (record.verdict == Verdict::kPass || record.verdict == Verdict::kSkip)
        return;
      FailedCase& failed = survey_.failures.emplace_back();
      failed.record = record;
      failed.record.stderr_tail = errors.Of(record);
      failed.standing = standing;
    });
    for (const auto& [id, outlines] : by_id_) {
      for (const Outline& outline : outlines) {
        if (outline.standing != Standing::kSkipped) CountCase(id, outline);
      }
    }
  }

  // The op that a case counts for.
  std::string OpAt(const std::string& id, const Outline& outline) const {
    return outline.standing == Standing::kPassed
               ? std::string(OpOfId(id))
               : OpOf(survey_.failures[outline.failed].record,
                      survey_.origin.header.facets);
  }

  void CountCase(const std::string& id, const Outline& outline) {
    const Standing standing = outline.standing;
    const std::string op = OpAt(id, outline);
    survey_.by_condition[op][std::string(Name(outline.dtype))].Add(standing);
    std::set<std::string_view> differing;
    if (standing != Standing::kPassed) {
      const Record& record = survey_.failures[outline.failed].record;
      for (const Difference& d : record.differences) {
        differing.insert(Name(d.facet));
      }
      if (IsDeath(record.verdict)) differing.insert(Name(record.verdict));
    }
    for (const Facet facet : kFacets) {
      const bool is_demanded = survey_.origin.header.facets.Contains(facet);
      if (!is_demanded || differing.contains(Name(facet))) continue;
      survey_.by_facet[op][std::string(Name(facet))].Add(Standing::kPassed);
    }
    for (const std::string_view facet : differing) {
      survey_.by_facet[op][std::string(facet)].Add(standing);
    }
  }

  void ReadVectors(const Golden& golden) {
    const ReportHeader& header = survey_.origin.header;
    Planner planner(header.subject);
    ForEachVector(golden, [&](Vector& vector) {
      const auto found = by_id_.find(vector.test.id);
      if (found == by_id_.end()) return;
      for (const Outline& outline : found->second) {
        if (outline.standing == Standing::kSkipped) continue;
        const std::array conditions = ConditionsOf(vector.test);
        auto& row = survey_.by_condition[OpAt(vector.test.id, outline)];
        for (const std::string& condition : conditions) {
          row[condition].Add(outline.standing);
        }
        if (outline.standing == Standing::kPassed) {
          passing_[std::string(OpOfId(vector.test.id))].emplace_back(
              MeasureOf(vector.test, outline.dtype), vector.test.id);
        } else {
          FailedCase& failed = survey_.failures[outline.failed];
          failed.conditions.assign(conditions.begin(), conditions.end());
          Explain(vector, planner, failed);
        }
      }
    });
  }

  // A failed call has its vector in its record.
  void AddCalls() {
    for (FailedCase& failed : survey_.failures) {
      if (failed.vector || failed.record.call == AskedCall()) continue;
      failed.vector =
          VectorOfCall(failed.record, survey_.origin.header.subject);
      if (failed.vector) failed.expected = failed.vector->expect;
    }
  }

  // The id of a call that passes, and ends most alike: with the sizes and the
  // layouts of the last tensors.
  std::string PassingCall(const std::string& id) const {
    const std::string op(OpOfId(id));
    std::string nearest;
    int64_t most = -1;
    for (const auto& [other, outlines] : by_id_) {
      const bool passes = OpOfId(other) == op &&
                          std::ranges::all_of(outlines, [](const Outline& of) {
                            return of.standing == Standing::kPassed;
                          });
      if (!passes) continue;
      const int64_t alike =
          std::mismatch(id.rbegin(), id.rend(), other.rbegin(), other.rend())
              .first -
          id.rbegin();
      if (std::pair(-alike, other) < std::pair(-most, nearest)) {
        most = alike;
        nearest = other;
      }
    }
    return nearest;
  }

  static std::array<std::string, 2> ConditionsOf(const Case& test) {
    const Ints sizes = FilledSizes(test.base);
    return {fmt::format("rank {}", sizes.size()),
            SizeClass(Numel(sizes).value_or(kMaxBase))};
  }

  // The vector as it was asked, and what was expected of it.
  static void Explain(const Vector& vector, Planner& planner,
                      FailedCase& failed) {
    const Record& record = failed.record;
    std::optional<Vector> asked = Exchanged(vector, record.dtype);
    if (!asked) return;
    std::vector<World> worlds;
    planner.Plan(*asked, worlds);
    failed.expected = record.world.chose_copy && !asked->alternative.empty()
                          ? asked->alternative
                          : asked->expect;
    for (World& world : worlds) {
      if (world.name != record.world) continue;
      failed.expected = std::move(world.outcomes);
      break;
    }
    failed.vector = std::move(asked);
  }

  void FindPassing(FailedCase& failed) const {
    if (!failed.vector) return;
    if (failed.record.call != AskedCall()) {
      failed.passes = PassingCall(failed.record.id);
      return;
    }
    const auto found = passing_.find(std::string(OpOfId(failed.record.id)));
    if (found == passing_.end()) return;
    const Measure wanted = MeasureOf(failed.vector->test, failed.record.dtype);
    const auto nearest = std::ranges::min_element(
        found->second, {},
        [&](const auto& passing) { return Distance(wanted, passing.first); });
    failed.passes = nearest->second;
  }

  void Gather() {
    const Facets demanded = survey_.origin.header.facets;
    const std::vector<std::string>& borrowed =
        survey_.origin.header.subject.borrowed;
    Groups fresh(demanded, borrowed);
    Groups known(demanded, borrowed);
    for (const FailedCase& failed : survey_.failures) {
      const Vector* vector = failed.vector ? &*failed.vector : nullptr;
      if (failed.standing == Standing::kNotDemanded) continue;
      (failed.standing == Standing::kNewFailure ? fresh : known)
          .Add(failed.record, Standing::kNewFailure, vector);
    }
    survey_.groups = fresh.Sorted();
    survey_.known = known.Sorted();
    Number(Standing::kNewFailure, survey_.groups);
    Number(Standing::kKnownFailure, survey_.known);
  }

  // Gives the failures the numbers of their groups.
  void Number(Standing standing, const std::vector<Group>& groups) {
    for (FailedCase& failed : survey_.failures) {
      if (failed.standing != standing) continue;
      const Cause cause = CauseOf(failed.record, survey_.origin.header.facets);
      for (std::size_t k = 0; k < groups.size() && failed.group == 0; ++k) {
        if (groups[k].Holds(cause)) failed.group = k + 1;
      }
    }
  }

  void SortFailures() {
    std::ranges::stable_sort(
        survey_.failures, {}, [](const FailedCase& failed) {
          return std::tuple(failed.standing, failed.group, failed.record.steps,
                            failed.record.elements);
        });
  }

  void FindRules() {
    const std::map<std::string, std::string> rules = RulesOf(root_);
    const auto add = [&](const std::string& rule) {
      const auto found = rules.find(rule);
      if (found != rules.end()) survey_.rules.insert(*found);
    };
    for (const FailedCase& failed : survey_.failures) {
      if (!failed.vector) continue;
      for (const std::string& rule : failed.vector->rules) add(rule);
    }
  }

  const std::string& root_;
  const std::string& path_;
  Survey& survey_;
  std::unordered_map<std::string, std::vector<Outline>> by_id_;
  std::unordered_map<std::string, std::vector<std::pair<Measure, std::string>>>
      passing_;
};

}  // namespace

Survey ReadSurvey(const std::string& root, const std::string& path) {
  Survey survey;
  Surveyor(root, path, survey).Run();
  return survey;
}

std::string RerunOf(const ReportHeader& header, const Record& record) {
  std::string line = ProgramName() + std::string(" check");
  if (!header.gate.empty()) line += " " + ShellWord(header.gate);
  line += " --only " + ShellWord(record.id);
  if (header.gate.empty() && record.profile == Profile::kOperands) {
    line.append(" --profile ").append(Name(record.profile));
  }
  if (std::ranges::find(header.dtypes, record.dtype) != header.dtypes.end()) {
    line.append(" --dtypes ").append(Name(record.dtype));
  }
  return header.gate.empty() ? line + " -- COMMAND" : line;
}

const KnownReason* ReasonOf(const Survey& survey, const FailedCase& failed) {
  if (failed.standing != Standing::kKnownFailure) return nullptr;
  const KnownReasons& known = survey.origin.footer.known;
  const auto found = known.find(failed.record.entry);
  return found == known.end() ? nullptr : &found->second;
}

Told ToldOf(const FailedCase& failed) {
  if (failed.record.waived.empty()) {
    return ToldOf(GroupOf(failed.record, Facets::All()));
  }
  Record record = failed.record;
  record.waived.clear();  // A facet that is not demanded differs all the same.
  return ToldOf(GroupOf(record, Facets::All()));
}

}  // namespace viewproof
