#include "conformance/report/report.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <simdjson.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/json.h"
#include "conformance/case/padding.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/report/line_sorter.h"

namespace viewproof {
namespace {

template <typename List>
void AppendNames(const char* key, const List& list, std::string& out) {
  fmt::format_to(std::back_inserter(out), "\"{}\":[", key);
  const char* before = "";
  for (const auto& item : list) {
    fmt::format_to(std::back_inserter(out), "{}\"{}\"", before, Name(item));
    before = ",";
  }
  out += ']';
}

void AppendTexts(const char* key, const std::vector<std::string>& list,
                 std::string& out) {
  fmt::format_to(std::back_inserter(out), "\"{}\":[", key);
  for (const std::string& text : list) {
    if (&text != &list.front()) out += ',';
    AppendQuoted(text, out);
  }
  out += ']';
}

std::string HeaderText(const ReportHeader& header) {
  std::string out = "{\"header\":{\"format\":1,\"suite\":";
  AppendQuoted(kSuiteVersion, out);
  out += ",\"golden\":";
  AppendQuoted(header.golden, out);
  out += ",\"gate\":";
  AppendQuoted(header.gate, out);
  out += ",\"gate_digest\":";
  AppendQuoted(header.gate_digest, out);
  std::string hello;
  AppendJson(header.subject, hello);  // {"hello":{...}}
  constexpr std::string_view kBefore = "{\"hello\":";
  out += ",\"subject\":";
  out.append(hello, kBefore.size(), hello.size() - kBefore.size() - 1);
  out += ",\"demand\":{";
  AppendNames("profiles", header.profiles, out);
  std::vector<Facet> facets;
  for (const Facet facet : kFacets) {
    if (header.facets.Contains(facet)) facets.push_back(facet);
  }
  out += ',';
  AppendNames("facets", facets, out);
  out += ',';
  AppendNames("dtypes", header.dtypes, out);
  out += "},\"plan\":{";
  AppendTexts("only", header.plan.only, out);
  out += ',';
  AppendTexts("not", header.plan.leave_out, out);
  out += ',';
  AppendNames("profiles", header.plan.profiles, out);
  fmt::format_to(std::back_inserter(out), ",\"shard\":\"{}/{}\"}}}}}}",
                 header.plan.shard, header.plan.shards);
  return out;
}

namespace od = simdjson::ondemand;

// Name and version of {"protocol":1,"subject":{...},...}.
void ReadSubject(od::value hello, ReportOrigin& origin) {
  json::ForEachField(json::Object(hello, "subject"), "subject",
                     [&](std::string_view key, od::value value) {
                       if (key != "subject") return;
                       json::ForEachField(
                           json::Object(value, key), key,
                           [&](std::string_view name, od::value member) {
                             if (name == "name") {
                               origin.name = json::String(member, name);
                             } else if (name == "version") {
                               origin.version = json::String(member, name);
                             }
                           });
                     });
  if (origin.name.empty()) json::Refuse("subject", "has no name");
}

std::vector<std::string> TextsOf(od::value list, std::string_view key) {
  std::vector<std::string> texts;
  json::ForEachElement(list, key, [&](od::value text) {
    texts.emplace_back(json::String(text, key));
  });
  return texts;
}

template <typename Word, typename Find>
std::vector<Word> WordsOf(od::value list, std::string_view key, Find find) {
  std::vector<Word> words;
  for (const std::string& text : TextsOf(list, key)) {
    const std::optional<Word> word = find(text);
    if (!word) json::Refuse(key, "unknown word " + text);
    words.push_back(*word);
  }
  return words;
}

void ReadPlan(std::string_view key, od::value value, PlanText& plan) {
  if (key == "only") {
    plan.only = TextsOf(value, key);
  } else if (key == "not") {
    plan.leave_out = TextsOf(value, key);
  } else if (key == "profiles") {
    plan.profiles = WordsOf<Profile>(value, key, FindProfile);
  } else if (key == "shard") {
    const std::string text(json::String(value, key));
    if (std::sscanf(text.c_str(), "%ld/%ld", &plan.shard, &plan.shards) != 2) {
      json::Refuse(key, "expected k/n");
    }
  } else {
    json::RefuseUnknown(key);
  }
}

void ReadDemand(std::string_view key, od::value value, ReportHeader& header) {
  if (key == "profiles") {
    header.profiles = WordsOf<Profile>(value, key, FindProfile);
  } else if (key == "facets") {
    for (const Facet facet : WordsOf<Facet>(value, key, FindFacet)) {
      header.facets.Insert(facet);
    }
  } else if (key == "dtypes") {
    header.dtypes = WordsOf<DType>(value, key, FindDType);
  } else {
    json::RefuseUnknown(key);
  }
}

void ReadMember(std::string_view key, od::value value, ReportHeader& header) {
  if (key == "golden") {
    header.golden = json::String(value, key);
  } else if (key == "gate") {
    header.gate = json::String(value, key);
  } else if (key == "gate_digest") {
    header.gate_digest = json::String(value, key);
  } else if (key == "subject") {
    const std::string hello =
        "{\"hello\":" +
        std::string(json::Get<std::string_view>(
            json::Object(value, key).raw_json(), key, "an object")) +
        "}";
    header.subject = ReadHello(Padded(hello).view());
  } else if (key == "demand") {
    json::ForEachField(json::Object(value, key), key,
                       [&](std::string_view name, od::value member) {
                         ReadDemand(name, member, header);
                       });
  } else if (key == "plan") {
    json::ForEachField(json::Object(value, key), key,
                       [&](std::string_view name, od::value member) {
                         ReadPlan(name, member, header.plan);
                       });
  }
}

ReportOrigin OriginOfHeader(std::string_view line) {
  od::parser parser;
  ReportOrigin origin;
  bool has_gate = false;
  json::ForEachFieldOfLine(
      parser, line, [&](std::string_view key, od::value value) {
        if (key != "header") json::Refuse(key, "expected a report's header");
        json::ForEachField(json::Object(value, key), key,
                           [&](std::string_view name, od::value member) {
                             if (name == "golden") {
                               origin.golden = json::String(member, name);
                             } else if (name == "gate") {
                               origin.gate = json::String(member, name);
                               has_gate = true;
                             } else if (name == "subject") {
                               ReadSubject(member, origin);
                             }
                           });
      });
  if (!has_gate) json::Refuse("gate", "missing");
  return origin;
}

constexpr std::string_view kComplete = "complete";
constexpr std::string_view kFooter = "{\"footer\":";
constexpr std::string_view kAgain = ",\"again\":true}";
constexpr std::size_t kWrittenAtOnce = 4096;
constexpr int64_t kGivenUp = 1 << 16;  // Bytes, for a footer.

// What a footer says, and what it should.
struct Footer {
  std::string run;  // "complete" or "partial".
  std::string why;  // Of a partial one.
  Counts counts;
  std::map<std::string, int64_t> stray_deaths;
  std::string digest;  // Of the lines of the records.
};

std::string LineOf(const Footer& footer) {
  std::string out = fmt::format("{{\"footer\":{{\"run\":\"{}\"", footer.run);
  if (!footer.why.empty()) {
    out += ",\"why\":";
    AppendQuoted(footer.why, out);
  }
  fmt::format_to(
      std::back_inserter(out), ",\"passed\":{},\"failed\":{},\"skipped\":{}",
      footer.counts.passed, footer.counts.failed, footer.counts.skipped);
  if (!footer.stray_deaths.empty()) {
    out += ",\"stray_deaths\":{";
    const char* before = "";
    for (const auto& [word, count] : footer.stray_deaths) {
      out += before;
      AppendQuoted(word, out);
      fmt::format_to(std::back_inserter(out), ":{}", count);
      before = ",";
    }
    out += '}';
  }
  return out + fmt::format(",\"records\":\"{}\"}}}}\n", footer.digest);
}

void ReadStrayDeaths(od::value deaths,
                     std::map<std::string, int64_t>& stray_deaths) {
  json::ForEachField(json::Object(deaths, "stray_deaths"), "stray_deaths",
                     [&](std::string_view word, od::value count) {
                       stray_deaths[std::string(word)] = json::Int(count, word);
                     });
}

Footer ReadFooter(std::string_view line) {
  od::parser parser;
  Footer footer;
  json::ForEachFieldOfLine(
      parser, line, [&](std::string_view name, od::value value) {
        json::ForEachField(json::Object(value, name), name,
                           [&](std::string_view key, od::value member) {
                             if (key == "run") {
                               footer.run = json::String(member, key);
                             } else if (key == "why") {
                               footer.why = json::String(member, key);
                             } else if (key == "stray_deaths") {
                               ReadStrayDeaths(member, footer.stray_deaths);
                             } else if (key == "passed") {
                               footer.counts.passed = json::Int(member, key);
                             } else if (key == "failed") {
                               footer.counts.failed = json::Int(member, key);
                             } else if (key == "skipped") {
                               footer.counts.skipped = json::Int(member, key);
                             } else if (key == "records") {
                               footer.digest = json::String(member, key);
                             } else {
                               json::RefuseUnknown(key);
                             }
                           });
      });
  return footer;
}

// Adds up records while they are written or read.
class Sum {
 public:
  void Add(std::string_view line) {
    ++count_;
    digest_.Add(line);
    digest_.Add("\n");
  }

