// Prices the runner against what it stands on, in one process: simdjson alone
// for golden/ against the linked reference, a bare loop of the same calls for
// linked libtorch and for enumeration. tools/bench/run prints the ratios.

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/decode.h"
#include "conformance/case/strings.h"
#include "conformance/gen/digest_tree.h"
#include "conformance/gen/enumerate.h"
#include "conformance/golden_file/digests.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/plan.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/reference_step.h"
#include "conformance/subjects/world_reference.h"
#include "tools/bench/bare_libtorch.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

// The vectors of every file named in VIEWPROOF_VECTORS (space separated), a
// line each, in one padded text.
struct Lines {
  std::string text;
  std::vector<std::string_view> lines;
};

const Lines& Golden() {
  static const Lines golden = [] {
    Lines read;
    const char* files = std::getenv("VIEWPROOF_VECTORS");
    std::istringstream names(files == nullptr ? "" : files);
    for (std::string name; names >> name;) {
      std::ifstream file(name);
      for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("{\"header\"")) read.text += line + '\n';
      }
    }
    if (read.text.empty()) {
      std::fputs("VIEWPROOF_VECTORS names no file with a vector\n", stderr);
      std::exit(2);
    }
    read.text.append(kPadding, ' ');
    read.lines = LinesIn({read.text.data(), read.text.size() - kPadding});
    return read;
  }();
  return golden;
}

// Reads every field: names, strings, numbers and booleans.
int64_t ReadAll(od::value value) {
  int64_t sum = 0;
  switch (value.type()) {
    case od::json_type::array:
      for (auto element : value.get_array()) sum += ReadAll(element.value());
      return sum;
    case od::json_type::object:
      for (auto field : value.get_object()) {
        sum += static_cast<int64_t>(
            std::string_view(field.unescaped_key()).size());
        sum += ReadAll(field.value());
      }
      return sum;
    case od::json_type::number: {
      const od::number number = value.get_number();
      return number.is_int64() ? number.get_int64() : 1;
    }
    case od::json_type::string:
      return static_cast<int64_t>(std::string_view(value.get_string()).size());
    case od::json_type::boolean:
      return bool(value.get_bool());
    case od::json_type::null:
      return 0;
  }
  return sum;
}

void SimdjsonReadsEveryField(benchmark::State& state) {
  od::parser parser;
  int64_t sum = 0;
  for (auto _ : state) {
    for (const std::string_view line : Golden().lines) {
      od::document document =
          parser.iterate(line.data(), line.size(), line.size() + kPadding);
      for (auto field : document.get_object()) {
        sum += static_cast<int64_t>(
            std::string_view(field.unescaped_key()).size());
        sum += ReadAll(field.value());
      }
    }
  }
  benchmark::DoNotOptimize(sum);
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(Golden().lines.size()));
}
BENCHMARK(SimdjsonReadsEveryField);

// Numbers, strings and all, into simdjson's tree.
void SimdjsonMakesTheTree(benchmark::State& state) {
  simdjson::dom::parser parser;
  std::size_t sum = 0;
  for (auto _ : state) {
    for (const std::string_view line : Golden().lines) {
      const simdjson::dom::element tree =
          parser.parse(line.data(), line.size(), false);
      sum += tree.get_object().size();
    }
  }
  benchmark::DoNotOptimize(sum);
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(Golden().lines.size()));
}
BENCHMARK(SimdjsonMakesTheTree);

void DecoderReadsEveryVector(benchmark::State& state) {
  GoldenDecoder decoder;
  Vector vector;
  for (auto _ : state) {
    for (const std::string_view line : Golden().lines) {
      decoder.ReadAbridged(line, vector);
    }
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(Golden().lines.size()));
}
BENCHMARK(DecoderReadsEveryVector);

// Parses, runs and compares every vector.
void Check(benchmark::State& state, Subject* subject) {
  if (subject == nullptr) return state.SkipWithError("built without libtorch");
  GoldenDecoder decoder;
  Vector vector;
  Reply reply;
  Judgement judgement;
  Comparator comparator(subject->hello(), subject->hello().facets);
  std::size_t failed = 0;
  for (auto _ : state) {
    for (const std::string_view line : Golden().lines) {
      decoder.Read(line, vector);
      subject->Run(vector.test, reply);
      comparator.Compare(vector, reply, judgement);
      failed += !judgement.differences.empty();
    }
  }
  benchmark::DoNotOptimize(failed);
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(Golden().lines.size()));
}

void CheckReference(benchmark::State& state) {
  Check(state, MakeReference().get());
}
BENCHMARK(CheckReference);

void CheckLibtorch(benchmark::State& state) {
  Check(state, MakeLibtorch().get());
}
BENCHMARK(CheckLibtorch);

