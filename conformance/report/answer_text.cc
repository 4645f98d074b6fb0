#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/escape.h"
#include "conformance/case/outcome_json.h"
#include "conformance/case/padding.h"
#include "conformance/judge/answers.h"
#include "conformance/report/markup.h"
#include "conformance/report/renderings.h"
#include "conformance/report/sentence.h"

namespace viewproof {
namespace {

// The fields of one output as a sentence.
class Fields {
 public:
  explicit Fields(Facets declared) : declared_(declared) {}

  void Add(std::string_view name, const std::string& value) {
    text_.append(text_.empty() ? "" : ", ").append(name) += ' ' + value;
  }
  template <typename Value>
  void Add(std::string_view name, Facet facet,
           const std::optional<Value>& value) {
    Add(name, value                       ? TextOf(*value)
              : declared_.Contains(facet) ? "not told"
                                          : "not shown by it");
  }
  void AddBit(std::string_view name, Facet facet, bool is_set) {
    if (is_set || declared_.Contains(facet)) Add(name, TextOf(is_set));
  }
  const std::string& text() const { return text_; }

 private:
  static std::string TextOf(bool value) { return value ? "true" : "false"; }
  static std::string TextOf(const std::string& text) { return text; }
  static std::string TextOf(int64_t number) { return TextOf(Ints{number}, 1); }
  static std::string TextOf(const Ints& list) { return TextOf(list, 0); }
  // Returns the text without so many signs at both ends.
  static std::string TextOf(const Ints& list, std::size_t without) {
    std::string text;
    AppendShown(list, text);
    return text.substr(without, text.size() - 2 * without);
  }

  Facets declared_;
  std::string text_;
};

std::string ContentsOf(const Output& output, const CutValues* cut) {
  std::string text;
  if (output.values) {
    AppendJson(*output.values, text);
    text.insert(0, "values ");
  }
  if (cut != nullptr) {
    text += fmt::format(" and {} more, CRC-32 of all {}",
                        cut->elements - std::ssize(output.values->list),
                        cut->crc32);
  }
  if (output.bytes) text = "bytes " + *output.bytes;
  if (output.crc32) text = fmt::format("crc32 {:08x}", *output.crc32);
  return text;
}

std::string TextOf(const Output& output, const CutValues* cut,
                   Facets declared) {
  const std::string contents = ContentsOf(output, cut);
  const std::optional<std::string> dtype = ShownDType(output);
  if (!dtype) {  // A read shows no dtype.
    return contents.empty() ? "values not told" : contents;
  }
  Fields fields(declared);
  fields.Add("dtype", *dtype);
  fields.Add("sizes", Facet::kShape, std::optional(output.sizes));
  fields.Add("strides", Facet::kStrides, output.strides);
  fields.Add("offset", Facet::kStrides, output.offset);
  fields.Add("contiguous", Facet::kStrides, output.contiguous);
  if (output.storage && *output.storage != kNotAnInteger) {
    fields.Add("storage", fmt::format("{} ({})", *output.storage,
                                      *output.storage == 0 ? "the base's"
                                                           : "another one"));
  } else {
    fields.Add("storage", Facet::kAlias, output.storage);
  }
  fields.AddBit("self", Facet::kIdentity, output.self);
  fields.AddBit("conj", Facet::kExact, output.conj);
  fields.AddBit("neg", Facet::kExact, output.neg);
  return contents.empty() ? fields.text() : fields.text() + ", " + contents;
}

std::string TextOf(const ErrorReply& error) {
  std::string text = error.kind
                         ? fmt::format("an error of kind {}", Name(*error.kind))
                         : "an error, its text mapped to no kind";
  return error.message.empty() ? text : text + ": " + error.message;
}

void AddLines(const StepAnswer& answer, Facets declared,
              std::vector<std::string>& lines) {
  const std::string step = fmt::format("step {}", answer.step);
  if (const auto* error = std::get_if<ErrorReply>(&answer.outcome)) {
    lines.push_back(step + ": " + TextOf(*error));
  } else if (const auto* result = std::get_if<bool>(&answer.outcome)) {
    lines.push_back(step + ": result " + (*result ? "true" : "false"));
  } else if (std::holds_alternative<UnobservedStep>(answer.outcome)) {
    lines.push_back(step + ": not observed");
  } else {
    const auto& outputs = std::get<std::vector<Output>>(answer.outcome);
    if (outputs.empty()) lines.push_back(step + ": done, without an output");
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const auto cut = std::ranges::find(answer.cut, static_cast<int64_t>(k),
                                         &CutValues::output);
      lines.push_back(fmt::format(
          "{}{}: {}", step,
          outputs.size() > 1 ? fmt::format(", output {}", k) : "",
          TextOf(outputs[k], cut == answer.cut.end() ? nullptr : &*cut,
                 declared)));
    }
  }
}

}  // namespace

std::vector<std::string> AnswerLines(const Record& record, Facets declared) {
  std::vector<std::string> lines;
  for (const int64_t step : StepsNamed(record.differences)) {
    if (step == 0) continue;  // The base: nothing answers it.
    if (const StepAnswer* answer = FindAnswer(record.answers, step)) {
      AddLines(*answer, declared, lines);
    } else if (record.verdict == Verdict::kFail || step != record.step) {
      lines.push_back(fmt::format("step {}: not told", step));
    }
  }
  if (record.verdict != Verdict::kFail) {
    lines.push_back(fmt::format("{}: {}: {}",
                                record.step > 0
                                    ? fmt::format("step {}", record.step)
                                    : "a step that is not known",
                                EndOf(record.verdict), record.detail));
  }
  return lines;
}