  int64_t count() const { return count_; }
  std::string Finish() { return digest_.Finish(); }

 private:
  int64_t count_ = 0;
  Sha256 digest_;
};

std::string RunOf(const ReportFooter& footer) {
  return std::string(footer.why.empty() ? kComplete : "partial");
}

// Refuses the footer of other records.
void CheckFooter(const Footer& footer, int64_t passed, Sum& sum) {
  if (footer.counts.all() != sum.count()) {
    json::Refuse("footer", fmt::format("it counts {} records, and there are {}",
                                       footer.counts.all(), sum.count()));
  }
  if (footer.counts.passed != passed) {
    json::Refuse("passed", fmt::format("{} records say so", passed));
  }
  if (footer.digest != sum.Finish()) {
    json::Refuse("records", "the records are not those that were written");
  }
}

uint64_t HashOf(const std::string& id, DType dtype) {
  return std::hash<std::string>()(id + " " + std::string(Name(dtype)));
}

// The part of a record's line that names its case.
std::string_view CaseOf(std::string_view line) {
  return line.substr(0, line.find(",\"profile\""));
}

}  // namespace

std::string HeaderLine(const ReportHeader& header) {
  return HeaderText(header);
}

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
    Record record;
    try {
      record = ReadRecord(line);
    } catch (const BadInput&) {
      break;  // It was being written when the run ended.
    }
    const auto length = static_cast<int64_t>(line.size());
    if (size_ + length + 1 > bytes) break;  // Its end is missing.
    if (!record.again) {
      places_[HashOf(record.id, record.dtype)] = {size_, length};
    }
    size_ += length + 1;
  }
}

