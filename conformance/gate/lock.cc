#include "conformance/gate/lock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/padding.h"
#include "conformance/case/strings.h"
#include "conformance/gate/gate_fields.h"

namespace viewproof {
namespace {

constexpr int64_t kLockFormat = 1;

// The format of a lock, which is no member of a gate.
struct LockFormat {
  void Read(json::od::value value, std::string_view field, Gate&) const {
    int64_t format = 0;
    json::Integer().Read(value, field, format);
    if (format != kLockFormat) {
      json::Refuse(field, "is of another version of viewproof");
    }
  }
  void Append(const Gate&, std::string& out) const {
    json::Integer().Append(kLockFormat, out);
  }
  std::string Schema() const {
    return fmt::format(R"({{"const": {}}})", kLockFormat);
  }
};

// The facets that a lock says. Those of the gate file come first.
struct PinnedFacets {
  void Read(json::od::value value, std::string_view field, Gate& gate) const {
    Facets facets;
    json::FacetSet().Read(value, field, facets);
    gate.pins_facets = !gate.facets;
    if (!gate.facets) gate.facets = facets;
  }
  void Append(const Gate& gate, std::string& out) const {
    json::FacetSet().Append(*gate.facets, out);
  }
  std::string Schema() const { return json::FacetSet().Schema(); }
};

// The first line.
constexpr auto kPins = json::Describe<Gate>(
    json::NeededOf<Gate>("lock", LockFormat()),
    json::Optional("suite", &Gate::suite_version),
    json::Optional("golden", &Gate::golden),
    json::Optional("executed", &Gate::executed),
    json::OptionalOf<Gate>("facets", PinnedFacets())
        .WrittenIf([](const Gate& gate) { return gate.pins_facets; }),
    json::Optional("subject", &Gate::subject, gate_fields::PinnedHello())
        .WrittenIf([](const Gate& gate) { return gate.subject.has_value(); }));

// A cause, and how many cases of it follow.
struct CauseLine {
  Failure failure;
  int64_t cases = 0;
  int64_t drawn = 0;
};

constexpr auto kCause = json::Describe<CauseLine>(
    json::Needed("op", &CauseLine::failure, &Failure::op,
                 json::PlainText{false}),
    json::Optional("difference", &CauseLine::failure, &Failure::difference,
                   json::DifferenceOrNone()),
    json::Optional("facets", &CauseLine::failure, &Failure::facets),
    json::Needed("verdict", &CauseLine::failure, &Failure::verdict),
    json::Optional("cases", &CauseLine::cases),
    json::Optional("drawn", &CauseLine::drawn));

// Words that need no quoting: as AnswerOf writes them.
struct AnswerWords {
  void Read(json::od::value value, std::string_view field,
            std::string& into) const {
    into = json::String(value, field);
    if (into.empty() ||
        into.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_ ") !=
            into.npos) {
      json::Refuse(field, "unknown words");
    }
  }
  void Append(std::string_view answer, std::string& out) const {
    out.append("\"").append(answer).append("\"");
  }
  std::string Schema() const {
    return R"({"type": "string", "pattern": "^[a-z0-9_ ]+$"})";
  }
};

// Vectors that fail at one step with one answer.
struct CasesLine {
  int64_t step = 0;
  std::string answer;
  std::vector<DType> dtypes;
  std::vector<std::string> ids;
};

constexpr auto kCases = json::Describe<CasesLine>(
    json::Needed("step", &CasesLine::step),
    json::Optional("answer", &CasesLine::answer, AnswerWords()),
    json::Needed("dtypes", &CasesLine::dtypes),
    json::Needed("ids", &CasesLine::ids, json::List{json::PlainText{false}}));

// CaseOf reads these.
struct BaseText : json::AnyJson {
  std::string Schema() const {
    return R"({"$ref": "common.schema.json#/$defs/base"})";
  }
};
struct ChainText : json::AnyJson {
  std::string Schema() const {
    return R"({"type": "array", "minItems": 1, )"
           R"("items": {"$ref": "step.schema.json"}})";
  }
};

constexpr auto kDrawn = json::Describe<DrawnCase>(
    json::Needed("base", &DrawnCase::base, BaseText()),
    json::Needed("chain", &DrawnCase::chain, ChainText()));

template <typename Codec, typename S>
S ReadAs(const Codec& codec, std::string_view line) {
  S read = {};
  codec.ReadLine(PaddedText(line).view(), read);
  return read;
}

// Reads the lines after the first.
class CaseReader {
 public:
  explicit CaseReader(Gate& gate) : gate_(gate) {}

  void Read(std::string_view line) {
    if (line.find("\"chain\":") != line.npos ||
        line.find("\"base\":") != line.npos) {
      gate_.drawn.push_back(ReadAs<decltype(kDrawn), DrawnCase>(kDrawn, line));
      gate_.drawn.back().failure = cause_.failure;
      CaseOf(gate_.drawn.back());
      --cause_.drawn;
    } else if (line.find("\"verdict\":") != line.npos ||
               line.find("\"op\":") != line.npos) {
      DemandAll();
      cause_ = ReadAs<decltype(kCause), CauseLine>(kCause, line);
      if (cause_.failure.verdict == Verdict::kPass) {
        json::Refuse("verdict", "no failure has it");
      }
    } else {
      Add(ReadAs<decltype(kCases), CasesLine>(kCases, line));
    }
  }

  // Throws BadInput unless the cause has all its cases.
  void DemandAll() const {
    if (cause_.cases != 0) {
      json::Refuse("cases", "so many ids and dtypes do not follow");
    }
    if (cause_.drawn != 0) json::Refuse("drawn", "so many do not follow");
  }

