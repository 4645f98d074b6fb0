#include "conformance/report/error_log.h"

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/escape.h"
#include "conformance/golden_file/golden.h"

namespace viewproof {
namespace {

// Holds what an adapter said before a case ended in its death.
struct LastWords {
  std::string id;
  std::string dtype;
  std::string detail;
  std::string text;
};

constexpr auto kLastWordsFields =
    json::Describe<LastWords>(json::Needed("id", &LastWords::id),
                              json::Needed("dtype", &LastWords::dtype),
                              json::Needed("detail", &LastWords::detail),
                              json::Needed("stderr", &LastWords::text));

}  // namespace

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
  // Any bytes; a line is JSON.
  const std::string& said = record.stderr_tail;
  const bool is_text = IsUtf8(said);
  const LastWords words = {record.id, std::string(Name(record.dtype)),
                           record.detail,
                           is_text ? said : Escaped(said, Newlines::kKept)};
  std::ofstream(path_, std::ios::app)
      << json::ToJson(kLastWordsFields, words) << '\n';
}

ErrorsSaid::ErrorsSaid(const std::string& report) {
  const std::string path = ErrorLogOf(report);
  if (!std::filesystem::is_regular_file(path)) return;
  LineReader lines(path);
  std::string_view line;
  while (lines.Next(line)) {
    LastWords words;
    try {
      kLastWordsFields.ReadLine(line, words);
    } catch (const BadInput&) {
      continue;
    }
    endings_[{words.id, words.dtype}] = {words.detail, words.text};
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
