#ifndef VIEWPROOF_TOOLS_CLI_OPTION_WORDS_H_
#define VIEWPROOF_TOOLS_CLI_OPTION_WORDS_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/report/arguments.h"
#include "conformance/run/feed.h"
#include "fuzz/hunt/fuzz.h"

// What the words of check's options mean. Each throws BadInput, naming the
// option.
namespace viewproof {

std::vector<DType> ToDTypes(const std::vector<std::string>& names);
std::vector<Profile> ToProfiles(const std::vector<std::string>& names);
Shard ToShard(const std::string& text);     // "2/4"
double ToMinutes(const std::string& text);  // "0.5"

// The words of fuzz's options; empty: the option is not given.
struct FuzzWords {
  std::string time = {};   // "90s", "10m", "1h"
  std::string ranks = {};  // "2", "0-3"
  std::string shrink_seconds = {};
  std::vector<std::string> profiles = {};
};
void SetWords(const FuzzWords& words, FuzzOptions& options);

// Refuses options of `check` that the others make void.
void RefuseUnused(const Arguments& check);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_OPTION_WORDS_H_
