#ifndef VIEWPROOF_CONFORMANCE_REPORT_ERROR_LOG_H_
#define VIEWPROOF_CONFORMANCE_REPORT_ERROR_LOG_H_

#include <map>
#include <string>
#include <utility>

#include "conformance/judge/record.h"

namespace viewproof {

// Returns where that of a report stands.
std::string ErrorLogOf(const std::string& report);

// Writes what adapters say before they die beside a report.
class ErrorLog {
 public:
  // Removes what an earlier run wrote there, unless this one goes on from it.
  ErrorLog(const std::string& report, bool goes_on);

  void Add(const Record& record);

 private:
  std::string path_;
};

// Holds what stands there.
class ErrorsSaid {
 public:
  // Reads it; if there is no such file, nothing stands in it. Lines that nobody
  // can read are left out.
  explicit ErrorsSaid(const std::string& report);

  // Returns what the adapter said before this case ended so; or empty.
  std::string Of(const Record& record) const;

 private:
  struct Ending {
    std::string detail;
    std::string text;
  };

  std::map<std::pair<std::string, std::string>, Ending> endings_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_ERROR_LOG_H_
