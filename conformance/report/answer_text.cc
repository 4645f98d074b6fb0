#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "conformance/case/encode.h"
#include "conformance/case/error_kind.h"
#include "conformance/judge/answers.h"
#include "conformance/report/renderings.h"

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
  fields.Add("storage", Facet::kAlias, output.storage);
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
                                Name(record.verdict), record.detail));
  }
  return lines;
}

}  // namespace viewproof
