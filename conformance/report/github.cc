#include <fmt/format.h>

#include <string_view>

#include "conformance/case/escape.h"
#include "conformance/report/markup.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/renderings.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

// Returns it as a workflow command takes it; `property`: of title and the like.
std::string CommandText(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    const bool ends_property = property && (c == ':' || c == ',');
    if (c == '%' || c == '\r' || c == '\n' || ends_property) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string ErrorLine(const std::string& title, const std::string& message) {
  return fmt::format("::error title={}::{}\n",
                     CommandText(Escaped(title), true),
                     CommandText(Escaped(message, Newlines::kKept), false));
}

std::string LineOf(const ReportHeader& header, const Group& group) {
  const Record& record = group.smallest;
  std::string message = fmt::format("{} ({})", record.id, Name(record.dtype));
  if (!record.differences.empty()) {
    const auto [expected, actual] = SidesOf(record.differences.front(), 200);
    message += fmt::format("\nexpected {}\ngot      {}", expected, actual);
  } else if (!record.detail.empty()) {
    message += "\n" + Clipped(record.detail, 200);
  }
  message += "\ncode     " + CodeOf(ToldOf(group));
  return ErrorLine(HeadOf(group) + ": " + CasesOf(group),
                   message + "\n" + RerunOf(header, record));
}

}  // namespace

std::string AnnotationsOf(const Survey& survey, std::size_t most) {
  const ReportHeader& header = survey.origin.header;
  const GateSaid said = HeadlineOf(survey.origin);
  if (survey.groups.empty()) {
    return said.green
               ? ""
               : ErrorLine("viewproof " + header.subject.name, said.headline);
  }
  std::string lines;
  const std::size_t count = survey.groups.size();
  const std::size_t shown = count <= most ? count : most - 1;
  for (std::size_t k = 0; k < shown; ++k) {
    lines += LineOf(header, survey.groups[k]);
  }
  if (shown < count) {
    int64_t records = 0;
    for (std::size_t k = shown; k < count; ++k) {
      records += survey.groups[k].count;
    }
    lines += ErrorLine(
        fmt::format("viewproof {}", header.subject.name),
        fmt::format("{} more causes, of {} cases; the summary has them",
                    count - shown, Grouped(records)));
  }
  return lines;
}

}  // namespace viewproof
