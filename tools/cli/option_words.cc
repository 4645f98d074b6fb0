#include "tools/cli/option_words.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "conformance/case/bad_input.h"
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

Shard ToShard(const std::string& text) {
  Shard shard;
  char more = 0;
  if (std::sscanf(text.c_str(), "%ld/%ld%c", &shard.number, &shard.of, &more) !=
          2 ||
      shard.number < 1 || shard.of < shard.number) {
    throw BadInput("--shard: expected k/n with 1 <= k <= n, as in 2/4, not " +
                   text);
  }
  return shard;
}

double ToMinutes(const std::string& text) {
  char* end = nullptr;
  const double minutes = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !(minutes > 0 && minutes < 1e6)) {
    throw BadInput("--max-minutes: expected a number above 0, not " + text);
  }
  return minutes;
}

namespace {

// "90s", "10m", "1h" in seconds; a number alone is seconds.
double ToSeconds(const char* option, const std::string& text) {
  char* end = nullptr;
  double seconds = std::strtod(text.c_str(), &end);
  const std::string_view unit = end;
  if (unit == "m") {
    seconds *= 60;
  } else if (unit == "h") {
    seconds *= 3600;
  }
  const bool known = unit.empty() || unit == "s" || unit == "m" || unit == "h";
  if (end == text.c_str() || !known || !(seconds > 0 && seconds < 1e9)) {
    throw BadInput(std::string(option) +
                   ": expected a time such as 90s, 10m or 1h, not " + text);
  }
  return seconds;
}

}  // namespace

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
  ChainOptions& chains = options.chains;
  char more = 0;
  const int read = std::sscanf(words.ranks.c_str(), "%ld-%ld%c",
                               &chains.min_rank, &chains.max_rank, &more);
  if (read == 1) chains.max_rank = chains.min_rank;
  if (read < 1 || read > 2 || chains.min_rank < 0 ||
      chains.max_rank > kMaxBaseRank || chains.max_rank < chains.min_rank) {
    throw BadInput(
        "--ranks: expected a rank of 0 to 16 or two, as in 0-3, not " +
        words.ranks);
  }
}

}  // namespace viewproof
