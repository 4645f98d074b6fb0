#include "conformance/process/reply_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/decode.h"
#include "conformance/case/fill.h"
#include "conformance/case/hex.h"
#include "conformance/case/operands.h"

namespace viewproof {
namespace {

// At most so many digits for the bytes of one element.
constexpr std::size_t kMaxHex = 32;

[[noreturn]] void Refuse(std::string_view field, std::string_view why) {
  throw BadInput(fmt::format("field \"{}\": {}", field, why));
}

void Demand(std::string_view field, bool shown, bool due) {
  if (due && !shown) Refuse(field, "missing in an output");
  if (shown && !due) Refuse(field, "belongs to no declared facet");
}

void AllowIf(std::string_view field, bool shown, bool allowed) {
  if (shown && !allowed) Refuse(field, "belongs to no declared facet");
}

void CheckLength(std::string_view field, const std::string& text) {
  if (text.size() > kMaxMessage) {
    Refuse(field, fmt::format("over {} bytes", kMaxMessage));
  }
}

bool Shows(const Output& output, ElementDisplay how) {
  return how == ElementDisplay::kValues   ? output.values.has_value()
         : how == ElementDisplay::kBytes  ? output.bytes.has_value()
         : how == ElementDisplay::kDigest ? output.crc32.has_value()
                                          : false;
}

// INT64_MAX if the number exceeds int64; nullopt if a size is negative.
std::optional<int64_t> NumelShown(const Ints& sizes) {
  if (std::ranges::any_of(sizes, [](int64_t size) { return size < 0; })) {
    return std::nullopt;
  }
  return Numel(sizes).value_or(INT64_MAX);
}

// The dtype of what a step observes: of all of a chain, only its base and what
// `new` makes need not be shown.
DType DTypeObserved(const Case& test, const std::vector<Outcome>& outcomes,
                    OutputRef ref) {
  const Step* made = ref.step > 0 ? &test.chain[ref.step - 1] : nullptr;
  return made != nullptr && made->op->name == "new"
             ? DTypeOf(test, outcomes, std::get<TensorArg>(made->args[0]))
             : DTypeOf(test, outcomes, ref);
}

// The elements that `digits` are the bytes of.
Values ValuesOf(const std::string& digits, DType dtype) {
  const auto bytes = BytesOfHex(digits);
  const auto size = static_cast<std::size_t>(ItemSize(dtype));
  if (!bytes || bytes->size() % size != 0) {
    Refuse("bytes", fmt::format("expected {} hex digits in lower case for each "
                                "{}",
                                2 * size, Name(dtype)));
  }
  Values values{FormOf(dtype), std::vector<Scalar>(bytes->size() / size)};
  DecodeEach(dtype, bytes->data(), ItemSize(dtype), values.list);
  return values;
}

// A case that calls a kernel may show its elements as bytes: they are compared
// as the numbers that they are.
void TakeBytes(const Case& test, std::vector<Outcome>& outcomes) {
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  for (std::size_t k = 0; k < std::min(outcomes.size(), operands.size()); ++k) {
    auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr) continue;
    for (Output& output : *outputs) {
      if (!output.bytes || output.values) continue;
      const bool is_read = Observes(*test.chain[k].op);
      if (!is_read && !output.dtype) continue;
      const DType dtype =
          is_read ? DTypeObserved(test, outcomes, operands[k]) : *output.dtype;
      output.values = ValuesOf(*output.bytes, dtype);
      output.bytes.reset();
    }
  }
}

void CheckUnsupported(const Unsupported& unsupported, const Case& test) {
  if (unsupported.step < 0 ||
      unsupported.step > static_cast<int64_t>(test.chain.size())) {
    Refuse("step", fmt::format("{} of a chain of {}", unsupported.step,
                               test.chain.size()));
  }
  CheckLength("detail", unsupported.detail);
}

}  // namespace

ReplyCheck::ReplyCheck(const Hello& hello)
    : facets_(hello.facets),
      contiguous_(hello.facets.Contains(Facet::kStrides) &&
                  std::ranges::find(hello.ops, "is_contiguous") !=
                      hello.ops.end()),
      every_(hello.observes_every) {}

