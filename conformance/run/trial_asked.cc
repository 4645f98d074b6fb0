#include "conformance/run/trial_asked.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/judge/plan.h"

namespace viewproof {

AskedCase Asked(std::string_view id, std::string_view dtype,
                std::string_view sizes, std::string_view chain) {
  AskedCase asked;
  asked.text = "{\"id\":";
  AppendQuoted(id, asked.text);
  asked.text +=
      fmt::format(R"(,"base":{{"dtype":"{}","sizes":{}}},"chain":[{}]}})",
                  dtype, sizes, chain);
  Decoder().Read(PaddedText(asked.text).view(), asked.test);
  return asked;
}

bool Declares(const Hello& hello, std::string_view step) {
  constexpr std::string_view kBefore = R"({"op":")";
  std::string_view op = step.substr(kBefore.size());
  op = op.substr(0, op.find('"'));
  return std::ranges::find(hello.ops, op) != hello.ops.end() ||
         std::ranges::find(hello.borrowed, op) != hello.borrowed.end();
}

bool IsLeftOut(const Reply& reply) {
  return reply.unsupported &&
         reply.unsupported->what == Name(SkipReason::kLeftOut);
}

bool Has(const Hello& hello, DType dtype) {
  return std::ranges::find(hello.dtypes, dtype) != hello.dtypes.end();
}

bool Has(const Hello& hello, CaseForm form) {
  return std::ranges::find(hello.forms, form) != hello.forms.end();
}

DType FirstDType(const Hello& hello) {
  for (const DType dtype : {DType::kFloat32, DType::kInt64}) {
    if (Has(hello, dtype)) return dtype;
  }
  const auto found = std::ranges::find_if(hello.dtypes, IsBaseDType);
  return found == hello.dtypes.end() ? DType::kFloat32 : *found;
}

}  // namespace viewproof
