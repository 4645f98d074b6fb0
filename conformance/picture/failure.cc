#include "conformance/picture/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/kernel.h"
#include "conformance/case/operands.h"
#include "conformance/case/strings.h"
#include "conformance/case/tensor_facts.h"
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

// The layouts that stand in the id of a call, their names as words: "x:
// gaps between rows; y: every second".
std::string LayoutsIn(std::string_view words) {
  std::string text = ReplaceAll(std::string(words), "--", "; ");
  bool is_name = true;  // A tensor's; words follow.
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == ';') is_name = true;
    if (text[k] != '-') continue;
    text[k] = ' ';
    if (is_name) text.insert(k, ":");
    is_name = false;
  }
  return text;
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

const Step* CallIn(const Case& test) {
  const int64_t number = CallStepOf(test.chain);
  return number == 0 ? nullptr : &test.chain[number - 1];
}

// Draws a call as DrawCase draws another chain: only the library can run it.
Picture DrawCall(const Vector& vector, const std::vector<Outcome>& expected,
                 const Record& record) {
  Picture picture = DrawChain(vector.test, expected);
  if (auto strip = WrongWriteOf(vector.test, record)) {
    picture.writes.push_back(*std::move(strip));
  }
  return picture;
}

}  // namespace

std::vector<std::string> ItemsOf(std::string_view json) {
  std::vector<std::string> items;
  if (!json.starts_with('[') || json == "[]") return items;
  int depth = 0;
  bool in_text = false;
  for (const char c : json.substr(1, json.size() - 2)) {
    if (items.empty()) items.emplace_back();
    if (c == '"') {
      in_text = !in_text;
      continue;
    }
    depth += !in_text && c == '[' ? 1 : 0;
    depth -= !in_text && c == ']' ? 1 : 0;
    if (c == ',' && depth == 0 && !in_text) {
      items.emplace_back();
    } else {
      items.back() += c;
    }
  }
  return items;
}

std::string SentenceOfCall(std::string_view id) {
  const std::string_view op = OpOfId(id);
  std::string_view name = op.substr(std::min(kCallPrefix.size(), op.size()));
  const char* form = "which gives new tensors";
  if (name.ends_with(".out")) {
    name.remove_suffix(4);
    form = "which writes into the targets that it is given";
  } else if (name.ends_with('_')) {
    name.remove_suffix(1);
    form = "in place: it writes into its first operand";
  }
  std::string text = fmt::format("The library's kernel {}, {}.", name, form);
  if (op.size() == id.size()) return text;
  const std::string_view rest = id.substr(op.size() + 1);
  const std::size_t of = rest.rfind("-of-");
  const std::string layouts = of == rest.npos || rest.substr(0, of) == "plain"
                                  ? ""
                                  : LayoutsIn(rest.substr(0, of));
  if (!layouts.empty()) {
    text +=
        fmt::format(" Its tensors lie so: {}; any other is plain.", layouts);
  }
  if (of != rest.npos) text += fmt::format(" Sizes: {}.", rest.substr(of + 4));
  return text +
         " Due is what the library gives for plain tensors of the same "
         "elements.";
}

std::vector<std::pair<std::string, OutputRef>> TensorsOfCall(
    const Record& record, const Hello& hello) {
  std::vector<std::pair<std::string, OutputRef>> tensors;
  const DeclaredKernel* kernel = FindKernel(hello.calls, OpOfId(record.id));
  const Ints& steps = record.call.tensors;
  const auto is_known = [&record](int64_t step) {
    return 0 <= step && step <= std::ssize(record.call.before.chain);
  };
  if (kernel == nullptr || steps.size() < kernel->operands.size() ||
      steps.size() > kMaxKernelOperands + kMaxKernelResults ||
      !std::ranges::all_of(steps, is_known) ||
      !std::ranges::all_of(record.call.reads, is_known)) {
    return tensors;
  }
  for (const KernelOperand& operand : kernel->operands) {
    tensors.push_back({operand.name, {steps[tensors.size()], 0}});
  }
  for (const std::string& name : TargetNames(steps.size() - tensors.size())) {
    tensors.push_back({name, {steps[tensors.size()], 0}});
  }
  return tensors;
}

