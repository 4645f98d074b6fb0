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
#include "conformance/case/escape.h"
#include "conformance/case/fill.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/installed.h"
#include "conformance/judge/exchange.h"
#include "conformance/judge/plan.h"
#include "conformance/report/markup.h"
#include "conformance/report/rules.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

// What is kept of every record.
struct Outline {
  DType dtype = DType::kFloat32;
  Standing standing = Standing::kPassed;
  std::size_t failed = 0;  // Its place in Survey::failures.
};

// The size of a case, as the nearest passing one is looked for.
struct Measure {
  int64_t steps = 0;
  int64_t rank = 0;
  int64_t bits = 0;  // Of the number of elements.
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
    survey_.has_vectors = golden.digest == survey_.origin.golden;
    if (survey_.has_vectors) ReadVectors(golden);
    Gather();
    SortFailures();
    FindRules();
  }

 private:
  void ReadRecords() {
    std::vector<Record> failures;
    survey_.origin = ReadReport(path_, [&](const Record& record) {
      std::vector<Outline>& outlines = by_id_[record.id];
      if (!outlines.empty() && outlines.back().dtype == record.dtype) {
        throw BadInput(fmt::format("field \"id\": \"{}\" ({}) is there twice",
                                   record.id, Name(record.dtype)));
      }
      Outline& outline = outlines.emplace_back();
      outline.dtype = record.dtype;
      if (record.verdict == Verdict::kSkip) {
        outline.standing = Standing::kSkipped;
        ++survey_.skipped;
        ++survey_.reasons[*record.reason];
      } else if (record.verdict != Verdict::kPass) {
        outline.standing = Standing::kNewFailure;
        outline.failed = survey_.failures.size();
        survey_.failures.emplace_back().record = record;
      }
    });
    const Judged judged(survey_.origin);
    for (Failed& failed : survey_.failures) {
      failed.standing = judged.Of(failed.record);
    }
    for (auto& [id, outlines] : by_id_) {
      for (Outline& outline : outlines) {
        if (outline.standing == Standing::kNewFailure) {
          outline.standing = survey_.failures[outline.failed].standing;
        }
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
    if (standing == Standing::kNewFailure) {
      ++survey_.by_vector[std::string(OpOfId(id))];
    }
    Count(standing, survey_.all);
    Count(standing, survey_.by_op[op]);
    Count(standing, survey_.by_condition[op][std::string(Name(outline.dtype))]);
    std::set<std::string_view> differing;
    if (standing != Standing::kPassed) {
      const Record& record = survey_.failures[outline.failed].record;
      for (const Difference& d : record.differences) {
        differing.insert(Name(d.facet));
      }
      if (IsDeath(record.verdict)) differing.insert(Name(record.verdict));
    }
    for (const Facet facet : kFacets) {
      if (!survey_.origin.header.facets.Contains(facet)) continue;
      ++survey_.by_facet[op][std::string(Name(facet))].executed;
    }
    for (const std::string_view facet : differing) {
      Cell& cell = survey_.by_facet[op][std::string(facet)];
      const int64_t executed = cell.executed;
      Count(standing, cell);
      cell.executed = std::max<int64_t>(executed, 1);
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
          Count(outline.standing, row[condition]);
        }
        if (outline.standing == Standing::kPassed) {
          passing_[std::string(OpOfId(vector.test.id))].emplace_back(
              MeasureOf(vector.test, outline.dtype), vector.test.id);
        } else {
          Failed& failed = survey_.failures[outline.failed];
          failed.conditions.assign(conditions.begin(), conditions.end());
          Explain(vector, planner, failed);
        }
      }
    });
    for (Failed& failed : survey_.failures) FindPassing(failed);
  }

  static std::array<std::string, 2> ConditionsOf(const Case& test) {
    const Ints sizes = FilledSizes(test.base);
    return {fmt::format("rank {}", sizes.size()),
            SizeClass(Numel(sizes).value_or(kMaxBase))};
  }

  // The vector as it was asked, and what was expected of it.
  static void Explain(const Vector& vector, Planner& planner, Failed& failed) {
    const Record& record = failed.record;
    Vector asked = vector;
    if (record.dtype != vector.test.base.dtype) {
      if (!CanExchange(vector, record.dtype) ||
          !Exchange(asked, record.dtype)) {
        return;
      }
    }
    std::vector<World> worlds;
    planner.Plan(asked, worlds);
    failed.expected = record.world.chose_copy && !asked.alternative.empty()
                          ? asked.alternative
                          : asked.expect;
    for (World& world : worlds) {
      if (world.name != record.world) continue;
      failed.expected = std::move(world.outcomes);
      break;
    }
    failed.vector = std::move(asked);
  }

  void FindPassing(Failed& failed) const {
    if (!failed.vector) return;
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
    for (const Failed& failed : survey_.failures) {
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
    for (Failed& failed : survey_.failures) {
      if (failed.standing != standing) continue;
      const Cause cause = CauseOf(failed.record, survey_.origin.header.facets);
      for (std::size_t k = 0; k < groups.size() && failed.group == 0; ++k) {
        if (groups[k].Holds(cause)) failed.group = k + 1;
      }
    }
  }

  void SortFailures() {
    std::ranges::stable_sort(survey_.failures, {}, [](const Failed& failed) {
      return std::tuple(failed.standing, failed.group, failed.record.steps,
                        failed.record.elements);
    });
  }

  void FindRules() {
    const std::map<std::string, std::string> rules =
        RulesOfSpec(root_ + "/reference/SPEC.md");
    const auto add = [&](const std::string& rule) {
      const auto found = rules.find(rule);
      if (found != rules.end()) survey_.rules.insert(*found);
    };
    for (const Failed& failed : survey_.failures) {
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

int64_t Survey::deaths() const {
  int64_t count = 0;
  for (const auto& [word, times] : origin.footer.trouble.stray_deaths) {
    count += times;
  }
  for (const Failed& failed : failures) {
    count += IsDeath(failed.record.verdict);
  }
  return count;
}

Survey ReadSurvey(const std::string& root, const std::string& path) {
  Survey survey;
  Surveyor(root, path, survey).Run();
  return survey;
}

std::string RerunOf(const ReportHeader& header, const Record& record) {
  std::string line = ProgramName() + std::string(" check");
  if (!header.gate.empty()) line += " " + ShellWord(header.gate);
  line += " --only " + ShellWord(record.id);
  if (std::ranges::find(header.dtypes, record.dtype) != header.dtypes.end()) {
    line.append(" --dtypes ").append(Name(record.dtype));
  }
  return header.gate.empty() ? line + " -- COMMAND" : line;
}

std::string SentenceOf(const Failed& failed, std::size_t shown) {
  const Record& record = failed.record;
  if (record.verdict != Verdict::kFail) {
    return fmt::format("{} at step {}, {}: {}", Name(record.verdict),
                       record.step, record.op, Clipped(record.detail, shown));
  }
  const Difference& d = record.differences.front();
  const auto [expected, actual] = Excerpts(d.expected, d.actual, shown);
  return fmt::format("{}: {} of {} at step {}: expected {}, actual {}",
                     Name(d.facet), Name(d.kind), d.op, d.step, expected,
                     actual);
}

}  // namespace viewproof
