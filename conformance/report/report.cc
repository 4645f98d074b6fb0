#include "conformance/report/report.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/json.h"
#include "conformance/case/padding.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/belongs.h"
#include "conformance/report/facts.h"
#include "conformance/report/findings.h"
#include "conformance/report/footer.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

uint64_t HashOf(const std::string& id, DType dtype) {
  return std::hash<std::string>()(id + " " + std::string(Name(dtype)));
}

}  // namespace

FoundRecords::FoundRecords(const std::string& path) : path_(path) {
  LineReader lines(path);
  std::string_view line;
  if (!lines.Next(line)) throw BadInput(path + ": is empty");
  header_ = line;
  size_ = static_cast<int64_t>(line.size()) + 1;
  const auto bytes = static_cast<int64_t>(std::filesystem::file_size(path));
  while (lines.Next(line)) {
    if (line.starts_with(kFooter)) {
      footer_ = line;
      break;
    }
    const auto length = static_cast<int64_t>(line.size());
    if (size_ + length + 1 > bytes) break;  // Its end is missing.
    std::optional<Record> record;
    try {
      if (line.starts_with(kFacts)) {
        AddFacts(ReadFacts(line), facts_);
      } else {
        record = ReadRecord(line);
      }
    } catch (const BadInput&) {
      break;  // It was being written when the run ended.
    }
    const uint64_t hash = record ? HashOf(record->id, record->dtype) : 0;
    if (record && record->again) {
      waiting_.insert(hash);
    } else if (record &&
               !places_.try_emplace(hash, Place{size_, length}).second) {
      throw BadInput(fmt::format(
          "{}: {} ({}) is there twice: someone edited it; delete that line",
          lines.Place(), record->id, Name(record->dtype)));
    }
    size_ += length + 1;
  }
}

bool FoundRecords::complete() const {
  return !footer_.empty() &&
         ReadFooter(PaddedText(footer_).view()).run == kComplete;
}

// A record of one of its cases was written after a death was no longer open.
Trouble FoundRecords::facts() const {
  Trouble facts = facts_;
  std::erase_if(facts.open_deaths, [this](const OpenDeath& death) {
    return std::ranges::any_of(death.cases, [this](const std::string& test) {
      const uint64_t hash = std::hash<std::string>()(test);
      return places_.contains(hash) || waiting_.contains(hash);
    });
  });
  facts.untold |= !ParseHeader(PaddedText(header_).view()).tells_facts;
  if (footer_.empty()) return facts;
  AddFacts(ReadFooter(PaddedText(footer_).view()).trouble, facts);
  return facts;
}

bool FoundRecords::Find(const std::string& id, DType dtype,
                        Record& record) const {
  const auto found = places_.find(HashOf(id, dtype));
  if (found == places_.end()) return false;
  std::ifstream file(path_, std::ios::binary);
  std::string line(static_cast<std::size_t>(found->second.length), ' ');
  file.seekg(found->second.offset);
  file.read(line.data(), found->second.length);
  record = ReadRecord(PaddedText(line).view());
  return record.id == id && record.dtype == dtype;
}

bool FoundRecords::Find(const Vector& vector, const Hello& hello,
                        Record& record) const {
  const Case& test = vector.test;
  if (!Find(test.id, test.base.dtype, record)) return false;
  const std::string why = WhyNotOf(vector, hello, record);
  if (why.empty()) return true;
  throw BadInput(fmt::format("{}: the record of {} ({}): {}", path_, test.id,
                             Name(test.base.dtype), why));
}

namespace {

// Reads the report of a range if there are `findings` to fill in. Otherwise
// visits the records.
ReportOrigin ReadLines(const std::string& path,
                       const std::function<void(const Record&)>& visit,
                       std::vector<RangeFinding>* findings) {
  LineReader lines(path);
  ReportOrigin origin;
  std::string_view line;
  bool has_header = false;
  bool has_footer = false;
  bool waits = false;
  std::unordered_set<uint64_t> seen;
  int64_t passed = 0;
  Trouble trouble;
  Sum sum;
  while (lines.Next(line)) {
    try {
      if (has_footer) json::Refuse("line", "it follows the footer");
      if (!has_header) {
        origin.header = ParseHeader(line);
        trouble.untold = !origin.header.tells_facts;
        has_header = true;
        if (origin.header.range.has_value() != (findings != nullptr)) {
          json::Refuse("range", findings == nullptr
                                    ? "this is a report of fuzz or of --deep"
                                    : "missing");
        }
        if (origin.header.range) sum.AddHeader(line);
      } else if (line.starts_with(kFooter) ||
                 (findings != nullptr && line.starts_with(kEarlierEnd))) {
        has_footer = true;
        ReportFooter& footer = origin.footer;
        if (line.starts_with(kFooter)) {
          footer = ReadFooter(line);
        } else {
          footer = ReadEarlierEnd(line, origin.header.range->cases);
          footer.counts.failed = sum.count();
        }
        CheckFooter(footer, passed, sum);
        AddFacts(footer.trouble, trouble);
        footer.trouble = trouble;
        if (footer.why.empty() && waits) {
          json::Refuse("again", "belongs to reports of runs cut short");
        }
      } else if (line.starts_with(kFacts)) {
        AddFacts(ReadFacts(line), trouble);
        sum.Add(line);
      } else if (findings != nullptr) {
        findings->push_back(ReadFinding(line));
        sum.Add(line);
      } else {
        const Record record = ReadRecord(line);
        waits |= record.again;
        if (!record.again &&
            !seen.insert(HashOf(record.id, record.dtype)).second) {
          json::Refuse("id", fmt::format("\"{}\" ({}) is there twice",
                                         record.id, Name(record.dtype)));
        }
        sum.Add(line);
        passed += record.verdict == Verdict::kPass;
        visit(record);
      }
    } catch (const BadInput& error) {
      throw BadInput(lines.Place() + ": " + error.what());
    }
  }
  if (!has_footer) {
    throw BadInput(path + ": has no footer: the run that wrote it did not end");
  }
  return origin;
}

}  // namespace

ReportOrigin ReadReport(const std::string& path,
                        const std::function<void(const Record&)>& visit) {
  return ReadLines(path, visit, nullptr);
}

RangeReport ReadRange(const std::string& path) {
  RangeReport report;
  static_cast<ReportOrigin&>(report) = ReadLines(path, {}, &report.findings);
  return report;
}

}  // namespace viewproof