std::optional<Vector> VectorOfCall(const Record& record, const Hello& hello) {
  const AskedCall& asked = record.call;
  const std::string_view op = OpOfId(record.id);
  const auto tensors = TensorsOfCall(record, hello);
  if (tensors.empty()) return std::nullopt;
  const DeclaredKernel* kernel = FindKernel(hello.calls, op);
  const auto form = std::ranges::find_if(kCallForms, [&](CallForm each) {
    return CallName(kernel->name, each) == op;
  });
  const auto due_at = [&asked](int64_t step, std::size_t outputs) {
    const StepAnswer* due = FindAnswer(asked.due, step);
    return due == nullptr ? std::vector<Output>(outputs) : due->outcome;
  };
  const Outcome due = due_at(std::ssize(asked.before.chain) + 1, 0);
  PlainFacts plain = {.outputs = asked.tensors.size() - kernel->operands.size(),
                      .is_refused = std::holds_alternative<ErrorReply>(due)};
  const auto* outputs = std::get_if<std::vector<Output>>(&due);
  if (*form == CallForm::kNew)
    plain.outputs = outputs == nullptr ? 0 : outputs->size();
  Vector vector;
  vector.test = asked.before;
  vector.test.id = record.id;
  vector.profile = record.profile;
  vector.rules = asked.rules;
  vector.why = SentenceOfCall(record.id);
  std::string between = " Here ";
  for (const auto& [name, ref] : tensors) {
    vector.why += between + name + " is ";
    vector.why += ref.step == 0 ? "base" : fmt::format("step {}", ref.step);
    between = ", ";
  }
  vector.why += '.';
  vector.expect = OutcomesOf(asked.before);
  Step call = {.op = &CallOp(*kernel, *form, plain),
               .args = {},
               .on = tensors.front().second};
  for (std::size_t k = 1; k < tensors.size(); ++k) {
    call.args.emplace_back(TensorArg(tensors[k].second));
  }
  if (call.args.size() != call.op->asked()) return std::nullopt;
  vector.test.chain.push_back(std::move(call));
  vector.expect.push_back(due);
  for (const int64_t storage : asked.reads) {
    vector.test.chain.push_back({FindOp("read"), {}, OutputRef{storage, 0}});
    vector.expect.push_back(due_at(std::ssize(vector.test.chain), 1));
  }
  return vector;
}

std::optional<Strip> WrongWriteOf(const Case& test, const Record& record) {
  const Step* call = CallIn(test);
  if (call == nullptr) return std::nullopt;
  const int64_t at = call - test.chain.data() + 1;
  const auto wrong = std::ranges::find_if(
      record.differences,
      [at](const Difference& d) { return d.step > at && d.field == "values"; });
  if (wrong == record.differences.end() ||
      wrong->step > std::ssize(test.chain)) {
    return std::nullopt;
  }
  const int64_t made =
      test.chain[wrong->step - 1].on.value_or(OutputRef()).step;
  std::string json;
  const Literal* literal = nullptr;
  if (made > 0) {
    ForEachLiteral(test.chain[made - 1],
                   [&literal](const Literal& of) { literal = &of; });
  }
  if (made > 0 && (literal == nullptr || !literal->values)) return std::nullopt;
  AppendJson(made == 0 ? test.base.values : *literal->values, json);
  std::vector<std::vector<std::string>> rows;
  for (const std::string& of : {json, wrong->expected, wrong->actual}) {
    rows.push_back(ItemsOf(of));
    if (rows.back().size() != rows.front().size()) return std::nullopt;
    for (std::string& item : rows.back()) {
      if (!item.starts_with('[')) continue;
      item = ReplaceAll(item.substr(1, item.size() - 2), ",", ":");
    }
  }
  std::vector<Wide> places;
  for (std::size_t k = 0; k < rows[0].size(); ++k) {
    if (rows[1][k] != rows[2][k]) places.push_back(static_cast<Wide>(k));
  }
  if (places.empty()) return std::nullopt;
  places = {places.front(), places.back()};
  Strip strip;
  int64_t storage = 0;
  for (int64_t k = 1; k <= made; ++k) {
    storage += test.chain[k - 1].op->kind == OpKind::kNew ? 1 : 0;
  }
  strip.name = LetterOf(storage);
  strip.about = fmt::format("what step {}, {}, did to it", at, call->op->name);
  strip.cells = CellsToShow(static_cast<Wide>(rows[0].size()), places);
  constexpr std::array kNames = {"before", "due", "came out"};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Strip::Row& row = strip.rows.emplace_back();
    row.name = kNames[r];
    for (const Wide cell : strip.cells) {
      row.marks.emplace_back();
      if (cell == kGap) continue;
      const auto k = static_cast<std::size_t>(cell);
      row.marks.back().push_back(
          {Escaped(rows[r][k]), kNoHue, r > 0 && rows[r][k] != rows[r - 1][k]});
    }
  }
  return strip;
}

Lines WrongCellsOf(const Strip& strip) {
  Lines lines;
  for (std::size_t k = 0; k < strip.cells.size(); ++k) {
    if (strip.cells[k] == kGap || !strip.rows[2].marks[k].front().lit) continue;
    const auto text = [&](std::size_t row) {
      return strip.rows[row].marks[k].front().text;
    };
    lines.push_back(fmt::format("cell {} was {}, {} is due, and {} came out",
                                CountText(strip.cells[k]), text(0), text(1),
                                text(2)));
  }
  return lines;
}

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
                    const std::string& subject, std::vector<Mismatch> facts) {
  // As the vector expects it, with the numbers that its errors are about.
  const bool is_call = CallIn(vector.test) != nullptr;
  const std::vector<Outcome> expected =
      ExpectedOf(is_call ? vector.expect : OutcomesOf(vector.test), record);
  Picture picture = is_call ? DrawCall(vector, expected, record)
                            : DrawCase(vector.test, expected);
  picture.verdict.clear();
  picture.subject = Shortened(subject);
  picture.facts = std::move(facts);
  std::vector<Outcome> given = AnsweredOf(record);
  given.resize(expected.size(), UnobservedStep{});
  AddActual(record, DrawChain(vector.test, given), picture);
  for (PictureTensor& tensor : picture.actual_tensors) {
    // The tensors of a call were compared, or made as its case says.
    if (is_call && tensor.remark == "no difference seen") {
      tensor.remark = "as expected";
    }
  }
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
