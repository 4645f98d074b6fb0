#include "fuzz/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/number.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

// The part of a text up to the next ':', which is taken off.
std::string_view Piece(std::string_view& text) {
  const std::string_view piece = text.substr(0, text.find(':'));
  text.remove_prefix(std::min(text.size(), piece.size() + 1));
  return piece;
}

int64_t EndOf(const CaseRange& range) { return range.first + range.cases; }

std::string Text(const CaseRange& range) {
  std::string text;
  AppendJson(range, text);
  return text;
}

// Refuses what a range is not: a report's header may say anything.
void Sort(std::vector<CaseRange>& plan) {
  std::sort(plan.begin(), plan.end());
  for (std::size_t k = 1; k < plan.size(); ++k) {
    if (plan[k].seed == plan[k - 1].seed &&
        plan[k].first < EndOf(plan[k - 1])) {
      throw BadInput("the plan overlaps itself: " + Text(plan[k]));
    }
  }
}

// The part of the plan that a range lies in.
std::size_t PartOf(const std::vector<CaseRange>& plan, const CaseRange& range) {
  for (std::size_t k = 0; k < plan.size(); ++k) {
    if (plan[k].seed == range.seed && plan[k].first <= range.first &&
        range.cases <= EndOf(plan[k]) - range.first) {
      return k;
    }
  }
  throw BadInput(Text(range) + " is outside of the plan");
}

// Compares the ranges that were judged with the part of the plan they are of.
void FindGaps(const CaseRange& part, std::vector<CaseRange> judged,
              Campaign& campaign) {
  std::sort(judged.begin(), judged.end());
  int64_t at = part.first;  // Judged up to here.
  const auto add = [&part](std::vector<CaseRange>& list, int64_t from,
                           int64_t to) {
    if (from >= to) return;
    if (!list.empty() && list.back().seed == part.seed &&
        EndOf(list.back()) == from) {
      list.back().cases += to - from;
    } else {
      list.push_back({part.seed, from, to - from});
    }
  };
  for (const CaseRange& range : judged) {
    add(campaign.holes, at, range.first);
    add(campaign.overlaps, range.first, std::min(at, EndOf(range)));
    at = std::max(at, EndOf(range));
  }
  add(campaign.holes, at, EndOf(part));
}

using Buckets = std::map<std::string, Campaign::Bucket>;

void Add(const RangeReport& report, Buckets& buckets) {
  for (const RangeFinding& finding : report.findings) {
    const std::optional<uint64_t> seed = report.header.range.seed;
    const auto [place, is_new] =
        buckets.try_emplace(finding.key, Campaign::Bucket{finding, seed, 0});
    Campaign::Bucket& bucket = place->second;
    bucket.times += finding.times;
    if (std::pair(seed, finding.number) <
        std::pair(bucket.seed, bucket.finding.number)) {
      bucket.finding = finding;
      bucket.seed = seed;
    }
  }
}

void AppendLine(const char* what, const Campaign::Bucket& bucket,
                std::string& out) {
  fmt::format_to(std::back_inserter(out),
                 "{{\"{}\":{{\"seed\":{},\"key\":", what,
                 bucket.seed ? std::to_string(*bucket.seed) : "null");
  AppendQuoted(bucket.finding.key, out);
  fmt::format_to(std::back_inserter(out), ",\"times\":{},\"number\":{}",
                 bucket.times, bucket.finding.number);
  for (const auto& [key, json] : bucket.finding.shown) {
    out += ',' + Quoted(key) + ':' + json;
  }
  out += "}}\n";
}

// "key":"text","key":"text"
std::string Fields(const std::map<std::string, std::string>& texts) {
  std::string out;
  for (const auto& [key, text] : texts) {
    if (!out.empty()) out += ',';
    AppendQuoted(key, out);
    out += ':';
    AppendQuoted(text, out);
  }
  return out;
}

std::string HeaderOf(const Campaign& campaign) {
  const RangeHeader& header = campaign.header;
  std::string plan;
  for (const CaseRange& range : campaign.plan) {
    if (!plan.empty()) plan += ',';
    AppendJson(range, plan);
  }
  std::string program;
  AppendQuoted(header.program, program);
  return fmt::format(
      "{{\"campaign\":{{\"version\":1,\"program\":{},\"subject\":{{{}}},"
      "\"digests\":{{{}}},\"plan\":[{}]}}}}\n",
      program, Fields({{"name", header.subject}, {"version", header.version}}),
      Fields(header.digests), plan);
}

}  // namespace

