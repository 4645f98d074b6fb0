#include "conformance/gate/known_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/padding.h"
#include "conformance/judge/words.h"

namespace viewproof {
namespace {

// Words that need no quoting: as AnswerOf writes them.
struct AnswerWords {
  void Read(json::od::value value, std::string_view field,
            std::string& into) const {
    into = json::String(value, field);
    if (into.empty() ||
        into.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_ ") !=
            into.npos) {
      json::Refuse(field, "unknown words");
    }
  }
  void Append(std::string_view answer, std::string& out) const {
    out.append("\"").append(answer).append("\"");
  }
  std::string Schema() const {
    return R"({"type": "string", "pattern": "^[a-z0-9_ ]+$"})";
  }
};

constexpr auto kKnownLine =
    json::Describe<KnownLine>(
        json::Needed("id", &KnownLine::id, json::PlainText{false}),
        json::Needed("dtype", &KnownLine::dtype),
        json::Needed("verdict", &KnownLine::failure, &Failure::verdict),
        json::Needed("facets", &KnownLine::failure, &Failure::facets),
        json::Needed("step", &KnownLine::failure, &Failure::step),
        json::Needed("op", &KnownLine::failure, &Failure::op),
        json::Needed("difference", &KnownLine::failure, &Failure::difference),
        json::Optional("answer", &KnownLine::answer, AnswerWords()))
        .With([](const KnownLine& line) {
          if (!line.answer.empty() && line.failure.verdict != Verdict::kFail) {
            json::Refuse("answer",
                         "belongs to verdict \"fail\", and to no other");
          }
        });

KnownLine ReadKnownLine(std::string_view text) {
  KnownLine line;
  kKnownLine.ReadLine(PaddedText(text).view(), line);
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

std::string BesideGate(const std::string& gate_path, std::string_view file) {
  constexpr std::string_view kGate = "gate.toml";
  std::string_view stem = gate_path;
  if (stem.ends_with(kGate)) {
    stem.remove_suffix(kGate.size());
    return std::string(stem).append(file);
  }
  return fmt::format("{}.{}", stem, file);
}

std::string KnownPath(const std::string& gate_path) {
  return BesideGate(gate_path, "known.jsonl");
}

std::string KnownText(const std::vector<KnownLine>& lines) {
  std::vector<KnownLine> sorted = lines;
  std::sort(sorted.begin(), sorted.end(), Before);
  std::string text;
  for (const KnownLine& line : sorted) {
    kKnownLine.Append(line, text);
    text += '\n';
  }
  return text;
}

std::string KnownLineSchema() {
  return kKnownLine.Schema(
      R"("if": {"required": ["answer"]}, )"
      R"("then": {"properties": {"verdict": {"const": "fail"}}})");
}

}  // namespace viewproof
