#include "conformance/run/error_log.h"

#include <fmt/format.h>

#include <fstream>

#include "conformance/case/encode.h"

namespace viewproof {

std::string ErrorLogOf(const std::string& report) {
  return report + ".stderr.jsonl";
}

ErrorLog::ErrorLog(const std::string& report)
    : path_(report.empty() ? "" : ErrorLogOf(report)) {}

void ErrorLog::Add(const Record& record) {
  if (path_.empty() || record.stderr_tail.empty()) return;
  std::string line = fmt::format("{{\"id\":\"{}\",\"dtype\":\"{}\",", record.id,
                                 Name(record.dtype));
  line += "\"detail\":";
  AppendQuoted(record.detail, line);
  line += ",\"stderr\":";
  AppendQuoted(record.stderr_tail, line);
  std::ofstream file(path_, begun_ ? std::ios::app : std::ios::trunc);
  file << line << "}\n";
  begun_ = true;
}

}  // namespace viewproof
