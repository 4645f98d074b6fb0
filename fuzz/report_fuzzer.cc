// Hostile bytes as a report, whole and line by line. A record and a header are
// written and read again; a report does not differ from itself.
#include <string>
#include <vector>

#include "conformance/case/padding.h"
#include "conformance/case/strings.h"
#include "conformance/judge/record.h"
#include "conformance/report/diff.h"
#include "conformance/report/findings.h"
#include "conformance/report/groups.h"
#include "conformance/report/report.h"
#include "fuzz/hostile.h"

namespace viewproof {
namespace {

Record ReadAgain(std::string_view line) {
  const Record record = ReadRecord(line);
  std::string text;
  AppendJson(record, text);
  const Record again =
      MustRead([&] { return ReadRecord(PaddedText(text).view()); });
  std::string twice;
  AppendJson(again, twice);
  Demand("a record changed", text, twice);
  return record;
}

void ReadHeaderAgain(std::string_view line) {
  const std::string text = HeaderLine(ParseHeader(line));
  Demand("a header changed", text, MustRead([&] {
           return HeaderLine(ParseHeader(PaddedText(text).view()));
         }));
}

void ReadLines(std::string_view text) {
  Groups groups(Facets::All());
  for (const std::string_view line : Split(text, "\n")) {
    const PaddedText padded(line);
    Accepts([&] { ReadHeaderAgain(padded.view()); });
    Accepts([&] {
      const Record record = ReadAgain(padded.view());
      if (!Reduce(record, Facets::All())) return;
      groups.Add(record, Standing::kNewFailure, nullptr);
    });
  }
  groups.Sorted();
}

void ReadWhole(const std::string& path) {
  std::vector<Record> records;
  Accepts([&] {
    ReadReport(path, [&](const Record& record) { records.push_back(record); });
    for (const ChangeGroup& group : DiffReports(path, path).groups) {
      Fail("a report differs from itself: " + group.sentence);
    }
  });
  Accepts([&] { RangeText(ReadRange(path)); });
  Accepts([&] {
    const FoundRecords found(path);
    found.facts();
    Record again;
    for (const Record& record : records) {
      found.Find(record.id, record.dtype, again);
    }
  });
}

}  // namespace
}  // namespace viewproof

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace viewproof;
  const std::string_view text = Bytes(data, size);
  ReadLines(text);
  const MemoryFile file(text);
  ReadWhole(file.path());
  return 0;
}
