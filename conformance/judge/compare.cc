#include "conformance/judge/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>
#include <vector>

#include "conformance/case/encode.h"
#include "conformance/case/error_kind.h"
#include "conformance/judge/blame.h"
#include "conformance/judge/shown_json.h"
#include "conformance/subjects/mutants.h"

namespace viewproof {

namespace {

bool Shows(const Reply& reply, const Difference& difference) {
  const auto step = static_cast<std::size_t>(difference.step);
  const auto output = static_cast<std::size_t>(difference.output);
  if (step > reply.steps.size()) return false;
  const auto* outputs =
      std::get_if<std::vector<Output>>(&reply.steps[step - 1]);
  if (outputs == nullptr || output >= outputs->size()) return false;
  const auto& crc32 = (*outputs)[output].crc32;
  return crc32 && fmt::format("\"{:08x}\"", *crc32) == difference.actual;
}

}  // namespace

std::string EffectOfDigest(const Case& test, const Difference& difference) {
  if (difference.field != "crc32") return {};
  if (difference.step > std::ssize(test.chain)) return {};  // of an added read
  Reply reply;
  for (int64_t step = difference.step; step > 0; --step) {
    const Op& op = *test.chain[step - 1].op;
    for (const Mutant& effect : Effects()) {
      if (!IsTouched(op, effect)) continue;
      MaskedMutant(effect).Run(test, uint32_t{1} << (step - 1), reply);
      if (Shows(reply, difference)) {
        return fmt::format("in {}: {}", op.name, effect.sentence);
      }
    }
  }
  return {};
}

namespace {

using Kind = DifferenceKind;
using OutputList = std::vector<Output>;

constexpr uint32_t Bit(Facet facet) { return 1u << static_cast<int>(facet); }

// Equal, or absent from the vector: what it leaves out is unspecified.
template <typename T>
bool Agree(const std::optional<T>& expected, const std::optional<T>& actual) {
  return !expected || expected == actual;
}

// Returns whether zeros have equal signs. Requires: the numbers are equal.
bool SameSignsOfZeros(const Scalar& a, const Scalar& b) {
  const auto same = [](double x, double y) {
    return x != 0 || std::signbit(x) == std::signbit(y);
  };
  return same(a.re, b.re) && same(a.im, b.im);
}

bool SameSignificantStrides(const Ints& sizes, const Ints& expected,
                            const Ints& actual) {
  if (actual.size() != sizes.size()) return false;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1 && expected[d] != actual[d]) return false;
  }
  return true;
}

bool IsEmpty(const Ints& sizes) {
  return std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
}

// The set without those of the list.
Facets Without(Facets facets, const std::vector<Facet>& left_out) {
  if (left_out.empty()) return facets;
  Facets rest;
  for (const Facet facet : kFacets) {
    if (facets.Contains(facet) &&
        std::find(left_out.begin(), left_out.end(), facet) == left_out.end()) {
      rest.Insert(facet);
    }
  }
  return rest;
}

Kind NameOf(StorageMap::Match match) {
  return match == StorageMap::Match::kCopied ? Kind::kCopied : Kind::kShared;
}

}  // namespace

StorageMap::Match StorageMap::Compare(int64_t expected, int64_t actual) {
  bool expected_seen = false;
  bool actual_seen = false;
  for (const auto& [e, a] : pairs_) {
    if (e == expected && a == actual) return Match::kSame;
    expected_seen |= e == expected;
    actual_seen |= a == actual;
  }
  if (actual_seen) return Match::kShared;
  if (expected_seen) return Match::kCopied;
  pairs_.emplace_back(expected, actual);
  return Match::kNew;
}

bool StorageMap::HasShown(int64_t actual) const {
  return std::ranges::any_of(
      pairs_, [actual](const auto& pair) { return pair.second == actual; });
}

bool AreNear(const Values& expected, const Values& actual, double distance) {
  if (expected.form != actual.form && !expected.list.empty()) return false;
  double greatest = 0;
  for (const Scalar& number : expected.list) {
    for (const double part : {number.re, number.im}) {
      if (std::isfinite(part)) greatest = std::max(greatest, std::abs(part));
    }
  }
  const auto is_near = [most = distance * greatest](double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b)) ||
           (std::isfinite(a) && std::isfinite(b) && std::abs(a - b) <= most);
  };
  return std::ranges::equal(
      expected.list, actual.list, [&](const Scalar& a, const Scalar& b) {
        return a.low == b.low && is_near(a.re, b.re) && is_near(a.im, b.im);
      });
}

