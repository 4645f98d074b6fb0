#include "conformance/picture/case_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <variant>

#include "conformance/case/encode.h"
#include "conformance/case/operands.h"
#include "conformance/case/strings.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/judge/relation.h"
#include "conformance/picture/reason.h"

namespace viewproof {
namespace {

// Returns whether the reference's elements are those of the question. Python
// may leave them open, and ones_like is asked as a clone.
bool AreElementsKnown(const Case& test, bool is_python) {
  if (!is_python) return true;
  bool known = SaysValues(test.base.fill);
  for (const Step& step : test.chain) {
    known &= step.op->name != "clone";
    ForEachLiteral(step, [&known](const Literal& literal) {
      known &= literal.values.has_value();
    });
  }
  return known;
}

// The first tensor on a storage, and where it lies.
std::optional<std::pair<OutputRef, Output>> FirstOn(
    int64_t storage, const Case& test, const std::vector<Outcome>& outcomes,
    std::size_t before) {
  if (storage == 0) return std::pair(OutputRef{}, ShownBase(test.base));
  for (std::size_t k = 0; k < before; ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr) continue;
    for (std::size_t n = 0; n < outputs->size(); ++n) {
      if ((*outputs)[n].storage != storage) continue;
      return std::pair(
          OutputRef{static_cast<int64_t>(k) + 1, static_cast<int64_t>(n)},
          (*outputs)[n]);
    }
  }
  return std::nullopt;
}

// "7", "1:-2" of complex numbers.
std::vector<std::string> TextsOf(const Values& values) {
  std::vector<std::string> texts;
  for (const Scalar& value : values.list) {
    std::string text;
    AppendJson(Values{.form = values.form, .list = {value}}, text);
    text = text.substr(1, text.size() - 2);
    if (text.starts_with('[')) {
      text = ReplaceAll(text.substr(1, text.size() - 2), ",", ":");
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

// Returns the elements of a tensor after the first `steps` steps.
std::vector<std::string> ElementsAfter(Case test, std::size_t steps,
                                       OutputRef ref) {
  test.chain.resize(steps);
  test.chain.push_back({FindOp("read"), {}, ref});
  const std::vector<Outcome> outcomes = OutcomesOf(test);
  const auto* outputs = std::get_if<std::vector<Output>>(&outcomes.back());
  if (outputs == nullptr || outputs->empty() || !outputs->front().values) {
    return {};
  }
  return TextsOf(*outputs->front().values);
}

// The values in the storage that each write writes to, before it and after it.
void AddWrites(const Case& test, const std::vector<Outcome>& outcomes,
               const Wording& wording, Picture& picture) {
  if (!IsSmall(test) || !AreElementsKnown(test, wording.is_python())) return;
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const bool is_done =
        test.chain[k].op->kind == OpKind::kWrite &&
        std::holds_alternative<std::vector<Output>>(outcomes[k]);
    if (!is_done) continue;
    const int64_t storage =
        ShownAt(test, outcomes, operands[k]).storage.value_or(0);
    const auto first = FirstOn(storage, test, outcomes, k);
    const auto geometry =
        first ? GeometryOf(first->second) : std::optional<Geometry>();
    if (!geometry || CountOf(geometry->sizes) > kMaxShown) continue;
    const auto before = ElementsAfter(test, k, first->first);
    const auto after = ElementsAfter(test, k + 1, first->first);
    if (before.empty() || before.size() != after.size()) continue;
    Strip strip;
    strip.name = LetterOf(storage);
    strip.about =
        fmt::format("what step {}, {}, writes", k + 1, wording.BareCallOf(k));
    strip.rows.resize(2);
    strip.rows[0].name = "before";
    strip.rows[1].name = "after";
    for (std::size_t n = 0; n < before.size(); ++n) {
      const Wide cell = CellOf(*geometry, static_cast<Wide>(n));
      if (std::ranges::count(strip.cells, cell) > 0) continue;
      strip.cells.push_back(cell);
      strip.rows[0].marks.push_back({{before[n]}});
      strip.rows[1].marks.push_back(
          {{after[n], kNoHue, before[n] != after[n]}});
    }
    picture.writes.push_back(std::move(strip));
  }
}

// Says in which cell the element [1,0] of a tensor lies, and why.
void AddPlace(const std::string& name, const Geometry& geometry,
              std::vector<std::string>& lesson) {
  if (!IsDrawable(geometry) || CountOf(geometry.sizes) == 0) return;
  const auto at = std::ranges::find_if(geometry.sizes,
                                       [](int64_t size) { return size > 1; });
  if (at == geometry.sizes.end()) return;
  Ints index(geometry.sizes.size(), 0);
  index[static_cast<std::size_t>(at - geometry.sizes.begin())] = 1;
  std::vector<std::string> terms;
  Wide cell = geometry.offset;
  Wide element = 0;
  for (std::size_t d = 0; d < index.size(); ++d) {
    terms.push_back(fmt::format("{} * {}", index[d], geometry.strides[d]));
    cell += Wide{index[d]} * geometry.strides[d];
    element = element * geometry.sizes[d] + index[d];
  }
  lesson.push_back(fmt::format(
      "{}: element {} is number {} and lies in cell {} = offset {} + {}.", name,
      ListText(index), CountText(element), CountText(cell), geometry.offset,
      fmt::join(terms, " + ")));
}

// Says what a step changed of the tensor that it acts on, and what not.
void AddChange(const std::string& call, const Output& before,
               const Output& after, std::vector<std::string>& lesson) {
  std::vector<std::string> changed;
  std::vector<std::string> kept;
  const auto say = [&](const char* what, bool is_kept) {
    (is_kept ? kept : changed).emplace_back(what);
  };
  say("sizes", before.sizes == after.sizes);
  say("strides", before.strides == after.strides);
  say("offset", before.offset == after.offset);
  if (before.storage != after.storage) {
    lesson.push_back(fmt::format(
        "{} makes a new storage and copies elements into it.", call));
    return;
  }
  kept.emplace_back("storage");
  if (before.dtype != after.dtype) changed.emplace_back("the dtype");
  if (before.conj != after.conj) changed.emplace_back("the conjugate bit");
  if (before.neg != after.neg) changed.emplace_back("the negative bit");
  if (changed.empty()) changed.emplace_back("nothing");
  lesson.push_back(fmt::format("{} changes {}, not {}; it copies nothing.",
                               call, fmt::join(changed, " and "),
                               fmt::join(kept, " or ")));
}

// Adds what a beginner asks of the tensor that matters: the one that a step is
// refused on, or else the last.
void AddLesson(const Case& test, const std::vector<Outcome>& outcomes,
               const Wording& wording, Picture& picture) {
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  OutputRef ref;
  if (picture.reason) {
    ref = picture.reason->on;
  } else {
    for (const PictureTensor& tensor : picture.tensors) {
      if (tensor.layout) ref = {tensor.step, 0};
    }
  }
  const Output output = ShownAt(test, outcomes, ref);
  if (const auto geometry = GeometryOf(output)) {
    AddPlace(wording.NameOf(ref), *geometry, picture.lesson);
  }
  if (ref.step == 0) return;
  const auto k = static_cast<std::size_t>(ref.step) - 1;
  if (test.chain[k].op->kind == OpKind::kNew) return;
  AddChange(wording.BareCallOf(k), ShownAt(test, outcomes, operands[k]), output,
            picture.lesson);
}

}  // namespace

Picture DrawCase(const Case& test, const std::vector<Outcome>& outcomes,
                 const std::optional<PythonNames>& names) {
  const Wording wording(test, outcomes, names);
  Picture picture =
      DrawChain(test, outcomes, ReasonOf(test, outcomes, names), names);
  picture.verdict = VerdictOf(test, outcomes, wording);
  AddLesson(test, outcomes, wording, picture);
  AddWrites(test, outcomes, wording, picture);
  return picture;
}

Picture DrawCase(const Case& test, const std::optional<PythonNames>& names) {
  return DrawCase(test, OutcomesOf(test), names);
}

}  // namespace viewproof
