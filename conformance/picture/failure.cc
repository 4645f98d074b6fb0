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

#include "conformance/case/decode.h"
#include "conformance/case/escape.h"
#include "conformance/case/operands.h"
#include "conformance/case/padding.h"

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

// Puts what a report says of one field into an output.
void Put(const std::string& json, const std::string& field, Output& output) {
  const std::optional<Ints> list = IntsIn(json);
  const bool is_number = list && list->size() == 1;
  if (field == "sizes" && list) output.sizes = *list;
  if (field == "strides") output.strides = list;
  if (field == "offset" && is_number) output.offset = list->front();
  const Geometry geometry = {output.sizes, output.strides.value_or(Ints()),
                             output.offset.value_or(0)};
  const bool moves = field == "sizes" || field == "strides";
  if (moves && output.contiguous && IsDrawable(geometry)) {
    output.contiguous = IsContiguous(geometry);  // It is not told apart.
  }
  if (field == "storage" && is_number) output.storage = list->front();
  if (field == "contiguous") output.contiguous = json == "true";
  if (field == "self") output.self = json == "true";
  if (field == "conj") output.conj = json == "true";
  if (field == "neg") output.neg = json == "true";
}

// The same into an outcome.
void Put(const std::string& json, const Difference& difference,
         Outcome& outcome) {
  if (difference.kind == DifferenceKind::kResult) {
    outcome = json == "true";
    return;
  }
  auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  const auto at = static_cast<std::size_t>(difference.output);
  if (outputs == nullptr || at >= outputs->size()) return;
  Put(json, difference.field, (*outputs)[at]);
}

// A whole outcome of step `k`, as a report shows it; nothing if it is none.
std::optional<Outcome> OutcomeIn(const std::string& json, const Case& test,
                                 int64_t k) {
  Case one = {.id = "x", .base = test.base, .chain = {test.chain[k]}};
  Reply reply;
  const Padded line("{\"id\":\"x\",\"steps\":[" + json + "]}");
  try {
    Decoder().Read(line.view(), one, reply);
  } catch (const BadInput&) {
    return std::nullopt;
  }
  if (reply.steps.size() != 1) return std::nullopt;
  return reply.steps.front();
}

