// Writes reports.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

#include "conformance/case/padding.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/report/facts.h"
#include "conformance/report/footer.h"
#include "conformance/report/line_sorter.h"
#include "conformance/report/overview.h"
#include "conformance/report/report.h"

namespace viewproof {
namespace {

constexpr std::string_view kAgain = ",\"again\":true}";
constexpr std::size_t kWrittenAtOnce = 4096;
constexpr int64_t kGivenUp = 1 << 16;  // Bytes, for a footer.

// The part of a record's line that names its case.
std::string_view CaseOf(std::string_view line) {
  return line.substr(0, line.find(",\"profile\""));
}

}  // namespace

ReportWriter::ReportWriter(const std::string& path, const ReportHeader& header,
                           const FoundRecords* earlier)
    : path_(path), header_(HeaderLine(header) + "\n") {
  if (IsWrittenInPlace(path)) {
    unwritten_.emplace();
    return;
  }
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  whole_ = earlier == nullptr ? 0 : earlier->size();
  if (descriptor_ < 0 || ftruncate(descriptor_, whole_) != 0) {
    throw BadInput(fmt::format("{}: cannot write: {}", path, strerror(errno)));
  }
  if (earlier != nullptr) noted_ = earlier->facts_in_lines();
  if (whole_ == 0) {
    text_ = header_;
    Flush();
  }
}

ReportWriter::~ReportWriter() {
  if (descriptor_ >= 0) close(descriptor_);
}

void ReportWriter::Add(const Record& record, const Trouble& facts) {
  Note(facts);
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

void ReportWriter::Note(const Trouble& facts) {
  if (unwritten_ || facts == noted_) return;  // The end has them.
  const std::string line = FactsLine(FactsSince(facts, noted_));
  noted_ = facts;
  if (!line.empty()) text_ += line + "\n";
}

void ReportWriter::Flush(const Trouble& facts) {
  Note(facts);
  Flush();
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
  while (lines.Next(line)) {
    if (!line.starts_with(kFacts)) sorter.Add(line);
  }
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
  // It is held until it is known that its case does not come again.
  std::string held;
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
  if (const std::string facts = FactsLine(footer.trouble); !facts.empty()) {
    sum.Add(facts);
    write(facts + "\n");
  }
  write(FooterLine(footer, footer.counts, sum));
}

void ReportWriter::WriteAsTheyCame(const ReportFooter& footer) {
  try {
    text_ = RecountedEnd(footer);
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
  text_ = RecountedEnd(footer);
  Flush();
}

// Counts what stands in the file: a record that waited for being run again may
// stand there twice, others may have been given up, and facts with them.
std::string ReportWriter::RecountedEnd(const ReportFooter& footer) const {
  Sum sum;
  const ReportHeader header = ParseHeader(PaddedText(header_).view());
  Cell cell;
  Trouble told;
  LineReader lines(path_);
  std::string_view line;
  lines.Next(line);  // The header.
  while (lines.Next(line)) {
    sum.Add(line);
    if (line.starts_with(kFacts)) {
      AddFacts(ReadFacts(line), told);
      continue;
    }
    cell.Add(StandingOf(ReadRecord(line), header));
  }
  std::string facts = FactsLine(FactsSince(footer.trouble, told));
  if (!facts.empty()) {
    sum.Add(facts);
    facts += '\n';
  }
  return facts + FooterLine(footer, CountsOf(cell), sum);
}

}  // namespace viewproof