bool FoundRecords::complete() const {
  return !footer_.empty() &&
         ReadFooter(Padded(footer_).view()).run == kComplete;
}

std::map<std::string, int64_t> StrayDeathsOf(const std::string& footer) {
  return ReadFooter(Padded(footer).view()).stray_deaths;
}

bool FoundRecords::Find(const std::string& id, DType dtype,
                        Record& record) const {
  const auto found = places_.find(HashOf(id, dtype));
  if (found == places_.end()) return false;
  std::ifstream file(path_, std::ios::binary);
  std::string line(static_cast<std::size_t>(found->second.length), ' ');
  file.seekg(found->second.offset);
  file.read(line.data(), found->second.length);
  record = ReadRecord(Padded(line).view());
  return record.id == id && record.dtype == dtype;
}

ReportWriter::ReportWriter(const std::string& path, const ReportHeader& header,
                           const FoundRecords* earlier)
    : path_(path), header_(HeaderText(header) + "\n") {
  if (IsWrittenInPlace(path)) {
    unwritten_.emplace();
    return;
  }
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  whole_ = earlier == nullptr ? 0 : earlier->size();
  if (descriptor_ < 0 || ftruncate(descriptor_, whole_) != 0) {
    throw BadInput(fmt::format("{}: cannot write: {}", path, strerror(errno)));
  }
  if (whole_ == 0) {
    text_ = header_;
    Flush();
  }
}

ReportWriter::~ReportWriter() {
  if (descriptor_ >= 0) close(descriptor_);
}

void ReportWriter::Add(const Record& record) {
  const std::size_t begin = text_.size();
  AppendJson(record, text_);
  if (unwritten_) {
    unwritten_->Add(std::string_view(text_).substr(begin));
    text_.clear();
    return;
  }
  text_ += '\n';
  if (text_.size() >= kWrittenAtOnce) Flush();
}