Comparator::Comparator(const Hello& hello, Facets demanded)
    : declared_(hello.facets),
      demanded_(demanded & hello.facets),
      contiguous_declared_(std::find(hello.ops.begin(), hello.ops.end(),
                                     "is_contiguous") != hello.ops.end()),
      signed_zero_(std::ranges::count(hello.forms, CaseForm::kSignedZero) > 0),
      observes_every_(hello.observes_every),
      ways_(WaysOf(hello)) {}

bool Comparator::Agrees(const std::vector<Outcome>& expect,
                        const Reply& reply) {
  due_ = demanded_;
  distance_.reset();
  CompareWorld(expect, reply);
  return differences_.empty();
}

void Comparator::Compare(const Vector& vector, const Reply& reply,
                         Judgement& judgement, const std::vector<Facet>& waived,
                         const std::vector<World>& worlds) {
  due_ = Without(demanded_, waived);
  distance_ = vector.distance;
  const std::size_t count = !worlds.empty()              ? worlds.size()
                            : vector.alternative.empty() ? 1
                                                         : 2;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<Outcome>& expect = !worlds.empty() ? worlds[k].outcomes
                                         : k == 0        ? vector.expect
                                                         : vector.alternative;
    CompareWorld(expect, reply);
    if (k == 0 || IsNearer(judgement.differences)) {
      kept = k;
      judgement.expect = &expect;
      judgement.differences.swap(differences_);
    }
    if (judgement.differences.empty()) break;
  }
  judgement.world = !worlds.empty() ? worlds[kept].name : WorldName{kept == 1};
  if (judgement.differences.empty()) return;
  Choices choices;
  if (!worlds.empty()) {
    choices = worlds[kept].choices;
  } else if (kept == 1) {
    // The step that is free copies.
    for (const int64_t free : FreeViews(vector.test.chain, vector.expect)) {
      choices.assign(free, 0);
      choices.back() = 1;
    }
  }
  Blame(vector.test, *judgement.expect, reply, worlds.empty() ? Ways() : ways_,
        choices, judgement.differences);
}

// Returns whether the differences of the world that was compared last say less.
bool Comparator::IsNearer(const std::vector<Difference>& others) const {
  const int64_t here = FirstDemanded(differences_);
  const int64_t there = FirstDemanded(others);
  return here > there || (here == there && differences_.size() < others.size());
}

void Comparator::CompareWorld(const std::vector<Outcome>& expect,
                              const Reply& reply) {
  differences_.clear();
  differing_ = 0;
  alias_.Reset();
  storages_.Reset();
  output_ = 0;
  if (reply.unsupported || reply.too_large) {
    step_ = reply.unsupported ? reply.unsupported->step : *reply.too_large;
    Difference& d = Add(Facet::kShape, Kind::kUnsupported,
                        reply.unsupported ? reply.unsupported->what : "size");
    d.actual = shown::Json(reply.unsupported ? reply.unsupported->detail
                                             : "too_large");
  }
  const std::size_t steps = std::min(expect.size(), reply.steps.size());
  for (std::size_t k = 0; k < steps && !MustStop(); ++k) {
    step_ = static_cast<int64_t>(k) + 1;
    output_ = 0;
    const Outcome& actual = reply.steps[k];
    if (!observes_every_ && k + 1 < steps) continue;
    if (!CompareShape(expect[k], actual)) break;
    if (const auto* outputs = std::get_if<OutputList>(&expect[k])) {
      const auto& shown = std::get<OutputList>(actual);
      for (std::size_t o = 0; o < outputs->size(); ++o) {
        output_ = static_cast<int64_t>(o);
        CompareOutput((*outputs)[o], shown[o]);
      }
    } else if (const auto* error = std::get_if<ErrorReply>(&expect[k])) {
      const auto& kind = std::get<ErrorReply>(actual).kind;
      if (error->kind && Judges(Facet::kErrorKind) && kind != error->kind) {
        Differ(Facet::kErrorKind, Kind::kKind, "kind", error->kind, kind);
      }
    }
  }
  std::sort(differences_.begin(), differences_.end(),
            [](const Difference& a, const Difference& b) {
              return a.facet < b.facet;
            });
}

