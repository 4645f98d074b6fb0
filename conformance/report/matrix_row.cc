#include "conformance/report/matrix_row.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <tuple>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/padding.h"
#include "conformance/case/strings.h"
#include "conformance/case/words.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

using Numbers = MatrixRow::Numbers;

// Values by their names, in order, each in a line of its own or all in one.
template <typename Codec>
struct InOrder {
  Codec codec = {};
  bool in_lines = false;

  template <typename T>
  void Read(json::od::value value, std::string_view field,
            MatrixRow::Named<T>& into) const {
    json::ForEachField(json::Object(value, field), field,
                       [&](std::string_view key, json::od::value member) {
                         into.emplace_back(key, T());
                         codec.Read(member, key, into.back().second);
                       });
  }
  template <typename T>
  void Append(const MatrixRow::Named<T>& values, std::string& out) const {
    std::string_view between = in_lines ? "\n  " : "";
    out += '{';
    for (const auto& [name, value] : values) {
      out.append(between).append(Quoted(name)).append(": ");
      codec.Append(value, out);
      between = in_lines ? ",\n  " : ", ";
    }
    out += in_lines ? "\n }" : "}";
  }
};

struct MaybeNull {
  void Read(json::od::value value, std::string_view field,
            std::optional<int64_t>& into) const {
    if (json::TypeOf(value, field) == json::od::json_type::null) return;
    json::Integer().Read(value, field, into.emplace());
  }
  void Append(const std::optional<int64_t>& value, std::string& out) const {
    out += value ? std::to_string(*value) : "null";
  }
};

constexpr InOrder<json::Integer> kNumbers;
constexpr InOrder<InOrder<json::Integer>> kByName = {{}, true};

constexpr auto kMatrixRow = json::Describe<MatrixRow>(
    json::Needed("gate", &MatrixRow::gate),
    json::Needed("golden", &MatrixRow::golden),
    json::Optional("asked", &MatrixRow::asked),
    json::Needed("records", &MatrixRow::records),
    json::Needed("name", &MatrixRow::name),
    json::Needed("version", &MatrixRow::version),
    json::Needed("device", &MatrixRow::device),
    json::Needed("kind", &MatrixRow::kind),
    json::Needed("green", &MatrixRow::green),
    json::Needed("failed", &MatrixRow::failed),
    json::Needed("deaths", &MatrixRow::deaths),
    json::Needed("seconds", &MatrixRow::seconds, MaybeNull()),
    json::Optional("cpu_seconds", &MatrixRow::cpu_seconds, MaybeNull()),
    json::Needed("skipped", &MatrixRow::skipped, kNumbers),
    json::Needed("profiles", &MatrixRow::profiles, kByName),
    json::Needed("ops", &MatrixRow::ops, kByName));

std::string KindOf(const Hello& hello) {
  std::string kind;
  if (!hello.observes_every) kind += " compiled";
  if (hello.rebinds) kind += " rebind";
  if (!hello.facets.Contains(Facet::kValues)) {
    kind += " structure";
  } else if (!hello.facets.Contains(Facet::kStrides)) {
    kind += " values";
  }
  return kind.empty() ? "full" : kind.substr(1);
}

// Those that are not 0, by name.
Numbers NumbersOf(const Cell& cell) {
  Numbers numbers = {{"executed", cell.executed()},
                     {"known", cell.known},
                     {"other", cell.fresh + cell.others},
                     {"passed", cell.passed}};
  std::erase_if(numbers, [](const auto& one) { return one.second == 0; });
  return numbers;
}

std::string_view WithoutBuild(std::string_view version) {
  return version.substr(0, version.find('+'));
}

// Returns whether the packages have this version, whatever the build: "+cpu".
bool IsPinned(std::string_view version,
              const std::vector<std::string>& packages) {
  bool pins = false;
  for (const std::string_view package : packages) {
    const std::size_t at = package.find_last_of("=@");
    if (at == package.npos || at == 0) continue;
    if (package[at] == '=' && package[at - 1] != '=') continue;
    pins = true;
    if (WithoutBuild(package.substr(at + 1)) == WithoutBuild(version))
      return true;
  }
  return !pins;
}

void Demand(bool holds, const std::string& why) {
  if (!holds) throw BadInput(why);
}

// Returns what the gate file pins; if that is nothing, what the environment of
// its library installs.
std::vector<std::string> PackagesOf(const Gate& gate) {
  if (!gate.packages.empty()) return gate.packages;
  const std::string list = EnvironmentOf(gate);
  std::vector<std::string> packages;
  if (!std::filesystem::exists(list)) return packages;
  const std::string text = ReadFile(list);
  for (std::string_view line : LinesIn(text)) {
    line = Trimmed(line.substr(0, line.find('#')));
    if (line.find_first_of("=@") != line.npos) packages.emplace_back(line);
  }
  return packages;
}

