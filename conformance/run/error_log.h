#ifndef VIEWPROOF_CONFORMANCE_RUN_ERROR_LOG_H_
#define VIEWPROOF_CONFORMANCE_RUN_ERROR_LOG_H_

#include <string>

#include "conformance/judge/record.h"

namespace viewproof {

// Where that of a report stands.
std::string ErrorLogOf(const std::string& report);

// Writes what adapters say before they die beside a report.
class ErrorLog {
 public:
  // An empty `report`: nothing is written.
  explicit ErrorLog(const std::string& report);

  void Add(const Record& record);

 private:
  std::string path_;
  bool begun_ = false;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_ERROR_LOG_H_
