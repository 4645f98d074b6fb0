#include "conformance/run/subject_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/suggest.h"
#include "conformance/case/words.h"
#include "conformance/gate/toml_value.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

constexpr std::string_view kValue = "{}";

constexpr auto kOption =
    json::Describe<SubjectOption>(
        json::Optional("name", &SubjectOption::name),
        json::Optional("takes", &SubjectOption::takes),
        json::Optional("about", &SubjectOption::about),
        json::Optional("gate", &SubjectOption::gate),
        json::Optional("required", &SubjectOption::required),
        json::Optional("profile", &SubjectOption::profile))
        .With([](const SubjectOption& option) {
          if (!option.name.starts_with("--")) {
            json::Refuse("name", "expected a word as --device");
          }
        });

constexpr auto kBaseline = json::Describe<Baseline>(
    json::Needed("name", &Baseline::name, json::Text{1}),
    json::Optional("without", &Baseline::without));

constexpr auto kFields =
    json::Describe<SubjectFile>(
        json::Needed("command", &SubjectFile::command),
        json::Optional("option", &SubjectFile::options, json::List{kOption}),
        json::Optional("baseline", &SubjectFile::baseline, kBaseline))
        .With([](const SubjectFile& file) {
          if (file.command.empty()) json::Refuse("command", "is empty");
        });

// Each option that the baseline lacks is one of the file.
SubjectFile Parse(const std::string& path, const std::string& name) {
  SubjectFile file{path, name, {}, {}, {}};
  ReadToml(path, ReadFile(path), kFields, file);
  for (const std::string& lacking : file.baseline.without) {
    if (std::ranges::find(file.options, lacking, &SubjectOption::name) ==
        file.options.end()) {
      throw BadInput(
          fmt::format("{}: key \"baseline.without\": there is no "
                      "option {}",
                      path, lacking));
    }
  }
  return file;
}

std::string ForFileName(std::string text) {
  std::ranges::replace_if(
      text,
      [](unsigned char c) {
        return std::isalnum(c) == 0 && c != '.' && c != '_' && c != '-';
      },
      '-');
  return text;
}

// Returns how the option is written: "--device DEVICE".
std::string Usage(const SubjectOption& option) {
  return option.takes.empty() ? option.name : option.name + " " + option.takes;
}

}  // namespace

std::string FileOfSubject(const std::string& root, const std::string& name,
                          std::string_view file) {
  const std::string conformance = root + "/conformance";
  std::error_code ignored;  // A name may be too long for a file.
  // A library's name may have dashes, too: array-api, and its mode numpy.
  for (std::size_t end = name.size(); end != 0 && end != name.npos;
       end = name.rfind('-', end - 1)) {
    const std::string folder =
        fmt::format("{}/libraries/{}", conformance, name.substr(0, end));
    if (!std::filesystem::is_directory(folder, ignored)) continue;
    return end == name.size()
               ? fmt::format("{}/{}", folder, file)
               : fmt::format("{}/{}.{}", folder, name.substr(end + 1), file);
  }
  return fmt::format("{}/subjects/{}.{}", conformance, name, file);
}

std::optional<SubjectFile> FindSubjectFile(const std::string& root,
                                           const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos) return std::nullopt;
  const std::string path = FileOfSubject(root, name, kSubjectFile);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return Parse(path, name);
}

std::string ChoiceName(const SubjectFile& file,
                       const std::vector<std::string>& options) {
  std::string choice = file.name;
  std::size_t at = 0;
  std::vector<std::string_view> known;
  for (const SubjectOption& option : file.options) {
    known.push_back(option.name);
    if (at == options.size() || options[at] != option.name) {
      if (!option.required) continue;
      throw BadInput(fmt::format("{} needs {}: {}", file.name, Usage(option),
                                 option.about));
    }
    ++at;
    std::string part = option.gate;
    if (!option.takes.empty()) {
      if (at == options.size() || options[at].empty()) {
        throw BadInput(fmt::format("{}: expected {}: {}", option.name,
                                   option.takes, option.about));
      }
      const std::size_t place = part.find(kValue);
      if (place != std::string::npos) {
        part.replace(place, kValue.size(), options[at]);
      }
      ++at;
    }
    if (!part.empty()) choice += "-" + part;
  }
  if (at < options.size()) {
    throw BadInput(fmt::format(
        "{} takes no option {} here{}; its options, in this order: {}",
        file.name, options[at], DidYouMean(options[at], known),
        fmt::join(known, " ")));
  }
  return ForFileName(choice);
}

namespace {

// Calls visit(option, place) for each option that is given; its value, if it
// takes one, comes after the place.
template <typename Visit>
void ForEachGiven(const SubjectFile& file,
                  const std::vector<std::string>& options, Visit visit) {
  std::size_t at = 0;
  for (const SubjectOption& option : file.options) {
    if (at == options.size() || options[at] != option.name) continue;
    visit(option, at);
    at += option.takes.empty() ? 1 : 2;
  }
}

}  // namespace

std::vector<Profile> ProfilesWith(const SubjectFile& file,
                                  const std::vector<std::string>& options) {
  std::vector<Profile> profiles = Profiles();
  ForEachGiven(file, options, [&](const SubjectOption& option, std::size_t) {
    if (option.profile) profiles = {*option.profile};
  });
  return profiles;
}

std::vector<std::string> WithFilesIn(const std::string& folder,
                                     const SubjectFile& file,
                                     std::vector<std::string> options) {
  ForEachGiven(file, options, [&](const SubjectOption& option, std::size_t at) {
    if (option.takes != kFileValue) return;
    std::string& value = options[at + 1];
    value = (std::filesystem::path(folder) / value).string();
  });
  return options;
}

std::optional<std::vector<std::string>> BaselineOptions(
    const SubjectFile& file, const std::vector<std::string>& options) {
  std::vector<std::string> kept;
  ForEachGiven(file, options, [&](const SubjectOption& option, std::size_t at) {
    const bool lacks = std::ranges::find(file.baseline.without, option.name) !=
                       file.baseline.without.end();
    const std::size_t end = at + (option.takes.empty() ? 1 : 2);
    for (; !lacks && at < end; ++at) kept.push_back(options[at]);
  });
  return kept == options ? std::nullopt : std::optional(kept);
}

}  // namespace viewproof