 private:
  void Add(const CasesLine& line) {
    if (!line.answer.empty() && cause_.failure.verdict != Verdict::kFail) {
      json::Refuse("answer", "belongs to verdict \"fail\", and to no other");
    }
    for (const std::string& id : line.ids) {
      for (const DType dtype : line.dtypes) {
        KnownCase& added = gate_.cases.emplace_back(
            KnownCase{id, dtype, cause_.failure, line.answer});
        added.failure.step = line.step;
        --cause_.cases;
      }
    }
  }

  Gate& gate_;
  CauseLine cause_;
};

// Drops the cases that no entry covers.
void DropOrphans(Gate& gate) {
  const auto drop = [&gate](const auto& failure, const std::string& answer) {
    if (failure.verdict == Verdict::kSkip ||
        FindEntry(gate, failure, answer).has_value()) {
      return false;
    }
    gate.orphans.push_back(failure);
    return true;
  };
  std::erase_if(gate.cases, [&](const KnownCase& known) {
    return drop(known.failure, known.answer);
  });
  std::erase_if(gate.drawn, [&](const DrawnCase& known) {
    return drop(known.failure, "");
  });
}

// The cases of one cause as lines.
using CasesOfCause = std::vector<const KnownCase*>;

void AppendCases(const CasesOfCause& cases, std::string& out) {
  std::map<std::tuple<int64_t, std::string, std::string>, std::vector<DType>>
      by_id;
  for (const KnownCase* known : cases) {
    by_id[{known->failure.step, known->answer, known->id}].push_back(
        known->dtype);
  }
  std::map<std::tuple<int64_t, std::string, std::vector<DType>>,
           std::vector<std::string>>
      lines;
  for (auto& [at, dtypes] : by_id) {
    const auto& [step, answer, id] = at;
    lines[{step, answer, dtypes}].push_back(id);
  }
  for (const auto& [at, ids] : lines) {
    const auto& [step, answer, dtypes] = at;
    kCases.Append({step, answer, dtypes, ids}, out);
    out += '\n';
  }
}

struct Cause {
  std::size_t entry;  // The number of its entry; of those of none the greatest.
  Failure failure;    // Without its step.

  auto Key() const {
    return std::tie(entry, failure.op, failure.difference, failure.facets,
                    failure.verdict);
  }
  bool operator<(const Cause& other) const { return Key() < other.Key(); }
};

}  // namespace

std::string LockPath(const std::string& gate_path) {
  constexpr std::string_view kEnding = ".toml";
  std::string_view stem = gate_path;
  if (stem.ends_with(kEnding)) stem.remove_suffix(kEnding.size());
  return std::string(stem) + ".lock";
}

void ForEachLine(const std::string& path, std::string_view text,
                 const std::function<void(std::string_view)>& read,
                 const std::function<void()>& end) {
  int64_t number = 1;
  try {
    for (const std::string_view line : LinesIn(text)) {
      read(line);
      ++number;
    }
    end();
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("{}:{}: {}", path, number, error.what()));
  }
}

void ReadLock(const std::string& path, std::string_view text, Gate& gate) {
  CaseReader reader(gate);
  bool is_first = true;
  const auto read = [&](std::string_view line) {
    if (std::exchange(is_first, false)) {
      kPins.ReadLine(PaddedText(line).view(), gate);
    } else {
      reader.Read(line);
    }
  };
  ForEachLine(path, text, read, [&reader] { reader.DemandAll(); });
  std::ranges::sort(gate.cases, {}, kKeyOf);
  const auto twice = std::ranges::adjacent_find(gate.cases, {}, kKeyOf);
  if (twice != gate.cases.end()) {
    throw BadInput(fmt::format("{}: lists {} of {} twice", path, twice->id,
                               Name(twice->dtype)));
  }
  DropOrphans(gate);
}

std::string LockText(const Gate& gate) {
  std::map<Cause, std::pair<CasesOfCause, std::vector<const DrawnCase*>>>
      causes;
  const auto at = [&](Failure failure,
                      const std::string& answer) -> decltype(auto) {
    failure.step = 0;
    const auto entry = FindEntry(gate, failure, answer);
    return causes[{entry.value_or(gate.entries.size()), std::move(failure)}];
  };
  std::vector<KnownCase> sorted = gate.cases;
  std::ranges::sort(sorted, {}, kKeyOf);
  for (const KnownCase& known : sorted) {
    at(known.failure, known.answer).first.push_back(&known);
  }
  for (const DrawnCase& known : gate.drawn) {
    at(known.failure, "").second.push_back(&known);
  }
  std::string out = json::ToJson(kPins, gate) + "\n";
  for (const auto& [cause, listed] : causes) {
    const auto& [cases, drawn] = listed;
    kCause.Append({cause.failure, std::ssize(cases), std::ssize(drawn)}, out);
    out += '\n';
    AppendCases(cases, out);
    for (const DrawnCase* known : drawn) {
      kDrawn.Append(*known, out);
      out += '\n';
    }
  }
  return out;
}

Case CaseOf(const DrawnCase& drawn) {
  Case test;
  const PaddedText line(json::ToJson(kDrawn, drawn));
  Decoder().Read(line.view(), test, UnknownKeys::kIgnored);
  DemandSteps(test);
  return test;
}

std::string LockSchema() {
  return fmt::format(R"({{"anyOf": [{}, {}, {}, {}]}})", kPins.Schema(),
                     kCause.Schema(), kCases.Schema(), kDrawn.Schema());
}

}  // namespace viewproof