// The same of a library in a world of its own, planned as a run plans it.
void CheckInWorld(benchmark::State& state, Ways ways) {
  Hello hello = MakeReference()->hello();
  hello.copies = ways.copies;
  hello.rebinds = ways.rebinds;
  ways.may_copy = false;
  GoldenDecoder decoder;
  Vector vector;
  Planner planner(hello);
  Comparator comparator(hello, hello.facets);
  WorldReference library;
  std::vector<World> worlds;
  Course course;
  Judgement judgement;
  std::size_t failed = 0;
  for (auto _ : state) {
    for (const std::string_view line : Golden().lines) {
      decoder.Read(line, vector);
      if (planner.Plan(vector, worlds)) continue;
      library.Run(vector.test, ways, {}, course);
      comparator.Compare(vector, course.reply, judgement, {}, worlds);
      failed += !judgement.differences.empty();
    }
  }
  if (failed > 0) state.SkipWithError("an honest library fails");
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(Golden().lines.size()));
}

std::vector<std::string> OpsThatMayCopy() {
  std::vector<std::string> names;
  for (const Op& op : Ops()) {
    if (op.kind == OpKind::kView || op.kind == OpKind::kByIndex ||
        op.kind == OpKind::kEither || op.kind == OpKind::kSelfOrCopy) {
      names.emplace_back(op.name);
    }
  }
  std::ranges::sort(names);
  return names;
}

void CheckPlain(benchmark::State& state) { CheckInWorld(state, {}); }
BENCHMARK(CheckPlain);

void CheckOfCopies(benchmark::State& state) {
  CheckInWorld(state, {.copies = OpsThatMayCopy()});
}
BENCHMARK(CheckOfCopies);

void CheckOfRebinding(benchmark::State& state) {
  CheckInWorld(state, {.copies = {}, .rebinds = true});
}
BENCHMARK(CheckOfRebinding);

void CheckOfBoth(benchmark::State& state) {
  CheckInWorld(state, {.copies = OpsThatMayCopy(), .rebinds = true});
}
BENCHMARK(CheckOfBoth);

// The cases of every vector.
std::vector<Case> GoldenCases() {
  GoldenDecoder decoder;
  Vector vector;
  std::vector<Case> cases;
  for (const std::string_view line : Golden().lines) {
    decoder.Read(line, vector);
    cases.push_back(vector.test);
  }
  return cases;
}

// Runs every case, which is decoded already.
void ReferenceRuns(benchmark::State& state) {
  const std::unique_ptr<Subject> subject = MakeReference();
  const std::vector<Case> cases = GoldenCases();
  Reply reply;
  for (auto _ : state) {
    for (const Case& test : cases) subject->Run(test, reply);
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(cases.size()));
}
BENCHMARK(ReferenceRuns);

void BareLibtorch(benchmark::State& state) {
  const std::unique_ptr<Subject> subject = MakeLibtorch();  // Sets libtorch up.
  const std::vector<Case> cases = GoldenCases();
  for (auto _ : state) {
    for (const Case& test : cases) {
      if (!RunBareLibtorch(test)) {
        return state.SkipWithError("built without libtorch");
      }
    }
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(cases.size()));
}
BENCHMARK(BareLibtorch);

// Leaves all over the cases of so many steps.
std::vector<int64_t> LeavesOf(const Universe& universe, std::size_t steps) {
  constexpr int64_t kLeaves = 8;
  const int64_t first =
      steps == 1 ? 0 : LeafCount(universe, universe.parts()[0].count);
  const int64_t count = universe.parts()[steps - 1].count / kCasesOfLeaf - 1;
  std::vector<int64_t> leaves;
  for (int64_t k = 0; k < kLeaves; ++k) {
    leaves.push_back(first + (2 * k + 1) * count / (2 * kLeaves));
  }
  return leaves;
}

void Enumerate(benchmark::State& state, std::size_t steps) {
  const Universe& universe = Universe::Pinned();
  const std::vector<int64_t> leaves = LeavesOf(universe, steps);
  for (auto _ : state) {
    for (const int64_t leaf : leaves) {
      benchmark::DoNotOptimize(LeafDigest(universe, leaf));
    }
  }
  state.SetItemsProcessed(state.iterations() * std::ssize(leaves) *
                          kCasesOfLeaf);
}

void EnumerateOneStep(benchmark::State& state) { Enumerate(state, 1); }
BENCHMARK(EnumerateOneStep);

void EnumerateTwoSteps(benchmark::State& state) { Enumerate(state, 2); }
BENCHMARK(EnumerateTwoSteps);

// One case in many of what EnumerateOneStep digests: the calls alone.
void BareReference(benchmark::State& state) {
  constexpr int64_t kEvery = 128;
  struct Call {
    Step step;
    Tensor operand;
  };
  const Universe& universe = Universe::Pinned();
  std::vector<Call> calls;
  for (const int64_t leaf : LeavesOf(universe, 1)) {
    for (int64_t k = 0; k < kCasesOfLeaf; k += kEvery) {
      const Case test = universe.At(leaf * kCasesOfLeaf + k);
      if (TooLarge(test.chain[0], test.base.sizes, test.base.dtype)) continue;
      calls.push_back({test.chain[0], MakeReferenceTensor(test.base)});
    }
  }
  for (auto _ : state) {
    for (const Call& call : calls) {
      benchmark::DoNotOptimize(RunReferenceStep(call.step, call.operand));
    }
  }
  state.SetItemsProcessed(state.iterations() * std::ssize(calls));
}
BENCHMARK(BareReference);

}  // namespace
}  // namespace viewproof

BENCHMARK_MAIN();