void CheckVersion(const std::string& version, const Gate& gate) {
  const std::vector<std::string> packages = PackagesOf(gate);
  Demand(IsPinned(version, packages),
         fmt::format("it is {}, the gate file is of {}", version,
                     fmt::join(packages, " ")));
}

}  // namespace

int64_t NumberOf(const MatrixRow::Numbers& numbers, std::string_view name) {
  const int64_t* number = ValueOf(numbers, name);
  return number == nullptr ? 0 : *number;
}

int64_t SumOf(const MatrixRow::Named<Numbers>& rows, std::string_view name) {
  int64_t sum = 0;
  for (const auto& [row, numbers] : rows) sum += NumberOf(numbers, name);
  return sum;
}

std::string TextOf(const MatrixRow& row) {
  std::string text;
  kMatrixRow.ForEach([&](const auto& field) {
    if (!kMatrixRow.IsWritten(field, row)) return;
    text += fmt::format("{}\n \"{}\": {}", text.empty() ? "{" : ",", field.name,
                        field.Json(row));
  });
  return text + "\n}\n";
}

MatrixRow ReadMatrixRow(std::string_view text) {
  MatrixRow row;
  kMatrixRow.ReadLine(PaddedText(text).view(), row);
  return row;
}

MatrixRow RowOfReport(const Overview& overview, const Gate& gate) {
  const ReportOrigin& origin = overview.origin;
  const Hello& hello = origin.header.subject;
  Demand(gate.golden == origin.header.golden,
         "the gate file is of an older golden/");
  const Hello pinned = gate.subject.value_or(Hello());
  for (const auto& [key, is, due] :
       {std::tuple("name", hello.name, pinned.name),
        {"device", hello.device, pinned.device}}) {
    Demand(is == due,
           fmt::format("{} is {}, the gate file's is {}", key, is, due));
  }
  MatrixRow row = {.gate = origin.header.gate,
                   .golden = origin.header.golden,
                   .asked = {},
                   .records = origin.footer.digest,
                   .name = hello.name,
                   .version = hello.version,
                   .device = hello.device,
                   .kind = KindOf(hello),
                   .green = origin.footer.green,
                   .failed = overview.all.fresh,
                   .deaths = overview.deaths};
  for (const Profile profile : origin.header.plan.profiles) {
    Numbers& numbers =
        row.profiles.emplace_back(Name(profile), Numbers()).second;
    const auto cell = overview.by_profile.find(profile);
    if (cell == overview.by_profile.end()) continue;
    numbers = NumbersOf(cell->second);
    numbers.emplace_back("planned", cell->second.all());
    const auto reasons = overview.reasons_in.find(profile);
    if (reasons == overview.reasons_in.end()) continue;
    for (const auto& [reason, count] : reasons->second) {
      numbers.emplace_back(fmt::format("skip {}", Name(reason)), count);
    }
    std::ranges::sort(numbers);
  }
  for (const auto& [reason, count] : overview.reasons) {
    row.skipped.emplace_back(Name(reason), count);
  }
  std::ranges::stable_sort(row.skipped, std::greater(),
                           [](const auto& one) { return one.second; });
  for (const auto& [op, cell] : overview.by_vector) {
    if (cell.executed() > 0) row.ops.emplace_back(op, NumbersOf(cell));
  }
  CheckRow(row, gate);
  return row;
}

void CheckRow(const MatrixRow& row, const Gate& gate) {
  CheckVersion(row.version, gate);
  const auto known = std::ranges::count_if(gate.cases, [](const auto& line) {
    return line.failure.verdict != Verdict::kSkip;
  });
  for (const auto& [key, due] :
       {std::pair("executed", gate.executed), {"known", known}}) {
    const int64_t count = SumOf(row.profiles, key);
    Demand(!row.green || count == due,
           fmt::format("{} {}, the gate file says {}", key, count, due));
  }
  int64_t skipped = 0;
  for (const auto& [reason, count] : row.skipped) skipped += count;
  Demand(SumOf(row.profiles, "planned") - SumOf(row.profiles, "executed") ==
             skipped,
         "what is skipped does not add up");
  for (const char* key : {"executed", "passed", "known", "other"}) {
    Demand(SumOf(row.ops, key) == SumOf(row.profiles, key),
           fmt::format("{} of ops and of profiles differ", key));
  }
}

}  // namespace viewproof
