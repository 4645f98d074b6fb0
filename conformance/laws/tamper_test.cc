#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/ops.h"
#include "conformance/case/protocol.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/compare.h"
#include "conformance/run/launch.h"

// The comparator is proved on all of golden/: a reply that is what a vector
// expects passes, and each single change of it is seen in the right facets at
// the right step.
namespace viewproof {
namespace tamper_test {

using FacetSet = std::set<Facet>;

constexpr int64_t kFewestVectors = 600;
constexpr int64_t kUnusedStorage = 1000;

Hello EverythingDeclared() {
  Hello hello;
  for (const Op& op : Ops()) hello.ops.emplace_back(op.name);
  hello.facets = Facets::All();
  return hello;
}

bool IsEmpty(const Output& output) {
  for (const int64_t size : output.sizes) {
    if (size == 0) return true;
  }
  return false;
}

// Changes one thing at a time in the reply that `vector` expects.
class Tamperer {
 public:
  explicit Tamperer(const Vector& vector)
      : vector_(vector), comparator_(EverythingDeclared(), Facets::All()) {
    reply_.id = vector.test.id;
    reply_.steps = vector.expect;
  }

  int64_t TamperAll() {
    ExpectFacets("nothing", {}, 0);
    for (std::size_t k = 0; k < reply_.steps.size(); ++k) {
      step_ = static_cast<int64_t>(k) + 1;
      Outcome& outcome = reply_.steps[k];
      if (auto* outputs = std::get_if<std::vector<Output>>(&outcome)) {
        TamperOutputs(*outputs);
        Try("ok to error", outcome, Outcome(ErrorReply{}), {Facet::kShape});
      } else if (bool* result = std::get_if<bool>(&outcome)) {
        Try("result", *result, !*result, {Facet::kShape});
        Try("result to error", outcome, Outcome(ErrorReply{}), {Facet::kShape});
      } else {
        TamperError(outcome);
      }
      Try("unobserved", outcome, Outcome(UnobservedStep{}), {Facet::kShape});
    }
    return changes_;
  }

 private:
  void TamperError(Outcome& outcome) {
    auto& error = std::get<ErrorReply>(outcome);
    const bool is_rank = error.kind == ErrorKind::kRank;
    Try("kind", error.kind,
        std::optional(is_rank ? ErrorKind::kSize : ErrorKind::kRank),
        {Facet::kErrorKind});
    Try("no kind", error.kind, std::optional<ErrorKind>(), {Facet::kErrorKind});
    Try("error to ok", outcome, Outcome(std::vector<Output>()),
        {Facet::kShape});
    Try("error to result", outcome, Outcome(true), {Facet::kShape});
  }

  void TamperOutputs(std::vector<Output>& outputs) {
    std::vector<Output> more = outputs;
    more.emplace_back();
    Try("one output more", outputs, more, {Facet::kShape});
    if (!outputs.empty()) {
      std::vector<Output> fewer = outputs;
      fewer.pop_back();
      Try("one output less", outputs, fewer, {Facet::kShape});
    }
    for (Output& output : outputs) {
      TamperValues(output);
      if (output.dtype) TamperGeometry(output);
    }
  }

  void TamperGeometry(Output& output) {
    const bool is_bool = output.dtype == DType::kBool;
    Try("dtype", output.dtype,
        std::optional(is_bool ? DType::kUInt8 : DType::kBool), {Facet::kShape});
    for (int64_t& size : output.sizes) {
      Try("size", size, size ^ 1, {Facet::kShape});
    }
    Ints longer = output.sizes;
    longer.push_back(1);
    Try("one size more", output.sizes, longer, {Facet::kShape});
    const FacetSet geometry = IsEmpty(output)
                                  ? FacetSet{Facet::kExact}
                                  : FacetSet{Facet::kStrides, Facet::kExact};
    if (output.strides) TamperStrides(output);
    if (output.offset) {
      Try("offset", *output.offset, *output.offset ^ 1, geometry);
      Try("no offset", output.offset, std::optional<int64_t>(), geometry);
    }
    TamperFlags(output);
  }

