#ifndef VIEWPROOF_CONFORMANCE_CASE_HELLO_FIELDS_H_
#define VIEWPROOF_CONFORMANCE_CASE_HELLO_FIELDS_H_

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>

#include "conformance/case/decode.h"
#include "conformance/case/describe.h"
#include "conformance/case/hello.h"
#include "conformance/case/json.h"
#include "conformance/case/words.h"

// The fields of hello, once; a gate file pins some of them.
namespace viewproof::hello_fields {

namespace od = simdjson::ondemand;
using json::Bool;
using json::Int;
using json::Refuse;

inline constexpr int64_t kMaxBatch = 1 << 16;
inline constexpr double kMaxCaseSeconds = 3600;

// A field that a gate file pins: if it changes, its gate is red.
template <typename Field>
struct PinnedField : Field {
  bool is_always_pinned = false;  // A gate file says it, whatever it is.
};
template <typename Field>
PinnedField(Field, bool = false) -> PinnedField<Field>;

// The version of the protocol; there is one.
struct ProtocolCodec {
  void Read(od::value value, std::string_view field, Hello&) const {
    const int64_t protocol = json::Int(value, field);
    if (protocol != kProtocol) {
      Refuse(field,
             fmt::format("{} is not the version that this suite speaks, {}",
                         protocol, kProtocol));
    }
  }
  void Append(const Hello&, std::string& out) const {
    out += std::to_string(kProtocol);
  }
  std::string Schema() const {
    return fmt::format(R"({{"const": {}}})", kProtocol);
  }
};

// Bits of the numbers that get through.
struct IntsCodec {
  template <typename Value>
  void Read(Value value, std::string_view field, int64_t& into) const {
    into = Int(value, field);
    if (into != 32 && into != 53 && into != 64) {
      Refuse(field, "expected 32, 53 or 64");
    }
  }
  void Append(int64_t ints, std::string& out) const {
    out += std::to_string(ints);
  }
  std::string Schema() const { return R"({"enum": [32, 53, 64]})"; }
};

// The schema of a flag that is read until 0.3, and that nobody writes.
inline constexpr const char* kRetiredFlag =
    R"({"deprecated": true, "type": "boolean"})";

// Holds what `ints` was called: false is 53.
struct WideIntCodec {
  template <typename Value>
  void Read(Value value, std::string_view field, Hello& hello) const {
    if (!Bool(value, field)) hello.ints = std::min<int64_t>(hello.ints, 53);
  }
  void Append(const Hello&, std::string&) const {}
  std::string Schema() const { return kRetiredFlag; }
};

// Holds what asked for nothing.
struct SnippetsCodec : json::ForgottenValue<bool> {
  std::string Schema() const { return kRetiredFlag; }
};

struct SecondsCodec {
  void Read(od::value value, std::string_view field, double& into) const {
    into = json::Get<double>(value.get_double(), field, "a number");
    if (!(into > 0 && into <= kMaxCaseSeconds)) {
      Refuse(field,
             fmt::format("expected more than 0, at most {}", kMaxCaseSeconds));
    }
  }
  void Append(double seconds, std::string& out) const {
    fmt::format_to(std::back_inserter(out), "{}", seconds);
  }
  std::string Schema() const {
    return fmt::format(
        R"({{"type": "number", "exclusiveMinimum": 0, "maximum": {}}})",
        kMaxCaseSeconds);
  }
};

inline constexpr json::DistinctList<json::OpName> kOps = {{}, true, 0};
inline constexpr json::Text kName = {1, kMaxMessage};
inline constexpr json::Text kLine = {0, kMaxMessage};

// An operand of a kernel, as a text.
struct OperandCodec {
  void Read(od::value value, std::string_view field,
            KernelOperand& into) const {
    into = ReadOperand(json::String(value, field), field);
  }
  void Append(const KernelOperand& operand, std::string& out) const {
    AppendQuoted(Text(operand), out);
  }
  std::string Schema() const {
    return R"({"type": "string", "pattern": )"
           R"("^[a-z_][a-z0-9_]* [A-Za-z0-9]+\\[[^]]*\\] *[a-z<].*$"})";
  }
};

struct OperandList : json::List<OperandCodec> {
  void Read(od::value value, std::string_view field,
            std::vector<KernelOperand>& into) const {
    json::List<OperandCodec>::Read(value, field, into);
    if (into.empty()) Refuse(field, "is empty");
  }
  std::string Schema() const {
    return R"({"minItems": 1, )" + json::List<OperandCodec>::Schema().substr(1);
  }
};

