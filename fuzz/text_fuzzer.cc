// Hostile bytes as case text. What is a case is printed, as text and as JSON,
// and read again: nothing is lost. The reference and the model survive it.
#include <string>

#include "conformance/case/case_form.h"
#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/case/text.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "fuzz/hostile.h"
#include "fuzz/input.h"

namespace viewproof {
namespace {

void DemandReadAgain(Case test) {
  const std::string text = Text(test);
  Demand("case text changed", text,
         Text(MustRead([&] { return ParseText(text); })));
  test.id = "fuzz";
  std::string json;
  AppendJson(test, json);
  Case again;
  MustRead([&] { Decoder().Read(PaddedText(json).view(), again); });
  std::string twice;
  AppendJson(again, twice);
  Demand("JSON changed", json, twice);
  Demand("JSON lost something", text, Text(again));
}

}  // namespace
}  // namespace viewproof

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace viewproof;
  Case test;
  if (!Accepts([&] { test = ParseText(Bytes(data, size)); })) return 0;
  DemandReadAgain(test);
  static const auto reference = MakeReference();
  static const auto model = MakeModel();
  if (!CaseOfInput(Bytes(data, size))) return 0;
  Reply reply;
  reference->Run(test, reply);
  model->Run(test, reply);
  return 0;
}