const Drawn* FindTensor(const std::vector<Drawn>& tensors,
                        const std::string& name) {
  const auto found =
      std::find_if(tensors.begin(), tensors.end(),
                   [&](const Drawn& tensor) { return tensor.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

bool IsAsExpected(const Drawn& expected, const Drawn& actual) {
  if (!expected.layout || !actual.layout) return false;
  return expected.storage == actual.storage &&
         expected.layout->geometry == actual.layout->geometry;
}

// The subject's tensors in the order of those expected.
void AddActual(const Picture& actual, Picture& picture) {
  picture.actual_rows = actual.rows;
  for (const Drawn& tensor : picture.tensors) {
    const Drawn* found = FindTensor(actual.tensors, tensor.name);
    Drawn& shown = picture.actual_tensors.emplace_back();
    shown.name = tensor.name;
    shown.call = tensor.call;
    if (found == nullptr) {
      shown.remark = "not there";
    } else if (IsAsExpected(tensor, *found)) {
      shown.remark = "as expected";
    } else {
      shown = *found;
    }
  }
  for (const Drawn& tensor : actual.tensors) {
    if (FindTensor(picture.tensors, tensor.name) != nullptr) continue;
    Drawn absent = {tensor.name, tensor.call, 0, std::nullopt, "no tensor"};
    picture.tensors.push_back(std::move(absent));
    picture.actual_tensors.push_back(tensor);
  }
  for (const Strip& strip : actual.strips) {
    for (const Strip::Row& row : strip.rows) {
      if (!row.outside) continue;
      picture.notes.push_back(
          fmt::format("What was given as {} reaches beyond "
                      "storage {}.",
                      row.name, strip.name));
    }
  }
}

}  // namespace

Answers AnswersOf(const Case& test, std::vector<Outcome> expected,
                  const Record& record) {
  for (const Difference& difference : record.differences) {
    const int64_t step = difference.step;
    if (step < 1 || step > std::ssize(expected)) continue;
    Put(difference.expected, difference, expected[step - 1]);
  }
  std::vector<Outcome> given = expected;
  for (const Difference& difference : record.differences) {
    const int64_t step = difference.step;
    if (step < 1 || step > std::ssize(given)) continue;
    if (difference.kind == DifferenceKind::kErrorForOk) {
      given[step - 1] = ErrorReply{};
      given.resize(step);
    } else if (difference.kind == DifferenceKind::kOkForError) {
      given[step - 1] = OutcomeIn(difference.actual, test, step - 1)
                            .value_or(std::vector<Output>());
    } else if (difference.kind == DifferenceKind::kUnsupported) {
      given.resize(step - 1);
    } else {
      Put(difference.actual, difference, given[step - 1]);
    }
  }
  if (record.verdict != Verdict::kFail) {
    given.resize(std::clamp<int64_t>(record.step - 1, 0, std::ssize(given)));
  }
  return {std::move(expected), std::move(given)};
}

std::optional<Output> GivenOf(const Case& test,
                              const std::vector<Outcome>& expected,
                              OutputRef ref, const Record& record) {
  if (record.verdict != Verdict::kFail) return std::nullopt;
  std::optional<Output> given;
  if (const Output* output = FindOutput(expected, ref)) given = *output;
  for (const Difference& difference : record.differences) {
    const int64_t step = difference.step;
    if (step < 1 || step > std::ssize(test.chain) || step > ref.step) continue;
    const bool ends = difference.kind == DifferenceKind::kErrorForOk ||
                      difference.kind == DifferenceKind::kUnsupported;
    if (ends) return std::nullopt;
    if (step != ref.step) continue;
    if (difference.kind == DifferenceKind::kOkForError) {
      const auto outcome = OutcomeIn(difference.actual, test, step - 1);
      const auto* outputs =
          outcome ? std::get_if<std::vector<Output>>(&*outcome) : nullptr;
      if (outputs == nullptr || ref.output >= std::ssize(*outputs)) {
        return std::nullopt;
      }
      given = (*outputs)[static_cast<std::size_t>(ref.output)];
    } else if (difference.output == ref.output && given) {
      Put(difference.actual, difference.field, *given);
    }
  }
  return given;
}

Picture DrawFailure(const Vector& vector, const Record& record,
                    const std::string& subject) {
  // As the vector expects it, with the numbers that its errors are about.
  const auto [expected, given] =
      AnswersOf(vector.test, OutcomesOf(vector.test), record);
  Picture picture = DrawCase(vector.test, expected);
  picture.subject = Shortened(subject);
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
  if (record.verdict != Verdict::kFail) {
    Mismatch& fact = picture.facts.emplace_back();
    fact.what = record.step > 0 ? fmt::format("at step {}", record.step)
                                : "at a step that is not known";
    fact.expected = "an answer";
    fact.actual =
        fmt::format("{}: {}", Name(record.verdict), Shortened(record.detail));
  }
  if (!record.message.empty()) {
    picture.notes.push_back(
        fmt::format("{} said: {}", picture.subject, Shortened(record.message)));
  }
  const Picture actual = DrawChain(vector.test, given);
  AddActual(actual, picture);
  for (std::size_t k = 0; k < given.size(); ++k) {
    // "writes into the storage" is what a step without outputs usually does.
    const auto* outputs = std::get_if<std::vector<Output>>(&given[k]);
    const bool was_error = std::holds_alternative<ErrorReply>(expected[k]);
    if (!was_error || outputs == nullptr || !outputs->empty()) continue;
    for (ChainRow& row : picture.actual_rows) {
      if (row.name == fmt::format("step {}", k + 1))
        row.outcome = "not refused";
    }
  }
  return picture;
}

}  // namespace viewproof
