// Hostile bytes as a file of vectors. What is a vector is written and read
// again; it may be run with every dtype, and be compared with any answer.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/operands.h"
#include "conformance/case/padding.h"
#include "conformance/gen/shrink.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/exchange.h"
#include "conformance/judge/testing.h"
#include "conformance/subjects/reference.h"
#include "fuzz/hostile.h"
#include "fuzz/input.h"

namespace viewproof {
namespace {

void DemandReadAgain(const Vector& vector) {
  std::string json;
  AppendJson(vector, json);
  Vector again;
  MustRead([&] { Decoder().Read(PaddedText(json).view(), again); });
  std::string twice;
  AppendJson(again, twice);
  Demand("a vector changed", json, twice);
}

// Returns whether every step of the case may be asked of a subject.
bool MayBeRun(const Case& test) {
  return CaseOfInput(InputOf(test)) && Followed(test);
}

void Judge(const Vector& vector) {
  static const auto reference = MakeReference();
  static Comparator comparator(FullHello(), Facets::All());
  if (!MayBeRun(vector.test)) return;
  Reply reply;
  reference->Run(vector.test, reply);
  Judgement judgement;
  comparator.Compare(vector, reply, judgement);
}

void Use(const Vector& vector) {
  DemandReadAgain(vector);
  Judge(vector);
  for (const DType dtype : kBaseDTypes) {
    if (!CanExchange(vector, dtype)) continue;
    Vector exchanged = vector;
    if (Exchange(exchanged, dtype)) DemandReadAgain(exchanged);
  }
}

}  // namespace
}  // namespace viewproof

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace viewproof;
  const std::string_view text = Bytes(data, size);
  const MemoryFile file(text);
  Accepts([&] {
    IdSet ids;
    VectorReader reader(file.path(), ids);
    Vector vector;
    while (reader.Next(vector)) Use(vector);
  });
  return 0;
}
