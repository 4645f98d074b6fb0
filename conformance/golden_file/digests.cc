#include "conformance/golden_file/digests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "conformance/case/crc32.h"
#include "conformance/case/encode.h"
#include "conformance/case/hex.h"
#include "conformance/case/json.h"
#include "conformance/case/operands.h"

namespace viewproof {
namespace {

// An output of a vector, and what is known of it.
struct Place {
  const char* world = nullptr;  // "expect" or "or".
  std::size_t step = 0;         // It counts from 0.
  std::size_t output = 0;
  DType dtype = DType::kFloat32;  // The elements have it.
};

[[noreturn]] void Refuse(const Vector& vector, const Place& at,
                         std::string_view field, const std::string& why) {
  json::Refuse(field, fmt::format("{}: {}: step {}: {}", vector.test.id,
                                  at.world, at.step + 1, why));
}

// Calls visit(output, place) for every output of these outcomes.
template <typename Outcomes, typename Visit>
void ForEachOutput(const Case& test, const char* world, Outcomes& outcomes,
                   Visit visit) {
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr) continue;
    for (std::size_t o = 0; o < outputs->size(); ++o) {
      auto& output = (*outputs)[o];
      const DType dtype =
          output.dtype.value_or(DTypeOf(test, outcomes, operands[k]));
      visit(output, Place{world, k, o, dtype});
    }
  }
}

// Characters of a number at most, with the comma after it.
std::size_t MostOf(double part) {
  const bool is_short = std::abs(part) < 100 && std::trunc(part) == part &&
                        !(part == 0 && std::signbit(part));
  return is_short ? 4 : 25;
}

// Returns whether the output has elements that golden/ shows as a digest.
bool IsLong(const Output& output, DType dtype) {
  if (output.bytes) {
    const std::size_t listed = 2 * kMaxListed * ItemSize(dtype);
    return output.bytes->size() > std::min(listed, kMaxListedText);
  }
  if (!output.values) return false;
  const auto& [form, list] = *output.values;
  if (list.size() > kMaxListed) return true;
  std::size_t most = 0;
  for (const Scalar& value : list) {
    most += MostOf(value.re);
    if (form == Form::kComplex) most += MostOf(value.im) + 2;
    if (form == Form::kBool) most += 2;
  }
  if (most <= kMaxListedText) return false;
  std::string text;
  AppendJson(*output.values, text);
  return text.size() - 2 > kMaxListedText;
}

// Returns the digest of the elements that an output shows. As a value, a NaN
// has no bits.
uint32_t DigestOf(const Output& output, DType dtype) {
  if (output.bytes) return Crc32(*BytesOfHex(*output.bytes));
  const int64_t item_size = ItemSize(dtype);
  std::vector<std::byte> bytes(output.values->list.size() * item_size);
  std::byte* to = bytes.data();
  for (Scalar value : output.values->list) {
    if (std::isnan(value.re)) value.re = std::nan("");
    if (std::isnan(value.im)) value.im = std::nan("");
    Encode(dtype, value, to);
    to += item_size;
  }
  return Crc32(bytes);
}

bool AbridgeEach(const Case& test, std::vector<Outcome>& outcomes) {
  bool any = false;
  ForEachOutput(test, "", outcomes, [&any](Output& output, const Place& at) {
    if (!IsLong(output, at.dtype)) return;
    output.crc32 = DigestOf(output, at.dtype);
    output.values.reset();
    output.bytes.reset();
    any = true;
  });
  return any;
}

// Takes the elements of what the reference `made`, in one world.
void CompleteEach(const Vector& vector, const char* world,
                  std::vector<Outcome>& made, std::vector<Outcome>& outcomes) {
  ForEachOutput(
      vector.test, world, outcomes, [&](Output& output, const Place& at) {
        if (!output.crc32) return;
        auto* found = at.step < made.size()
                          ? std::get_if<std::vector<Output>>(&made[at.step])
                          : nullptr;
        if (found == nullptr || at.output >= found->size()) {
          Refuse(vector, at, "crc32", "the reference gives no such output");
        }
        Output& whole = (*found)[at.output];
        if (whole.dtype != output.dtype || whole.sizes != output.sizes) {
          const bool dtype = whole.dtype != output.dtype;
          Refuse(vector, at, dtype ? "dtype" : "sizes",
                 "not those of the reference, whose elements are to be shown");
        }
        if (whole.crc32) return;
        if (!whole.values && !whole.bytes) {
          Refuse(vector, at, "crc32", "the reference shows no elements");
        }
        if (DigestOf(whole, at.dtype) != *output.crc32) {
          Refuse(vector, at, "crc32",
                 fmt::format("the elements of the reference have {:08x}",
                             DigestOf(whole, at.dtype)));
        }
        if (!IsLong(whole, at.dtype)) {
          Refuse(vector, at, "crc32", "so few elements are shown themselves");
        }
        output.values.swap(whole.values);
        output.bytes.swap(whole.bytes);
        output.crc32.reset();
      });
}

}  // namespace

bool Abridge(Vector& vector) {
  const bool expect = AbridgeEach(vector.test, vector.expect);
  const bool alternative = AbridgeEach(vector.test, vector.alternative);
  return expect || alternative;
}

void GoldenDecoder::Read(std::string_view line, Vector& vector) {
  ReadAbridged(line, vector);
  Complete(vector);
}

void GoldenDecoder::ReadAbridged(std::string_view line, Vector& vector) {
  is_abridged_ = decoder_.Read(line, vector, Elements::kOrDigest);
}

void GoldenDecoder::Complete(Vector& vector) {
  if (!is_abridged_) return;
  if (!reference_) reference_ = std::make_unique<WorldReference>();
  Choices choices;
  reference_->Run(vector.test, Ways(), choices, course_);
  const bool has_other = NextChoices(course_, choices);
  CompleteEach(vector, "expect", course_.reply.steps, vector.expect);
  if (std::ranges::none_of(vector.alternative, &HasDigest)) return;
  if (!has_other) json::Refuse("or", vector.test.id + ": no step may copy");
  reference_->Run(vector.test, Ways(), choices, course_);
  CompleteEach(vector, "or", course_.reply.steps, vector.alternative);
}

void RefuseUnabridged(const Vector& vector) {
  const auto refuse = [&vector](const Output& output, const Place& at) {
    if (!IsLong(output, at.dtype)) return;
    Refuse(vector, at, output.values ? "values" : "bytes",
           fmt::format("over {} elements or {} characters: expected crc32",
                       kMaxListed, kMaxListedText));
  };
  ForEachOutput(vector.test, "expect", vector.expect, refuse);
  ForEachOutput(vector.test, "or", vector.alternative, refuse);
}

}  // namespace viewproof
