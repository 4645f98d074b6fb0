#ifndef VIEWPROOF_TOOLS_CLI_OPTION_VALUES_H_
#define VIEWPROOF_TOOLS_CLI_OPTION_VALUES_H_

#include <string>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/run/check.h"
#include "reference/core/dtype.h"

namespace viewproof {

// What options of the command line say. Each throws BadInput that names the
// option.
std::vector<DType> ToDTypes(const std::vector<std::string>& names);
std::vector<Profile> ToProfiles(const std::vector<std::string>& names);
Shard ToShard(const std::string& text);
double ToMinutes(const std::string& text);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_OPTION_VALUES_H_
