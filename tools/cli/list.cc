#include "tools/cli/list.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/ops.h"
#include "conformance/case/suggest.h"
#include "conformance/golden_file/flags.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/plan.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

struct Row {
  int64_t vectors = 0;
  std::string text;
};
using Rows = std::map<std::string, Row, std::less<>>;

bool Matches(const std::string& only, const std::string& name) {
  return only.empty() || fnmatch(only.c_str(), name.c_str(), 0) == 0;
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

void Print(const Rows& rows, const char* heading, const ListFilter& filter,
           std::FILE* out) {
  std::size_t width = std::string_view(heading).size();
  for (const auto& [name, row] : rows) width = std::max(width, name.size());
  fmt::print(out, "{:<{}}{:>9}\n", heading, width, "vectors");
  for (const auto& [name, row] : rows) {
    if (!Matches(filter.only, name)) continue;
    if (!filter.profile.empty() && row.vectors == 0) continue;
    fmt::print(out, "{:<{}}{:>9}{}\n", name, width,
               row.vectors == 0 ? "-" : Grouped(row.vectors),
               row.text.empty() ? "" : "  " + row.text);
  }
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
    rows[std::string(op.name)].text = Signature(op);
  }
  ForEachVector(root, filter, [&rows](const Vector& vector) {
    const std::string_view id = vector.test.id;
    const auto row = rows.find(id.substr(0, id.find('/')));
    if (row != rows.end()) ++row->second.vectors;
  });
  Print(rows, "op", filter, out);
}

void ListProfiles(const std::string& root, const ListFilter& filter,
                  std::FILE* out) {
  Rows rows;
  for (const Profile profile : Profiles()) rows[std::string(Name(profile))];
  ForEachVector(root, filter, [&rows](const Vector& vector) {
    ++rows[std::string(Name(vector.profile))].vectors;
  });
  Print(rows, "profile", filter, out);
}

void ListFlags(const std::string& root, const ListFilter& filter,
               std::FILE* out) {
  Rows rows;
  for (const auto& [flag, bug] : BugsOfFlags(root + "/golden/flags.toml")) {
    rows[flag].text = bug;
  }
  ForEachVector(root, filter, [&rows](const Vector& vector) {
    for (const std::string& flag : vector.flags) ++rows[flag].vectors;
  });
  Print(rows, "flag", filter, out);
}

void ListSkips(const ListFilter& filter, std::FILE* out) {
  constexpr std::size_t kWidth = 15;
  fmt::print(out, "{:<{}}the case needs; the first reason that holds counts\n",
             "skip", kWidth);
  for (int k = 0; k <= static_cast<int>(SkipReason::kLeftOut); ++k) {
    const auto reason = static_cast<SkipReason>(k);
    if (!Matches(filter.only, std::string(Name(reason)))) continue;
    fmt::print(out, "{:<{}}{}\n", Name(reason), kWidth, MeaningOf(reason));
  }
}

void ListVectors(const std::string& root, const ListFilter& filter,
                 std::FILE* out) {
  ForEachVector(root, filter, [&](const Vector& vector) {
    if (!Matches(filter.only, vector.test.id)) return;
    fmt::print(out, "{}  {}\n", vector.test.id, Escaped(vector.why));
  });
}

}  // namespace

void List(const std::string& root, const std::string& what,
          const ListFilter& filter, std::FILE* out) {
  if (what == "ops") return ListOps(root, filter, out);
  if (what == "profiles") return ListProfiles(root, filter, out);
  if (what == "flags") return ListFlags(root, filter, out);
  if (what == "skips") return ListSkips(filter, out);
  if (what == "vectors") return ListVectors(root, filter, out);
  throw BadInput(
      "list: no \"" + what +
      "\"; there are ops, profiles, flags, skips, vectors" +
      DidYouMean(what, {"ops", "profiles", "flags", "skips", "vectors"}));
}

}  // namespace viewproof
