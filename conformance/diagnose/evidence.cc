#include "conformance/diagnose/evidence.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <variant>

#include "conformance/case/encode.h"
#include "conformance/case/error_kind.h"

namespace viewproof {
namespace {

std::size_t HashOf(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

// Sizes and elements of an answer, as text: what two subjects show alike.
std::string ShapeOf(const Outcome& outcome) {
  std::string text;
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  if (outputs == nullptr) {
    AppendJson(outcome, text);
    return text;
  }
  for (const Output& output : *outputs) {
    AppendJson(output.sizes, text);
    Output shape;
    shape.values = output.values;
    shape.bytes = output.bytes;
    shape.crc32 = output.crc32;
    AppendJson(Outcome(std::vector<Output>{shape}), text);
  }
  return text;
}

// The judge takes zeros of either sign for equal.
std::string WithoutSignsOfZero(std::string text) {
  constexpr std::string_view kZero = "\"-0.0\"";
  for (std::size_t at = 0; (at = text.find(kZero, at)) != std::string::npos;) {
    text.replace(at, kZero.size(), "0");
  }
  return text;
}

std::string KindOf(const StepAnswer* answer) {
  const auto* error =
      answer == nullptr ? nullptr : std::get_if<ErrorReply>(&answer->outcome);
  return error == nullptr || !error->kind ? ""
                                          : std::string(Name(*error->kind));
}

}  // namespace

Outward OutwardOf(const std::vector<Difference>& differences,
                  const std::vector<StepAnswer>& answers, Facets demanded) {
  Outward outward;
  for (const Difference& d : differences) {
    outward.first = std::min(outward.first, d.step);
    outward.strides |= d.field == "strides";
    if (d.facet != Facet::kShape && !demanded.Contains(d.facet)) continue;
    const StepAnswer* answer = FindAnswer(answers, d.step);
    std::string what = d.field;
    if (d.kind == DifferenceKind::kErrorForOk) {
      outward.refusal = KindOf(answer);
    } else {
      // Nothing is compared after a shape, but the rest was answered too.
      what += d.facet == Facet::kShape && answer != nullptr
                  ? ShapeOf(answer->outcome)
                  : d.actual;
    }
    outward.signs.push_back({d.facet, d.step, d.output,
                             HashOf(WithoutSignsOfZero(std::move(what)))});
    outward.blamed.insert(d.blamed);
  }
  return outward;
}

std::string Evidence::KeyOf(std::string_view id, DType dtype) {
  return std::string(id) + " " + std::string(Name(dtype));
}

void Evidence::Add(const Record& record, Facets demanded, std::string cause) {
  if (record.verdict == Verdict::kSkip || record.order) return;
  const std::string key = KeyOf(record.id, record.dtype);
  const std::size_t hash = HashOf(key);
  if (!Reduce(record, demanded)) {
    // Differences that are not demanded are no pass of every bug.
    if (record.differences.empty() && passed_.size() < kMostPasses) {
      passed_.insert(hash);
    }
    return;
  }
  ++failures_;
  ++by_cause_[cause];
  if (!record.waived.empty()) return;
  if (by_hash_.size() == kMostFailures) {
    const auto last = std::prev(by_hash_.end());
    if (hash > last->first) return;
    failed_.erase(last->second);
    by_hash_.erase(last);
  }
  if (!by_hash_.emplace(hash, key).second) return;
  FailedRecord& failed = failed_[key];
  failed.outward = OutwardOf(record.differences, record.answers, demanded);
  if (record.verdict != Verdict::kFail) failed.outward.died = record.step;
  failed.dtype = record.dtype;
  failed.cause = std::move(cause);
}

bool Evidence::Passed(std::string_view key) const {
  return passed_.contains(HashOf(key));
}

}  // namespace viewproof