bool Comparator::CompareShape(const Outcome& expected, const Outcome& actual) {
  const bool error_due = std::holds_alternative<ErrorReply>(expected);
  const bool error_came = std::holds_alternative<ErrorReply>(actual);
  Kind kind = Kind::kUnsupported;
  std::string_view field = "outcome";
  if (std::holds_alternative<UnobservedStep>(actual)) {
    // In a world of the subject, the operand may be lacking as it should.
    if (std::holds_alternative<UnobservedStep>(expected)) return true;
    kind = Kind::kUnsupported;
  } else if (error_due != error_came) {
    kind = error_due ? Kind::kOkForError : Kind::kErrorForOk;
  } else if (error_due) {
    return true;
  } else if (const bool* result = std::get_if<bool>(&expected)) {
    if (const bool* r = std::get_if<bool>(&actual); r && *r == *result) {
      return true;
    }
    kind = Kind::kResult;
    field = "result";
  } else {
    const auto* outputs = std::get_if<OutputList>(&expected);
    const auto* shown = std::get_if<OutputList>(&actual);
    if (shown != nullptr && outputs != nullptr &&
        shown->size() == outputs->size()) {
      return CompareOutputShapes(*outputs, *shown);
    }
    kind = Kind::kCount;
    field = "outputs";
  }
  Differ(Facet::kShape, kind, field, expected, actual);
  return false;
}

bool Comparator::CompareOutputShapes(const OutputList& expected,
                                     const OutputList& actual) {
  for (std::size_t o = 0; o < expected.size(); ++o) {
    if (!expected[o].dtype) continue;
    output_ = static_cast<int64_t>(o);
    if (expected[o].dtype != actual[o].dtype) {
      Differ(Facet::kShape, Kind::kDType, "dtype", ShownDType(expected[o]),
             ShownDType(actual[o]));
    }
    if (expected[o].sizes != actual[o].sizes) {
      Differ(Facet::kShape, Kind::kSizes, "sizes", expected[o].sizes,
             actual[o].sizes);
    }
  }
  return (differing_ & Bit(Facet::kShape)) == 0;
}

void Comparator::CompareOutput(const Output& expected, const Output& actual) {
  const bool geometry = expected.dtype.has_value();
  const bool empty = IsEmpty(expected.sizes);
  bool is_view = false;
  if (geometry) {
    is_view = CompareAlias(expected, actual, empty);
    if (!empty) CompareStrides(expected, actual);
    const bool is_free = expected.storage == kFreshStorage && empty;
    if (Judges(Facet::kIdentity) && expected.self != actual.self && !is_free) {
      Differ(Facet::kIdentity, Kind::kSelf, "self", expected.self, actual.self);
    }
    if (Judges(Facet::kExact)) CompareExact(expected, actual, empty);
  }
  if (Judges(Facet::kValues)) CompareValues(expected, actual, is_view);
}

bool Comparator::ValuesAgree(const std::optional<Values>& expected,
                             const std::optional<Values>& actual) const {
  if (distance_ && expected && actual) {
    return AreNear(*expected, *actual, *distance_);
  }
  return Agree(expected, actual) &&
         (!signed_zero_ || !expected ||
          std::ranges::equal(expected->list, actual->list, SameSignsOfZeros));
}

void Comparator::CompareValues(const Output& expected, const Output& actual,
                               bool is_view) {
  if (!ValuesAgree(expected.values, actual.values)) {
    const bool geometry_agrees =
        expected.strides && expected.offset == actual.offset &&
        actual.strides &&
        SameSignificantStrides(expected.sizes, *expected.strides,
                               *actual.strides);
    Differ(Facet::kValues,
           is_view && geometry_agrees ? Kind::kReadOut : Kind::kValues,
           "values", expected.values, actual.values);
  }
  if (!Agree(expected.bytes, actual.bytes)) {
    Differ(Facet::kValues, Kind::kBytes, "bytes", expected.bytes, actual.bytes);
  }
  if (!Agree(expected.crc32, actual.crc32)) {
    Differ(Facet::kValues, Kind::kDigest, "crc32", shown::HexOf(expected.crc32),
           shown::HexOf(actual.crc32));
  }
}