void ReportWriter::Flush() {
  if (unwritten_) return;
  std::string_view rest = text_;
  while (!rest.empty()) {
    const ssize_t count =
        pwrite(descriptor_, rest.data(), rest.size(),
               whole_ + static_cast<int64_t>(text_.size() - rest.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const std::string why = strerror(errno);
      text_.clear();
      [[maybe_unused]] const int cut = ftruncate(descriptor_, whole_);
      lost_ = true;
      throw NoRoom(fmt::format("{}: cannot write: {}", path_, why));
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  whole_ += static_cast<int64_t>(text_.size());
  text_.clear();
}

void ReportWriter::Discard() {
  if (!unwritten_) std::remove(path_.c_str());
}

void ReportWriter::Finish(const ReportFooter& footer) {
  try {
    Flush();
    if (lost_) return WriteAsTheyCame(footer);
    WriteSorted(footer);
  } catch (const BadInput&) {
    if (unwritten_ || footer.why.empty()) throw;
    WriteAsTheyCame(footer);
  }
}

// A record that waited for being run again stands there twice; the one that was
// run again is later in order, since "again" makes the other one longer.
void ReportWriter::WriteSorted(const ReportFooter& footer) {
  if (unwritten_) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        std::fopen(path_.c_str(), "wb"), &std::fclose);
    const auto write = [&](std::string_view text) {
      if (file == nullptr ||
          std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) {
        throw NoRoom(
            fmt::format("{}: cannot write: {}", path_, strerror(errno)));
      }
    };
    WriteInOrder(*unwritten_, footer, write);
    if (file == nullptr || std::fflush(file.get()) != 0) write("\n");
    return;
  }
  LineSorter sorter;
  LineReader lines(path_);
  std::string_view line;
  lines.Next(line);  // The header.
  while (lines.Next(line)) sorter.Add(line);
  NewFile file(path_);
  WriteInOrder(sorter, footer,
               [&file](std::string_view text) { file.Write(text); });
  file.Commit();
}

// A record that waited for being run again stands there twice.
void ReportWriter::WriteInOrder(
    LineSorter& sorter, const ReportFooter& footer,
    const std::function<void(std::string_view)>& write) {
  write(header_);
  std::string held;  // Until it is known that its case does not come again.
  Sum sum;
  const auto write_held = [&] {
    if (held.empty()) return;
    sum.Add(held);
    write(held + "\n");
  };
  sorter.Finish([&](std::string_view line) {
    const bool is_same = CaseOf(line) == CaseOf(held);
    if (is_same && line.ends_with(kAgain)) return;
    if (!is_same || !held.ends_with(kAgain)) write_held();
    held = line;
  });
  write_held();
  write(LineOf({RunOf(footer), footer.why, footer.counts, footer.stray_deaths,
                sum.Finish()}));
}

void ReportWriter::WriteAsTheyCame(const ReportFooter& footer) {
  try {
    text_ = RecountedFooter(footer);
    return Flush();
  } catch (const NoRoom&) {
  }
  // Gives up whole records at the end for the room of the footer.
  std::string tail(static_cast<std::size_t>(std::min(whole_, kGivenUp)), ' ');
  const int64_t from = whole_ - static_cast<int64_t>(tail.size());
  if (pread(descriptor_, tail.data(), tail.size(), from) < 0) return;
  const std::size_t end = tail.find('\n');
  if (end == std::string::npos) return;
  whole_ = from + static_cast<int64_t>(end) + 1;
  if (ftruncate(descriptor_, whole_) != 0) return;
  text_ = RecountedFooter(footer);
  Flush();
}

// Counts what stands in the file: a record that waited for being run again may
// stand there twice, others may have been given up.
std::string ReportWriter::RecountedFooter(const ReportFooter& footer) const {
  Sum sum;
  Counts counts;
  LineReader lines(path_);
  std::string_view line;
  lines.Next(line);  // The header.
  while (lines.Next(line)) {
    sum.Add(line);
    const Verdict verdict = ReadRecord(line).verdict;
    ++(verdict == Verdict::kPass   ? counts.passed
       : verdict == Verdict::kSkip ? counts.skipped
                                   : counts.failed);
  }
  return LineOf(
      {RunOf(footer), footer.why, counts, footer.stray_deaths, sum.Finish()});
}

ReportHeader ReadHeader(const std::string& path) {
  LineReader lines(path);
  std::string_view line;
  if (!lines.Next(line)) throw BadInput(path + ": is empty");
  ReportHeader header;
  try {
    od::parser parser;
    json::ForEachFieldOfLine(
        parser, line, [&](std::string_view key, od::value value) {
          if (key != "header") json::Refuse(key, "expected a report's header");
          json::ForEachField(json::Object(value, key), key,
                             [&](std::string_view name, od::value member) {
                               ReadMember(name, member, header);
                             });
        });
  } catch (const BadInput& error) {
    throw BadInput(lines.Place() + ": " + error.what());
  }
  return header;
}

ReportOrigin ReadReport(const std::string& path,
                        const std::function<void(const Record&)>& visit) {
  LineReader lines(path);
  ReportOrigin origin;
  std::string_view line;
  bool has_header = false;
  bool has_footer = false;
  bool waits = false;
  int64_t passed = 0;
  Sum sum;
  while (lines.Next(line)) {
    try {
      if (has_footer) json::Refuse("line", "it follows the footer");
      if (!has_header) {
        origin = OriginOfHeader(line);
        has_header = true;
      } else if (line.starts_with(kFooter)) {
        has_footer = true;
        const Footer footer = ReadFooter(line);
        CheckFooter(footer, passed, sum);
        origin.complete = footer.run == kComplete;
        if (origin.complete && waits) {
          json::Refuse("again", "belongs to reports of runs cut short");
        }
      } else {
        const Record record = ReadRecord(line);
        waits |= record.again;
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

}  // namespace viewproof