namespace {

// Reads the outcome of a step as a difference holds it; nothing if it is none.
std::optional<Outcome> OutcomeIn(const std::string& text, Strictness how) {
  if (!text.starts_with('{')) return std::nullopt;
  simdjson::ondemand::parser parser;
  const PaddedText padded(text);
  Outcome outcome;
  try {
    simdjson::ondemand::document document = parser.iterate(
        padded.view().data(), padded.view().size(), text.size() + kPadding);
    OutcomeCodec{how}.Read(document.get_value(), "outcome", outcome);
  } catch (const BadInput&) {
    return std::nullopt;
  } catch (const simdjson::simdjson_error&) {
    return std::nullopt;
  }
  return outcome;
}

// A side that is no outcome: a number, a list, a word.
std::string Brief(const Difference& d, const std::string& json) {
  const bool is_word =
      json.size() > 2 && json.front() == '"' && json.back() == '"';
  const std::string text = is_word ? json.substr(1, json.size() - 2) : json;
  if (d.kind == DifferenceKind::kUnsupported) {
    return text.empty() || text == "null" ? "an answer" : text;
  }
  if (d.kind == DifferenceKind::kKind) {
    const std::optional<ErrorKind> known = FindErrorKind(text);
    return known ? fmt::format("an error: {} ({})", MeaningOf(*known), text)
                 : "an error whose text names no kind";
  }
  if (d.kind == DifferenceKind::kSelf) {
    return text == "true" ? "the operand itself" : "a new tensor";
  }
  if (text.empty() || text == "null") return "nothing";
  if (d.field == "storage") {
    return text == "0" ? "the storage of the base" : "another storage";
  }
  return fmt::format("{} {}",
                     d.field == "values"  ? "elements"
                     : d.field == "crc32" ? "elements of digest"
                                          : d.field,
                     text);
}

// Both texts, cut to one line each around their first difference: about `shown`
// characters.
std::pair<std::string, std::string> Excerpts(const std::string& expected,
                                             const std::string& actual,
                                             std::size_t shown) {
  const std::size_t shorter = std::min(expected.size(), actual.size());
  const auto differ = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.begin() + shorter,
                    actual.begin())
          .first -
      expected.begin());
  const std::size_t begin = differ > shown / 2 ? differ - 20 : 0;
  // No number or word is cut, where one ends before half of the text.
  const auto cut = [begin, shown](const std::string& text) {
    const std::size_t from =
        begin == 0 ? 0 : text.find_last_of(", ", begin) + 1;
    std::string part = text.substr(std::min(from, text.size()), shown);
    if (from + shown < text.size()) {
      const std::size_t end = part.find_last_of(", ") + 1;
      if (end > shown / 2) part.resize(end);
      part += "...";
    }
    return (from > 0 ? "..." : "") + part;
  };
  return {cut(expected), cut(actual)};
}

std::string Brief(const Difference& d, const std::string& json,
                  Strictness how) {
  const std::optional<Outcome> outcome = OutcomeIn(json, how);
  return outcome ? TextOf(*outcome) : Escaped(Brief(d, json));
}

// "float32[3,2], strides [2,1]"; of a read: "elements [1,2]".
std::string Brief(const Output& output) {
  std::string text;
  if (const std::optional<std::string> dtype = ShownDType(output)) {
    text = Escaped(*dtype);
    AppendShown(output.sizes, text);
    if (output.strides) {
      text += ", strides ";
      AppendShown(*output.strides, text);
    }
    if (output.offset.value_or(0) != 0) {
      text += ", offset ";
      AppendShown(*output.offset, text);
    }
  } else if (output.values) {
    text = "elements ";
    AppendJson(*output.values, text);
  }
  return text.empty() ? "elements" : text;
}

std::string Brief(const ErrorReply& error) {
  constexpr std::size_t kShownMessage = 300;  // Characters of its first line.
  std::string text = "an error";
  if (error.kind) text += fmt::format(": {}", MeaningOf(*error.kind));
  if (!error.rule.empty()) text += fmt::format(" ({})", error.rule);
  if (error.message.empty()) return text;
  const std::string_view message = error.message;
  return text +
         fmt::format(": \"{}\"",
                     Clipped(Escaped(message.substr(0, message.find('\n'))),
                             kShownMessage));
}

}  // namespace

std::string TextOf(const Outcome& outcome) {
  if (const auto* error = std::get_if<ErrorReply>(&outcome)) {
    return Brief(*error);
  }
  if (const auto* result = std::get_if<bool>(&outcome)) {
    return *result ? "true" : "false";
  }
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  if (outputs == nullptr) return "not observed";
  if (outputs->empty()) return "done, without an error";
  if (outputs->size() > 1) return fmt::format("{} tensors", outputs->size());
  return Brief(outputs->front());
}

std::pair<std::string, std::string> SidesOf(const Difference& d,
                                            std::size_t shown) {
  return Excerpts(Brief(d, d.expected, Strictness::kGolden),
                  Brief(d, d.actual, Strictness::kReply), shown);
}

}  // namespace viewproof
