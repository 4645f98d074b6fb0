// Prices what compares two witnesses on drawn chains against the witnesses
// alone, as fuzz does of those in its process.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "conformance/case/protocol.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/gen.h"
#include "conformance/laws/agree.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "tools/bench/bare_libtorch.h"

namespace viewproof {
namespace {

constexpr uint64_t kSeed = 1;
constexpr uint64_t kChains = 2000;

// Returns whether RunBareLibtorch can run it: it has no index that names a
// tensor, drops none and begins with no sparse one.
bool IsPlain(const Case& test) {
  return !test.base.coo && std::ranges::none_of(test.chain, [](const Step& s) {
    return s.op->kind == OpKind::kForget || NamesIndexTensors(s);
  });
}

// Chains on which the subjects agree: libtorch lacks some outputs of others,
// which later steps name.
std::vector<Case> ChainsFor(Subject& first, Subject& second) {
  WitnessPair pair(first, second);
  std::vector<Case> chains;
  for (uint64_t number = 0; number < kChains; ++number) {
    Case test = CaseOf(kSeed, number);
    if (IsPlain(test) && pair.Compare(test).empty())
      chains.push_back(std::move(test));
  }
  return chains;
}

void Count(benchmark::State& state, const std::vector<Case>& chains) {
  state.SetItemsProcessed(state.iterations() * std::ssize(chains));
}

void Compared(benchmark::State& state, Subject* other) {
  if (other == nullptr) return state.SkipWithError("built without libtorch");
  const std::unique_ptr<Subject> reference = MakeReference();
  const std::vector<Case> chains = ChainsFor(*reference, *other);
  WitnessPair pair(*reference, *other);
  Reply first;
  Reply second;
  std::size_t differ = 0;
  for (auto _ : state) {
    for (const Case& test : chains) {
      reference->Run(test, first);
      other->Run(test, second);
      differ += !pair.Compare(test, first, second).empty();
    }
  }
  if (differ > 0) state.SkipWithError("the witnesses differ");
  Count(state, chains);
}

void ChainsAgainstModel(benchmark::State& state) {
  Compared(state, MakeModel().get());
}
BENCHMARK(ChainsAgainstModel);

void ChainsOfBothAlone(benchmark::State& state) {
  const std::unique_ptr<Subject> reference = MakeReference();
  const std::unique_ptr<Subject> model = MakeModel();
  const std::vector<Case> chains = ChainsFor(*reference, *model);
  Reply reply;
  for (auto _ : state) {
    for (const Case& test : chains) {
      reference->Run(test, reply);
      model->Run(test, reply);
    }
  }
  Count(state, chains);
}
BENCHMARK(ChainsOfBothAlone);

void ChainsAgainstLibtorch(benchmark::State& state) {
  Compared(state, MakeLibtorch().get());
}
BENCHMARK(ChainsAgainstLibtorch);

void ChainsOfBareLibtorch(benchmark::State& state) {
  const std::unique_ptr<Subject> libtorch = MakeLibtorch();
  if (libtorch == nullptr) return state.SkipWithError("built without libtorch");
  const std::unique_ptr<Subject> reference = MakeReference();
  const std::vector<Case> chains = ChainsFor(*reference, *libtorch);
  for (auto _ : state) {
    for (const Case& test : chains) RunBareLibtorch(test);
  }
  Count(state, chains);
}
BENCHMARK(ChainsOfBareLibtorch);

}  // namespace
}  // namespace viewproof

BENCHMARK_MAIN();
