// Prices the runner against what it stands on, in one process: simdjson alone
// for golden/ against the linked reference, a bare loop of calls for linked
// libtorch; and enumeration, against a figure. tools/bench/run prints the
// ratios.

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/decode.h"
#include "conformance/gen/digest_tree.h"
#include "conformance/judge/compare.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/reference.h"
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
    std::string_view rest(read.text.data(), read.text.size() - kPadding);
    while (!rest.empty()) {
      read.lines.push_back(rest.substr(0, rest.find('\n')));
      rest.remove_prefix(read.lines.back().size() + 1);
    }
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
    case od::json_type::number:
      return value.get_int64();
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

void DecoderReadsEveryVector(benchmark::State& state) {
  Decoder decoder;
  Vector vector;
  for (auto _ : state) {
    for (const std::string_view line : Golden().lines) {
      decoder.Read(line, vector);
    }
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(Golden().lines.size()));
}
BENCHMARK(DecoderReadsEveryVector);

// Parses, runs and compares every vector.
void Check(benchmark::State& state, Subject* subject) {
  if (subject == nullptr) return state.SkipWithError("built without libtorch");
  Decoder decoder;
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

void BareLibtorch(benchmark::State& state) {
  const std::unique_ptr<Subject> subject = MakeLibtorch();  // Sets libtorch up.
  Decoder decoder;
  std::vector<Case> cases;
  for (const std::string_view line : Golden().lines) {
    Vector vector;
    decoder.Read(line, vector);
    cases.push_back(vector.test);
  }
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

// Digests leaves [from, from + count) of the universe, far ones in turn.
void Enumerate(benchmark::State& state, const Universe& universe, int64_t from,
               int64_t count) {
  int64_t leaf = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(LeafDigest(universe, from + leaf));
    leaf = (leaf + 37) % count;
  }
  state.SetItemsProcessed(state.iterations() * kCasesOfLeaf);
}

void EnumerateOneStep(benchmark::State& state) {
  const Universe universe;
  Enumerate(state, universe, 0, universe.parts()[0].count / kCasesOfLeaf);
}
BENCHMARK(EnumerateOneStep);

void EnumerateTwoSteps(benchmark::State& state) {
  const Universe universe;
  const int64_t first = LeafCount(universe.parts()[0].count);
  Enumerate(state, universe, first, LeafCount(universe.count()) - 1 - first);
}
BENCHMARK(EnumerateTwoSteps);

}  // namespace
}  // namespace viewproof

BENCHMARK_MAIN();
