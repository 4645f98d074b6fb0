#include "conformance/run/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/installed.h"
#include "conformance/report/error_log.h"
#include "conformance/report/facts.h"
#include "conformance/report/report.h"

namespace viewproof {
namespace {

// The header as it would be without shards.
std::string Unsharded(ReportHeader header) {
  header.plan.shard = 1;
  header.plan.shards = 1;
  return HeaderLine(header);
}

void RefuseUnlessTheyAreOnePlan(const std::vector<std::string>& reports,
                                const std::vector<ReportHeader>& headers) {
  std::set<int64_t> shards;
  for (std::size_t k = 0; k < reports.size(); ++k) {
    if (headers[k].plan.shards != headers[0].plan.shards ||
        Unsharded(headers[k]) != Unsharded(headers[0])) {
      throw BadInput(fmt::format("{}: is not of the run that {} is a part of",
                                 reports[k], reports[0]));
    }
    if (!shards.insert(headers[k].plan.shard).second) {
      throw BadInput(fmt::format("{}: shard {} is there twice", reports[k],
                                 headers[k].plan.shard));
    }
  }
  for (int64_t k = 1; k <= headers[0].plan.shards; ++k) {
    if (!shards.contains(k)) {
      throw BadInput(
          fmt::format("shard {} of {} is missing", k, headers[0].plan.shards));
    }
  }
}

// The options with which the whole plan would have been checked.
CheckOptions OptionsOf(const MergeOptions& options,
                       const ReportHeader& header) {
  CheckOptions check;
  check.root = options.root;
  check.report = options.report;
  check.groups_file = options.groups_file;
  check.all_groups = options.all_groups;
  check.subject.name = header.gate;
  check.only = header.plan.only;
  check.leave_out = header.plan.leave_out;
  std::optional<Gate> gate;
  if (!options.gate.empty()) {
    check.subject.name = options.gate;
  } else if (!header.gate.empty()) {
    const std::string path = FindGateFile(options.root, header.gate);
    if (DigestOfFile(path) != header.gate_digest) {
      throw BadInput(path +
                     ": has changed since the reports were made; what is not "
                     "accepted yet: " +
                     ProgramName() +
                     " accept REPORT --groups-file groups.toml");
    }
    gate = ReadGate(path);
  } else {
    check.subject.command = {"COMMAND"};  // No report tells it.
  }
  if (OpenGolden(options.root + "/golden").digest != header.golden) {
    throw BadInput("golden/ has changed since the reports were made");
  }
  if (!options.gate.empty()) return check;
  const bool as_gate = gate && gate->profiles == header.plan.profiles;
  if (!as_gate) {
    check.profiles = header.plan.profiles;
    check.all = gate && header.plan.profiles.empty();
  }
  if (header.dtypes != (gate ? gate->dtypes : std::vector<DType>())) {
    check.dtypes = header.dtypes;
  }
  return check;
}

}  // namespace

ExitStatus Merge(const MergeOptions& options, std::FILE* out) {
  std::vector<ReportHeader> headers;
  std::vector<FoundRecords> records;
  for (const std::string& report : options.reports) {
    if (report == options.report || IsSameFile(report, options.report)) {
      throw BadInput(report + ": is read, and cannot be written");
    }
    headers.push_back(ReadHeader(report));
    records.emplace_back(report);
  }
  RefuseUnlessTheyAreOnePlan(options.reports, headers);
  EarlierResults recorded;
  recorded.hello = headers[0].subject;
  std::map<int64_t, Trouble> by_shard;
  for (std::size_t k = 0; k < records.size(); ++k) {
    if (!records[k].complete()) {
      throw BadInput(options.reports[k] +
                     ": its run was cut short; finish it with --resume");
    }
    by_shard[headers[k].plan.shard] = records[k].facts();
    for (ShownCode& code : ShownCodeOf(records[k].footer())) {
      recorded.code.push_back(std::move(code));
    }
  }
  for (const auto& [shard, facts] : by_shard) {
    AddFacts(facts, recorded.trouble);
  }
  std::vector<ErrorsSaid> errors(options.reports.begin(),
                                 options.reports.end());
  recorded.find = [&](const Vector& vector, Record& record) {
    for (std::size_t k = 0; k < records.size(); ++k) {
      if (!records[k].Find(vector, recorded.hello, record)) continue;
      record.stderr_tail = errors[k].Of(record);
      return true;
    }
    return false;
  };
  return RunCheck(OptionsOf(options, headers[0]), out, &recorded);
}

}  // namespace viewproof
