#include "conformance/report/sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/words.h"
#include "conformance/judge/answers.h"
#include "conformance/picture/failure.h"
#include "conformance/report/markup.h"
#include "conformance/report/renderings.h"
#include "conformance/report/screen.h"

namespace viewproof {
namespace {

constexpr std::size_t kShownElements = 8;
constexpr std::size_t kShownText = 60;  // Characters of another field.
constexpr std::size_t kShownDetail = 300;
constexpr std::size_t kShownFact = 200;

using Items = std::vector<std::string>;

Items ItemsIn(const Values& values) {
  std::string json;
  AppendJson(values, json);
  return ItemsOf(json);
}

// Collects what differs, field by field.
class SidesWriter {
 public:
  void Add(std::string_view expected, std::string_view got) {
    Begin();
    sides_.expected += expected;
    sides_.got += got;
  }

  // Shows a few elements, from the first that differs on if it comes late. If
  // `alone`, they stand below each other.
  void AddElements(const Items& expected, const Items& got, bool alone) {
    const auto differ = static_cast<std::size_t>(
        std::ranges::mismatch(expected, got).in1 - expected.begin());
    const std::size_t begin = differ < kShownElements ? 0 : differ;
    std::size_t width = 0;
    for (const Items* items : {&expected, &got}) {
      for (std::size_t k = begin; alone && k < EndOf(*items, begin); ++k) {
        width = std::max(width, (*items)[k].size());
      }
    }
    Begin();
    const std::string before = begin > 0
                                   ? fmt::format("from element {}: ", begin)
                               : alone ? std::string()
                                       : std::string("elements ");
    const std::string text = before + TextOf(expected, begin, width);
    sides_.expected +=
        alone ? fmt::format("{} ({})", text,
                            Plural(std::ssize(expected), "element"))
              : fmt::format("{} ({})", text, expected.size());
    sides_.got += before + TextOf(got, begin, width);
    if (got.size() != expected.size()) {
      sides_.got += fmt::format(" ({})", got.size());
    }
  }

  bool empty() const { return sides_.expected.empty(); }
  const Sides& sides() const { return sides_; }

 private:
  void Begin() {
    if (empty()) return;
    sides_.expected += ", ";
    sides_.got += ", ";
  }

  static std::size_t EndOf(const Items& items, std::size_t begin) {
    return std::min(items.size(), begin + kShownElements);
  }

  static std::string TextOf(const Items& items, std::size_t begin,
                            std::size_t width) {
    std::string text;
    for (std::size_t k = begin; k < EndOf(items, begin); ++k) {
      text += fmt::format("{}{:>{}}", k == begin ? "" : " ", items[k], width);
    }
    if (items.empty()) text = "none";
    return EndOf(items, begin) < items.size() ? text + " ..." : text;
  }

