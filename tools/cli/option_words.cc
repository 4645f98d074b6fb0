#include "tools/cli/option_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/number.h"
#include "conformance/case/suggest.h"

namespace viewproof {

std::vector<DType> ToDTypes(const std::vector<std::string>& names) {
  std::vector<std::string_view> known;
  for (const DType dtype : kBaseDTypes) known.push_back(Name(dtype));
  std::vector<DType> dtypes;
  for (const std::string& name : names) {
    if (name == "all") {
      dtypes.insert(dtypes.end(), kBaseDTypes.begin(), kBaseDTypes.end());
    } else if (const std::optional<DType> dtype = FindDType(name);
               dtype && IsBaseDType(*dtype)) {
      dtypes.push_back(*dtype);
    } else {
      throw BadInput("--dtypes: no dtype \"" + name + "\"" +
                     DidYouMean(name, known));
    }
  }
  return dtypes;
}

std::vector<Profile> ToProfiles(const std::vector<std::string>& names) {
  std::vector<std::string_view> known;
  for (const Profile profile : Profiles()) known.push_back(Name(profile));
  std::vector<Profile> profiles;
  for (const std::string& name : names) {
    const std::optional<Profile> profile = FindProfile(name);
    if (!profile) {
      throw BadInput("--profile: no profile \"" + name + "\"" +
                     DidYouMean(name, known));
    }
    profiles.push_back(*profile);
  }
  return profiles;
}

namespace {

constexpr int64_t kMaxShards = 1'000'000;
constexpr double kMaxMinutes = 1e6;

// "2/4" as the two texts about the mark; without one, the text twice.
std::pair<std::string_view, std::string_view> Halves(std::string_view text,
                                                     char mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {text, text};
  return {text.substr(0, at), text.substr(at + 1)};
}

// "90s", "10m", "1h" in seconds; a number alone is seconds.
double ToSeconds(const char* option, const std::string& text) {
  std::string_view digits = text;
  double scale = 1;
  for (const auto& [unit, seconds] :
       {std::pair('s', 1), {'m', 60}, {'h', 3600}}) {
    if (!text.ends_with(unit)) continue;
    digits.remove_suffix(1);
    scale = seconds;
  }
  const double seconds = scale * FindNumber<double>(digits).value_or(0);
  if (!(seconds > 0 && seconds <= 60 * kMaxMinutes)) {
    throw BadInput(fmt::format(
        "{}: expected a time such as 90s, 10m or 1h, not {}", option, text));
  }
  return seconds;
}

}  // namespace

Shard ToShard(const std::string& text) {
  const auto [k, n] = Halves(text, '/');
  const auto number = FindNumber<int64_t>(k);
  const auto of = FindNumber<int64_t>(n);
  if (text.find('/') == std::string::npos || !number || !of || *number < 1 ||
      *of < *number || *of > kMaxShards) {
    throw BadInput(fmt::format(
        "--shard: expected k/n with 1 <= k <= n <= {}, as in 2/4, not {}",
        kMaxShards, text));
  }
  return {*number, *of};
}

double ToMinutes(const std::string& text) {
  const double minutes = FindNumber<double>(text).value_or(0);
  if (!(minutes > 0 && minutes <= kMaxMinutes)) {
    throw BadInput(
        fmt::format("--max-minutes: expected a number above 0, at most {:.0f}, "
                    "not {}",
                    kMaxMinutes, text));
  }
  return minutes;
}

void SetWords(const FuzzWords& words, FuzzOptions& options) {
  if (!words.time.empty() && options.hunt.cases != 0) {
    throw BadInput("--time and --cases: give one of them");
  }
  if (!words.time.empty())
    options.hunt.seconds = ToSeconds("--time", words.time);
  if (!words.shrink_seconds.empty()) {
    options.hunt.shrink.seconds =
        ToSeconds("--shrink-seconds", words.shrink_seconds);
  }
  options.chains.profiles = ToProfiles(words.profiles);
  if (words.ranks.empty()) return;
  const auto [low, high] = Halves(words.ranks, '-');
  const auto least = FindNumber<int64_t>(low);
  const auto most = FindNumber<int64_t>(high);
  if (!least || !most || *least < 0 || *most > kMaxBaseRank || *most < *least) {
    throw BadInput(fmt::format(
        "--ranks: expected a rank of 0 to {} or two, as in 0-3, not {}",
        kMaxBaseRank, words.ranks));
  }
  options.chains.min_rank = *least;
  options.chains.max_rank = *most;
}

namespace {

struct UnusedOption {
  const char* option;
  const char* why;
};

constexpr const char* kShows = "its report is one of fuzz";
// Options that say nothing of `check --deep`.
constexpr UnusedOption kUnusedByDeep[] = {
    {"--vectors", "its cases are those of a universe"},
    {"--only", "its cases are no vectors: --profile chooses some"},
    {"--not", "its cases are no vectors: --profile chooses some"},
    {"--all", "it asks every profile"},
    {"--dtypes", "its cases have dtypes of their own"},
    {"--html", kShows},
    {"--markdown", kShows},
    {"--junit", kShows},
    {"--github", kShows},
    {"--resume", "--deep-from goes on"},
    {"--retries", "what fails is run again"},
    {"--groups", "every finding is shown"},
    {"--groups-file", "accept takes findings by their numbers"},
    {"--update", "accept adds findings to the list beside a gate file"}};

}  // namespace

void RefuseUnused(const Arguments& check) {
  if (!check.IsGiven("--deep")) {
    if (!check.IsGiven("--deep-from")) return;
    throw BadInput("--deep-from: says where --deep N begins: give both");
  }
  for (const auto& [option, why] : kUnusedByDeep) {
    if (!check.IsGiven(option)) continue;
    throw BadInput(
        fmt::format("{}: check --deep does not take it: {}", option, why));
  }
}

namespace {

// nullopt where no root is found: then there are no subjects either.
std::optional<SubjectFile> FileOf(const std::vector<std::string>& words) {
  for (std::size_t k = 1; k < words.size(); ++k) {
    if (words[k].starts_with('-')) continue;
    std::string root;
    try {
      root = FindRoot();
    } catch (const BadInput&) {
      return std::nullopt;
    }
    if (auto file = FindSubjectFile(root, words[k])) return file;
  }
  return std::nullopt;
}

}  // namespace

SubjectOptions::SubjectOptions(const std::vector<std::string>& words)
    : words_(words), file_(FileOf(words)) {
  if (file_) given_.resize(file_->options.size());
}

void SubjectOptions::AddTo(Arguments& verb) {
  for (std::size_t k = 0; k < given_.size(); ++k) {
    const SubjectOption& option = file_->options[k];
    if (verb.Has(option.name)) {
      throw BadInput(fmt::format("{}: option {}: is one of viewproof",
                                 file_->path, option.name));
    }
    const std::string about = file_->name + ": " + option.about;
    if (option.takes.empty()) {
      verb.Add(option.name, &given_[k].flag, about);
    } else {
      verb.Add(option.name, &given_[k].value, about, {.takes = option.takes});
    }
  }
}

void SubjectOptions::Fill(SubjectName& subject) const {
  for (std::size_t k = 0; k < given_.size(); ++k) {
    const std::string& name = file_->options[k].name;
    const bool is_named = std::ranges::any_of(words_, [&](const auto& word) {
      return word == name || word.starts_with(name + "=");
    });
    if (!is_named) continue;
    if (subject.name != file_->name) {
      throw BadInput(
          fmt::format("{} is an option of {}, not of {}", name, file_->name,
                      subject.name.empty() ? "a command" : subject.name));
    }
    subject.options.push_back(name);
    if (!given_[k].flag) subject.options.push_back(given_[k].value);
  }
}

}  // namespace viewproof
