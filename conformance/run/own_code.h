#ifndef VIEWPROOF_CONFORMANCE_RUN_OWN_CODE_H_
#define VIEWPROOF_CONFORMANCE_RUN_OWN_CODE_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/process/adapter_command.h"
#include "conformance/report/groups.h"
#include "conformance/report/report.h"

namespace viewproof {

// Each case as code, as the adapter's `--program` prints it: the lines of one
// are empty if it has no such option or ended before.
std::vector<std::vector<std::string>> OwnCode(
    const AdapterCommand& adapter, const std::vector<const Case*>& cases);

// The smallest case of each group, of 64 at most. Of those that die there is
// none.
std::vector<ShownCode> CodeOf(const AdapterCommand& adapter,
                              const std::vector<Group>& groups);

// The same of what is there already.
std::vector<ShownCode> CodeOf(const std::vector<ShownCode>& all,
                              const std::vector<Group>& groups);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_OWN_CODE_H_
