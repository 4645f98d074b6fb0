// Every field that differs is told.
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "conformance/judge/compare.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace fields_test {

struct Fault {
  const char* field;
  std::set<Facet> facets;  // In which it differs.
  void (*make)(Output& output);
};

const std::vector<Fault> kFaults = {
    {"dtype",
     {Facet::kShape},
     [](Output& output) { output.dtype = DType::kFloat64; }},
    {"sizes",
     {Facet::kShape},
     [](Output& output) {
       output.sizes = {2, 3};
     }},
    {"strides",
     {Facet::kStrides, Facet::kExact},
     [](Output& output) {
       output.strides = {1, 7};
     }},
    {"offset",
     {Facet::kStrides, Facet::kExact},
     [](Output& output) { output.offset = 5; }},
    {"contiguous",
     {Facet::kStrides},
     [](Output& output) { output.contiguous = true; }},
    {"conj", {Facet::kExact}, [](Output& output) { output.conj = true; }},
    {"neg", {Facet::kExact}, [](Output& output) { output.neg = true; }},
    {"storage", {Facet::kAlias}, [](Output& output) { output.storage = 9; }},
    {"self", {Facet::kIdentity}, [](Output& output) { output.self = true; }},
};

// Two faults at a time, in one output or in two.
TEST(Comparator, TellsEveryFieldThatDiffersAtTheStepOfAFacet) {
  const Vector vector = VectorOf("float32[2,4] | split(2, 1)");
  for (const Fault& one : kFaults) {
    for (const Fault& other : kFaults) {
      for (const std::size_t at : {0, 1}) {
        Reply reply = ReplyOf(vector);
        auto& outputs = std::get<std::vector<Output>>(reply.steps[0]);
        one.make(outputs[0]);
        other.make(outputs[at]);
        const bool shape = one.facets.contains(Facet::kShape) ||
                           other.facets.contains(Facet::kShape);
        std::map<Facet, std::set<std::string>> due;
        std::map<Facet, std::set<std::string>> told;
        for (const Facet facet : kFacets) {
          if (shape && facet != Facet::kShape) continue;  // Nothing follows.
          for (const Fault* fault : {&one, &other}) {
            if (fault->facets.contains(facet)) due[facet].insert(fault->field);
          }
        }
        Judgement judgement;
        Comparator(FullHello(), Facets::All())
            .Compare(vector, reply, judgement);
        for (const Difference& d : judgement.differences) {
          told[d.facet].insert(d.field);
          told[d.facet].insert(d.also.begin(), d.also.end());
          EXPECT_EQ(told[d.facet].size(), d.also.size() + 1);
        }
        EXPECT_EQ(told, due)
            << one.field << ", " << other.field << " of output " << at;
      }
    }
  }
}

}  // namespace fields_test
}  // namespace viewproof
