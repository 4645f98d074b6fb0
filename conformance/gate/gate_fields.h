#ifndef VIEWPROOF_CONFORMANCE_GATE_GATE_FIELDS_H_
#define VIEWPROOF_CONFORMANCE_GATE_GATE_FIELDS_H_

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "conformance/case/crc32.h"
#include "conformance/case/describe.h"
#include "conformance/case/hello_fields.h"
#include "conformance/case/strings.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/toml_value.h"
#include "conformance/gen/features.h"
#include "conformance/judge/words.h"

template <>
inline constexpr viewproof::json::Words<viewproof::Feature>
    viewproof::json::kWords<viewproof::Feature> = {
        "feature", viewproof::FindFeature,
        viewproof::json::SchemaOfNames<viewproof::kLastFeature>};

// The tables of a gate file: their keys, once.
namespace viewproof::gate_fields {

inline constexpr int64_t kMaxStartSeconds = 3600;
inline constexpr int64_t kMaxMemoryMib = int64_t{1} << 30;

// A number of seconds without a fraction.
struct WholeSeconds {
  static constexpr json::Integer kSeconds = {1, kMaxStartSeconds};

  void Read(const TomlValue& value, std::string_view field,
            double& into) const {
    int64_t seconds = 0;
    kSeconds.Read(value, field, seconds);
    into = static_cast<double>(seconds);
  }
  void Append(double seconds, std::string& out) const {
    kSeconds.Append(static_cast<int64_t>(seconds), out);
  }
  std::string Schema() const { return kSeconds.Schema(); }
};

// A reason that somebody wrote.
struct ReasonText {
  void Read(const TomlValue& value, std::string_view field,
            std::string& into) const {
    json::Text().Read(value, field, into);
    if (Trimmed(into).empty()) json::Refuse(field, "missing");
  }
  void Append(std::string_view text, std::string& out) const {
    json::Text().Append(text, out);
  }
  std::string Schema() const {
    return R"({"type": "string", "pattern": "[^ \\t\\r\\n]"})";
  }
};

// A list of features.
struct FeatureWords {
  template <typename Value>
  void Read(const Value& value, std::string_view field,
            std::optional<FeatureSet>& into) const {
    std::vector<Feature> features;
    json::List<json::Word<Feature>>().Read(value, field, features);
    into.emplace();
    for (const Feature feature : features) {
      into->set(static_cast<std::size_t>(feature));
    }
  }
  void Append(const std::optional<FeatureSet>& set, std::string& out) const {
    std::vector<Feature> features;
    for (std::size_t k = 0; k < set->size(); ++k) {
      if (set->test(k)) features.push_back(static_cast<Feature>(k));
    }
    json::List<json::Word<Feature>>().Append(features, out);
  }
  std::string Schema() const {
    return json::List<json::Word<Feature>>().Schema();
  }
};

// A list of ops, by their names.
struct OpList {
  template <typename Value>
  void Read(const Value& value, std::string_view field,
            std::vector<const Op*>& into) const {
    std::vector<std::string> names;
    json::List<json::OpName>().Read(value, field, names);
    for (const std::string& name : names) into.push_back(FindOp(name));
  }
  void Append(const std::vector<const Op*>& ops, std::string& out) const {
    std::vector<std::string> names;
    for (const Op* op : ops) names.emplace_back(op->name);
    json::List<json::OpName>().Append(names, out);
  }
  std::string Schema() const { return json::List<json::OpName>().Schema(); }
};

// The verdict of an entry, among them "dies": a crash or a time-out.
struct EntryVerdict {
  static constexpr std::string_view kDies = "dies";