void ReplyCheck::Check(const Case& test, Reply& reply) const {
  if (reply.unsupported) return CheckUnsupported(*reply.unsupported, test);
  if (test.base.fill == FillKind::kOperand) TakeBytes(test, reply.steps);
  const std::size_t count = reply.steps.size();
  for (std::size_t k = every_ || count == 0 ? 0 : count - 1; k < count; ++k) {
    if (const auto* error = std::get_if<ErrorReply>(&reply.steps[k])) {
      CheckError(*error);
    }
    const auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
    if (outputs == nullptr) continue;
    const bool read = Observes(*test.chain[k].op);
    for (const Output& output : *outputs) {
      read ? CheckRead(output, test.base.fill)
           : CheckOutput(output, test.base.fill);
    }
  }
}

void ReplyCheck::CheckOutput(const Output& output, FillKind fill) const {
  const bool strides = facets_.Contains(Facet::kStrides);
  Demand("strides", output.strides.has_value(), strides);
  Demand("offset", output.offset.has_value(), strides);
  Demand("contiguous", output.contiguous.has_value(), contiguous_);
  Demand("storage", output.storage.has_value(),
         facets_.Contains(Facet::kAlias));
  AllowIf("self", output.self, facets_.Contains(Facet::kIdentity));
  AllowIf("conj", output.conj, facets_.Contains(Facet::kExact));
  AllowIf("neg", output.neg, facets_.Contains(Facet::kExact));
  CheckElements(output, fill);
  const std::optional<int64_t> numel = NumelShown(output.sizes);
  if (!numel || !facets_.Contains(Facet::kValues)) return;
  const ElementDisplay due = HowShown(fill, *numel);
  const std::pair<std::string_view, ElementDisplay> fields[] = {
      {"values", ElementDisplay::kValues},
      {"bytes", ElementDisplay::kBytes},
      {"crc32", ElementDisplay::kDigest}};
  for (const auto& [field, how] : fields) {
    const bool shown = Shows(output, how);
    if (due == how) Demand(field, shown, true);
    if (shown && due != how) {
      Refuse(field, fmt::format("shown of {} elements", *numel));
    }
  }
}

void ReplyCheck::CheckRead(const Output& output, FillKind fill) const {
  const std::pair<std::string_view, bool> facts[] = {
      {"strides", output.strides.has_value()},
      {"offset", output.offset.has_value()},
      {"contiguous", output.contiguous.has_value()},
      {"storage", output.storage.has_value()},
      {"self", output.self},
      {"conj", output.conj},
      {"neg", output.neg}};
  for (const auto& [field, shown] : facts) {
    if (shown) Refuse(field, "not shown by read");
  }
  CheckElements(output, fill);
}

void ReplyCheck::CheckElements(const Output& output, FillKind fill) const {
  const bool declared = facets_.Contains(Facet::kValues);
  const bool bytes = ShowsBytes(fill);
  AllowIf("values", output.values.has_value(), declared && !bytes);
  AllowIf("bytes", output.bytes.has_value(), declared && bytes);
  AllowIf("crc32", output.crc32.has_value(), declared && IsData(fill));
  if (output.crc32 && (output.values || output.bytes)) {
    Refuse("crc32", "shown beside the elements");
  }
  const std::size_t shown = output.values  ? output.values->list.size()
                            : output.bytes ? output.bytes->size() / kMaxHex
                                           : 0;
  const ElementDisplay how = HowShown(fill, static_cast<int64_t>(shown));
  if (how != ElementDisplay::kValues && how != ElementDisplay::kBytes) {
    Refuse(bytes ? "bytes" : "values", "too many");
  }
}

void ReplyCheck::CheckError(const ErrorReply& error) const {
  AllowIf("kind", error.kind.has_value(), facets_.Contains(Facet::kErrorKind));
  CheckLength("message", error.message);
}

}  // namespace viewproof
