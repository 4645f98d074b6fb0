#include "conformance/gate/known_lines.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/json.h"
#include "conformance/case/padding.h"

namespace viewproof {
namespace {

// Whether it is of words that need no quoting: as AnswerOf writes it.
bool IsAnswer(std::string_view answer) {
  return !answer.empty() &&
         answer.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_ ") ==
             std::string_view::npos;
}

KnownLine ReadKnownLine(std::string_view text) {
  const Padded padded(text);
  simdjson::ondemand::parser parser;
  KnownLine line;
  json::Once seen;
  const auto word = [](auto found, std::string_view key) {
    if (!found) json::Refuse(key, "unknown word");
    return *found;
  };
  json::ForEachFieldOfLine(
      parser, padded.view(),
      [&](std::string_view key, simdjson::ondemand::value value) {
        seen.Add(key);
        if (key == "id") {
          line.id = json::String(value, key);
          if (!IsPlainId(line.id)) json::Refuse(key, "it needs quoting");
        } else if (key == "dtype") {
          line.dtype = word(FindDType(json::String(value, key)), key);
        } else if (key == "verdict") {
          line.failure.verdict =
              word(FindVerdict(json::String(value, key)), key);
        } else if (key == "facets") {
          json::ForEachElement(
              value, key, [&](simdjson::ondemand::value facet) {
                line.failure.facets.push_back(
                    word(FindFacet(json::String(facet, "facets")), "facets"));
              });
        } else if (key == "step") {
          line.failure.step = json::Count(value, key);
        } else if (key == "op") {
          line.failure.op = json::String(value, key);
        } else if (key == "difference") {
          line.failure.difference = json::String(value, key);
        } else if (key == "answer") {
          line.answer = json::String(value, key);
          if (!IsAnswer(line.answer)) json::Refuse(key, "unknown words");
        } else {
          json::RefuseUnknown(key);
        }
      });
  seen.Demand({"id", "dtype", "verdict", "facets", "step", "op", "difference"});
  if (!line.answer.empty() && line.failure.verdict != Verdict::kFail) {
    json::Refuse("answer", "belongs to verdict \"fail\", and to no other");
  }
  return line;
}

bool Before(const KnownLine& a, const KnownLine& b) {
  return std::pair(std::string_view(a.id), Name(a.dtype)) <
         std::pair(std::string_view(b.id), Name(b.dtype));
}

}  // namespace

std::vector<KnownLine> ReadKnownLines(
    const std::string& path, std::string_view text,
    const std::function<bool(const Failure&)>& covers) {
  std::vector<KnownLine> lines;
  for (int64_t number = 1; !text.empty(); ++number) {
    const std::string place = fmt::format("{}:{}", path, number);
    const std::size_t end = std::min(text.find('\n'), text.size());
    try {
      lines.push_back(ReadKnownLine(text.substr(0, end)));
    } catch (const BadInput& error) {
      throw BadInput(place + ": " + error.what());
    }
    text.remove_prefix(std::min(end + 1, text.size()));
    const KnownLine& line = lines.back();
    if (line.failure.verdict != Verdict::kSkip && !covers(line.failure)) {
      throw BadInput(place +
                     ": no [[known_failure]] of the gate file covers it");
    }
    if (lines.size() > 1 && !Before(*(lines.end() - 2), line)) {
      throw BadInput(place + ": not sorted by id and dtype, or listed twice");
    }
  }
  return lines;
}

std::string KnownPath(const std::string& gate_path) {
  constexpr std::string_view kEnding = ".gate.toml";
  std::string_view stem = gate_path;
  if (stem.ends_with(kEnding)) stem.remove_suffix(kEnding.size());
  return std::string(stem) + ".known.jsonl";
}

std::string KnownText(const std::vector<KnownLine>& lines) {
  std::vector<KnownLine> sorted = lines;
  std::sort(sorted.begin(), sorted.end(), Before);
  std::string text;
  for (const KnownLine& line : sorted) {
    std::vector<std::string> facets;
    for (const Facet facet : line.failure.facets) {
      facets.push_back(fmt::format("\"{}\"", Name(facet)));
    }
    fmt::format_to(std::back_inserter(text),
                   "{{\"id\":\"{}\",\"dtype\":\"{}\",\"verdict\":\"{}\","
                   "\"facets\":[{}],\"step\":{},\"op\":\"{}\","
                   "\"difference\":\"{}\"",
                   line.id, Name(line.dtype), Name(line.failure.verdict),
                   fmt::join(facets, ","), line.failure.step, line.failure.op,
                   line.failure.difference);
    if (!line.answer.empty()) {
      text.append(",\"answer\":\"").append(line.answer).append("\"");
    }
    text += "}\n";
  }
  return text;
}

}  // namespace viewproof