// The name of a kernel.
struct KernelName : json::Text {
  std::string Schema() const {
    return R"({"type": "string", "pattern": )"
           R"("^(?:[a-z]|[a-z_][a-z0-9_]*[a-z0-9])$"})";
  }
};

// A function of the library that --calls asks.
inline constexpr auto kKernel =
    json::Describe<DeclaredKernel>(
        json::Needed("name", &DeclaredKernel::name, KernelName()),
        json::Needed("forms", &DeclaredKernel::forms,
                     json::DistinctList<json::Word<CallForm>>{{}, true, 1}),
        json::Needed("operands", &DeclaredKernel::operands, OperandList()),
        json::Optional("dtypes", &DeclaredKernel::dtypes,
                       json::DistinctList<json::Word<DType>>()),
        json::Optional("ulps", &DeclaredKernel::ulps,
                       json::Integer{0, kMaxUlps}),
        json::Optional("writes", &DeclaredKernel::writes),
        json::Optional("may_alias", &DeclaredKernel::may_alias))
        .ReadOver()
        .With(&CheckKernel);

inline constexpr auto kSubject = json::Describe<Hello>(
    PinnedField{json::Needed("name", &Hello::name, kName), true},
    json::Needed("version", &Hello::version, kName),
    json::Optional("language", &Hello::language, kLine),
    PinnedField{json::Optional("device", &Hello::device, kLine)
                    .WrittenIf([](const Hello& hello) {
                      return !hello.device.empty();
                    }),
                true});

// Holds what stands in hello, but for the laws between fields (hello.cc).
inline constexpr auto kFields = json::Describe<Hello>(
    json::NeededOf<Hello>("protocol", ProtocolCodec()),
    json::NeededOf<Hello>("subject", kSubject),
    json::Needed("ops", &Hello::ops, kOps),
    PinnedField{
        json::Needed("dtypes", &Hello::dtypes,
                     json::DistinctList<json::Word<DType>>{{}, false, 1}),
        true},
    PinnedField{json::Needed("facets", &Hello::facets), true},
    PinnedField{json::Written("views", &Hello::views), true},
    PinnedField{json::Written("copies", &Hello::copies, kOps), true},
    PinnedField{json::Written("borrowed", &Hello::borrowed, kOps)},
    PinnedField{json::Written("after_error", &Hello::after_error)},
    PinnedField{json::Written("index_range", &Hello::index_range)},
    PinnedField{json::Written("writes", &Hello::rebinds,
                              json::EitherWord{"in_place", "rebind"})},
    PinnedField{json::Written("ints", &Hello::ints, IntsCodec())},
    PinnedField{json::ReadOnly<Hello>("wide_int", WideIntCodec())},
    PinnedField{json::Written("observes", &Hello::observes_every,
                              json::EitherWord{"last", "every"})},
    json::Written("answers", &Hello::answers_batch,
                  json::EitherWord{"case", "batch"}),
    PinnedField{json::Written("max_rank", &Hello::max_rank)},
    json::Written("batch", &Hello::batch, json::Integer{1, kMaxBatch}),
    json::Written("case_seconds", &Hello::case_seconds, SecondsCodec()),
    PinnedField{
        json::Written("forms", &Hello::forms,
                      json::DistinctList<json::Word<CaseForm>>{{}, true, 0})},
    json::ReadOnly<Hello>("snippets", SnippetsCodec()),
    json::Written("left_out", &Hello::left_out),
    json::Optional("calls", &Hello::calls, json::List{kKernel}));

// The pinned ones among some fields. A gate file may leave each of them out,
// and most are written if they say something else than their absence.
template <typename Field>
constexpr auto Pin(const Field&) {
  return std::tuple<>();
}
template <typename Field>
constexpr auto Pin(const PinnedField<Field>& pinned) {
  Field field = pinned;
  field.is_needed = false;
  field.is_always_written = pinned.is_always_pinned;
  return std::tuple<Field>(field);
}
template <typename Object>
constexpr auto PinsOf(const Object& object) {
  return std::apply(
      [](const auto&... fields) { return std::tuple_cat(Pin(fields)...); },
      object.fields());
}

}  // namespace viewproof::hello_fields

#endif  // VIEWPROOF_CONFORMANCE_CASE_HELLO_FIELDS_H_