  void TamperStrides(Output& output) {
    for (std::size_t d = 0; d < output.strides->size(); ++d) {
      const bool significant = output.sizes[d] > 1 && !IsEmpty(output);
      int64_t& stride = (*output.strides)[d];
      Try("stride", stride, stride ^ 1,
          significant ? FacetSet{Facet::kStrides, Facet::kExact}
                      : FacetSet{Facet::kExact});
    }
  }

  void TamperFlags(Output& output) {
    const Facet of_empty = Facet::kExact;
    const bool empty = IsEmpty(output);
    if (output.contiguous) {
      Try("contiguous", *output.contiguous, !*output.contiguous,
          {empty ? of_empty : Facet::kStrides});
    }
    if (output.storage) {
      const int64_t other = *output.storage == 0 ? kUnusedStorage : 0;
      Try("storage", *output.storage, other,
          {empty ? of_empty : Facet::kAlias});
    }
    Try("self", output.self, !output.self, {Facet::kIdentity});
    Try("conj", output.conj, !output.conj, {Facet::kExact});
    Try("neg", output.neg, !output.neg, {Facet::kExact});
  }

  void TamperValues(Output& output) {
    if (output.values) {
      const bool is_bool = output.values->form == Form::kBool;
      std::vector<Scalar>& list = output.values->list;
      for (std::size_t k = 0; k < list.size(); k += StepOf(list.size())) {
        Scalar& value = list[k];
        // Adding 1 does not change infinity or 2^53.
        const double other = value.re == 3 ? 4 : 3;
        Try("value", value.re, is_bool ? 1 - value.re : other,
            {Facet::kValues});
      }
      Values longer = *output.values;
      longer.list.emplace_back();
      Try("one value more", *output.values, longer, {Facet::kValues});
      Try("no values", output.values, std::optional<Values>(),
          {Facet::kValues});
    }
    if (output.bytes) {
      for (std::size_t k = 0; k < output.bytes->size();
           k += StepOf(output.bytes->size())) {
        char& digit = (*output.bytes)[k];
        Try("byte", digit, digit == '0' ? '1' : '0', {Facet::kValues});
      }
      Try("no bytes", output.bytes, std::optional<std::string>(),
          {Facet::kValues});
    }
  }

  // Some 16 entries of long lists are changed, the first among them. The step
  // is odd, so that both digits of a byte come in turn.
  static std::size_t StepOf(std::size_t size) { return size / 16 | 1; }

  // Judges the reply with `place` changed, then puts it back.
  template <typename T>
  void Try(const char* what, T& place, T changed, const FacetSet& facets) {
    T original = std::exchange(place, std::move(changed));
    ExpectFacets(what, facets, step_);
    place = std::move(original);
    ++changes_;
  }

  void ExpectFacets(const char* what, const FacetSet& facets, int64_t step) {
    comparator_.Compare(vector_, reply_, judgement_);
    FacetSet seen;
    for (const Difference& d : judgement_.differences) {
      seen.insert(d.facet);
      EXPECT_EQ(d.step, step) << vector_.test.id << ": " << what;
      EXPECT_NE(d.op, "read") << vector_.test.id << ": " << what;
    }
    EXPECT_EQ(seen, facets)
        << vector_.test.id << ": " << what << " at step " << step;
  }

  const Vector& vector_;
  Comparator comparator_;
  Reply reply_;
  Judgement judgement_;
  int64_t step_ = 0;
  int64_t changes_ = 0;
};

TEST(Tamper, EveryChangedFieldOfEveryVectorIsSeenInItsFacetAndStep) {
  int64_t vectors = 0;
  int64_t changes = 0;
  ForEachVector(OpenGolden(FindRoot() + "/golden"), [&](Vector& vector) {
    ++vectors;
    std::vector<Outcome> other = std::exchange(vector.alternative, {});
    changes += Tamperer(vector).TamperAll();
    if (other.empty()) return;
    vector.expect = std::move(other);
    changes += Tamperer(vector).TamperAll();
  });
  EXPECT_GE(vectors, kFewestVectors);
  EXPECT_GT(changes, 10 * vectors);
  RecordProperty("changes", static_cast<int>(changes));
}

}  // namespace tamper_test
}  // namespace viewproof
