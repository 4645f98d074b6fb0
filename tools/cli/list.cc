#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/escape.h"
#include "conformance/case/ops.h"
#include "conformance/case/suggest.h"
#include "conformance/case/text.h"
#include "conformance/gate/gate.h"
#include "conformance/golden_file/flags.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/record.h"
#include "conformance/report/screen.h"
#include "conformance/report/summary.h"
#include "conformance/run/feed.h"
#include "conformance/run/launch.h"
#include "conformance/run/subject_file.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

struct ListRow {
  std::optional<int64_t> vectors = std::nullopt;  // Absent: not counted.
  std::string text;
  std::string test = {};  // The case of a vector, as its text.
};
using Rows = std::map<std::string, ListRow, std::less<>>;

const std::vector<std::string_view> kWhat = {
    "dtypes", "flags", "ops", "profiles", "skips", "subjects", "vectors"};

bool Matches(const std::string& only, const std::string& name) {
  return only.empty() ||
         fnmatch(SplitName(only).id.c_str(), name.c_str(), 0) == 0;
}

void DemandOne(const std::string& only, const std::vector<std::string>& names) {
  const auto is_it = [&](const auto& name) { return Matches(only, name); };
  if (only.empty() || std::ranges::any_of(names, is_it)) return;
  throw BadInput(fmt::format("--only: nothing there is called \"{}\"{}", only,
                             DidYouMean(only, {names.begin(), names.end()})));
}

std::optional<Profile> ProfileOf(const std::string& name) {
  if (name.empty()) return std::nullopt;
  const std::optional<Profile> profile = FindProfile(name);
  if (profile) return profile;
  std::vector<std::string_view> names;
  for (const Profile known : Profiles()) names.push_back(Name(known));
  throw BadInput(fmt::format("list: no profile \"{}\"; there are {}{}", name,
                             fmt::join(names, ", "), DidYouMean(name, names)));
}

void ForEachVector(const std::string& root, const ListFilter& filter,
                   const std::function<void(const Vector&)>& visit) {
  const std::optional<Profile> profile = ProfileOf(filter.profile);
  ForEachVector(OpenGolden(root + "/golden"), [&](const Vector& vector) {
    if (!profile || vector.profile == *profile) visit(vector);
  });
}

void PrintText(const Rows& rows, std::string_view heading, std::FILE* out) {
  const Screen screen(out);
  std::size_t width = heading.size();
  for (const auto& [name, row] : rows) width = std::max(width, name.size());
  if (!heading.empty()) {
    fmt::print(out, "{:<{}}{:>9}\n", heading, width, "vectors");
  }
  for (const auto& [name, row] : rows) {
    if (!row.vectors) {
      screen.PrintRows(fmt::format(
          "{}{}", name, row.text.empty() ? "" : "  " + Escaped(row.text)));
      continue;
    }
    screen.PrintRows(
        fmt::format("{:<{}}{:>9}{}", name, width,
                    *row.vectors == 0 ? "-" : Grouped(*row.vectors),
                    row.text.empty() ? "" : "  " + row.text));
  }
}

using NamedRow = std::pair<std::string, ListRow>;

constexpr auto kNamedRow = json::Describe<NamedRow>(
    json::Needed("name", &NamedRow::first),
    json::Optional("vectors", &NamedRow::second, &ListRow::vectors),
    json::Optional("text", &NamedRow::second, &ListRow::text),
    json::Optional("case", &NamedRow::second, &ListRow::test));

// One row a line.
void PrintJson(const Rows& rows, std::FILE* out) {
  std::string text;
  for (const auto& [name, row] : rows) {
    text += text.empty() ? "[" : ",\n ";
    kNamedRow.Append({name, row}, text);
  }
  fmt::print(out, "{}]\n", text.empty() ? "[" : text);
}

void Print(Rows rows, std::string_view heading, const ListFilter& filter,
           std::FILE* out) {
  std::vector<std::string> names;
  for (const auto& [name, row] : rows) names.push_back(name);
  DemandOne(filter.only, names);
  std::erase_if(rows, [&filter](const auto& named) {
    return !Matches(filter.only, named.first) ||
           (!filter.profile.empty() && named.second.vectors == 0);
  });
  if (filter.format == "json") return PrintJson(rows, out);
  if (filter.format == "text") return PrintText(rows, heading, out);
  for (const auto& [name, row] : rows) fmt::print(out, "{}\n", name);
}

std::string Signature(const Op& op) {
  std::string text = fmt::format("{}, {}: (", Name(op.profile), Name(op.kind));
  for (const Parameter& parameter : op.parameters) {
    if (&parameter != &op.parameters.front()) text += ", ";
    text.append(parameter.name).append(" ").append(Name(parameter.type));
    if (!parameter.otherwise.empty()) {
      text.append(" = ").append(parameter.otherwise);
    }
  }
  return text + ")";
}

void ListOps(const std::string& root, const ListFilter& filter,
             std::FILE* out) {
  Rows rows;
  for (const Op& op : Ops()) {
    rows[std::string(op.name)] = {0, Signature(op)};
  }
  ForEachVector(root, filter, [&rows](const Vector& vector) {
    const std::string_view id = vector.test.id;
    const auto row = rows.find(OpOfId(id));
    if (row != rows.end()) ++*row->second.vectors;
  });
  Print(rows, "op", filter, out);
}