  void Read(const TomlValue& value, std::string_view field,
            KnownFailure& entry) const {
    entry.dies = toml_value::String(value, field) == kDies;
    if (entry.dies) {
      entry.verdict = Verdict::kCrash;
    } else {
      json::Word<Verdict>().Read(value, field, entry.verdict);
    }
    if (entry.verdict == Verdict::kPass || entry.verdict == Verdict::kSkip) {
      json::Refuse(field, "no failure has it");
    }
  }
  void Append(const KnownFailure& entry, std::string& out) const {
    json::Text().Append(entry.dies ? kDies : Name(entry.verdict), out);
  }
  std::string Schema() const {
    return R"({"enum": ["fail", "crash", "timeout", "protocol_error", "dies"]})";
  }
};

using SortedFacets = json::DistinctList<json::Word<Facet>>;

inline constexpr auto kAdapter = json::Describe<Gate>(
    json::Optional("command", &Gate::command),
    json::Optional("linked", &Gate::linked),
    json::Optional("subject", &Gate::option_taker),
    json::Optional("options", &Gate::options),
    json::Optional("packages", &Gate::packages),
    json::Optional("restart", &Gate::restart, json::OneOf{"one", "spare"}),
    json::Optional("heap_check", &Gate::heap_check),
    json::Optional("env", &Gate::env),
    json::Optional("start_seconds", &Gate::start_seconds, WholeSeconds()),
    json::Optional("memory_mib", &Gate::memory_mib,
                   json::Integer{1, kMaxMemoryMib}));

inline constexpr auto kMatrix = json::Describe<MatrixPlace>(
    json::Optional("title", &MatrixPlace::title),
    json::Optional("needs", &MatrixPlace::needs),
    json::Optional("library", &MatrixPlace::library));

// The kernels, each in a word.
struct PinnedCalls : json::List<json::Text> {
  template <typename Value>
  void Read(const Value& value, std::string_view field, Hello& hello) const {
    List::Read(value, field, hello.pinned_calls);
  }
  void Append(const Hello& hello, std::string& out) const {
    List::Append(WordsOf(hello), out);
  }
  static std::vector<std::string> WordsOf(const Hello& hello) {
    if (hello.calls.empty()) return hello.pinned_calls;
    std::vector<std::string> words;
    for (const DeclaredKernel& kernel : hello.calls) {
      const std::string text = json::ToJson(hello_fields::kKernel, kernel);
      words.push_back(fmt::format("{}:{:08x}", kernel.name,
                                  Crc32(std::as_bytes(std::span(text)))));
    }
    return words;
  }
};

// The hello that is pinned.
inline constexpr auto kPinned = std::apply(
    [](const auto&... fields) { return json::Describe<Hello>(fields...); },
    std::tuple_cat(hello_fields::PinsOf(hello_fields::kSubject),
                   std::tuple(json::Written("ops", &Hello::ops)),
                   hello_fields::PinsOf(hello_fields::kFields),
                   std::tuple(json::OptionalOf<Hello>("calls", PinnedCalls())
                                  .WrittenIf([](const Hello& hello) {
                                    return !PinnedCalls::WordsOf(hello).empty();
                                  }))));

// A pinned hello, where there is one.
struct PinnedHello {
  template <typename Value>
  void Read(const Value& value, std::string_view field,
            std::optional<Hello>& into) const {
    kPinned.Read(value, field, into.emplace());
  }
  void Append(const std::optional<Hello>& hello, std::string& out) const {
    kPinned.Append(*hello, out);
  }
  std::string Schema() const { return kPinned.Schema(); }
};

inline constexpr auto kDemand =
    json::Describe<Gate>(json::Optional("profiles", &Gate::profiles),
                         json::Optional("facets", &Gate::facets),
                         json::Optional("dtypes", &Gate::dtypes),
                         json::Optional("reviewed", &Gate::reviewed));

inline constexpr auto kWithout =
    json::Describe<Without>(
        json::Needed("flag", &Without::flag, json::Text{1}),
        json::Optional("facets", &Without::facets, SortedFacets{{}, true, 1})
            .IfAbsent([](Without& entry) {
              entry.facets = UsuallyLeftOut(entry.flag);
              std::ranges::sort(entry.facets);
            }),
        json::Needed("reason", &Without::reason, ReasonText()))
        .With([](const Without& entry) {
          if (entry.reason == kUnreviewed) {
            json::Refuse("reason", "expected the reason");
          }
        });

inline constexpr auto kFlakyDeath = json::Describe<FlakyDeath>(
    json::Needed("signals", &FlakyDeath::signals,
                 json::DistinctList<json::Text>{{}, false, 1}),
    json::Needed("at_most", &FlakyDeath::at_most, json::Integer{1}),
    json::Needed("reason", &FlakyDeath::reason, ReasonText()),
    json::Optional("link", &FlakyDeath::link));

inline constexpr auto kEntry =
    json::Describe<KnownFailure>(
        json::Needed("op", &KnownFailure::op, json::Text{1}),
        json::Optional("facets", &KnownFailure::facets,
                       SortedFacets{{}, true, 0}),
        json::Optional("difference", &KnownFailure::difference,
                       json::DifferenceOrNone()),
        json::OptionalOf<KnownFailure>("verdict", EntryVerdict()),
        json::Optional("answer", &KnownFailure::answer),
        json::Optional("when", &KnownFailure::when, FeatureWords())
            .WrittenIf([](const KnownFailure& entry) {
              return entry.when.has_value();
            }),
        json::Optional("after", &KnownFailure::after, OpList()),
        json::Needed("reason", &KnownFailure::reason, ReasonText()),
        json::Optional("link", &KnownFailure::link),
        json::Optional("since", &KnownFailure::since),
        json::Optional("or_dies", &KnownFailure::or_dies))
        .With([](const KnownFailure& entry) {
          if (entry.or_dies && entry.verdict != Verdict::kFail) {
            json::Refuse("or_dies", "is for entries of verdict \"fail\"");
          }
          if (!entry.answer.empty() && entry.verdict != Verdict::kFail) {
            json::Refuse("answer", "is for entries of verdict \"fail\"");
          }
        });

// [[tables]] of one kind. `note` may refuse one because of those before it.
template <typename Codec, typename S>
struct Tables {
  Codec codec;
  void (*note)(const TomlValue& at, const std::vector<S>& before, S& added);

  void Read(const TomlValue& value, std::string_view field,
            std::vector<S>& into) const {
    toml_value::ForEachElement(value, field, [&](const TomlValue& table) {
      S added = {};
      codec.Read(table, field, added);
      note(table, into, added);
      into.push_back(std::move(added));
    });
  }
  void Append(const std::vector<S>& list, std::string& out) const {
    json::List<Codec>{codec}.Append(list, out);
  }
  std::string Schema() const { return json::List<Codec>{codec}.Schema(); }
};
template <typename Codec, typename S>
Tables(Codec, void (*)(const TomlValue&, const std::vector<S>&, S&))
    -> Tables<Codec, S>;

// The gate of a table: of its gate file alone, without a lock.
Gate ReadTable(const std::string& path, const toml::table& root);

// Returns whether it is of a gate file of viewproof 0.1.
bool IsGate01(const toml::table& root);

}  // namespace viewproof::gate_fields

#endif  // VIEWPROOF_CONFORMANCE_GATE_GATE_FIELDS_H_