  Sides sides_;
};

const Outcome* ExpectedAt(const Group& group, int64_t step) {
  if (!group.vector || step < 1 || step > std::ssize(group.vector->expect)) {
    return nullptr;
  }
  return &group.vector->expect[static_cast<std::size_t>(step - 1)];
}

const Outcome* AnsweredAt(const Record& record, int64_t step) {
  const StepAnswer* answer = FindAnswer(record.answers, step);
  return answer == nullptr ? nullptr : &answer->outcome;
}

// The difference that the sentence of the group is about.
const Difference& ChiefOf(const Record& record, const Failure& failure) {
  const auto found =
      std::ranges::find_if(record.differences, [&](const Difference& d) {
        return Name(d.kind) == failure.difference && d.op == failure.op;
      });
  return found == record.differences.end() ? record.differences.front()
                                           : *found;
}

const Values* ValuesAt(const Outcome* outcome, int64_t output) {
  const auto* outputs =
      outcome == nullptr ? nullptr : std::get_if<std::vector<Output>>(outcome);
  if (outputs == nullptr || output >= std::ssize(*outputs)) return nullptr;
  const auto& values = (*outputs)[static_cast<std::size_t>(output)].values;
  return values ? &*values : nullptr;
}

bool IsOfElements(const Difference& d) { return d.field == "values"; }

void AddField(const Difference& d, bool alone, SidesWriter& writer) {
  if (IsOfElements(d)) {
    writer.AddElements(ItemsOf(d.expected), ItemsOf(d.actual), alone);
  } else {
    const auto [expected, got] = SidesOf(d, kShownText);
    writer.Add(expected, got);
  }
}

// The demanded fields that differ where the chief difference is. A facet that
// differs by the same fact adds its elements, if both sides tell them.
Sides FieldsOf(const Group& group, const Difference& chief) {
  const Record& record = group.smallest;
  std::vector<const Difference*> fields;
  bool values_differ = false;
  for (const Difference& d : record.differences) {
    if (d.step != chief.step || d.output != chief.output) continue;
    if (std::ranges::count(group.failure().facets, d.facet) == 0) continue;
    values_differ |= d.facet == Facet::kValues;
    if (std::ranges::none_of(fields, [&d](const auto* field) {
          return field->field == d.field;
        })) {
      fields.push_back(&d);
    }
  }
  std::stable_partition(fields.begin(), fields.end(), [](const auto* field) {
    return !IsOfElements(*field);
  });
  const Values* expected =
      ValuesAt(ExpectedAt(group, chief.step), chief.output);
  const Values* got = ValuesAt(AnsweredAt(record, chief.step), chief.output);
  const bool shown = std::ranges::any_of(
      fields, [](const auto* field) { return IsOfElements(*field); });
  SidesWriter writer;
  for (const Difference* field : fields) {
    AddField(*field, fields.size() == 1, writer);
  }
  if (values_differ && !shown && expected != nullptr && got != nullptr &&
      record.world == WorldName()) {
    writer.AddElements(ItemsIn(*expected), ItemsIn(*got), false);
  }
  return writer.sides();
}

Sides OfADeath(const Group& group) {
  const Record& record = group.smallest;
  const Outcome* due = ExpectedAt(group, record.step);
  const std::string at =
      record.step > 0 ? fmt::format(" at step {}", record.step) : "";
  const std::string detail = Clipped(Escaped(record.detail), kShownDetail);
  return {due == nullptr ? "an answer" : TextOf(*due),
          fmt::format("{}{}: {}", EndOf(record.verdict), at, detail)};
}

// Both outcomes of the step in full, where the report holds them.
Sides OutcomesOf(const Group& group, const Difference& chief) {
  const Record& record = group.smallest;
  auto [expected, got] = SidesOf(chief, kShownDetail);
  if (const Outcome* due = ExpectedAt(group, chief.step)) {
    expected = TextOf(*due);
  }
  if (chief.kind == DifferenceKind::kUnsupported) {
    got.insert(0, "not run: ");
  } else if (const Outcome* came = AnsweredAt(record, chief.step)) {
    got = TextOf(*came);
  } else if (!record.message.empty()) {
    got +=
        fmt::format(": \"{}\"", Clipped(Escaped(record.message), kShownDetail));
  }
  return {expected, got};
}

// "step 2, output 1"; "seen at step 7" of what an earlier step did.
std::string SeenAt(const Difference& d) {
  if (d.step == 0) return "base";
  const bool is_own = d.blamed == 0 || d.blamed == d.step;
  const std::string place =
      fmt::format("{}step {}", is_own ? "" : "seen at ", d.step);
  return d.output > 0 ? fmt::format("{}, output {}", place, d.output) : place;
}

}  // namespace

Sides SidesOf(const Group& group) {
  using Kind = DifferenceKind;
  const Record& record = group.smallest;
  if (record.differences.empty() || group.failure().verdict != Verdict::kFail) {
    return OfADeath(group);
  }
  const Difference& chief = ChiefOf(record, group.failure());
  switch (chief.kind) {
    case Kind::kKind:
    case Kind::kOkForError:
    case Kind::kErrorForOk:
    case Kind::kCount:
    case Kind::kResult:
    case Kind::kUnsupported:
      return OutcomesOf(group, chief);
    default:
      return FieldsOf(group, chief);
  }
}

std::vector<Mismatch> FactsOf(const Vector& vector, const Record& record) {
  std::vector<Mismatch> facts;
  if (record.verdict != Verdict::kFail) {
    Group group = GroupOf(record, Facets::All());
    group.vector = vector;
    const Sides sides = SidesOf(group);
    facts.push_back({SentenceOf(ToldOf(group)), sides.expected, sides.got});
  }
  for (const Difference& d : record.differences) {
    const auto [expected, got] = SidesOf(d, kShownFact);
    const Mismatch fact = {SeenAt(d) + ": " + SentenceOf(ToldOf(record, d)),
                           expected, got};
    if (std::ranges::count(facts, fact) == 0) facts.push_back(fact);
  }
  return facts;
}

}  // namespace viewproof