void Comparator::CompareStrides(const Output& expected, const Output& actual) {
  if (!Judges(Facet::kStrides)) return;
  if (expected.strides &&
      !(actual.strides &&
        SameSignificantStrides(expected.sizes, *expected.strides,
                               *actual.strides))) {
    Differ(Facet::kStrides, Kind::kStrides, "strides", expected.strides,
           actual.strides);
  }
  if (!Agree(expected.offset, actual.offset)) {
    Differ(Facet::kStrides, Kind::kOffset, "offset", expected.offset,
           actual.offset);
  }
  if (contiguous_declared_ && !Agree(expected.contiguous, actual.contiguous)) {
    Differ(Facet::kStrides, Kind::kContiguous, "contiguous",
           expected.contiguous, actual.contiguous);
  }
}

// Says whether the output is, as it should be, a view of an earlier tensor.
bool Comparator::CompareAlias(const Output& expected, const Output& actual,
                              bool empty) {
  if (!expected.storage || !declared_.Contains(Facet::kAlias)) return false;
  if (*expected.storage == kFreshStorage && empty) return false;
  const auto compare = [&](StorageMap& map) {
    if (*expected.storage == kFreshStorage && actual.storage) {
      return map.HasShown(*actual.storage) ? StorageMap::Match::kShared
                                           : StorageMap::Match::kNew;
    }
    return actual.storage ? map.Compare(*expected.storage, *actual.storage)
                          : StorageMap::Match::kCopied;
  };
  const StorageMap::Match among_all = compare(storages_);
  const StorageMap::Match match = empty ? among_all : compare(alias_);
  if (match == StorageMap::Match::kSame) return true;
  if (match == StorageMap::Match::kNew) return false;
  const Facet facet = empty ? Facet::kExact : Facet::kAlias;
  if (Judges(facet)) {
    Differ(facet, NameOf(match), "storage", expected.storage, actual.storage);
  }
  return false;
}

void Comparator::CompareExact(const Output& expected, const Output& actual,
                              bool empty) {
  if (!Agree(expected.strides, actual.strides)) {
    Differ(Facet::kExact, Kind::kStrides, "strides", expected.strides,
           actual.strides);
  }
  if (!Agree(expected.offset, actual.offset)) {
    Differ(Facet::kExact, Kind::kOffset, "offset", expected.offset,
           actual.offset);
  }
  if (empty && contiguous_declared_ &&
      !Agree(expected.contiguous, actual.contiguous)) {
    Differ(Facet::kExact, Kind::kContiguous, "contiguous", expected.contiguous,
           actual.contiguous);
  }
  if (!expected.storage || *expected.storage == kFreshStorage) return;
  if (expected.conj != actual.conj) {
    Differ(Facet::kExact, Kind::kBits, "conj", expected.conj, actual.conj);
  }
  if (expected.neg != actual.neg) {
    Differ(Facet::kExact, Kind::kBits, "neg", expected.neg, actual.neg);
  }
}

// A step is compared to its end in a facet that differs.
bool Comparator::Judges(Facet facet) const {
  return declared_.Contains(facet) &&
         ((differing_ & Bit(facet)) == 0 ||
          std::ranges::find(differences_, facet, &Difference::facet)->step ==
              step_);
}

Difference& Comparator::Add(Facet facet, Kind kind, std::string_view field) {
  differing_ |= Bit(facet);
  Difference& d = differences_.emplace_back();
  d.facet = facet;
  d.kind = kind;
  d.field = field;
  d.step = step_;
  d.output = output_;
  d.expected = "null";
  d.actual = "null";
  return d;
}

// Adds a field to a facet that was added at this step.
void Comparator::AlsoDiffer(Facet facet, std::string_view field) {
  Difference& d = *std::ranges::find(differences_, facet, &Difference::facet);
  if (d.field == field || std::ranges::count(d.also, field) > 0) return;
  d.also.emplace_back(field);
}

template <typename T>
void Comparator::Differ(Facet facet, Kind kind, std::string_view field,
                        const T& expected, const T& actual) {
  if ((differing_ & Bit(facet)) != 0) return AlsoDiffer(facet, field);
  Difference& d = Add(facet, kind, field);
  d.expected = shown::Json(expected);
  d.actual = shown::Json(actual);
}

bool Comparator::MustStop() const {
  for (const Facet facet : kFacets) {
    if ((differing_ & Bit(facet)) != 0 && due_.Contains(facet)) {
      return true;
    }
  }
  return false;
}

int64_t Comparator::FirstDemanded(
    const std::vector<Difference>& differences) const {
  int64_t first = INT64_MAX;
  for (const Difference& d : differences) {
    if (due_.Contains(d.facet)) first = std::min(first, d.step);
  }
  return first;
}

}  // namespace viewproof
