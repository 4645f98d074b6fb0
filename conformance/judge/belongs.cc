#include "conformance/judge/belongs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/judge/blame.h"

namespace viewproof {
namespace {

using Kind = DifferenceKind;

std::string No(std::string_view field, const std::string& why) {
  return fmt::format("field \"{}\": {}", field, why);
}

// Returns whether the output that it is of holds elements, in the vector's own
// world.
bool HoldsElements(const Vector& vector, const Difference& d) {
  if (d.step < 1 || d.step > std::ssize(vector.expect)) return false;
  const auto* outputs =
      std::get_if<std::vector<Output>>(&vector.expect[d.step - 1]);
  if (outputs == nullptr || d.output >= std::ssize(*outputs)) return false;
  const Output& output = (*outputs)[d.output];
  return output.dtype &&
         std::ranges::find(output.sizes, 0) == output.sizes.end();
}

// Another offset of an output with elements is seen by both facets.
bool LacksItsStrides(const Vector& vector, const Hello& hello,
                     const Record& record, const Difference& d) {
  return d.facet == Facet::kExact && d.kind == Kind::kOffset &&
         hello.facets.Contains(Facet::kStrides) &&
         record.world == WorldName{} && HoldsElements(vector, d) &&
         std::ranges::none_of(
             record.differences, [&d](const Difference& other) {
               return other.facet == Facet::kStrides && other.step <= d.step;
             });
}

std::string WhyNotDiffering(const Vector& vector, const Hello& hello,
                            const Record& record) {
  const Difference* before = nullptr;
  for (const Difference& d : record.differences) {
    const std::string_view facet = Name(d.facet);
    if (before != nullptr && before->facet >= d.facet) {
      return No("facet", fmt::format("{} stands at the wrong place", facet));
    }
    before = &d;
    if (!hello.facets.Contains(d.facet)) {
      return No("facet", fmt::format("the subject shows no {}", facet));
    }
    if (!MayShow(d.facet, d.kind) ||
        LacksItsStrides(vector, hello, record, d)) {
      return No("facet",
                fmt::format("{} is no difference in {}", Name(d.kind), facet));
    }
    if (d.step > std::ssize(vector.test.chain)) {
      return No("step",
                fmt::format("the case has {} steps", vector.test.chain.size()));
    }
  }
  return "";
}

}  // namespace

bool MayShow(Facet facet, Kind kind) {
  switch (kind) {
    case Kind::kOkForError:
    case Kind::kErrorForOk:
    case Kind::kUnsupported:
    case Kind::kCount:
    case Kind::kDType:
    case Kind::kSizes:
    case Kind::kResult:
      return facet == Facet::kShape;
    case Kind::kCopied:
    case Kind::kShared:
      return facet == Facet::kAlias || facet == Facet::kExact;
    case Kind::kStrides:
    case Kind::kOffset:
    case Kind::kContiguous:
      return facet == Facet::kStrides || facet == Facet::kExact;
    case Kind::kBits:
      return facet == Facet::kExact;
    case Kind::kValues:
    case Kind::kBytes:
    case Kind::kDigest:
    case Kind::kLostWrite:
    case Kind::kStrayWrite:
    case Kind::kReadOut:
      return facet == Facet::kValues;
    case Kind::kSelf:
      return facet == Facet::kIdentity;
    case Kind::kKind:
      return facet == Facet::kErrorKind;
  }
  return false;
}

std::string WhyNotOf(const Vector& vector, const Hello& hello,
                     const Record& record) {
  if (record.profile != vector.profile) {
    return No("profile",
              fmt::format("the case is of {}", Name(vector.profile)));
  }
  if (record.rev != vector.rev) {
    return No("rev", fmt::format("the case is of revision {}", vector.rev));
  }
  if (record.verdict == Verdict::kPass || record.verdict == Verdict::kSkip) {
    return WhyNotDiffering(vector, hello, record);
  }
  const auto steps = std::ssize(vector.test.chain);
  if (record.steps != steps) {
    return No("steps", fmt::format("the case has {}", steps));
  }
  const int64_t elements =
      Numel(FilledSizes(vector.test.base)).value_or(kMaxBase);
  if (record.elements != elements) {
    return No("elements", fmt::format("the case has {}", elements));
  }
  if (record.verdict != Verdict::kFail) {
    if (record.step > steps) {
      return No("step", fmt::format("the case has {} steps", steps));
    }
    if (const std::string op = BlamedForDeath(vector.test, record.step);
        record.op != op) {
      return No("op", fmt::format("step {} is of {}", record.step, op));
    }
  }
  return WhyNotDiffering(vector, hello, record);
}

}  // namespace viewproof
