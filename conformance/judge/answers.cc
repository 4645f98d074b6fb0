#include "conformance/judge/answers.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <variant>

#include "conformance/case/crc32.h"
#include "conformance/case/decode.h"
#include "conformance/case/decode_outcome.h"
#include "conformance/case/encode.h"
#include "conformance/case/hex.h"
#include "conformance/case/json.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

void Cut(StepAnswer& answer) {
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

CutValues ReadCut(od::value element) {
  CutValues cut;
  json::Once seen;
  json::ForEachField(json::Object(element, "cut"), "cut",
                     [&](std::string_view key, od::value value) {
                       seen.Add(key);
                       if (key == "output") {
                         cut.output = json::Count(value, key);
                       } else if (key == "elements") {
                         cut.elements = json::Count(value, key);
                       } else if (key == "crc32") {
                         cut.crc32 = json::String(value, key);
                         if (cut.crc32.size() != 8 || !BytesOfHex(cut.crc32)) {
                           json::Refuse(key, "expected eight hex digits");
                         }
                       } else {
                         json::RefuseUnknown(key);
                       }
                     });
  seen.Demand({"output", "elements", "crc32"});
  return cut;
}

void Append(const StepAnswer& answer, std::string& out) {
  const auto at = std::back_inserter(out);
  fmt::format_to(at, "{{\"step\":{},\"outcome\":", answer.step);
  AppendJson(answer.outcome, out);
  const char* before = ",\"cut\":[";
  for (const CutValues& cut : answer.cut) {
    fmt::format_to(at, "{}{{\"output\":{},\"elements\":{},\"crc32\":\"{}\"}}",
                   before, cut.output, cut.elements, cut.crc32);
    before = ",";
  }
  out += answer.cut.empty() ? "}" : "]}";
}

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
      error->rule.clear();  // Of a subject in this process: no reply has it.
    }
    Cut(answers.back());
  }
  return answers;
}

const StepAnswer* FindAnswer(const std::vector<StepAnswer>& answers,
                             int64_t step) {
  const auto found = std::ranges::find(answers, step, &StepAnswer::step);
  return found == answers.end() ? nullptr : &*found;
}

void AppendJson(const std::vector<StepAnswer>& answers, std::string& out) {
  for (const StepAnswer& answer : answers) {
    if (&answer != &answers.front()) out += ',';
    Append(answer, out);
  }
}

std::vector<StepAnswer> ReadAnswers(od::value list) {
  std::vector<StepAnswer> answers;
  json::ForEachElement(list, "answers", [&](od::value element) {
    StepAnswer& answer = answers.emplace_back();
    json::Once seen;
    json::ForEachField(
        json::Object(element, "answers"), "answers",
        [&](std::string_view key, od::value value) {
          seen.Add(key);
          if (key == "step") {
            answer.step = json::Count(value, key);
          } else if (key == "outcome") {
            if (json::TypeOf(value, key) != od::json_type::object) {
              json::Refuse(key, "expected an object");
            }
            ReadOutcome(value, Strictness::kReply, nullptr, answer.outcome);
            CheckMessage(answer.outcome);
          } else if (key == "cut") {
            json::ForEachElement(value, key, [&answer](od::value cut) {
              answer.cut.push_back(ReadCut(cut));
            });
          } else {
            json::RefuseUnknown(key);
          }
        });
    seen.Demand({"step", "outcome"});
    if (answers.size() > 1 && answers[answers.size() - 2].step >= answer.step) {
      json::Refuse("step", "answers are not in the order of their steps");
    }
  });
  return answers;
}

}  // namespace viewproof
