#include "conformance/judge/asked_call.h"

#include <fmt/format.h>

#include <cstdint>
#include <variant>

#include "conformance/case/decode.h"
#include "conformance/case/describe.h"
#include "conformance/case/encode.h"
#include "conformance/case/operands.h"
#include "conformance/case/padding.h"
#include "conformance/judge/answers.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

struct ChainBeforeCodec {
  void Read(od::value value, std::string_view field, Case& into) const {
    const PaddedText text(json::Get<std::string_view>(
        json::Object(value, field).raw_json(), field, "a base and a chain"));
    Decoder().Read(text.view(), into);
  }
  void Append(const Case& test, std::string& out) const {
    out += '{';
    AppendChain(test, out);
    out += '}';
  }
  std::string Schema() const {
    return fmt::format(
        R"({{"type": "object", "properties": {{"base": {}, "chain": {}}}, )"
        R"("required": ["base", "chain"], "additionalProperties": false}})",
        json::CommonSchema("base"), json::CommonSchema("chain"));
  }
};

constexpr auto kAskedCall = json::Describe<AskedCall>(
    json::Needed("before", &AskedCall::before, ChainBeforeCodec()),
    json::Needed("tensors", &AskedCall::tensors),
    json::Optional("reads", &AskedCall::reads),
    json::Needed("rules", &AskedCall::rules, json::List<json::PlainText>()),
    json::Optional("due", &AskedCall::due, AnswersCodec()));

}  // namespace

AskedCall AskedCallOf(const Vector& vector,
                      const std::vector<Difference>& differences) {
  AskedCall call;
  const std::vector<Step>& chain = vector.test.chain;
  const int64_t number = CallStepOf(chain);
  if (number == 0) return call;
  const auto at = chain.begin() + (number - 1);
  call.before.base = vector.test.base;
  call.before.chain.assign(chain.begin(), at);
  call.tensors.push_back(at->on.value_or(OutputRef()).step);
  for (std::size_t k = 0; k < at->op->asked(); ++k) {
    const auto& tensor = std::get<TensorArg>(at->args[k]);
    call.tensors.push_back(std::get<OutputRef>(tensor).step);
  }
  for (auto read = at + 1; read != chain.end(); ++read) {
    call.reads.push_back(read->on.value_or(OutputRef()).step);
  }
  call.rules = vector.rules;
  for (const int64_t step : StepsNamed(differences)) {
    if (step < number || step > std::ssize(vector.expect)) continue;
    call.due.push_back({step, vector.expect[step - 1], {}});
  }
  return call;
}

void AskedCallCodec::Read(od::value value, std::string_view field,
                          AskedCall& into) const {
  kAskedCall.Read(value, field, into);
}

void AskedCallCodec::Append(const AskedCall& call, std::string& out) const {
  kAskedCall.Append(call, out);
}

std::string AskedCallCodec::Schema() const { return kAskedCall.Schema(); }

}  // namespace viewproof
