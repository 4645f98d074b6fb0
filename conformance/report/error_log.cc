#include "conformance/report/error_log.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/json.h"
#include "conformance/golden_file/golden.h"

namespace viewproof {

std::string ErrorLogOf(const std::string& report) {
  return report + ".stderr.jsonl";
}

ErrorLog::ErrorLog(const std::string& report, bool goes_on)
    : path_(ErrorLogOf(report)) {
  std::error_code ignored;
  if (!goes_on) std::filesystem::remove(path_, ignored);
}

void ErrorLog::Add(const Record& record) {
  if (record.stderr_tail.empty()) return;
  std::string line = fmt::format("{{\"id\":\"{}\",\"dtype\":\"{}\",", record.id,
                                 Name(record.dtype));
  line += "\"detail\":";
  AppendQuoted(record.detail, line);
  line += ",\"stderr\":";
  // Any bytes; a line is JSON.
  const std::string& said = record.stderr_tail;
  const bool is_text = simdjson::validate_utf8(said.data(), said.size());
  AppendQuoted(is_text ? said : Escaped(said, Newlines::kKept), line);
  std::ofstream(path_, std::ios::app) << line << "}\n";
}

ErrorsSaid::ErrorsSaid(const std::string& report) {
  const std::string path = ErrorLogOf(report);
  if (!std::filesystem::is_regular_file(path)) return;
  LineReader lines(path);
  std::string_view line;
  while (lines.Next(line)) {
    std::map<std::string, std::string, std::less<>> texts;
    try {
      simdjson::ondemand::parser parser;
      json::ForEachFieldOfLine(
          parser, line,
          [&texts](std::string_view key, simdjson::ondemand::value value) {
            texts[std::string(key)] = json::String(value, key);
          });
    } catch (const BadInput&) {
      continue;
    }
    endings_[{texts["id"], texts["dtype"]}] = {texts["detail"],
                                               texts["stderr"]};
  }
}

std::string ErrorsSaid::Of(const Record& record) const {
  const auto found =
      endings_.find({record.id, std::string(Name(record.dtype))});
  const bool is_its_own =
      found != endings_.end() && found->second.detail == record.detail;
  return is_its_own ? found->second.text : "";
}

}  // namespace viewproof
