#include "tools/cli/option_values.h"

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

}  // namespace viewproof
