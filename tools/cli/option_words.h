#ifndef VIEWPROOF_TOOLS_CLI_OPTION_WORDS_H_
#define VIEWPROOF_TOOLS_CLI_OPTION_WORDS_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/run/feed.h"

// What the words of check's options mean. Each throws BadInput, naming the
// option.
namespace viewproof {

std::vector<DType> ToDTypes(const std::vector<std::string>& names);
std::vector<Profile> ToProfiles(const std::vector<std::string>& names);
Shard ToShard(const std::string& text);     // "2/4"
double ToMinutes(const std::string& text);  // "0.5"

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_OPTION_WORDS_H_