void ListProfiles(const std::string& root, const ListFilter& filter,
                  std::FILE* out) {
  Rows rows;
  for (const Profile profile : Profiles()) {
    rows[std::string(Name(profile))].vectors = 0;
  }
  rows[std::string(Name(Profile::kOperands))] = {
      0, "the kernels that an adapter declares"};
  ForEachVector(root, filter, [&rows](const Vector& vector) {
    ++*rows[std::string(Name(vector.profile))].vectors;
  });
  Print(rows, "profile", filter, out);
}

void ListFlags(const std::string& root, const ListFilter& filter,
               std::FILE* out) {
  Rows rows;
  for (const auto& [flag, bug] : BugsOfFlags(root + "/golden/flags.toml")) {
    rows[flag] = {0, bug};
  }
  ForEachVector(root, filter, [&rows](const Vector& vector) {
    for (const std::string& flag : vector.flags) {
      ListRow& row = rows[flag];
      row.vectors = row.vectors.value_or(0) + 1;
    }
  });
  Print(rows, "flag", filter, out);
}

// In their order.
void ListSkips(const ListFilter& filter, std::FILE* out) {
  constexpr std::size_t kWidth = 15;
  Rows rows;
  for (int k = 0; k <= static_cast<int>(SkipReason::kLeftOut); ++k) {
    const auto reason = static_cast<SkipReason>(k);
    rows[std::string(Name(reason))].text = MeaningOf(reason);
  }
  if (filter.format != "text") return Print(rows, "", filter, out);
  std::vector<std::string> names;
  for (const auto& [name, row] : rows) names.push_back(name);
  DemandOne(filter.only, names);
  fmt::print(out, "{:<{}}the case needs; the first reason that holds counts\n",
             "skip", kWidth);
  const Screen screen(out);
  for (int k = 0; k <= static_cast<int>(SkipReason::kLeftOut); ++k) {
    const auto reason = static_cast<SkipReason>(k);
    if (!Matches(filter.only, std::string(Name(reason)))) continue;
    screen.PrintRows(
        fmt::format("{:<{}}{}", Name(reason), kWidth, MeaningOf(reason)));
  }
}

void ListVectors(const std::string& root, const ListFilter& filter,
                 std::FILE* out) {
  Rows rows;
  ForEachVector(root, filter, [&](const Vector& vector) {
    rows[vector.test.id] = {std::nullopt, vector.why, Text(vector.test)};
  });
  Print(std::move(rows), "", filter, out);
}

void ListNames(const std::vector<std::string>& names, const ListFilter& filter,
               std::FILE* out) {
  Rows rows;
  for (const std::string& name : names) rows[name];
  Print(std::move(rows), "", filter, out);
}

// Returns what its files beside the vectors say of a subject.
std::string AboutSubject(const std::string& root, const std::string& name) {
  std::vector<std::string> about;
  const std::string path = FileOfSubject(root, name, kGateFile);
  if (std::filesystem::exists(path)) {
    const Gate gate = ReadGate(path);
    about.push_back(fmt::format("{} known failures, {} findings",
                                Grouped(std::ssize(gate.cases)),
                                Grouped(std::ssize(gate.drawn))));
  }
  if (const auto file = FindSubjectFile(root, name)) {
    std::string options = "options";
    for (const SubjectOption& option : file->options) {
      options += " " + option.name;
    }
    about.push_back(std::move(options));
  }
  return fmt::format("{}", fmt::join(about, "; "));
}

void ListSubjects(const std::string& root, const ListFilter& filter,
                  std::FILE* out) {
  const std::vector<std::string> names = SubjectNames(root);
  DemandOne(filter.only, names);
  if (filter.format == "names") return ListNames(names, filter, out);
  Rows rows;
  for (const std::string& name : names) {
    if (!Matches(filter.only, name)) continue;
    rows[name].text = AboutSubject(root, name);
  }
  Print(std::move(rows), "", filter, out);
}

std::vector<std::string> DTypes() {
  std::vector<std::string> names;
  for (const DType dtype : kBaseDTypes) names.emplace_back(Name(dtype));
  return names;
}

}  // namespace

void List(const std::string& root, const std::string& what,
          const ListFilter& filter, std::FILE* out) {
  const bool has_no_vectors =
      what == "dtypes" || what == "skips" || what == "subjects";
  if (has_no_vectors && !filter.profile.empty()) {
    throw BadInput(fmt::format("--profile: {} have no vectors", what));
  }
  if (what == "ops") return ListOps(root, filter, out);
  if (what == "profiles") return ListProfiles(root, filter, out);
  if (what == "flags") return ListFlags(root, filter, out);
  if (what == "skips") return ListSkips(filter, out);
  if (what == "vectors") return ListVectors(root, filter, out);
  if (what == "subjects") return ListSubjects(root, filter, out);
  if (what == "dtypes") return ListNames(DTypes(), filter, out);
  throw BadInput(fmt::format("list: no \"{}\"; there are {}{}", what,
                             fmt::join(kWhat, ", "), DidYouMean(what, kWhat)));
}

}  // namespace viewproof
