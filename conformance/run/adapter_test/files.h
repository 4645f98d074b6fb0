#ifndef VIEWPROOF_CONFORMANCE_RUN_ADAPTER_TEST_FILES_H_
#define VIEWPROOF_CONFORMANCE_RUN_ADAPTER_TEST_FILES_H_

#include <string_view>

namespace viewproof {

// The file of this folder, as the build puts it into the program.
extern const std::string_view kTranscriptsJson;

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_ADAPTER_TEST_FILES_H_
