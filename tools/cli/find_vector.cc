#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <tuple>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/digests.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/record.h"
#include "tools/cli/explain_rule.h"

namespace viewproof {
namespace {

// Holds what every line of a vector begins with.
constexpr std::string_view kBegin = "{\"id\":\"";

std::string_view LineAt(std::string_view text, std::size_t at) {
  const std::size_t before = text.rfind('\n', at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::string_view IdOf(std::string_view line) {
  if (!line.starts_with(kBegin)) return {};
  line.remove_prefix(kBegin.size());
  return line.substr(0, line.find('"'));
}

Vector VectorOfLine(std::string_view line) {
  Vector vector;
  GoldenDecoder().Read(PaddedText(line).view(), vector);
  return vector;
}

// The bytes of a vector's line with each of its elements.
std::size_t FullSize(std::string_view line) {
  if (line.find("\"crc32\":") == std::string_view::npos) return line.size();
  std::string whole;
  AppendJson(VectorOfLine(line), whole);
  return whole.size();
}

// Returns where `what` stands in the text, from `from` on; npos if nowhere. As
// find, but twice as fast where the first letter of `what` is a frequent one.
std::size_t Search(std::string_view text, std::string_view what,
                   std::size_t from) {
  if (from >= text.size()) return std::string_view::npos;
  const void* found =
      memmem(text.data() + from, text.size() - from, what.data(), what.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) -
                                  text.data());
}

}  // namespace

GoldenText::GoldenText(const std::string& root) {
  const std::string manifest = ReadFile(root + "/golden/MANIFEST");
  for (const std::string_view line : LinesIn(manifest)) {
    const std::string path(line.substr(0, line.find(' ')));
    if (path.ends_with(".jsonl")) {
      paths_.push_back(root + "/golden/" + path);
    }
  }
}

std::string_view GoldenText::Text(std::size_t file) {
  while (texts_.size() <= file) {
    texts_.push_back(ReadFile(paths_[texts_.size()]));
  }
  return texts_[file];
}

std::optional<Vector> GoldenText::Find(std::string_view id) {
  const std::string begin = fmt::format("{}{}\"", kBegin, id);
  for (std::size_t file = 0; file < paths_.size(); ++file) {
    const std::string_view text = Text(file);
    for (std::size_t at = Search(text, begin, 0); at != std::string_view::npos;
         at = Search(text, begin, at + 1)) {
      if (at == 0 || text[at - 1] == '\n') {
        return VectorOfLine(LineAt(text, at));
      }
    }
  }
  return std::nullopt;
}

std::vector<Vector> GoldenText::OfRule(std::string_view rule,
                                       std::size_t most) {
  const std::string quoted = fmt::format("\"{}\"", rule);
  // Size, id and line of those that name it.
  std::set<std::tuple<std::size_t, std::string_view, std::string_view>> found;
  for (std::size_t file = 0; file < paths_.size(); ++file) {
    const std::string_view text = Text(file);
    for (std::size_t at = Search(text, quoted, 0); at != std::string_view::npos;
         at = Search(text, quoted, at + quoted.size())) {
      const std::string_view line = LineAt(text, at);
      // Its rules stand before its base.
      const bool is_rule =
          line.data() + line.find("\"base\":") > text.data() + at;
      if (IdOf(line).empty() || !is_rule) continue;
      found.emplace(FullSize(line), IdOf(line), line);
    }
  }
  std::set<std::string_view> ops;
  std::vector<std::string_view> lines;
  std::vector<std::string_view> others;
  for (const auto& [size, id, line] : found) {
    const bool is_first = ops.insert(OpOfId(id)).second;
    (is_first ? lines : others).push_back(line);
  }
  lines.insert(lines.end(), others.begin(), others.end());
  if (lines.size() > most) lines.resize(most);
  std::vector<Vector> vectors;
  for (const std::string_view line : lines) {
    vectors.push_back(VectorOfLine(line));
  }
  return vectors;
}

std::vector<std::string_view> GoldenText::Ids() {
  std::vector<std::string_view> ids;
  for (std::size_t file = 0; file < paths_.size(); ++file) {
    for (const std::string_view line : LinesIn(Text(file))) {
      if (!IdOf(line).empty()) ids.push_back(IdOf(line));
    }
  }
  return ids;
}

}  // namespace viewproof
