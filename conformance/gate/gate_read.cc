#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/gate_fields.h"
#include "conformance/gate/lock.h"
#include "conformance/gate/upgrade.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/installed.h"

namespace viewproof {
namespace {

void NoteWithout(const TomlValue& at, const std::vector<Without>& before,
                 Without& added) {
  added.line = at.line();
  for (const Without& other : before) {
    if (other.flag != added.flag) continue;
    json::Refuse("flag", fmt::format("{} has an entry in line {}", added.flag,
                                     other.line));
  }
}

void NoteFlakyDeath(const TomlValue&, const std::vector<FlakyDeath>& before,
                    FlakyDeath& added) {
  for (const FlakyDeath& other : before) {
    for (const std::string& signal : other.signals) {
      if (std::ranges::find(added.signals, signal) == added.signals.end()) {
        continue;
      }
      json::Refuse("signals", signal + " is there twice");
    }
  }
}

void NoteEntry(const TomlValue& at, const std::vector<KnownFailure>& before,
               KnownFailure& added) {
  added.line = at.line();
  for (const KnownFailure& other : before) {
    if (!AreAlike(added, other)) continue;
    json::Refuse("op", fmt::format("this entry and that of line {} could match "
                                   "one failure",
                                   other.line));
  }
}

constexpr auto kGate = json::Describe<Gate>(
    json::OptionalOf<Gate>("adapter", gate_fields::kAdapter),
    json::Optional("matrix", &Gate::matrix, gate_fields::kMatrix),
    json::OptionalOf<Gate>("demand", gate_fields::kDemand),
    json::Optional("without", &Gate::withouts,
                   gate_fields::Tables{gate_fields::kWithout, &NoteWithout}),
    json::Optional(
        "flaky_death", &Gate::flaky_deaths,
        gate_fields::Tables{gate_fields::kFlakyDeath, &NoteFlakyDeath}),
    json::Optional("known_failure", &Gate::entries,
                   gate_fields::Tables{gate_fields::kEntry, &NoteEntry}));

[[noreturn]] void RefuseGate01(const std::string& path) {
  throw BadInput(
      fmt::format("{}: is a gate file of viewproof 0.1; this writes it anew, "
                  "and keeps the old one:\n    {} upgrade {}",
                  path, ProgramName(), path));
}

}  // namespace

Gate gate_fields::ReadTable(const std::string& path, const toml::table& root) {
  Gate gate;
  gate.path = path;
  const TomlValue value = {&root, &path};
  toml_value::At(value, [&](const TomlValue& at) { kGate.Read(at, "", gate); });
  if (gate.command.empty() + gate.linked.empty() + gate.option_taker.empty() !=
      2) {
    throw BadInput(
        path + ": key \"adapter\": expected one of command, linked, subject");
  }
  if (!gate.options.empty() && gate.option_taker.empty()) {
    throw BadInput(path + ": key \"adapter.options\": expected subject too");
  }
  gate.dtypes = EachOnce(gate.dtypes);
  gate.profiles = EachOnce(gate.profiles);
  return gate;
}

Gate ParseGate(const std::string& path, const std::string& text,
               std::string_view lock) {
  const toml::table root = ParseToml(path, text);
  if (gate_fields::IsGate01(root)) RefuseGate01(path);
  Gate gate = gate_fields::ReadTable(path, root);
  gate.has_lock = !lock.empty();
  ReadLock(LockPath(path), lock, gate);
  return gate;
}

namespace {

// The text of the gate file's lock; empty if there is none.
std::string ReadLockText(const std::string& path) {
  std::error_code unknown;  // ReadFile says it of `path`.
  const std::string lock = LockPath(path);
  return std::filesystem::exists(lock, unknown) ? ReadFile(lock) : "";
}

}  // namespace

Gate ReadGate(const std::string& path) {
  if (HasFilesOf01(path)) RefuseGate01(path);
  return ParseGate(path, ReadFile(path), ReadLockText(path));
}

std::string DigestOfGate(const std::string& path) {
  return Digest(ReadFile(path) + "\n" + ReadLockText(path));
}

std::string EnvironmentOf(const Gate& gate) {
  const auto folder = std::filesystem::path(gate.path).parent_path();
  const std::string& library = gate.matrix.library;
  return (library.empty() ? folder : folder.parent_path() / library) /
         "environment.txt";
}

std::string GateSchema() {
  return kGate.Schema(
      R"("allOf": [{"required": ["adapter"]}, {"properties": {)"
      R"("adapter": {"oneOf": [{"required": ["command"], "properties": )"
      R"({"command": {"minItems": 1}}}, {"required": ["linked"], )"
      R"("properties": {"linked": {"minLength": 1}}}, )"
      R"({"required": ["subject"], "properties": )"
      R"({"subject": {"minLength": 1}}}], )"
      R"("dependentRequired": {"options": ["subject"]}}, )"
      R"("without": {"items": {"properties": {"reason": )"
      R"({"not": {"const": "unreviewed"}}}}}, )"
      R"("known_failure": {"items": {"if": {"properties": )"
      R"({"or_dies": {"const": true}}, "required": ["or_dies"]}, )"
      R"("then": {"properties": {"verdict": {"const": "fail"}}}}}}}])");
}

}  // namespace viewproof
