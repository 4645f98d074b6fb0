#include "conformance/picture/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/judge/answers.h"
#include "conformance/picture/case_picture.h"
#include "conformance/picture/reason.h"

namespace viewproof {
namespace {

constexpr std::size_t kMaxFact = 200;

std::string Shortened(std::string_view text) {
  std::string shown = Escaped(Beginning(text, kMaxFact));
  if (text.size() > kMaxFact) shown += "...";
  return shown;
}

// The integers of a JSON text, in strings or not; nothing if there is anything
// else in it.
std::optional<Ints> IntsIn(std::string_view json) {
  Ints list;
  while (!json.empty()) {
    int64_t number = 0;
    const auto [end, error] =
        std::from_chars(json.data(), json.data() + json.size(), number);
    if (error == std::errc()) {
      list.push_back(number);
      json.remove_prefix(end - json.data());
    } else if (std::string_view("[], \"").find(json.front()) !=
               std::string_view::npos) {
      json.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  return list;
}

// Puts what was expected of one field into an output.
void Put(const std::string& json, const std::string& field, Output& output) {
  const std::optional<Ints> list = IntsIn(json);
  const bool is_number = list && list->size() == 1;
  if (field == "sizes" && list) output.sizes = *list;
  if (field == "strides") output.strides = list;
  if (field == "offset" && is_number) output.offset = list->front();
  if (field == "storage" && is_number) output.storage = list->front();
  if (field == "contiguous") output.contiguous = json == "true";
  if (field == "self") output.self = json == "true";
  if (field == "conj") output.conj = json == "true";
  if (field == "neg") output.neg = json == "true";
}

// Returns why there is nothing of a step: what is before the first difference
// was compared, and the record tells no more of it.
std::string WhyNot(const Record& record, int64_t step) {
  int64_t first = IsDeath(record.verdict) ? record.step : INT64_MAX;
  for (const Difference& d : record.differences)
    first = std::min(first, d.step);
  return step < first ? "no difference seen" : "not told";
}

const PictureTensor* FindTensor(const std::vector<PictureTensor>& tensors,
                                const std::string& name) {
  const auto found = std::find_if(
      tensors.begin(), tensors.end(),
      [&](const PictureTensor& tensor) { return tensor.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

bool IsAsExpected(const PictureTensor& expected, const PictureTensor& actual) {
  if (!expected.layout || !actual.layout) return false;
  return expected.storage == actual.storage &&
         expected.layout->geometry == actual.layout->geometry;
}

// Returns whether the record tells what was answered at the step of a row, or
// of a tensor; of the base there is nothing to tell.
bool IsTold(const Record& record, int64_t step) {
  return step == 0 || FindAnswer(record.answers, step) != nullptr;
}

// The subject's tensors in the order of those expected.
void AddActual(const Record& record, const Picture& actual, Picture& picture) {
  picture.actual_rows = actual.rows;
  for (ChainRow& row : picture.actual_rows) {
    if (!IsTold(record, row.step)) row.outcome = WhyNot(record, row.step);
  }
  for (const PictureTensor& tensor : picture.tensors) {
    const PictureTensor* found = FindTensor(actual.tensors, tensor.name);
    PictureTensor& shown = picture.actual_tensors.emplace_back();
    shown.name = tensor.name;
    shown.call = tensor.call;
    shown.step = tensor.step;
    if (found != nullptr) {
      shown = *found;
      if (IsAsExpected(tensor, *found)) {
        shown.layout.reset();
        shown.remark = "as expected";
      }
    } else {
      shown.remark = IsTold(record, tensor.step) ? "not there"
                                                 : WhyNot(record, tensor.step);
    }
  }
  for (const PictureTensor& tensor : actual.tensors) {
    if (FindTensor(picture.tensors, tensor.name) != nullptr) continue;
    picture.tensors.push_back({.name = tensor.name,
                               .call = tensor.call,
                               .layout = std::nullopt,
                               .remark = "no tensor",
                               .step = tensor.step});
    picture.actual_tensors.push_back(tensor);
  }
}

// Adds what the subject said, and where it reaches outside.
void AddNotes(const Record& record, Picture& picture) {
  const auto say = [&picture](std::string note) {
    if (std::ranges::find(picture.notes, note) == picture.notes.end()) {
      picture.notes.push_back(std::move(note));
    }
  };
  for (const StepAnswer& answer : record.answers) {
    const auto* error = std::get_if<ErrorReply>(&answer.outcome);
    if (error == nullptr || error->message.empty()) continue;
    say(fmt::format("{} said: {}", picture.subject, Shortened(error->message)));
  }
  if (!record.message.empty()) {
    say(fmt::format("{} said: {}", picture.subject, Shortened(record.message)));
  }
  for (const Difference& d : record.differences) {
    if (!d.outside) continue;
    say(fmt::format(
        "What was given as step {}{} reaches outside of its storage.", d.step,
        d.output > 0 ? fmt::format(", output {}", d.output) : ""));
  }
}

}  // namespace

std::vector<Outcome> ExpectedOf(std::vector<Outcome> expected,
                                const Record& record) {
  for (const Difference& d : record.differences) {
    if (d.step < 1 || d.step > std::ssize(expected)) continue;
    Outcome& outcome = expected[d.step - 1];
    if (d.kind == DifferenceKind::kResult) {
      outcome = d.expected == "true";
      continue;
    }
    auto* outputs = std::get_if<std::vector<Output>>(&outcome);
    if (outputs == nullptr || d.output >= std::ssize(*outputs)) continue;
    Put(d.expected, d.field, (*outputs)[static_cast<std::size_t>(d.output)]);
  }
  return expected;
}

std::vector<Outcome> AnsweredOf(const Record& record) {
  std::vector<Outcome> answered;
  for (const StepAnswer& answer : record.answers) {
    answered.resize(answer.step, UnobservedStep{});
    answered.back() = answer.outcome;
  }
  return answered;
}

Picture DrawFailure(const Vector& vector, const Record& record,
                    const std::string& subject) {
  // As the vector expects it, with the numbers that its errors are about.
  const std::vector<Outcome> expected =
      ExpectedOf(OutcomesOf(vector.test), record);
  Picture picture = DrawCase(vector.test, expected);
  picture.verdict.clear();
  picture.subject = Shortened(subject);
  if (record.verdict != Verdict::kFail) {
    Mismatch& fact = picture.facts.emplace_back();
    fact.what = record.step > 0 ? fmt::format("at step {}", record.step)
                                : "at a step that is not known";
    fact.expected = "an answer";
    fact.actual =
        fmt::format("{}: {}", Name(record.verdict), Shortened(record.detail));
  }
  for (const Difference& difference : record.differences) {
    Mismatch& fact = picture.facts.emplace_back();
    fact.what = fmt::format("{} of step {}", Escaped(difference.field),
                            difference.step);
    if (difference.output > 0) {
      fact.what += fmt::format(", output {}", difference.output);
    }
    fact.expected = Shortened(difference.expected);
    fact.actual = Shortened(difference.actual);
  }
  std::vector<Outcome> given = AnsweredOf(record);
  given.resize(expected.size(), UnobservedStep{});
  AddActual(record, DrawChain(vector.test, given), picture);
  for (ChainRow& row : picture.actual_rows) {
    if (row.step == 0) continue;
    // "writes into the storage" is what a step without outputs usually does.
    const std::size_t k = row.step - 1;
    const auto* outputs = std::get_if<std::vector<Output>>(&given[k]);
    const bool was_error = std::holds_alternative<ErrorReply>(expected[k]);
    if (was_error && outputs != nullptr && outputs->empty()) {
      row.outcome = "not refused";
    }
  }
  AddNotes(record, picture);
  return picture;
}

}  // namespace viewproof