CaseRange ParseRange(const std::string& text) {
  std::string_view rest = text;
  const std::string_view seed = Piece(rest);
  const auto number = FindNumber<uint64_t>(seed);
  const auto first = FindNumber<int64_t>(Piece(rest));
  const auto cases = FindNumber<int64_t>(rest);
  if ((seed != "-" && !number) || !first || !cases || *first < 0 ||
      *cases < 1 || *cases > INT64_MAX - *first) {
    throw BadInput(text + " is no range SEED:FIRST:CASES");
  }
  return {number, *first, *cases};
}

Campaign MergeRanges(std::vector<CaseRange> plan,
                     const std::vector<std::string>& paths) {
  Campaign campaign;
  Sort(plan);
  std::vector<std::vector<CaseRange>> judged(plan.size());
  Buckets buckets;
  for (const std::string& path : paths) {
    const RangeReport report = ReadRange(path);
    if (campaign.ranges++ == 0) {
      campaign.header = report.header;
      campaign.header.range = {};
    } else if (!report.header.IsOfOneCampaign(campaign.header)) {
      throw BadInput(fmt::format(
          "{}: is of another campaign than {}: another program, subject, "
          "version or digest",
          path, paths.front()));
    }
    const CaseRange& range = report.header.range;
    try {
      std::vector<CaseRange>& part = judged[PartOf(plan, range)];
      if (report.done > 0) {
        part.push_back({range.seed, range.first, report.done});
      }
    } catch (const BadInput& error) {
      throw BadInput(fmt::format("{}: {}", path, error.what()));
    }
    campaign.done += report.done;
    for (const auto& [key, count] : report.counts) {
      campaign.counts[key] += count;
    }
    Add(report, buckets);
  }
  for (std::size_t k = 0; k < plan.size(); ++k) {
    FindGaps(plan[k], std::move(judged[k]), campaign);
  }
  for (auto& [key, bucket] : buckets) {
    campaign.buckets.push_back(std::move(bucket));
  }
  const auto place = [](const Campaign::Bucket& bucket) {
    return std::tie(bucket.seed, bucket.finding.number, bucket.finding.key);
  };
  std::sort(
      campaign.buckets.begin(), campaign.buckets.end(),
      [&place](const auto& a, const auto& b) { return place(a) < place(b); });
  campaign.plan = std::move(plan);
  return campaign;
}

std::string CampaignText(const Campaign& campaign) {
  std::string out = HeaderOf(campaign);
  int64_t known = 0;
  for (const Campaign::Bucket& bucket : campaign.buckets) {
    known += bucket.finding.known;
    AppendLine(bucket.finding.known ? "known" : "finding", bucket, out);
  }
  for (const CaseRange& hole : campaign.holes) {
    out += fmt::format("{{\"hole\":{}}}\n", Text(hole));
  }
  for (const CaseRange& overlap : campaign.overlaps) {
    out += fmt::format("{{\"overlap\":{}}}\n", Text(overlap));
  }
  std::string counts;
  for (const auto& [key, count] : campaign.counts) {
    if (!counts.empty()) counts += ',';
    AppendQuoted(key, counts);
    counts += fmt::format(":{}", count);
  }
  return out + fmt::format(
                   "{{\"end\":{{\"done\":{},\"findings\":{},\"known\":{},"
                   "\"holes\":{},\"overlaps\":{},\"counts\":{{{}}},"
                   "\"sha256\":\"{}\"}}}}\n",
                   campaign.done, std::ssize(campaign.buckets) - known, known,
                   campaign.holes.size(), campaign.overlaps.size(), counts,
                   Digest(out));
}

CampaignVerdict JudgeCampaign(std::string_view text) {
  const std::size_t end = text.rfind("{\"end\":");
  if (!text.starts_with("{\"campaign\":{\"version\":1,")) {
    throw BadInput("is no report of a campaign, or of another version");
  }
  if (end == std::string_view::npos ||
      !text.ends_with(fmt::format(",\"sha256\":\"{}\"}}}}\n",
                                  Digest(text.substr(0, end))))) {
    throw BadInput("the report of the campaign was changed or cut off");
  }
  std::map<std::string_view, int64_t> lines;  // By their first word.
  CampaignVerdict verdict;
  for (std::string_view rest = text.substr(0, end); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n') + 1);
    rest.remove_prefix(line.size());
    const std::string_view word = line.substr(2, line.find('"', 2) - 2);
    ++lines[word];
    if (word != "campaign" && word != "known") verdict.summary += line;
  }
  verdict.is_clean = lines["finding"] + lines["hole"] + lines["overlap"] == 0;
  const int64_t findings = lines["finding"] + lines["known"];
  verdict.summary += text.substr(end);
  verdict.summary +=
      fmt::format("{} findings ({} known), {} holes, {} overlaps\n", findings,
                  lines["known"], lines["hole"], lines["overlap"]);
  return verdict;
}

}  // namespace viewproof
