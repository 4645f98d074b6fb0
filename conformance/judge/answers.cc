#include "conformance/judge/answers.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <variant>

#include "conformance/case/crc32.h"
#include "conformance/case/decode.h"
#include "conformance/case/describe.h"
#include "conformance/case/encode.h"
#include "conformance/case/hex.h"
#include "conformance/case/json.h"
#include "conformance/case/outcome_json.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

void Shorten(StepAnswer& answer) {
  auto* outputs = std::get_if<std::vector<Output>>(&answer.outcome);
  for (std::size_t k = 0; outputs != nullptr && k < outputs->size(); ++k) {
    auto& values = (*outputs)[k].values;
    if (!values || values->list.size() <= kMostTold) continue;
    std::string json;
    AppendJson(*values, json);
    answer.cut.push_back(
        {static_cast<int64_t>(k), std::ssize(values->list),
         fmt::format("{:08x}", Crc32(std::as_bytes(std::span(json))))});
    values->list.resize(kMostTold);
  }
}

// No adapter sends a longer one.
void CheckMessage(const Outcome& outcome) {
  const auto* error = std::get_if<ErrorReply>(&outcome);
  if (error != nullptr && error->message.size() > kMaxMessage) {
    json::Refuse("message", "is too long");
  }
}

// The CRC-32 of a text, in hex.
struct HexDigest {
  void Read(od::value value, std::string_view field, std::string& into) const {
    into = json::String(value, field);
    if (into.size() != 8 || !BytesOfHex(into)) {
      json::Refuse(field, "expected eight hex digits");
    }
  }
  void Append(std::string_view digest, std::string& out) const {
    AppendQuoted(digest, out);
  }
  std::string Schema() const { return json::CommonSchema("crc32"); }
};

// Holds what a record keeps of an outcome: it may say a rule, and names none.
struct AnswerCodec {
  void Read(od::value value, std::string_view field, Outcome& into) const {
    if (json::TypeOf(value, field) != od::json_type::object) {
      json::Refuse(field, "expected an object");
    }
    OutcomeCodec{Strictness::kReply}.Read(value, field, into);
    CheckMessage(into);
  }
  void Append(const Outcome& outcome, std::string& out) const {
    AppendJson(outcome, out);
  }
  std::string Schema() const {
    return R"({"$ref": "reply.schema.json#/$defs/entry"})";
  }
};

constexpr auto kCut = json::Describe<CutValues>(
    json::Needed("output", &CutValues::output),
    json::Needed("elements", &CutValues::elements),
    json::Needed("crc32", &CutValues::crc32, HexDigest()));

constexpr auto kAnswers = json::List{json::Describe<StepAnswer>(
    json::Needed("step", &StepAnswer::step),
    json::Needed("outcome", &StepAnswer::outcome, AnswerCodec()),
    json::Optional("cut", &StepAnswer::cut, json::List{kCut}))};

}  // namespace

std::set<int64_t> StepsNamed(const std::vector<Difference>& differences) {
  std::set<int64_t> steps;
  for (const Difference& d : differences) steps.insert({d.step, d.blamed});
  return steps;
}

std::vector<StepAnswer> AnswersAt(const Reply& reply,
                                  const std::vector<Difference>& differences) {
  std::vector<StepAnswer> answers;
  for (const int64_t step : StepsNamed(differences)) {
    if (step < 1 || step > std::ssize(reply.steps)) continue;
    answers.push_back({step, reply.steps[step - 1], {}});
    if (auto* error = std::get_if<ErrorReply>(&answers.back().outcome)) {
      // A subject in this process tells it; no reply has it.
      error->rule.clear();
    }
    Shorten(answers.back());
  }
  return answers;
}

const StepAnswer* FindAnswer(const std::vector<StepAnswer>& answers,
                             int64_t step) {
  const auto found = std::ranges::find(answers, step, &StepAnswer::step);
  return found == answers.end() ? nullptr : &*found;
}

void AnswersCodec::Read(od::value value, std::string_view field,
                        std::vector<StepAnswer>& into) const {
  kAnswers.Read(value, field, into);
  const auto at = std::ranges::adjacent_find(into, std::greater_equal<>(),
                                             &StepAnswer::step);
  if (at != into.end()) {
    json::Refuse("step", "answers are not in the order of their steps");
  }
}

void AnswersCodec::Append(const std::vector<StepAnswer>& answers,
                          std::string& out) const {
  kAnswers.Append(answers, out);
}

std::string AnswersCodec::Schema() const { return kAnswers.Schema(); }

}  // namespace viewproof
